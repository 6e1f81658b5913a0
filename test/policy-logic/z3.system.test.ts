import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { init } from "z3-solver";
import { fails, isTrue, solve, type Goal } from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import { howMany, sampled } from "../seeded.ts";
import { formulaOfText } from "./formula.ts";
import { condition, declarations, type Condition } from "./smt.ts";

// An SMT solver is asked the same questions: whether conditions can be true, false or fail together. It knows the
// theories of texts, numbers and truth values; what CEL's failures are is written out for it.

const { Context, em } = await init();

afterAll(() => {
  em.PThread.terminateAllThreads();
});

const outcomes = [
  [isTrue, ({ isTrue: yes }: Condition) => yes],
  [isFalse, ({ isFalse: no }: Condition) => no],
  [fails, (one: Condition) => `(not (or ${one.isTrue} ${one.isFalse}))`],
] as const;

const question = fc.array(fc.tuple(condition, fc.constantFrom(0, 0, 0, 1, 1, 2)), {
  minLength: 1,
  maxLength: 3,
});

const parts = 16;
const mostMilliseconds = 5000;

test.each(Array.from({ length: parts }, (_, part) => [part]))(
  "an SMT solver agrees, part %i",
  async (part) => {
    const { Solver } = Context(`part${part}`);
    const count = howMany(3, 200);
    const own = sampled(question, count * parts).slice(part * count, (part + 1) * count);
    const counts = { sat: 0, unsat: 0, undecided: 0 };
    const disagreements: unknown[] = [];
    for (const asked of own) {
      const goals = asked.map(([{ cel }, index]): Goal => {
        const formula = formulaOfText(cel);
        if (formula === undefined) throw new Error(`${cel} has errors`);
        return { formula, outcomes: outcomes[index]?.[0] ?? isTrue };
      });
      const asserted = asked.map(([one, index]) => `(assert ${outcomes[index]?.[1](one)})`);
      const solver = new Solver();
      solver.set("timeout", mostMilliseconds);
      // The asynchronous way to read a script frees its text too early.
      solver.fromString(`${declarations}${asserted.join("\n")}`);
      const theirs = await solver.check();
      const ours = { model: "sat", none: "unsat", unknown: "unknown" }[solve(goals).kind];
      if (ours === "unknown" || theirs === "unknown") counts.undecided += 1;
      else if (ours === theirs) counts[ours as "sat"] += 1;
      else
        disagreements.push({ ours, theirs, asked: asked.map(([{ cel }, index]) => [cel, index]) });
    }
    if (process.env["TEST_PRINT"] !== undefined) console.log(JSON.stringify(counts));
    expect(disagreements).toEqual([]);
    expect(counts.sat + counts.unsat).toBeGreaterThan(count / 4);
  },
  // One that goes on while the next one begins makes the solver crash: it does one thing at a time.
  howMany(120_000, 3_600_000),
);
