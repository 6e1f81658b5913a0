import { expect, test } from "vitest";
import { localServer, serverText } from "../../../packages/cli/src/site/server-text.ts";

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

test.each([
  ["8080", "http://localhost:8080"],
  ["localhost:39555", "http://localhost:39555"],
  ["127.0.0.1:39555", "http://127.0.0.1:39555"],
  ["[::1]:80", "http://[::1]"],
  ["localhost", "http://localhost"],
  ["http://localhost:3000/x", "http://localhost:3000"],
  ["https://localhost:3000", "https://localhost:3000"],
  ["tcp://localhost:22", undefined],
  ["db.example:80", undefined],
  ["http://198.51.100.1", undefined],
  ["", undefined],
])("a server on this machine is one for HTTP: %s", (upstream, expected) => {
  expect(localServer({ upstream })).toBe(expected);
});
