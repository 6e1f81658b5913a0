import { expect, test } from "vitest";
import { LogAdapterError, readLogAdapter } from "@traffic-policy/policy-impact/internal";

function mistakesOf(value: unknown): readonly string[] {
  try {
    readLogAdapter(value);
    return [];
  } catch (error) {
    if (error instanceof LogAdapterError) return error.mistakes;
    throw error;
  }
}

const place = (where: string): string =>
  `\`${where}\` is the name of a column, or an object with \`sql\` and perhaps \`lossy\`, which are texts.`;

test.each<[string, unknown, readonly unknown[]]>([
  ["no object", [], ["An adapter is an object with `format` and `fields`."]],
  ["nothing", {}, ["`format` is missing.", "`fields` is missing."]],
  [
    "an unknown format",
    { format: "xml", fields: {} },
    ['`format` is "csv", "parquet", "ndjson", or "table".'],
  ],
  [
    "an unknown member",
    { format: "csv", fields: {}, header: {} },
    ["`header` is unknown; an adapter has `format`, `fields`, and `headers`."],
  ],
  ["fields that are none", { format: "csv", fields: [] }, ["`fields` is an object."]],
  [
    "an unknown field",
    { format: "csv", fields: { path: "p" } },
    [expect.stringMatching(/^`path` is no field of a log; the fields are time, method, /)],
  ],
  ["a field that is a number", { format: "csv", fields: { uri: 5 } }, [place("fields.uri")]],
  ["an empty name", { format: "csv", fields: { uri: "" } }, [place("fields.uri")]],
  ["SQL that is no text", { format: "csv", fields: { uri: { sql: 5 } } }, [place("fields.uri")]],
  [
    "a member too many",
    { format: "csv", fields: { uri: { sql: "a", exact: true } } },
    [place("fields.uri")],
  ],
  [
    "headers that are none",
    { format: "csv", fields: {}, headers: "h" },
    ["`headers` is an object with `request` and `response`."],
  ],
  [
    "headers of another message",
    { format: "csv", fields: {}, headers: { reply: {} } },
    ["`reply` is no message; `headers` is an object with `request` and `response`."],
  ],
  [
    "headers without names",
    { format: "csv", fields: {}, headers: { request: { accept: "a" } } },
    ["`headers.request` is an object with `all` and `names`."],
  ],
  [
    "a header that is none",
    { format: "csv", fields: {}, headers: { request: { names: { "a/b": 5 } } } },
    [place("headers.request.names.a/b")],
  ],
  [
    "all headers that are none",
    { format: "csv", fields: {}, headers: { response: { all: [] } } },
    [place("headers.response.all")],
  ],
])("%s is one mistake, in one sentence", (_, value, expected) => {
  expect(mistakesOf(value)).toEqual(expected);
});

test("an adapter is taken as it is", () => {
  const adapter = {
    format: "ndjson",
    fields: { method: "m", uri: { sql: "json->>'$.p'", lossy: "It is decoded." } },
    headers: { request: { all: "h", names: { accept: "a" } }, response: {} },
  };
  expect(readLogAdapter(adapter)).toBe(adapter);
});
