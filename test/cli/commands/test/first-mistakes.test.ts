import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const policy = { on_http_request: [{ name: "Closed", actions: [{ type: "deny" }] }] };

const errorOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const { status, err } = await projectOf({ "web.json": policy, ...files }).run("test");
  expect(status).toBe(2);
  return err;
};

const errorOfCase = (text: string): Promise<string> =>
  errorOf({ "web.cases.yaml": `cases:\n  - name: A\n${text}` });

const expected = "    expect: { outcome: denied }\n";

test.each([
  ["GET", '{ "method": "GET", "url": "https://example.com/" }'],
  ["/admin", '{ "url": "/admin" }'],
  ["post /admin", '{ "method": "POST", "url": "/admin" }'],
  ["https://a.example/?a=1", '{ "url": "https://a.example/?a=1" }'],
  ["[GET]", '{ "url": "https://example.com/" }'],
])("a request that is written as %s is told as an object", async (written, form) => {
  const err = await errorOfCase(`    request: ${written}\n${expected}`);
  expect(err).toMatch(/^error: web\.cases\.yaml:3:14: "request" must be an object, not /);
  expect(err).toContain(`\n  help: Write an object, like ${form}.\n`);
});

test.each([
  ["403", '{ "status": 403 }'],
  ["denied", '{ "outcome": "denied" }'],
])("what is expected as %s is told as an object", async (written, form) => {
  const err = await errorOfCase(`    request: { url: / }\n    expect: ${written}\n`);
  expect(err).toMatch(/^error: web\.cases\.yaml:4:13: "expect" must be an object, not /);
  expect(err).toContain(`\n  help: Write an object, like ${form}.\n`);
});

test.each([
  [`    request: { url: /, ip: 192.0.2.1 }\n`, '{ "clientIp": "192.0.2.1" }'],
  [`    request: { url: / }\n    client_ip: 192.0.2.1\n`, '{ "clientIp": "192.0.2.1" }'],
  [`    request: { url: /, country: SE }\n`, '{ "geo": { "countryCode": "SE" } }'],
])("the client in the wrong place is told where it belongs: %j", async (text, form) => {
  const err = await errorOfCase(text + expected);
  expect(err).toMatch(/^error: web\.cases\.yaml:\d:\d+: Unknown key /);
  expect(err).toContain(`\n  help: Write it beside the request, as "connection": ${form}.\n`);
});

test.each(["[]", "GET", "- name: A\n  request: { url: / }"])(
  "a file that is %j is told its form",
  async (text) => {
    expect(await errorOf({ "web.cases.yaml": text })).toMatch(
      /^error: web\.cases\.yaml:1:1: .*\n {2}help: Write `cases:` with a list, each with "name", "request" and "expect"\.\n/,
    );
  },
);

test("a policy that is not there is told where it is named", async () => {
  const text = `policy: web.yml\ncases:\n  - name: A\n    request: { url: / }\n${expected}`;
  expect(await errorOf({ "web.cases.yaml": text })).toContain(
    "error: web.cases.yaml:1:9: There is no file web.yml.\n  help: Name a file, relative to this one, or a target of the configuration.\n",
  );
});

test.each([
  ["web.json", "web"],
  ["cases.yaml", "web"],
])("of %s without cases, names are told that it would find", async (file, name) => {
  const { run } = projectOf({ "web.json": policy, "cases.yaml": "cases: []" });
  const { err } = await run("test", file);
  const of = file === "web.json" ? file : "web.policy.ts";
  expect(err).toContain(
    `help: The cases of ${of} are in ${name}.cases.ts, ${name}.cases.yaml or ${name}.cases.json next to it. --suggest needs none, and suggests some.\n`,
  );
});
