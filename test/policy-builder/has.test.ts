import { cel, conn, dyn, has, req, res, type CelExpression } from "@traffic-policy/policy-builder";
import { expect, test } from "vitest";
import { written } from "./written.ts";

test.each([
  ["has(req.url.port)", has(req.url.port)],
  ["has(req.headers)", has(req.headers)],
  ["has(conn.tls.client.subject.common_name)", has(conn.tls.client.subject.commonName)],
  ["has(res.cookies['a'][0].max_age)", has(res.cookies.at("a").at(0).maxAge)],
  ["has(dyn(req.host).a)", has(dyn(req.host).field("a"))],
  ["!has(req.url.port)", has(req.url.port).not()],
])("%s", (text, built) => {
  expect(written(built)).toBe(text);
});

test("text can be a field", () => {
  expect(has(cel.as("dyn")`req.url.port`).toString()).toBe("has(req.url.port)");
});

test.each([
  ["req.headers['a']", req.headers.at("a")],
  ["req.host == 'a'", req.host.eq("a")],
  ["a + b", cel`a + b`],
  ["'a'", "a" as unknown as CelExpression],
])("%s is no field", (what, value) => {
  expect(() => has(value)).toThrow(
    new TypeError(`has() accepts a field, like req.url.port, not ${what}.`),
  );
});

test("what CEL has no literal for is refused", () => {
  expect(() => has(undefined as unknown as CelExpression)).toThrow(
    new TypeError("CEL has no literal for undefined."),
  );
});
