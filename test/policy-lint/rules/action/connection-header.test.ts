import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/connection-header";

const add = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": ${headers}}}]}]}`;
const remove = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "remove-headers", "config": {"headers": ${headers}}}]}]}`;
const respond = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "headers": ${headers}}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a header of the connection",
      text: add('{«"Connection"»: "upgrade"}'),
      message:
        'The header "Connection" applies to a single connection, so it should not be set by hand.',
    },
    {
      what: "a length",
      text: respond('{«"content-length"»: "5"}'),
      message:
        'The header "content-length" is derived from the content, so it should not be set by hand.',
    },

    {
      what: "what a proxy sends",
      text: add('{"x-a": "1", «"transfer-encoding"»: "chunked"}'),
      message:
        'The header "transfer-encoding" applies to a single connection, so it should not be set by hand.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    add('{"te": "trailers", "x-connection": "1", "constructor": "1", "via": "me"}'),
    remove('["connection", "content-length"]'),
    respond('{"content-type": "text/plain", "content-encoding": "gzip"}'),
    add("[]"),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
