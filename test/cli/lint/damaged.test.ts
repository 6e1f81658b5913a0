import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { jsonPolicySource, type Diagnostic } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Files } from "@traffic-policy/project";
import { CommandError } from "../../../packages/cli/src/context.ts";
import { readBaseline, writeBaseline } from "../../../packages/cli/src/lint/baseline.ts";
import { LintCache } from "../../../packages/cli/src/lint/lint-cache.ts";
import { clear, damages, strangeThings, whyNoSentence } from "../../damage.ts";
import { seedAndRuns } from "../../seeded.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
});
const files = (): Files => new Files(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const text =
  '{"inbound": [{"expressions": ["req.metod == \'GET\'", "1 +"], "actions": [{"type": "dny"}]}, 5]}';
const diagnostics = lintPolicy(jsonPolicySource("a.json", text));
const others = ["{}", "[]", "null", "5", '{"version": 1}', '{"a": {"key": "k", "found": [5]}}'].map(
  (one) => Buffer.from(one),
);

describe("the cache of findings", () => {
  const policies = ["a.json", "b.json"];
  const fileOf = (): string => join(folder, ".traffic-policy/lint-cache.json");
  const pathOf = (name: string): string => join(folder, name);
  const keyOf = (cache: LintCache, name: string): string => cache.keyOf(pathOf(name), text, {});

  function fill(): void {
    const cache = new LintCache(folder, files());
    for (const name of policies) {
      writeFileSync(pathOf(name), text);
      cache.set(pathOf(name), keyOf(cache, name), diagnostics);
    }
    cache.save();
  }

  /** What is known of both policies. */
  function known(): (readonly Diagnostic[] | undefined)[] {
    const cache = new LintCache(folder, files());
    return policies.map((name) => cache.get(pathOf(name), keyOf(cache, name)));
  }

  test("that is damaged knows nothing, or the same findings", () => {
    fill();
    expect(diagnostics.length).toBeGreaterThan(2);
    const right = JSON.parse(JSON.stringify(diagnostics)) as Diagnostic[];
    expect(known()).toEqual([right, right]);
    const bytes = readFileSync(fileOf());
    const [seed, runs] = seedAndRuns(400, 20_000);
    const wrong = damages(bytes, seed, runs, others).filter(({ bytes: damaged }) => {
      writeFileSync(fileOf(), damaged);
      return known().some((found) => found !== undefined && !isDeepStrictEqual(found, right));
    });
    expect(wrong.map(({ name }) => `${name}, seed ${seed}`)).toEqual([]);
  });

  test.each(strangeThings)("knows nothing when $name is in its place", ({ put }) => {
    mkdirSync(dirname(fileOf()), { recursive: true });
    clear(fileOf());
    put(fileOf());
    expect(known()).toEqual([undefined, undefined]);
    expect(fill).not.toThrow();
    clear(fileOf());
  });
});

describe("a baseline", () => {
  const fileOf = (): string => join(folder, "baseline.json");

  /** What is not known of the findings, and what can be said of it; or why it cannot be used. */
  function unknown(): readonly Diagnostic[] | string {
    try {
      const baseline = readBaseline(fileOf(), files());
      const left = baseline.unknown(join(folder, "a.json"), diagnostics);
      baseline.report();
      return left;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return error.message;
    }
  }

  test("that is damaged is refused in a sentence, or hides no finding that it did not know", async () => {
    clear(fileOf());
    writeFileSync(join(folder, "a.json"), text);
    const baseline = readBaseline(fileOf(), files(), { updateBaseline: true });
    baseline.unknown(join(folder, "a.json"), diagnostics.slice(1));
    await writeBaseline(fileOf(), baseline, files());
    expect(unknown()).toEqual([diagnostics[0]]);
    const bytes = readFileSync(fileOf());
    const [seed, runs] = seedAndRuns(400, 20_000);
    const wrong = damages(bytes, seed, runs, others).filter(({ bytes: damaged }) => {
      writeFileSync(fileOf(), damaged);
      const left = unknown();
      return typeof left === "string"
        ? whyNoSentence(left) !== undefined
        : !left.includes(diagnostics[0] as Diagnostic);
    });
    expect(wrong.map(({ name }) => `${name}, seed ${seed}`)).toEqual([]);
  });

  test.each(strangeThings)("with $name in its place is refused in a sentence", ({ name, put }) => {
    clear(fileOf());
    put(fileOf());
    const result = unknown();
    expect(result, name).toBeTypeOf("string");
    expect(whyNoSentence(String(result))).toBeUndefined();
    clear(fileOf());
  });
});
