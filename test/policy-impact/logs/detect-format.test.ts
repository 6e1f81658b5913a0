import { expect, test } from "vitest";
import { detectFormat } from "@traffic-policy/policy-impact/internal";

test.each([
  ["events", '{"event_id":"ev_1","event_type":"http_request_complete.v0","object":{}}\n{"cut'],
  ["combined", '192.0.2.1 - - [10/Oct/2026:13:55:36 +0200] "GET / HTTP/1.1" 200 1 "-" "-"'],
  ["combined", 'wrong\n2001:db8::1 - a b [10/Oct/2026:13:55:36 +0200] "-" 400 0'],
  ["caddy", '{"level":"info","ts":1.5,"request":{"uri":"/","method":"GET"}}'],
  ["envoy", '\uFEFF{"start_time":"2026-02-23T23:44:16Z","response_code":200}'],
  ["combined", 'a.example:443 192.0.2.1 - - [10/Oct/2026:13:55:36 +0200] "GET / HTTP/1.1" 200 1'],
  [
    "envoy-text",
    '[2026-02-23T23:44:16.310Z] "GET / HTTP/2" 204 - 154 0 226 100 "-" "-" "-" "a.example" "-"',
  ],
  ["har", ' { "log": {\n "version": "1.2",'],
  ["otel", '{"resourceSpans":[]}'],
  ["csv", 'method,"uri",other\nGET,/,x'],
  ["parquet", "PAR1\x15\x04"],
])("%s is told by how it begins", (name, text) => {
  expect(detectFormat(text, "log")?.name).toBe(name);
});

test.each([
  ["parquet", "logs/a.parquet"],
  ["har", "a.HAR.gz"],
  ["csv", "a.csv.zst"],
])("%s is told by the name of the file", (name, file) => {
  expect(detectFormat("method", file)?.name).toBe(name);
});

test("a line of 1 MB is looked at in a time that grows with it", () => {
  const line = `a b ${"[ 192.0.2.1 ".repeat(100_000)}`;
  expect(detectFormat(line, "log")).toBeUndefined();
  expect(detectFormat(`${line}[10/Oct/2026:13:55:36 +0200] "GET`, "log")?.name).toBe("combined");
});

test.each(["", "\n\n", "some text", '{"a":1}', "{", "null", '{"request":null,"ts":1}', "[]"])(
  "nothing is told of %j",
  (text) => {
    expect(detectFormat(text, "log")).toBeUndefined();
  },
);
