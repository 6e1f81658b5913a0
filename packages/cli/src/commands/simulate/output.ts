import { Type, type Static } from "@sinclair/typebox";
import {
  json,
  list,
  object,
  optional,
  pointer,
  range,
  text,
  version,
  whole,
  words,
  type JsonOutput,
} from "../../report/schema.ts";
import { operand, outcome, trace } from "../../simulation/report/schema-parts.ts";

const entry = optional(whole("Which exchange of a HAR file, from 1."));

const asked = text("Method and URL of the request; empty without one.");

/** What `simulate --format json` prints, as a JSON Schema. */
const simulationOutput = Type.Object(
  {
    version: Type.Literal(1),
    file: text("The policy's file, relative to the working directory."),
    protocol: words(["http", "tcp", "tls"], "What the policy was simulated for."),
    options: Type.Record(Type.String(), Type.Unknown(), {
      description: "The answers that were given to what the service's documentation leaves open.",
    }),
    problems: list(
      object(
        { path: pointer, message: text("One sentence."), location: optional(range) },
        "Something that the service probably refuses.",
      ),
      "What is wrong with the policy; it is simulated all the same.",
    ),
    simulations: list(
      Type.Union([
        object(
          {
            entry,
            asked,
            outcome: object(
              { ...outcome, trace: optional(trace) },
              "What the policy does to the exchange.",
            ),
            dependsOn: list(
              object(
                {
                  option: text("The name of the option."),
                  value: json("The answer that was simulated with."),
                  others: list(
                    object(
                      {
                        value: json("Another answer."),
                        outcome: object(outcome, "What comes of it."),
                      },
                      "Another answer with what comes of it.",
                    ),
                    "The other answers; none where there are too many.",
                  ),
                },
                "Something that is not known, and that the result depends on.",
              ),
              "What the result depends on; not worked out for a whole recording.",
            ),
          },
          "An exchange that was simulated.",
        ),
        object(
          {
            entry,
            asked,
            error: object(
              { message: text("One sentence."), help: optional(text("What to do.")) },
              "Why.",
            ),
          },
          "An exchange of a recording that was not simulated.",
        ),
      ]),
      "One exchange, or those of a HAR file.",
    ),
  },
  { additionalProperties: false, $defs: { operand } },
);

/** What `simulate --options --format json` prints. */
const openQuestionsOutput = object(
  {
    ...version,
    options: list(
      object(
        {
          name: text("The name of the option, for `--option`."),
          default: json("The answer that is taken when none is given."),
          answers: optional(
            list(Type.Unknown(), "All answers; none where they are numbers, lists or objects."),
          ),
          question: text("What it is about."),
          why: text("Why this default."),
        },
        "An open question.",
      ),
      "All open questions.",
    ),
  },
  "What the service's documentation leaves open.",
);

export type OpenQuestionsOutput = Static<typeof openQuestionsOutput>;

export type SimulationOutput = Static<typeof simulationOutput>;

export default [
  { name: "simulation", commands: ["simulate"], schema: simulationOutput },
  { name: "open-questions", commands: ["simulate --options"], schema: openQuestionsOutput },
] satisfies JsonOutput[];
