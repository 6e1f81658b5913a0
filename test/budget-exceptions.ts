import type { Exceptions } from "./budget-reporter.ts";

const commands = "it runs dozens of command lines, or some on folders of many files";
const depth = "documents have to be deep or long for what it shows";
const ownClock = "it has a clock of its own, so that it shares no imports with other files";
const oracle = "it holds what is claimed against exchanges that are simulated";

/** Files of `npm test` that may take more processor time than others. */
export const budgetExceptions: Exceptions = {
  "test/api/deploy/faults.test.ts": [15, "each fault stands at each step of a deploy"],
  "test/api/deploy/rate-limit.test.ts": [10, "it passes minutes of a clock, request by request"],
  "test/project/changed/changed-files.test.ts": [10, "it commits to repositories"],
  "test/cli/commands/diff/revisions.test.ts": [15, "it commits to repositories"],
  "test/cli/deploying/late-writes.test.ts": [15, ownClock],
  "test/cli/hostile-texts.test.ts": [12, commands],
  "test/cli/overwriting/write-once.test.ts": [15, ownClock],
  "test/e2e/comparing/pull-all.test.ts": [10, commands],
  "test/e2e/deploying/outputs.test.ts": [12, commands],
  "test/e2e/deploying/saved-plan.test.ts": [12, commands],
  "test/e2e/fix-random.test.ts": [12, commands],
  "test/e2e/fix-rules.test.ts": [12, commands],
  "test/e2e/lint/custom-rules.test.ts": [10, commands],
  "test/e2e/overwriting.test.ts": [12, commands],
  "test/docs/playground-answers.test.ts": [
    12,
    "each command of the pages is asked of the playground",
  ],
  "test/emulator/fault-matrix.test.ts": [10, "each fault meets each operation"],
  "test/emulator/faults.test.ts": [10, "each fault meets each operation"],
  "test/generated.test.ts": [20, "it makes all generated files"],
  "test/language-server/bad-input.test.ts": [20, depth],
  "test/language-server/conditions.test.ts": [12, "hundreds of places are asked about"],
  "test/language-server/documents.test.ts": [
    15,
    "each request is made at each place of many documents",
  ],
  "test/language-server/edits.test.ts": [12, "each run compares two servers after many edits"],
  "test/language-server/equal-to-lint.test.ts": [
    15,
    "the server opens each document that lint looks at",
  ],
  "test/language-server/schemas.test.ts": [
    10,
    "completion is asked for at each place of each schema",
  ],
  "test/language-server/structure.test.ts": [10, "each run asks a server everything"],
  "test/packages/release.test.ts": [10, "it packs with pnpm"],
  "test/playground/work/any-text.test.ts": [20, depth],
  "test/report/drawing/svg-text.test.ts": [10, "each image is parsed as XML"],
  "test/policy-engine/long-chains.test.ts": [12, depth],
  "test/policy-impact/report/formats.test.ts": [10, "pages of hostile names are parsed"],
  "test/policy-language/document/edit/long-runs.test.ts": [10, depth],
  "test/policy-language/document/yaml/versions.test.ts": [15, depth],
  "test/policy-lint/remembered.test.ts": [15, "every policy is linted by sessions of all ages"],
  "test/policy-lint/rules/flow/shadowed-rule.test.ts": [
    12,
    "the work for few rules is compared with that for many",
  ],
  "test/policy-proof/phases.test.ts": [10, oracle],
  "test/policy-proof/questions-soundness.test.ts": [10, oracle],
  "test/policy-proof/soundness.test.ts": [15, oracle],
  "test/policy-proof/time-limit.test.ts": [12, "time is spent until it is up"],
  "test/vscode/grammars/as-the-lexer.test.ts": [
    12,
    "a grammar is held against the lexer, line by line",
  ],
};
