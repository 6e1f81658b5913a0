import fc from "fast-check";
import { expect, test } from "vitest";
import { WholeLines } from "../../../../../packages/cli/src/commands/impact/follow/whole-lines.ts";
import { seeded } from "../../../../seeded.ts";

test("lines are whole however they come, and once", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "\n", "\r"), maxLength: 40 });
  seeded(
    fc.property(text, fc.array(fc.nat(40)), (all, cuts) => {
      const bytes = Buffer.from(all);
      const lines = new WholeLines();
      let taken = "";
      const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
      for (const [index, place] of places.entries()) {
        lines.add(bytes.subarray(place, places[index + 1] ?? place));
        taken += lines.take().lines.toString();
      }
      expect(taken).toBe(all.slice(0, all.lastIndexOf("\n") + 1));
      expect(lines.length).toBe(0);
      lines.end();
      expect(lines.take().lines.toString()).toBe(
        all === taken ? "" : `${all.slice(taken.length)}\n`,
      );
    }),
  );
});

test("of a line that is too long nothing is kept, and it is counted; the next one is there", () => {
  const lines = new WholeLines();
  for (let megabytes = 0; megabytes < 5; megabytes++) lines.add(Buffer.alloc(1_000_000, "a"));
  lines.add(Buffer.from("a\nnext\n"));
  expect(lines.take()).toEqual({ lines: Buffer.from("next\n"), tooLong: 1 });
  expect(lines.take()).toEqual({ lines: Buffer.from(""), tooLong: 0 });
});

test("a line that had begun before is left out, whole", () => {
  const lines = new WholeLines();
  lines.skipLine();
  lines.add(Buffer.from("rest of "));
  lines.add(Buffer.from("it\nnext\n"));
  expect(lines.take().lines.toString()).toBe("next\n");
});
