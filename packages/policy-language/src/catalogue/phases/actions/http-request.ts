import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { freeMap, stringEnum } from "../../config-schema.ts";
import { errorResults } from "../../shared/error-results.ts";

const result = "actions.ngrok.http_request";

export default defineAction({
  type: "http-request",
  description: "Sends a request to another endpoint, and keeps the response for later expressions.",
  config: Type.Object(
    {
      url: Type.String({ description: "Where the request goes." }),
      method: Type.Optional(
        stringEnum(["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"], {
          default: "GET",
          description: "The HTTP method.",
        }),
      ),
      query_params: Type.Optional(
        Type.Array(
          Type.Object(
            {
              key: Type.String({ maxLength: 128, description: "The name." }),
              value: Type.String({ maxLength: 8192, description: "The value." }),
            },
            { additionalProperties: false },
          ),
          { maxItems: 32, description: "Parameters of the query string, at most 32." },
        ),
      ),
      headers: Type.Optional(
        freeMap(Type.String(), {
          maxProperties: 10,
          description: "Headers of the request: name to value, at most ten.",
        }),
      ),
      body: Type.Optional(Type.String({ description: "The body of the request." })),
      max_redirects: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description: "How many redirects are followed.",
        }),
      ),
      timeout: Type.Optional(
        Type.String({
          default: "3s",
          description: "How long all attempts may take together: `1s` to `30s`.",
        }),
      ),
      retry_condition: Type.Optional(
        Type.String({
          default: "false",
          description:
            "An expression: whether to try again, at most three times. It can read `attempts`, `last_attempt.req`, `last_attempt.res` and `last_attempt.error`.",
        }),
      ),
      on_error: Type.Optional(
        stringEnum(["continue", "halt"], {
          default: "continue",
          description:
            "What happens if there is no response: `halt` ends processing, `continue` runs the next action.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["on_http_request", "on_http_response"], tcp: [], tls: [] },
  endsProcessing: { when: "there is no response and `on_error` is `halt`" },
  changes: [],
  results: [
    ...errorResults("http_request"),
    {
      name: `${result}.attempts`,
      type: "list(http_attempt)",
      description: "the attempts of the last run",
    },
    {
      name: `${result}.req`,
      type: "http_attempt_request",
      description: "the request that the last run sent",
    },
    {
      name: `${result}.res`,
      type: "http_attempt_response",
      description: "the response that the last run got",
    },
  ],
  interpolated: ["url", "query_params", "headers", "body"],
  regularExpressions: [],
  formats: {
    url: "url",
    timeout: { minimum: "1s", maximum: "30s" },
    retry_condition: "expression",
  },
  bindings: {
    retry_condition: {
      attempts: { type: "int", description: "how many attempts there were so far" },
      last_attempt: {
        type: "map(string, dyn)",
        description: "the last attempt",
        keys: {
          req: "the request of the last attempt",
          res: "the response to the last attempt, when there was one",
          error: "the error of the last attempt, when there was one",
        },
      },
    },
  },
  example: { url: "https://tiers.internal/of/${req.host}", timeout: "2s", on_error: "halt" },
  unsure: [
    "Whether 10 redirects are followed by default or none is documented in two ways.",
    "What the client gets when processing ends is not documented.",
  ],
});
