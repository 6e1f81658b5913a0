import fc from "fast-check";
import { expect, test } from "vitest";
import {
  textWidth,
  wrapped,
  type Font,
} from "../../../../packages/report/src/drawing/svg/text-width.ts";
import { anyText } from "../../../any-text.ts";
import { seeded } from "../../../seeded.ts";

const code: Font = { family: "mono", size: 12 };

test.each([
  ["a && b", 1000, ["a && b"]],
  ["req.method == 'GET' && req.host == 'a'", 190, ["req.method == 'GET'", "&& req.host == 'a'"]],
  ["one two three four", 80, ["one two", "three four"]],
  ["conn.geo.country_code", 120, ["conn.geo", ".country_code"]],
  ["abcdefghij", 40, ["abcde", "fghij"]],
  ["abcdefghijklmnopqrst", 40, ["abcde", "fghij", "klm…"]],
  ["", 100, [""]],
])("%j in a width of %i is %j", (text, width, lines) => {
  expect(wrapped(text, width, code, 3)).toEqual(lines);
});

test("no line is wider than it may be, and what is left out is left out for `…` alone", () => {
  const text = fc.oneof(anyText({ maxLength: 60 }), fc.stringMatching(/^[a-c (.&|]{0,80}$/));
  seeded(
    fc.property(
      text,
      fc.integer({ min: 20, max: 300 }),
      fc.integer({ min: 1, max: 4 }),
      (one, width, most) => {
        const lines = wrapped(one, width, code, most);
        expect(lines.length).toBeLessThanOrEqual(most);
        for (const line of lines) expect(textWidth(line, code)).toBeLessThanOrEqual(width);
        const plain = (all: string): string => all.replaceAll(/\s/gu, "");
        const shown = plain(lines.join(""));
        const isCut = shown.endsWith("…") && !plain(one).endsWith("…");
        const whole = plain(one);
        expect(isCut ? whole.startsWith(shown.slice(0, -1)) : shown === whole).toBe(true);
      },
    ),
    500,
  );
});
