import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/duplicate-header";

const add = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": ${headers}}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a name in other capitals",
      text: add('{"x-a": "1", «"X-A"»: "2"}'),
      message: '"X-A" and "x-a" are the same header.',
    },
    {
      what: "the same among others",
      text: add('{"Accept": "1", "x-a": "", «"ACCEPT"»: "2"}'),
      message: '"ACCEPT" and "Accept" are the same header.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    add('{"x-a": "1", "x-b": "1"}'),
    add("{}"),
    add('["x-a", "X-A"]'),
    '{"inbound": [{"actions": [{"type": "remove-headers", "config": {"headers": ["x-a", "X-A"]}}]}]}',
    '{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {"a": 1, "A": 2}}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
