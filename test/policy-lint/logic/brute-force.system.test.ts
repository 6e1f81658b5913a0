import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seedAndRuns } from "../../seeded.ts";
import { Domain, samplesToldApart, type Points } from "./domain.ts";
import { kinds } from "./kinds/index.ts";
import type { Kind } from "./kinds/kind.ts";
import { Report, type Rule } from "./report.ts";

// Random rules about one kind of conditions are evaluated for every request that their conditions can tell
// apart. What lint says of them is compared with what is so: it says most of it, and nothing that one of these
// requests refutes. TEST_PRINT=1 prints how much it says, and the shortest policies of which it says too little.

/** How much of what is so has to be said, in percent. */
const goals = { contradictory: 98, "always true": 97, shadowed: 97 };

/** How many rules share a few atoms, so that they often have to do with each other. */
const groupSize = 50;
const atomsOfSubject = 6;
const pairsOfGroup = 25;
const mostPrinted = 15;

describe.each(Object.entries(kinds))("of rules about %s", (name, kind) => {
  test("lint says what they are", async () => {
    const [seed, count] = seedAndRuns(100, 300);
    const subjects = await Promise.all(
      kind.subjects.map(async ({ atoms: drawn, samples }) => {
        const atoms = fc.sample(drawn, { seed, numRuns: 60 });
        return { atoms, toldApart: await samplesToldApart(kind, samples, [...new Set(atoms)]) };
      }),
    );
    const score = new Score();
    for (let group = 0; group * groupSize < count; group++) {
      const draw = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] =>
        fc.sample(arbitrary, { seed: seed + group, numRuns });
      // Rules about one subject, and then about that one and the next.
      const first = Math.floor(group / 2);
      const indexes = [first, first + (group % 2)].map((index) => index % subjects.length);
      const chosen = [...new Set(indexes)]
        .flatMap((index) => subjects[index] ?? [])
        .map(({ atoms, toldApart }) => {
          const some = draw(fc.constantFrom(...atoms), atomsOfSubject);
          return { some, samples: toldApart(some) };
        });
      const samples = chosen.map((one) => one.samples);
      const domain = new Domain(kind, samples);
      // As many are always true as are never true, failures aside.
      const drawn = draw(ruleOf(chosen.flatMap(({ some }) => some)), groupSize);
      const negated = drawn.flatMap((rule) => (rule.length > 1 ? [] : [[`!(${rule.join()})`]]));
      await score.compare([...drawn, ...negated], domain, kind);
    }
    if (process.env["TEST_PRINT"] !== undefined) console.log(score.print(name));
    expect.soft(score.wrong).toEqual([]);
    for (const [what, percent] of Object.entries(goals)) {
      expect.soft(score.percent(what as What), what).toBeGreaterThanOrEqual(percent);
    }
  });
});

type What = keyof typeof goals;

class Score {
  /** Claims that an exchange refutes. */
  readonly wrong: unknown[] = [];
  readonly #said: { readonly what: What; readonly policy: string; readonly isSaid: boolean }[] = [];

  percent(what: What): number {
    const all = this.#said.filter((one) => one.what === what);
    return Math.floor((100 * all.filter(({ isSaid }) => isSaid).length) / all.length);
  }

  print(name: string): string {
    const rows = Object.keys(goals).map((what) => {
      const count = this.#said.filter((one) => one.what === what).length;
      return `${name}: ${this.percent(what as What)} % of ${count} ${what}, goal ${goals[what as What]} %`;
    });
    const missed = this.#said
      .filter(({ isSaid }) => !isSaid)
      .toSorted((one, other) => one.policy.length - other.policy.length)
      .map(({ what, policy }) => `  ${what}: ${policy}`);
    return [...rows, ...missed.slice(0, mostPrinted)].join("\n");
  }

