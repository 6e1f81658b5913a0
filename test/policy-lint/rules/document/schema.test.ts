import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/schema";

describe(rule, () => {
  test.each([
    {
      what: "a misspelt key",
      text: '{"inbound": [{«"expresions"»: [], "actions": []}]}',
      message: '"expresions" is not a key that can stand here.',
    },
    {
      what: "a key of another dialect",
      text: '{«"on_http_request"»: []}',
      message: '"on_http_request" is not a key that can stand here.',
    },
    {
      what: "an object where a list belongs",
      text: '{"inbound": «{"actions": []}»}',
      message: '"inbound" must be a list, not an object.',
    },
    {
      what: "an expression that is no list",
      text: '{"inbound": [{"expressions": «"true"», "actions": []}]}',
      message: '"expressions" must be a list, not text.',
    },
    {
      what: "a document that is a list",
      text: "«[]»",
      message: "This must be an object, not a list.",
    },
    {
      what: "an action that is text",
      text: '{"inbound": [{"actions": [«"deny"»]}]}',
      message: "This must be an object, not text.",
    },
    {
      what: "an action without a type",
      text: '{"inbound": [{"actions": [«{}»]}]}',
      message: '"type" is missing.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    "{}",
    '{"inbound": null, "outbound": []}',
    '{"inbound": [{"name": "a", "expressions": null, "actions": [{"type": "deny", "config": null}]}]}',
    '{"enabled": true}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
