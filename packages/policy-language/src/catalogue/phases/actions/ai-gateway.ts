import { Type } from "@sinclair/typebox";
import type { ActionDefinition } from "../../action.ts";
import { stringEnum } from "../../config-schema.ts";
import { errorResults } from "../../shared/error-results.ts";

const result = "actions.ngrok.ai_gateway";

const action: ActionDefinition = {
  type: "ai-gateway",
  description: "Forwards requests to providers of AI models.",
  // Its reference was withdrawn: what is left of the config is not checked.
  config: Type.Object(
    {
      on_error: Type.Optional(
        stringEnum(["halt", "continue"], {
          default: "halt",
          description:
            "What happens if no provider answers: `halt` ends processing, `continue` runs the next action.",
        }),
      ),
    },
    { additionalProperties: true },
  ),
  sections: { http: ["on_http_request"], tcp: [], tls: [] },
  endsProcessing: {
    when: "a provider answers, or none does while `on_error` is `halt`",
    unless: { on_error: "continue" },
  },
  changes: [],
  forwards: true,
  results: [
    { name: `${result}.status`, type: "string", description: "`success` or `error`" },
    ...errorResults("ai_gateway"),
    {
      name: `${result}.client`,
      type: "map(string, dyn)",
      description: "what the client asked for",
    },
    { name: `${result}.input_ngrok_tokens`, type: "int", description: "the tokens of the request" },
    {
      name: `${result}.output_ngrok_tokens`,
      type: "int",
      description: "the tokens of the response",
    },
    {
      name: `${result}.gateway_latency_ms`,
      type: "int",
      description: "the time that the gateway took, in milliseconds",
    },
    {
      name: `${result}.model_selection`,
      type: "list(map(string, dyn))",
      description: "how models were chosen",
    },
    {
      name: `${result}.models_tried`,
      type: "list(map(string, dyn))",
      description: "the models that were asked",
    },
    {
      name: `${result}.success`,
      type: "map(string, dyn)",
      missing: { when: "no provider answered", isInferred: true },
      description: "the model that answered",
    },
  ],
  interpolated: ["headers", "query_params", "body", "providers"],
  secrets: ["providers.api_keys"],
  regularExpressions: [],
  example: { on_error: "halt" },
  unsure: ["Its reference was withdrawn on 2026-07-01; its config is not checked."],
};

export default action;
