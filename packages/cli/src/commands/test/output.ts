import { Type, type Static } from "@sinclair/typebox";
import {
  flag,
  json,
  list,
  object,
  optional,
  pointer,
  range,
  span,
  text,
  whole,
  words,
  type JsonOutput,
} from "../../report/schema.ts";
import { operand, outcome, trace } from "../../simulation/report/schema-parts.ts";

const error = {
  message: text("One sentence."),
  help: optional(text("What to do.")),
};

const counts = object(
  {
    cases: whole("All that were run."),
    passed: whole("Those that are as expected."),
    failed: whole("Those that are not."),
    errors: whole("Those that could not be run."),
  },
  "How many cases came out how.",
);

const named = {
  name: text("What the case is called; of a row of a table with the name of the table before it."),
  location: optional(range),
};

const difference = object(
  {
    path: text("JSON Pointer into the expectation; empty for what it does not name."),
    what: text("What is compared, in words."),
    expected: json("What was expected; `null` for nothing."),
    received: json("What it was; `null` for nothing."),
    note: optional(text("What to do, or why.")),
    undecided: optional(
      Type.Literal(true, {
        description: "It fails, is not simulated, or there is no such rule, so nobody knows.",
      }),
    ),
  },
  "Something that is not as it was expected.",
);

const one = Type.Union([
  object({ ...named, state: Type.Literal("passed") }, "A case that is as expected."),
  object(
    {
      ...named,
      state: Type.Literal("failed"),
      differences: list(difference, "What is not as it was expected."),
      outcome: object(
        { ...outcome, trace: optional(trace) },
        "What the policy does to the exchange.",
      ),
    },
    "A case that is not as expected.",
  ),
  object(
    { ...named, state: Type.Literal("error"), error: object(error, "Why.") },
    "A case that could not be run.",
  ),
]);

const covered = {
  covered: whole("How many things that can happen have happened."),
  all: whole("How many there are."),
};

const percent = whole("How many of a hundred; 100 only when all have.");

const gap = {
  path: pointer,
  span: optional(span),
  text: optional(text("The text of the expression or the operand.")),
  never: words(
    ["reached", "matched", "evaluated", "true", "false", "failed"],
    "What has not happened; of an operand of `&&` or `||`, that it decided so. That an access failed is only proposed.",
  ),
  message: text("All of it as a sentence."),
  location: optional(range),
};

const coverage = object(
  {
    ...covered,
    percent,
    policies: list(
      object(
        {
          policy: text("The policy's file, relative to the working directory."),
          ...covered,
          percent,
          rules: list(
            object(
              {
                path: pointer,
                direction: text("`inbound` or `outbound`."),
                name: optional(text("The name of the rule.")),
                matched: whole("How often it matched."),
                notMatched: whole("How often it did not."),
                failed: whole("How often one of its expressions failed."),
                skipped: whole("How often it was not reached."),
                ...covered,
              },
              "A rule.",
            ),
            "The rules, in order.",
          ),
          gaps: list(object(gap, "Something that has not happened."), "What is not covered."),
        },
        "What cases have tried of a policy.",
      ),
      "The policies.",
    ),
  },
  "What cases have tried; with `--coverage`, `--min-coverage` and `--suggest`.",
);

const suggested = object(
  {
    file: text("The file with cases that they are for, relative to the working directory."),
    isNew: flag("Whether there is no such file yet."),
    policy: text("The policy's file."),
    source: text("Those that were found, as they are written in such a file."),
    cases: list(
      object(
        {
          gap: object(gap, "What is not covered."),
          case: optional(json("A case that covers it, as in a file with cases.")),
          reason: optional(text("Why there is no case.")),
        },
        "A proposal, or why there is none.",
      ),
      "One for each gap.",
    ),
  },
  "Cases that are proposed for a policy.",
);

/** What `test --format json` prints, as a JSON Schema. */
const testOutput = Type.Object(
  {
    version: Type.Literal(1),
    summary: counts,
    files: list(
      object(
        {
          file: text("The file with the cases, relative to the working directory."),
          policy: text("The policy's file."),
          protocol: words(["http", "tcp", "tls"], "What the policy is for."),
          cases: list(one, "The cases, in order."),
        },
        "A file with cases.",
      ),
      "The files whose cases were run.",
    ),
    failures: list(
      object({ file: text("The file."), ...error }, "A file that could not be tested."),
      "Files that could not be tested at all.",
    ),
    coverage: optional(coverage),
    suggested: optional(list(suggested, "Cases that are proposed; with `--suggest`.")),
  },
  { additionalProperties: false, $defs: { operand } },
);

export type TestOutput = Static<typeof testOutput>;

export default [{ name: "test", commands: ["test"], schema: testOutput }] satisfies JsonOutput[];
