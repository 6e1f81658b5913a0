import { Type, type Static } from "@sinclair/typebox";
import { questionKinds } from "@traffic-policy/policy-engine/internal";
import * as Json from "../../report/schema.ts";
import { operand, outcome, trace, way } from "../../simulation/report/schema-parts.ts";

const entry = Json.optional(Json.whole("Which exchange of a HAR file, from 1."));

const asked = Json.text("Method and URL of the request; empty without one.");

const known = {
  outcome: Json.object("What the policy does to the exchange.", {
    ...outcome,
    trace: Json.optional(trace),
  }),
  dependsOn: Json.objects(
    "What the result depends on; not computed for a whole recording.",
    "An open question that the result depends on.",
    {
      option: Json.text("The name of the option."),
      value: Json.any("The answer that was used."),
      others: Json.objects(
        "The other answers; none where there are too many.",
        "Another answer and its result.",
        {
          value: Json.any("Another answer."),
          outcome: Json.object("Its result.", outcome),
        },
      ),
    },
  ),
};

const answer = Json.object("Something that only the service knows, with one answer.", {
  kind: Json.words(
    [...questionKinds],
    "Whether it is about a condition, about whether one fails, about an action, a value or the way of a forward.",
  ),
  path: Json.pointer,
  text: Json.text("The condition, or the type of the action."),
  answer: Json.flag("Whether the condition is true, or the action lets the exchange pass."),
});

const simulationOutput = Type.Object(
  {
    version: Type.Literal(1),
    file: Json.text("The policy's file, relative to the working directory."),
    protocol: Json.words(["http", "tcp", "tls"], "What the policy was simulated for."),
    options: Type.Record(Type.String(), Type.Unknown(), {
      description: "The answers to the open questions about the service.",
    }),
    problems: Json.objects(
      "Problems of the policy; it is simulated anyway.",
      "Something that the service probably refuses.",
      {
        path: Json.pointer,
        message: Json.text("One sentence."),
        location: Json.optional(Json.range),
      },
    ),
    simulations: Json.list(
      Type.Union([
        Json.object("An exchange of which the outcome is known.", { entry, asked, ...known }),
        Json.object("An exchange of which only the service knows the outcome.", {
          entry,
          asked,
          possible: Json.objects("The outcomes that are possible.", "A possible outcome.", {
            when: Json.list(
              Json.list(answer, "Answers, all of them together."),
              "Each with what it takes to come to this outcome.",
            ),
            ...known,
          }),
          isComplete: Json.flag(
            "Whether these are all: false when there are too many answers to try.",
          ),
        }),
        Json.object("An exchange of a recording that was not simulated.", {
          entry,
          asked,
          error: Json.object("Why.", {
            message: Json.text("One sentence."),
            help: Json.optional(Json.text("What to do.")),
          }),
        }),
      ]),
      "One exchange, or those of a HAR file.",
    ),
  },
  {
    description: "What a policy does to exchanges.",
    additionalProperties: false,
    $defs: { operand },
  },
);

const siteSimulationOutput = Type.Object(
  {
    version: Type.Literal(1),
    options: simulationOutput.properties.options,
    simulations: Json.objects(
      "One for each endpoint that may receive the exchange: the members of a pool.",
      "What the site does to the exchange.",
      {
        entry: Json.text("The name of the endpoint that receives it."),
        asked,
        possible: Json.objects("The outcomes that are possible.", "A possible outcome.", {
          when: Json.list(
            Json.list(answer, "Answers, all of them together."),
            "Each with what it takes to come to this outcome; empty for an outcome that is known.",
          ),
          ...known,
          ...way,
        }),
        isComplete: Json.flag("Whether these are all outcomes."),
        leftOut: Json.optional(
          Json.text("Why an endpoint that was left out may be on the way, in a sentence."),
        ),
      },
    ),
  },
  {
    description: "What a site does to an exchange.",
    additionalProperties: false,
    $defs: { operand },
  },
);

export type SiteSimulationOutput = Static<typeof siteSimulationOutput>;

const openQuestionsOutput = Json.object("The open questions about the service.", {
  ...Json.version,
  options: Json.objects("All open questions.", "An open question.", {
    name: Json.text("The name of the option, for `--option`."),
    default: Json.any("The answer that is used if none is given."),
    defaultIn: Json.optional(
      Json.any("The same for policies of a dialect for which it is another one, by its name."),
    ),
    answers: Json.optional(
      Json.list(Type.Unknown(), "All answers; none where they are numbers, lists or objects."),
    ),
    question: Json.text("What it is about."),
    why: Json.text("Why this default."),
  }),
});

export type OpenQuestionsOutput = Static<typeof openQuestionsOutput>;

export type SimulationOutput = Static<typeof simulationOutput>;

export default [
  Json.output("simulation", simulationOutput, ["simulate"]),
  Json.output("site-simulation", siteSimulationOutput, ["simulate --site"]),
  Json.output("open-questions", openQuestionsOutput, ["simulate --options"]),
];