  async compare(
    rules: readonly Rule[],
    domain: Domain,
    { direction = "inbound" }: Kind,
  ): Promise<void> {
    const reports = rules.map((rule) => new Report(direction, [rule]));
    const claims = reports.flatMap((report) => report.claims);
    await domain.evaluate([...rules.flat(), ...claims.flatMap(({ texts }) => texts)]);
    const refute = (message: string, refuted: Points): void => {
      const example = domain.example(refuted);
      if (example !== undefined) this.wrong.push({ message, ...example });
    };
    for (const { message, texts, refuted } of claims) {
      const outcomes = texts.map((text) => domain.of(text));
      refute(message, refuted(outcomes, domain));
    }
    const matches = rules.map((rule) =>
      rule.reduce((all, text) => all & domain.of(text).trues, domain.all),
    );
    for (const [index, { policy, isContradictory, isAlwaysTrue }] of reports.entries()) {
      if (matches[index] === 0n) {
        this.#said.push({ what: "contradictory", policy, isSaid: isContradictory });
      } else if (matches[index] === domain.all) {
        this.#said.push({ what: "always true", policy, isSaid: isAlwaysTrue });
      }
    }
    for (const { earlier, later, left } of pairsOf(matches, domain.all)) {
      const report = new Report(direction, [rules[earlier] ?? [], rules[later] ?? []]);
      const isSaid = report.isSecondShadowed;
      if (left === 0n) this.#said.push({ what: "shadowed", policy: report.policy, isSaid });
      else if (isSaid) refute(`shadowed: ${report.policy}`, left);
    }
  }
}

/** Pairs of rules where the earlier takes all that the later matches, and some where it takes nearly all of it. */
function pairsOf(
  matches: readonly Points[],
  all: Points,
): { earlier: number; later: number; left: Points }[] {
  const open = [...matches.entries()].filter(([, points]) => points !== 0n && points !== all);
  const pairs = open.flatMap(([later, points]) =>
    open.map(([earlier, taken]) => ({ earlier, later, left: points & (all ^ taken) })),
  );
  const shadowed = pairs.filter(({ earlier, later, left }) => left === 0n && earlier !== later);
  const others = pairs
    .filter(({ left }, index) => left !== 0n && index % 10 === 0)
    .map((pair) => ({ ...pair, count: pair.left.toString(2).replaceAll("0", "").length }))
    .toSorted((one, other) => one.count - other.count);
  const step = Math.ceil(shadowed.length / pairsOfGroup);
  return [...shadowed.filter((_, index) => index % step === 0), ...others.slice(0, pairsOfGroup)];
}

/** Rules of a few conditions with two levels of `&&`, `||`, `!` and `?:` over atoms. */
function ruleOf(atoms: readonly string[]): fc.Arbitrary<Rule> {
  const atom = fc.constantFrom(...atoms);
  const small = fc.oneof({ arbitrary: atom, weight: 2 }, { arbitrary: joined(atom), weight: 3 });
  const condition = fc.oneof(
    { arbitrary: atom, weight: 1 },
    { arbitrary: joined(small), weight: 6 },
  );
  return fc.oneof(
    { arbitrary: fc.tuple(condition), weight: 3 },
    { arbitrary: fc.array(condition, { minLength: 2, maxLength: 3 }), weight: 1 },
  );
}

function joined(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const operand = part.map((text) => `(${text})`);
  const [two, three] = [fc.tuple(operand, operand), fc.tuple(operand, operand, operand)];
  return fc.oneof(
    { arbitrary: two.map((both) => both.join(" && ")), weight: 3 },
    { arbitrary: two.map((both) => both.join(" || ")), weight: 3 },
    { arbitrary: three.map((all) => all.join(" || ")), weight: 2 },
    { arbitrary: three.map((all) => all.join(" && ")), weight: 1 },
    { arbitrary: operand.map((one) => `!${one}`), weight: 2 },
    { arbitrary: three.map(([a, b, c]) => `${a} ? ${b} : ${c}`), weight: 1 },
  );
}
