import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/module-key";

describe(rule, () => {
  test.each([
    {
      what: "enabled in the document",
      text: '{«"enabled"»: false, "inbound": []}',
      message: '"enabled" has no effect inside the policy document.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each(['{"inbound": []}'])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
