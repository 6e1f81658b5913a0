import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/content-type";

const respond = (config: object): string =>
  JSON.stringify({
    inbound: [{ actions: [{ type: "custom-response", config: { status_code: 200, ...config } }] }],
  });
const raw = (config: string): string =>
  `{"inbound": [{"actions": [{"type": "custom-response", "config": ${config}}]}]}`;
const json = (content: string): string =>
  respond({ headers: { "content-type": "application/json" }, content });

describe(rule, () => {
  test.each([
    {
      what: "single quotes",
      text: json("{ «'error'»: 1 }"),
      message: "The content is not JSON, although its content-type says so.",
      severity: "warning",
    },
    {
      what: "a key without quotes",
      text: json('{"a": 1, «error»: 1}'),
      message: "The content is not JSON, although its content-type says so.",
      severity: "warning",
    },
    {
      what: "a comma too many",
      text: json('{"a": 1,«}»'),
      message: "The content is not JSON, although its content-type says so.",
      severity: "warning",
    },
    {
      what: "plain text",
      text: json("«Not» allowed"),
      message: "The content is not JSON, although its content-type says so.",
      severity: "warning",
    },
    {
      what: "a mistake before an interpolation",
      text: json('{«error»: "${req.method}"}'),
      message: "The content is not JSON, although its content-type says so.",
      severity: "warning",
    },
    {
      what: "another kind of JSON, in capitals",
      text: respond({
        headers: { "Content-Type": "application/Problem+JSON; charset=utf-8" },
        content: "«oops»",
      }),
      message: "The content is not JSON, although its content-type says so.",
      severity: "warning",
    },
    {
      what: "no media type",
      text: raw('{"headers": {"content-type": «"json"»}, "content": "{}"}'),
      message: '"json" is not a media type.',
      severity: "warning",
    },
    {
      what: "content of which nothing is said",
      text: raw('{"content": «"Unauthorized"»}'),
      message: "The content has no content type.",
      severity: "info",
    },
    {
      what: "content with other headers only",
      text: raw('{"headers": {"x-a": "1"}, "content": «"a"»}'),
      message: "The content has no content type.",
      severity: "info",
    },
  ])("finds $what", ({ text, message, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
  });

  test.each([
    json('{"connection-start":"${conn.ts.start}"}'),
    json('{"ok": true, "list": [1, "a", null]}'),
    json(" 1 "),
    json('"text"'),
    // Whatever stands in the place of an interpolation may make it right.
    json("${req.method}"),
    json('{"a": ${req.content_length}}'),
    json('{"a": ${req.content_length}, oops'),
    json("{${req.method}: 1}"),
    json('{"a": "${req.method}'),
    json("[1${req.method}"),
    json('{"a": "${'),
    respond({ headers: { "content-type": "text/html" }, content: "<p>Not JSON</p>" }),
    respond({ headers: { "content-type": "application/x-ndjson" }, content: "{}\n{}" }),
    respond({ headers: { "content-type": "application/vnd.example.v1+xml" }, content: "<a/>" }),
    respond({ headers: { "content-type": "${req.content_type}" }, content: "oops" }),
    respond({ headers: { "content-type": "application/json" } }),
    respond({ content: "" }),
    respond({}),
    respond({ content: 1 }),
    '{"inbound": [{"actions": [{"type": "deny", "config": {"content": "x"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
