import {
  addHeaders,
  cel,
  conn,
  customResponse,
  listOf,
  log,
  rateLimit,
  req,
  res,
  text,
  type CelExpression,
  type Restriction,
} from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";

// What JavaScript does by itself with an expression: the CEL text would get into a policy as if it
// were a value, and the service would send it to clients.

type AnyExpression = CelExpression<Restriction>;

const expressions: readonly [string, AnyExpression][] = [
  ["a text", conn.clientIp],
  ["a number", req.contentLength],
  ["a condition", req.method.eq("GET")],
  ["a list", req.header("a")],
  ["a list of literals", listOf("string", ["a"])],
  ["a map", req.url.queryParams],
  ["a map of headers", req.headers],
  ["what is in a map", req.headers["a"] ?? req.host],
  ["a record", req.cookie("a")],
  ["a field of a record", res.cookie("a").value],
  ["a variable with fields", req.url],
  ["a point in time", conn.ts.start],
  ["bytes", cel.as("bytes")`b"a"`],
  ["a value of any type", cel.as("dyn")`a`],
  ["cel", cel`a == b`],
];

describe.each(expressions)("%s", (_what, expression) => {
  const value = expression as unknown as string;
  const known = expression.toString();

  test.each<[string, () => unknown]>([
    ["a template", () => `You are ${value}`],
    ["+", () => "ip " + value],
    ["+ with a number", () => (value as unknown as number) + 1],
    // oxlint-disable-next-line eqeqeq -- it is what converts
    ["==", () => (expression as unknown) == "POST"],
    ["String()", () => String(expression)],
    ["join()", () => ["a", expression].join(" ")],
    ["replace()", () => "a".replace("a", value)],
    ["a key", () => ({ [value]: "x" })],
    ["Number()", () => Number(expression)],
    [">", () => (value as unknown as number) > 5],
    ["JSON.stringify()", () => JSON.stringify({ ip: expression })],
  ])("%s throws, and says what to write", (_how, convert) => {
    expect(convert).toThrow(TypeError);
    expect(convert).toThrow(/ is an expression[:,] /);
    expect(convert).toThrow(known);
  });

  test("toString() is the way to the CEL text", () => {
    expect(expression.toString()).not.toBe("");
  });
});

test("the messages", () => {
  expect(() => `You are ${conn.clientIp as unknown as string}`).toThrow(
    new TypeError(
      "conn.client_ip is an expression: its value is known only when the policy runs, so JavaScript cannot put it into a string or compare it. Write text`…${…}…` in a config, call plus() or eq() in a condition, or toString() for the CEL text.",
    ),
  );
  expect(() => (req.contentLength as unknown as number) > 5).toThrow(
    new TypeError(
      "req.content_length is an expression: its value is known only when the policy runs, so JavaScript cannot compare it or calculate with it. Call its methods, such as gt() or plus().",
    ),
  );
  expect(() => JSON.stringify({ ip: conn.clientIp })).toThrow(
    new TypeError(
      'conn.client_ip is an expression, which JSON.stringify() cannot write: write the JSON as text`{"…": "${…}"}`, or call toString() for the CEL text.',
    ),
  );
});

test("a text with expressions is no JSON either: what escapes them would change them", () => {
  expect(() => JSON.stringify({ ip: text`${conn.clientIp}` })).toThrow(
    new TypeError(
      'JSON.stringify() cannot write text`…`: write the JSON inside it, as in text`{"…": "${…}"}`.',
    ),
  );
  expect(text`{"ip": "${conn.clientIp}"}`.toString()).toBe('{"ip": "${conn.client_ip}"}');
});

describe("an expression in a config, where a text stands", () => {
  test.each<[string, string, () => unknown]>([
    [
      "a field",
      "custom-response",
      () => customResponse({ statusCode: 200, content: conn.clientIp as never }),
    ],
    ["a header", "add-headers", () => addHeaders({ headers: { "x-ip": conn.clientIp as never } })],
    ["a part of JSON", "log", () => log({ metadata: { a: [{ ip: conn.clientIp as never }] } })],
  ])("%s is refused", (_what, type, build) => {
    expect(build).toThrow(
      new TypeError(
        `The config of ${type} has the expression conn.client_ip in place of a value: write text\`\${…}\`, so that the service puts its value there.`,
      ),
    );
  });

  test("where the field holds an expression, it is one", () => {
    const { config } = rateLimit({
      name: "a",
      algorithm: "sliding_window",
      capacity: 30,
      rate: "60s",
      bucketKey: [conn.clientIp, "req.host"],
    }).toAction();
    expect(config).toMatchObject({ bucket_key: ["conn.client_ip", "req.host"] });
  });
});
