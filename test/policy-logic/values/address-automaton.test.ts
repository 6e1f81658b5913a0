import { parseAddress } from "@traffic-policy/policy-language/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addressesOf,
  addressText,
  allAddresses,
} from "../../../packages/policy-logic/src/values/addresses.ts";
import { automatonOf } from "../../../packages/policy-logic/src/values/text-automata.ts";
import { Intervals } from "../../../packages/policy-logic/src/values/intervals.ts";
import { holdsFor } from "../../../packages/policy-logic/src/values/texts.ts";
import { seeded } from "../../seeded.ts";
import { read } from "./read.ts";

const group = fc.oneof(
  { arbitrary: fc.constantFrom("00000", "12345", "g", ""), weight: 1 },
  { arbitrary: fc.constantFrom("0", "00", "1", "db8", "0DB8", "2001", "ffff"), weight: 10 },
  {
    arbitrary: fc.integer({ min: 0, max: 65_535 }).map((value) => value.toString(16)),
    weight: 10,
  },
);
const octet = fc.oneof(
  { arbitrary: fc.constantFrom("00", "01", "256", "300", ""), weight: 1 },
  { arbitrary: fc.integer({ min: 0, max: 255 }).map(String), weight: 15 },
);
const dotted = fc.array(octet, { minLength: 4, maxLength: 4 }).map((all) => all.join("."));
const someGroups = fc.array(group, { maxLength: 5 }).map((all) => all.join(":"));

/** Spellings of addresses, and texts that are nearly such. */
const spelling = fc.oneof(
  dotted,
  fc.array(group, { minLength: 7, maxLength: 9 }).map((all) => all.join(":")),
  fc.tuple(someGroups, someGroups).map((both) => both.join("::")),
  fc.tuple(someGroups, someGroups, dotted).map(([one, other, four]) => `${one}::${other}:${four}`),
  fc.tuple(someGroups, fc.constantFrom(":", "::"), dotted).map((parts) => parts.join("")),
);

const point = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }),
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => 2n ** 32n + value),
);
const ranges = fc.oneof(
  fc.constant(allAddresses),
  fc
    .array(fc.tuple(point, fc.integer({ min: 0, max: 48 })), { maxLength: 4 })
    .map((some) =>
      some
        .map(([one, prefix]) =>
          addressesOf(`${addressText(one)}/${one < 2n ** 32n ? Math.min(prefix, 32) : prefix}`),
        )
        .reduce((one, other) => one.or(other), Intervals.none),
    ),
  fc
    .tuple(point, point)
    .map(([one, other]) => (one < other ? [one, other] : [other, one]) as [bigint, bigint])
    .map(([low, high]) => Intervals.between(low, high)),
);

test("an automaton accepts the spellings of the addresses of some ranges, and no other texts", () => {
  const counts = { address: 0, other: 0 };
  const tried = seeded(
    fc.property(
      ranges,
      fc.array(spelling, { minLength: 20, maxLength: 20 }),
      (addresses, texts) => {
        const automaton = automatonOf({ kind: "in-ranges", addresses });
        const wrong = texts.filter(
          (text) =>
            read(automaton, text).accepts !== holdsFor(text, { kind: "in-ranges", addresses }),
        );
        expect({ addresses, wrong }).toEqual({ addresses, wrong: [] });
        for (const text of texts) {
          counts[parseAddress(text) === undefined ? "other" : "address"] += 1;
        }
      },
    ),
    500,
    20_000,
  );
  expect(Math.min(counts.address, counts.other)).toBeGreaterThan(tried);
});

test("all ways to write an address", () => {
  const addresses = addressesOf("::102:0/128");
  const automaton = automatonOf({ kind: "in-ranges", addresses });
  const accepted = "::102:0 ::0102:0 0::1.2.0.0 0:0:0:0:0:0:102:0000 0:0:0:0:0:0:1.2.0.0 ::0:102:0";
  const others = "::102: ::102 ::102:1 :::102:0 0:0:0:0:0:0:0:102:0 ::102:00000 1.2.0.0 ::01.2.0.0";
  for (const text of accepted.split(" "))
    expect([text, read(automaton, text).accepts]).toEqual([text, true]);
  for (const text of others.split(" "))
    expect([text, read(automaton, text).accepts]).toEqual([text, false]);
});
