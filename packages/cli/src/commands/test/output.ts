import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";
import { operand, outcome, trace, way } from "../../simulation/report/schema-parts.ts";

const error = {
  message: Json.text("One sentence."),
  help: Json.optional(Json.text("What to do.")),
};

const counts = Json.object("How many cases came out how.", {
  cases: Json.whole("All that were run."),
  passed: Json.whole("Those that are as expected."),
  failed: Json.whole("Those that are not."),
  undecided: Json.whole("Those of which only the service knows it."),
  errors: Json.whole("Those that could not be run."),
});

const named = {
  name: Json.text("The name of the case; for a row of a table, after the name of the table."),
  location: Json.optional(Json.range),
  environments: Json.optional(
    Json.list(
      Type.String(),
      "The environments that it is about, where it is not about all of them.",
    ),
  ),
};

const difference = Json.object("Something that is not as it was expected.", {
  path: Json.text("JSON Pointer into the expectation; empty for what it does not name."),
  what: Json.text("What is compared, in words."),
  expected: Json.any("What was expected; `null` for nothing."),
  received: Json.any("What it was; `null` for nothing."),
  note: Json.optional(Json.text("What to do, or why.")),
  undecided: Json.optional(
    Type.Literal(true, {
      description:
        "It failed, is not simulated, or there is no such rule, so the result is unknown.",
    }),
  ),
});

const compared = {
  differences: Json.list(difference, "What differs from the expectation, or is not known."),
  outcome: Json.object("What the policy does to the exchange.", {
    ...outcome,
    trace: Json.optional(trace),
  }),
  hops: Json.optional(way.hops),
  reaches: way.reaches,
};

const one = Type.Union([
  Json.object("A case that is as expected.", { ...named, state: Type.Literal("passed") }),
  Json.object("A case that is not as expected.", {
    ...named,
    state: Type.Literal("failed"),
    ...compared,
  }),
  Json.object("A case of which only the service knows whether it is as expected.", {
    ...named,
    state: Type.Literal("undecided"),
    ...compared,
  }),
  Json.object("A case that could not be run.", {
    ...named,
    state: Type.Literal("error"),
    error: Json.object("Why.", error),
  }),
]);

const covered = {
  covered: Json.whole("How many possible outcomes are covered."),
  all: Json.whole("How many there are, without those that no case can cover."),
};

const percent = Json.whole("The percentage; 100 only if all are covered.");

const gap = {
  path: Json.pointer,
  span: Json.optional(Json.span),
  text: Json.optional(Json.text("The text of the expression or the operand.")),
  never: Json.words(
    ["reached", "matched", "evaluated", "true", "false", "failed"],
    "What has not happened; for an operand of `&&` or `||`, that it decided the result. A failed access is only suggested.",
  ),
  message: Json.text("The same as a sentence."),
  location: Json.optional(Json.range),
};

const coverage = Json.object("The coverage; with `--coverage`, `--min-coverage` and `--suggest`.", {
  ...covered,
  percent,
  policies: Json.objects("The policies.", "The coverage of a policy.", {
    policy: Json.text("The policy's file, relative to the working directory."),
    environment: Json.optional(
      Json.text("The environment that it is for; omitted if it is the same in all."),
    ),
    ...covered,
    percent,
    rules: Json.objects("The rules, in order.", "A rule.", {
      path: Json.pointer,
      direction: Json.text("Its top-level key, like `inbound` or `on_http_request`."),
      name: Json.optional(Json.text("The name of the rule.")),
      matched: Json.whole("How often it matched."),
      notMatched: Json.whole("How often it did not."),
      failed: Json.whole("How often one of its expressions failed."),
      skipped: Json.whole("How often it was not reached."),
      ...covered,
    }),
    gaps: Json.objects("What is not covered.", "Something that has not happened.", {
      ...gap,
      unreachable: Json.optional(
        Json.text("Why no case can cover it, as a sentence; it does not count then."),
      ),
    }),
  }),
});

const suggested = Json.object("The cases suggested for a policy.", {
  file: Json.text("The case file that they are for, relative to the working directory."),
  isNew: Json.flag("Whether there is no such file yet."),
  policy: Json.text("The policy's file."),
  source: Json.text("The suggested cases, as such a file holds them."),
  cases: Json.objects("One for each gap.", "A suggestion, or why there is none.", {
    gap: Json.object("What is not covered.", gap),
    case: Json.optional(Json.any("A case that covers it, as in a case file.")),
    reason: Json.optional(Json.text("Why there is no case.")),
  }),
});

const testOutput = Type.Object(
  {
    version: Type.Literal(1),
    summary: counts,
    files: Json.objects("The files whose cases were run.", "A case file.", {
      file: Json.text("The file with the cases, relative to the working directory."),
      policy: Json.optional(Json.text("The policy's file; omitted for the cases of a site.")),
      protocol: Json.optional(Json.words(["http", "tcp", "tls"], "What the policy is for.")),
      site: Json.optional(Json.list(Type.String(), "The paths of the site, for cases of one.")),
      cases: Json.list(one, "The cases, in order."),
    }),
    failures: Json.objects(
      "Files that could not be tested at all.",
      "A file that could not be tested.",
      { file: Json.text("The file."), ...error },
    ),
    notChecked: Json.optional(
      Json.list(
        Json.notChecked,
        "Policies of targets without cases, and endpoints of sites of which nothing is read.",
      ),
    ),
    coverage: Json.optional(coverage),
    suggested: Json.optional(Json.list(suggested, "The suggested cases; with `--suggest`.")),
    written: Json.optional(
      Json.objects("What was written; with `--write`.", "A case file.", {
        file: Json.text("The file, relative to the working directory."),
        isNew: Json.flag("Whether there was no such file before."),
        cases: Json.whole("How many cases were added."),
        error: Json.optional(Json.object("Why it was not written.", error)),
      }),
    ),
  },
  {
    description: "The result of each case, and what the cases cover.",
    additionalProperties: false,
    $defs: { operand },
  },
);

export type TestOutput = Static<typeof testOutput>;

export default [Json.output("test", testOutput)];
