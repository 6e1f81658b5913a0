import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/header-value";

const add = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": ${headers}}}]}]}`;
const respond = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "headers": ${headers}}}]}]}`;
const headers = "/inbound/0/actions/0/config/headers";

describe(rule, () => {
  test.each([
    {
      what: "a line break in a value",
      text: add(String.raw`{"x-a": "one«\r\n»two"}`),
      message: 'The value of the header "x-a" has a line break.',
    },
    {
      what: "a line break at the end, as blocks of YAML have it",
      text: respond(String.raw`{"x-a": "one«\n»"}`),
      message: 'The value of the header "x-a" has a line break.',
      edits: [{ path: `${headers}/x-a`, span: { start: 3, end: 4 }, text: "" }],
    },
    {
      what: "a zero byte",
      text: add(String.raw`{"x-a": "a«\u0000»b"}`),
      message: 'The value of the header "x-a" has a control character.',
    },
  ])("finds $what", ({ text, message, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    add(
      '{"country": "${conn.geo.country_code}", "empty": "", "x-tab": "a\\tb", "x-u": "ü", "x-next": "\\u0085"}',
    ),
    add(`{"x-map": "\${{'a': '}'}['a']}"}`),
    respond('{"set-cookie": "a=b; Path=/"}'),
    // Mistakes that action/config tells.
    add('{"x-a": 1, "x-b": ["\\n"], "x-c": {"d": {}}}'),
    add("[]"),
    // Content may have as many lines as it likes.
    String.raw`{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "content": "User-agent: *\r\nDisallow: /"}}]}]}`,
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
