/** A part of the sources whose mutants are looked at together. */
export interface Area {
  /** The folder of the package that is changed. */
  readonly changed: string;
  /** Its sources that are changed, as globs. */
  readonly sources: readonly string[];
  /** The tests that shall notice, as globs. */
  readonly tests: readonly string[];
  /** How many of a hundred mutants they have to notice. */
  readonly atLeast: number;
}

const rules = (category: string): Area => ({
  changed: "policy-lint",
  sources: [`packages/policy-lint/src/rules/${category}/*.ts`],
  tests: [`test/policy-lint/rules/${category}/*.test.ts`, "test/policy-lint/sentences.test.ts"],
  atLeast: 80,
});

const language = (folder: string, sources = `${folder}/**/*.ts`): Area => ({
  changed: "policy-language",
  sources: [`packages/policy-language/src/${sources}`, "!**/*.generated.ts"],
  // Random documents and the conformance data take too long to be run for each mutant, and what may
  // take so long and no longer takes longer in sources that can be changed.
  tests: [
    `test/policy-language/${folder}/**/*.test.ts`,
    "!test/**/fuzz.test.ts",
    "!test/**/*conformance.test.ts",
    "!test/**/long-*.test.ts",
  ],
  atLeast: 60,
});

/** All areas by their names, which are those of folders. */
export const areas: Readonly<Record<string, Area>> = {
  "rules/action": rules("action"),
  "rules/document": rules("document"),
  "rules/expression": rules("expression"),
  "rules/flow": rules("flow"),
  "rules/security": rules("security"),
  "language/text": language("text"),
  "language/expression": language("expression"),
  "language/document/json": language("document/json", "document/parse-json.ts"),
  "language/document/yaml": language("document/yaml"),
  "language/document/edit": language("document/edit"),
  "language/document/compare": language("document/compare", "document/{compare,json-equal}.ts"),
};
