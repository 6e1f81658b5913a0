import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/interpolation-type";

const add = (value: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": {"x-a": ${JSON.stringify(value)}}}}]}]}`;
const log = (value: string): string =>
  `{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {"a": [${JSON.stringify(value)}]}}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a list",
      text: add("${«req.headers['accept']»}"),
      message:
        "req.headers['accept'] is a list(string), and how it is converted to text is not documented.",
      severity: "info",
    },
    {
      what: "a map",
      text: add("all: ${«req.headers»}"),
      message:
        "req.headers is a map(string, list(string)), and how it is converted to text is not documented.",
      severity: "info",
    },
    {
      what: "a record",
      text: add("${«getReqCookie('a')»}"),
      message: "getReqCookie('a') is a cookie, and how it is converted to text is not documented.",
      severity: "info",
    },
    {
      what: "a list in a longer text",
      text: log("values: ${«getQueryParam('a')»}"),
      message:
        "getQueryParam('a') is a list(string), and how it is converted to text is not documented.",
      severity: "info",
    },
  ])("finds $what", ({ text, message, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
  });

  test.each([
    add("${req.headers['accept'][0]}"),
    add("started at ${conn.ts.start}, ${req.content_length} bytes, ${req.method == 'GET'}"),
    add("${getReqCookie('a').value}"),
    add("${timestamp(time.now)}"),
    // An entry of a log may hold what is no text.
    log("${req.headers}"),
    // What is wrong in itself is told by other rules.
    add("${req.headerss}"),
    add("${req.headers[1]}"),
    add("${req."),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
