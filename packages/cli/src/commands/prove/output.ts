import { Type, type Static } from "@sinclair/typebox";
import { dependsOnSchema } from "../../proving/open-answers.ts";
import * as Json from "../../report/schema.ts";
import { operand, outcome, trace } from "../../simulation/report/schema-parts.ts";

const named = {
  name: Json.text("The name of the assertion."),
  when: Json.optional(
    Json.list(
      Type.String(),
      "The exchanges that it is about: conditions in CEL that are all true; omitted if it is about all of them.",
    ),
  ),
  always: Json.optional(Json.any("What comes of each of them, as a case expects it.")),
  never: Json.optional(Json.any("What comes of none of them, as a case expects it.")),
  location: Json.optional(Json.range),
  environments: Json.optional(
    Json.list(
      Type.String(),
      "The environments that it is about, where it is not about all of them.",
    ),
  ),
};

const exchange = {
  exchange: Json.any("The exchange, as in a case file."),
  curl: Json.optional(
    Json.text("The request as a command line of curl, for a request with an absolute URL."),
  ),
};

const difference = Json.object("Something that is not as it is asserted.", {
  path: Json.text("JSON Pointer into what is asserted; empty for what it does not name."),
  what: Json.text("What is compared, in words."),
  expected: Json.any("What is asserted; `null` for nothing."),
  received: Json.any("What it is; `null` for nothing."),
  note: Json.optional(Json.text("What to do, or why.")),
  undecided: Json.optional(
    Type.Literal(true, { description: "It failed or is not simulated, so it is unknown." }),
  ),
});

const assertion = Type.Union([
  Json.object("An assertion that holds for all exchanges.", {
    ...named,
    state: Type.Literal("proved"),
    isVacuous: Json.flag("Whether no exchange satisfies `when`, so that it says nothing."),
    dependsOn: dependsOnSchema,
  }),
  Json.object("An assertion that does not hold, with an exchange that shows it.", {
    ...named,
    state: Type.Literal("refuted"),
    ...exchange,
    outcome: Json.object("What the policy does to the exchange.", {
      ...outcome,
      trace: Json.optional(trace),
    }),
    differences: Json.list(difference, "What is not as it is asserted; none for `never`."),
    dependsOn: dependsOnSchema,
    case: Json.any("The exchange as a case, to be added to a case file."),
  }),
  Json.object("An assertion that is neither proved nor refuted.", {
    ...named,
    state: Type.Literal("unknown"),
    reason: Json.text("Why, in a sentence."),
  }),
]);

const rule = {
  path: Json.pointer,
  direction: Json.text("Its top-level key, like `inbound` or `on_http_request`."),
  name: Json.optional(Json.text("The name of the rule.")),
};

const part = {
  rule: Json.object("The rule that it belongs to.", rule),
  path: Json.pointer,
  span: Json.optional(Json.span),
  text: Json.optional(
    Json.text("The text of the expression or the operand; of an action that fails, its type."),
  ),
  what: Json.words(
    ["reached", "matched", "evaluated", "true", "false", "failed"],
    "What happens; for an operand of `&&` or `||`, that it decides the result.",
  ),
  location: Json.optional(Json.range),
  dependsOn: Json.optional(dependsOnSchema),
};

const parts = (description: string) =>
  Json.object(description, {
    summary: Json.object("How many came out how.", {
      reached: Json.whole("Those that happen for an exchange."),
      never: Json.whole("Those that happen for no exchange."),
      unknown: Json.whole("Those of which it is unknown."),
    }),
    parts: Json.list(
      Type.Union([
        Json.object("Something that happens.", {
          ...part,
          state: Type.Literal("reached"),
          ...exchange,
        }),
        Json.object("Something that happens for no exchange.", {
          ...part,
          state: Type.Literal("never"),
          by: Json.objects(
            "The rules that take its requests; none when its conditions exclude each other, or because of `changedBy`.",
            "A rule.",
            rule,
          ),
          changedBy: Json.optional(
            Json.objects(
              "The rules that change what it asks for, so that its conditions exclude each other.",
              "A rule.",
              rule,
            ),
          ),
        }),
        Json.object("Something of which it is unknown whether it happens.", {
          ...part,
          state: Type.Literal("unknown"),
          reason: Json.text("Why, in a sentence."),
        }),
      ]),
      "What was asked about, in order.",
    ),
  });

