import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";
import { operand, outcome, trace } from "../../simulation/report/schema-parts.ts";

const entry = Json.optional(Json.whole("Which exchange of a HAR file, from 1."));

const asked = Json.text("Method and URL of the request; empty without one.");

/** What `simulate --format json` prints, as a JSON Schema. */
const simulationOutput = Type.Object(
  {
    version: Type.Literal(1),
    file: Json.text("The policy's file, relative to the working directory."),
    protocol: Json.words(["http", "tcp", "tls"], "What the policy was simulated for."),
    options: Type.Record(Type.String(), Type.Unknown(), {
      description: "The answers to the open questions about the service.",
    }),
    problems: Json.list(
      Json.object(
        {
          path: Json.pointer,
          message: Json.text("One sentence."),
          location: Json.optional(Json.range),
        },
        "Something that the service probably refuses.",
      ),
      "Problems of the policy; it is simulated anyway.",
    ),
    simulations: Json.list(
      Type.Union([
        Json.object(
          {
            entry,
            asked,
            outcome: Json.object(
              { ...outcome, trace: Json.optional(trace) },
              "What the policy does to the exchange.",
            ),
            dependsOn: Json.list(
              Json.object(
                {
                  option: Json.text("The name of the option."),
                  value: Json.any("The answer that was used."),
                  others: Json.list(
                    Json.object(
                      {
                        value: Json.any("Another answer."),
                        outcome: Json.object(outcome, "Its result."),
                      },
                      "Another answer and its result.",
                    ),
                    "The other answers; none where there are too many.",
                  ),
                },
                "An open question that the result depends on.",
              ),
              "What the result depends on; not computed for a whole recording.",
            ),
          },
          "An exchange that was simulated.",
        ),
        Json.object(
          {
            entry,
            asked,
            error: Json.object(
              {
                message: Json.text("One sentence."),
                help: Json.optional(Json.text("What to do.")),
              },
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

const openQuestionsOutput = Json.object(
  {
    ...Json.version,
    options: Json.list(
      Json.object(
        {
          name: Json.text("The name of the option, for `--option`."),
          default: Json.any("The answer that is used if none is given."),
          answers: Json.optional(
            Json.list(
              Type.Unknown(),
              "All answers; none where they are numbers, lists or objects.",
            ),
          ),
          question: Json.text("What it is about."),
          why: Json.text("Why this default."),
        },
        "An open question.",
      ),
      "All open questions.",
    ),
  },
  "The open questions about the service.",
);

export type OpenQuestionsOutput = Static<typeof openQuestionsOutput>;

export type SimulationOutput = Static<typeof simulationOutput>;

export default [
  Json.output("simulation", simulationOutput, ["simulate"]),
  Json.output("open-questions", openQuestionsOutput, ["simulate --options"]),
];
