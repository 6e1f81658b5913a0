import { expect, test } from "vitest";
import { columnAfter } from "../../packages/playground/src/language/yaml-indent.ts";

test.each<readonly [line: string, column: number | undefined]>([
  ["on_http_request:", 2],
  ["  - actions:", 6],
  ["    actions: # what it does", 6],
  ["  - name: A rule", 4],
  ["    config: { a: b }", 4],
  ["      - req.method == 'GET'", 6],
  ['  "a b":', 4],
  ["    body: |", 6],
  ["      - >-", 8],
  ["# note:", 0],
  ["    url: https://a.example/", 4],
  ["    config: { a: ", undefined],
  ["", undefined],
  ["    ", undefined],
])("the line after %j begins in column %s", (line, column) => {
  expect(columnAfter(line)).toBe(column);
});
