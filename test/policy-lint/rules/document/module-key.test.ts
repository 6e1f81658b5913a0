import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/module-key";

describe(rule, () => {
  test.each([
    {
      what: "enabled in the document",
      text: '{«"enabled"»: false, "inbound": []}',
      message: '"enabled" belongs beside the policy, not inside the document.',
    },
    {
      what: "what was meant to be on",
      text: '{«"enabled"»: true, "inbound": []}',
      message: '"enabled" belongs beside the policy, not inside the document.',
      edits: [{ path: "/enabled", remove: true }],
    },
  ])("finds $what", ({ text, message, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each(['{"inbound": []}'])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
