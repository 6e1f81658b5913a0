import { expect, test } from "vitest";
import { localServer } from "../../../packages/cli/src/site/local-server.ts";

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
