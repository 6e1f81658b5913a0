import { describe, expect, test } from "vitest";
import {
  checkExpression,
  describeCheckError,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";

/** What is said to somebody who writes this: the help of the first error. */
function helpFor(text: string): string | undefined {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.code}`);
  const [error] = checkExpression(result.tree, { text }).errors;
  return error && describeCheckError(error).help;
}

describe("what other languages have", () => {
  test.each([
    ["req.method.includes('G')", "For text write .contains(…), for a list: value in list."],
    ["req.content_encoding.includes('br')", expect.stringContaining("value in list")],
    ["req.method.indexOf('G') > 0", expect.stringContaining(".contains(…)")],
    ["req.headers.get('accept')", "Write map['key']."],
    ["req.headers['x'].split(',')", expect.stringContaining("cannot split text")],
    ["req.url.path.match('^/a')", "Write .matches('…')."],
    ["'^/a'.test(req.url.path)", "Write text.matches('…')."],
    ["req.method.length > 3", "Write size(…)."],
    ["req.method.toLowerCase() == 'get'", expect.stringContaining("(?i)")],
    ["len(req.method) > 3", "Write size(…)."],
    ["now() > 1", "The current time is timestamp(time.now)."],
    ["contains(req.url.path, '/a')", "It is a method: value.contains(…)."],
    ["exists(req.content_encoding, 'br')", "Write list.exists(item, condition)."],
    ["process.env.SECRET == 'a'", expect.stringContaining("cannot read the environment")],
    ["True", "Write true."],
    ["req.host == None", expect.stringContaining("Check whether it exists")],
  ])("%s", (text, help) => {
    expect(helpFor(text)).toEqual(help);
  });
});

describe("what other systems call things", () => {
  test.each([
    ["req.query == {}", "req.url.query_params"],
    ["req.query.page[0] == '1'", "req.url.query_params.page"],
    ["req.path == '/'", "req.url.path"],
    ["req.ip == '192.0.2.1'", "conn.client_ip"],
    ["request.headers['a'] == []", "req.headers"],
    ["request.path == '/'", "req.url.path"],
    ["res.status == 200", "res.status_code"],
    ["http.host == 'example.com'", "req.host"],
    ["req.ClientIP == '192.0.2.1'", "conn.client_ip"],
    ["req.clientIp == '192.0.2.1'", "conn.client_ip"],
    ["Request.User_Agent == 'a'", "req.user_agent"],
  ])("%s", (text, meant) => {
    expect(helpFor(text)).toBe(`Did you mean ${meant}?`);
  });

  test("every name is found however it is written", () => {
    const names = [...(directionsDialect.foreignNames?.keys() ?? [])];
    expect(names).not.toEqual([]);
    expect(names.filter((name) => /[A-Z_]/.test(name))).toEqual([]);
  });

  test("every meaning is a variable of today", () => {
    const today = new Set(
      directionsDialect.namespaces.flatMap(({ variables }) =>
        variables.filter(({ renamedTo }) => renamedTo === undefined).map(({ name }) => name),
      ),
    );
    const meanings = new Set(directionsDialect.foreignNames?.values());
    expect([...meanings].filter((name) => !today.has(name))).toEqual([]);
  });
});
