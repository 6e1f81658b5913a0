import { Type, type Static } from "@sinclair/typebox";
import { questionKinds } from "@traffic-policy/policy-engine/internal";
import { operand, outcome, trace } from "../../simulation/report/schema-parts.ts";
import * as Json from "../../report/schema.ts";

const listens = Json.object("The first line.", {
  ...Json.version,
  url: Json.text("Where it listens: `http://127.0.0.1:4041`."),
  upstream: Json.text("Where requests are forwarded."),
  metrics: Json.optional(Json.text("With --metrics, where `/metrics` and `/health` are.")),
});

const served = Json.object("A line for each request or connection.", {
  ...Json.version,
  part: Json.words(
    ["whole", "beginning", "end"],
    "The part of an exchange or a connection that the line is about.",
  ),
  time: Json.text("When it began: RFC 3339, in UTC."),
  asked: Json.text("Method and URL of the request; empty for a connection."),
  status: Json.optional(Json.whole("The HTTP status that the client gets.")),
  upstreamError: Json.optional(Json.text("Why the upstream did not respond.")),
  milliseconds: Type.Number({ description: "How long it took." }),
  outcome: Json.object("What the policy did.", {
    ...outcome,
    unknown: Json.optional(
      Json.object("What only the service knows, because of which the exchange failed.", {
        kind: Json.words([...questionKinds], "What it is about."),
        path: Json.pointer,
        text: Json.text("The condition, or the type of the action."),
      }),
    ),
    trace: Json.optional(trace),
  }),
});

const serveOutput = Type.Union([listens, served], {
  description: "A line of JSON when it starts to listen, then one for each request.",
  $defs: { operand },
});

export type ListensOutput = Static<typeof listens>;

export type ServedOutput = Static<typeof served>;

export default [Json.output("serve", serveOutput)];
