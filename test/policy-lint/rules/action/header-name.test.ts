import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/header-name";

const add = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": ${headers}}}]}]}`;
const remove = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "remove-headers", "config": {"headers": ${headers}}}]}]}`;
const respond = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "headers": ${headers}}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a space in a name",
      text: add('{«"x client"»: "1"}'),
      message: '"x client" is not a valid header name.',
    },
    {
      what: "a space at the end of a name",
      text: add('{«"x-client "»: "1"}'),
      message: '"x-client " is not a valid header name.',
      help: 'Write "x-client", without spaces.',
    },
    {
      what: "a space at the beginning of a name that is removed",
      text: remove('["x-a", «" x-b"»]'),
      message: '" x-b" is not a valid header name.',
      help: 'Write "x-b", without spaces.',
    },
    {
      what: "a colon in a name",
      text: respond('{«"content-type:"»: "text/plain"}'),
      message: '"content-type:" is not a valid header name.',
    },
    {
      what: "an empty name",
      text: add('{«""»: "1"}'),
      message: "A header has no name.",
    },
    {
      what: "a letter with an accent",
      text: remove('["x-a", «"x-é"»]'),
      message: '"x-é" is not a valid header name.',
    },
    {
      what: "an interpolation in a name",
      text: add('{«"x-${req.method}"»: "1"}'),
      message:
        '"x-${req.method}" is not a valid header name: interpolation is not documented there.',
      severity: "warning",
    },
    {
      what: "a header that only the client can send",
      text: add('{«"Ngrok-Skip-Browser-Warning"»: "1"}'),
      message: 'The header "Ngrok-Skip-Browser-Warning" has no effect here.',
      help: "A policy cannot skip the page that free accounts show: the client has to send this header, or another user agent.",
      severity: "warning",
    },
    {
      what: "a forbidden name in capitals of its own",
      text: add('{«"USER-AGENT"»: "me"}'),
      message: 'The header "USER-AGENT" cannot be changed.',
    },
    {
      what: "a name that may not be changed",
      text: remove('[«"uSer-Agent"»]'),
      message: 'The header "uSer-Agent" cannot be changed.',
    },
  ])("finds $what", ({ text, message, help, severity = "error" }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({ message, severity, ...(help && { help }) }),
    ]);
  });

  test.each([
    add(
      '{"is-edge": "1", "X-Request-Start": "started at ${conn.ts.start}", "host": "example.com"}',
    ),
    add('{"x_a.b~c!": "", "constructor": "1", "USER-AGENT2": "x"}'),
    remove('["x-powered-by", "Server"]'),
    respond('{"content-type": "text/plain"}'),
    '{"inbound": [{"actions": [{"type": "redirect", "config": {"to": "/a", "headers": {"cache-control": "no-store"}}}]}]}',
    // Mistakes that action/config tells.
    add('{"user-agent": "me", "User-Agent": "me"}'),
    add("[]"),
    add("{}"),
    remove('["User-Agent", 1]'),
    remove("{}"),
    '{"inbound": [{"actions": [{"type": "set-headers", "config": {"headers": {"a b": "1"}}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
