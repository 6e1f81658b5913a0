import { isDeepStrictEqual } from "node:util";
import { directionsDialect, type Dialect, type JsonObject } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { blankTypes } from "@traffic-policy/policy-builder/code";
import type { BasePolicy } from "@traffic-policy/policy-builder";
import { toSource } from "@traffic-policy/policy-builder/to-source";
import { afterAll, describe, expect, test } from "vitest";
import { parseTypeScript } from "../../packages/playground/src/code/parse-typescript.ts";
import { blankTypes as blankedByCommand } from "../../packages/project/src/code/blank-types.ts";
import { removeModules, typeErrors, writeModules } from "../policy-builder/to-source/compile.ts";
import { expressionsOf, typedShare } from "../policy-builder/to-source/typed-share.ts";
import { filesOf, linesOf } from "./collected.ts";

function policiesOf(folder: "corpus/directions/" | "corpus/phases/") {
  return filesOf(folder).map(({ name, text }) => ({
    name,
    document: JSON.parse(text) as JsonObject,
  }));
}

/** Each policy for one of the protocols, in turn. */
const cases = [
  ...policiesOf("corpus/directions/").map((policy, index) => ({
    ...policy,
    protocol: ([undefined, "http"] as const)[index % 2],
  })),
  ...policiesOf("corpus/phases/").map((policy, index) => ({
    ...policy,
    protocol: ([undefined, "http", "tcp"] as const)[index % 3],
  })),
];
const sources = await Promise.all(
  cases.map(({ document, protocol }) => toSource(document, { protocol })),
);

describe("policies as TypeScript", () => {
  const files = writeModules(sources);
  afterAll(removeModules);

  test("compile", () => {
    expect(typeErrors()).toBe("");
  });

  test("give back their documents", async () => {
    for (const [index, { name, document, protocol }] of cases.entries()) {
      const { default: built } = (await import(/* @vite-ignore */ files[index] ?? "")) as {
        readonly default: BasePolicy;
      };
      expect(built.protocol).toBe(protocol);
      expect(isDeepStrictEqual(built.toDocument(), document), `${name} for ${protocol}`).toBe(true);
    }
  });

  test("lose their types in the same way in the page and in the command", () => {
    for (const [index, source] of sources.entries()) {
      const text = source.replace("policy()", "(policy() as any)!");
      const blanked = blankTypes(parseTypeScript(text));
      expect(blanked, cases[index]?.name).toBe(blankedByCommand("/a.ts", text));
      expect(blanked).not.toContain("as any");
    }
  });
});

/** Those of a list, which may stand in any section. */
function listed(file: "directions" | "phases", dialect: Dialect) {
  const sections = [...dialect.sections.keys()];
  return [...new Set(linesOf(`corpus/expressions-${file}.txt`))].map((text) => ({
    text,
    sections,
  }));
}

test.each([
  {
    what: "policies of directions",
    dialect: directionsDialect,
    found: policiesOf("corpus/directions/").flatMap(expressionsOf),
  },
  {
    what: "policies of phases",
    dialect: phasesDialect,
    found: policiesOf("corpus/phases/").flatMap(expressionsOf),
  },
  {
    what: "the list of directions",
    dialect: directionsDialect,
    found: listed("directions", directionsDialect),
  },
  {
    what: "the list of phases",
    dialect: phasesDialect,
    found: listed("phases", phasesDialect),
  },
])("nearly all valid expressions of $what become typed calls", async ({ dialect, found }) => {
  expect(found.length).toBeGreaterThan(10);
  expect(await typedShare(dialect, found)).toBeGreaterThanOrEqual(0.97);
});