const finding = {
  message: Json.text("One sentence."),
  rules: Json.objects("The rules that it is about.", "A rule.", {
    ...rule,
    location: Json.optional(Json.range),
  }),
};

const asked = Json.object("The questions that are asked by themselves; with `--ask`.", {
  summary: Json.object("How many came out how.", {
    found: Json.whole("What was found, with a request that shows it."),
    unknown: Json.whole("Questions that found nothing, but of which something is unknown."),
    nothing: Json.whole("Questions that found nothing, and of which nothing is unknown."),
  }),
  questions: Json.objects("The questions, in order.", "A question.", {
    name: Json.text("What it is called, such as `path-variants`."),
    title: Json.text("As somebody would ask it."),
    findings: Json.list(
      Type.Union([
        Json.object("Something that deserves a look.", {
          ...finding,
          kind: Type.Literal("found"),
          examples: Json.objects("Exchanges that show it.", "An exchange.", {
            ...exchange,
            outcome: Json.object("What the policy does to it.", outcome),
          }),
          dependsOn: dependsOnSchema,
        }),
        Json.object("Something that is good to know, and is so for all exchanges.", {
          ...finding,
          kind: Type.Literal("fact"),
        }),
        Json.object("What holds for all exchanges, so that the answer is no.", {
          ...finding,
          kind: Type.Literal("holds"),
        }),
        Json.object("Something that is unknown.", {
          ...finding,
          kind: Type.Literal("unknown"),
          reason: Json.text("Why, in a sentence."),
        }),
      ]),
      "The answers; at least one.",
    ),
  }),
});

const proveOutput = Type.Object(
  {
    version: Type.Literal(1),
    summary: Json.object("How many assertions came out how.", {
      proved: Json.whole("Those that hold for all exchanges."),
      refuted: Json.whole("Those that do not."),
      unknown: Json.whole("Those of which it is unknown."),
    }),
    files: Json.objects("The files whose assertions were proved.", "An assertion file.", {
      file: Json.text("The file with the assertions, relative to the working directory."),
      policy: Json.text("The policy's file."),
      protocol: Json.words(["http", "tcp", "tls"], "What the policy is for."),
      assertions: Json.list(assertion, "The assertions, in order."),
    }),
    policies: Json.objects("The policies; with `--reach`, `--fails` and `--ask`.", "A policy.", {
      policy: Json.text("The policy's file, relative to the working directory."),
      environment: Json.optional(
        Json.text("The environment that it is for; omitted if it is the same in all."),
      ),
      protocol: Json.words(["http", "tcp", "tls"], "What the policy is for."),
      reach: Json.optional(parts("What of it is reached; with `--reach`.")),
      fails: Json.optional(parts("Which expressions and actions fail; with `--fails`.")),
      asked: Json.optional(asked),
    }),
    failures: Json.objects(
      "Files that could not be asked about at all.",
      "A file that could not be asked about.",
      {
        file: Json.text("The file."),
        message: Json.text("One sentence."),
        help: Json.optional(Json.text("What to do.")),
      },
    ),
    notChecked: Json.optional(
      Json.list(
        Json.notChecked,
        "Files that somebody may take for policies, and that were not looked at; with `--reach`, `--fails` and `--ask`.",
      ),
    ),
  },
  {
    description: "What is proved, refuted or unknown, of assertions and without them.",
    additionalProperties: false,
    $defs: { operand },
  },
);

export type ProveOutput = Static<typeof proveOutput>;

export default [Json.output("prove", proveOutput, ["prove", "audit"])];
