import { serverText } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";

test.each([
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://localhost:3000/@app", "http://localhost:3000/@app"],
  ["8080", "8080"],
  ["http://user:password@db:80/x", "http://…@db:80/x"],
  ["http://user:pass@word@db", "http://…@db"],
  ["http://user:pa/ss?wo#rd@db", "http://…@db"],
  ["user:password@db:80", "…@db:80"],
  ["http://localhost:80/x?token=secret", "http://localhost:80/x?…"],
  ["http://localhost:80/#secret", "http://localhost:80/#…"],
])("a server is printed without a secret: %s", (upstream, expected) => {
  expect(serverText({ upstream })).toBe(expected);
});
