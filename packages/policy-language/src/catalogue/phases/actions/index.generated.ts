// Generated from the files of this folder by "pnpm generate"; do not edit.
import type { ActionDefinition } from "../../action.ts";

export const actions: readonly ActionDefinition[] = [
  {
    type: "add-headers",
    description: "Adds headers to the request on its way in, or to the response on its way out.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["headers"],
      properties: {
        headers: {
          type: "object",
          additionalProperties: { type: "string" },
          minProperties: 1,
          maxProperties: 10,
          description:
            "Name to value, one to ten. Names are converted to lower case; `host` replaces the existing header.",
          propertyNames: { not: { enum: ["user-agent", "User-Agent"] } },
        },
      },
    },
    sections: { http: ["on_http_request", "on_http_response"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["req", "res"],
    results: [
      {
        name: "actions.ngrok.add_headers.headers_added",
        type: "map(string, string)",
        description: "the headers that the last run added: name to value",
      },
    ],
    interpolated: ["headers"],
    regularExpressions: [],
    headers: {
      sets: "headers",
      ineffective: {
        "ngrok-skip-browser-warning":
          "A policy cannot skip the page that free accounts show: the client has to send this header, or another user agent.",
      },
    },
    unsure: [
      "Whether a policy with `ngrok-skip-browser-warning` is refused is not documented, only that it may not be used.",
    ],
    example: { headers: { "x-client-country": "${conn.geo.country_code}" } },
  },
  {
    type: "ai-gateway",
    description: "Forwards requests to providers of AI models.",
    config: {
      additionalProperties: true,
      type: "object",
      properties: {
        on_error: {
          type: "string",
          enum: ["halt", "continue"],
          default: "halt",
          description:
            "What happens if no provider answers: `halt` ends processing, `continue` runs the next action.",
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: {
      when: "a provider answers, or none does while `on_error` is `halt`",
      unless: { on_error: "continue" },
    },
    changes: [],
    forwards: true,
    results: [
      {
        name: "actions.ngrok.ai_gateway.status",
        type: "string",
        description: "`success` or `error`",
      },
      {
        name: "actions.ngrok.ai_gateway.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.ai_gateway.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.ai_gateway.client",
        type: "map(string, dyn)",
        description: "what the client asked for",
      },
      {
        name: "actions.ngrok.ai_gateway.input_ngrok_tokens",
        type: "int",
        description: "the tokens of the request",
      },
      {
        name: "actions.ngrok.ai_gateway.output_ngrok_tokens",
        type: "int",
        description: "the tokens of the response",
      },
      {
        name: "actions.ngrok.ai_gateway.gateway_latency_ms",
        type: "int",
        description: "the time that the gateway took, in milliseconds",
      },
      {
        name: "actions.ngrok.ai_gateway.model_selection",
        type: "list(map(string, dyn))",
        description: "how models were chosen",
      },
      {
        name: "actions.ngrok.ai_gateway.models_tried",
        type: "list(map(string, dyn))",
        description: "the models that were asked",
      },
      {
        name: "actions.ngrok.ai_gateway.success",
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
  },
  {
    type: "basic-auth",
    description:
      "Lets a request through with one of several names and passwords, and answers 401 otherwise.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["credentials"],
      properties: {
        credentials: {
          minItems: 1,
          maxItems: 10,
          description:
            "Each a name and a password of 8 to 128 characters, with a colon between: `user:password1`.",
          type: "array",
          items: { type: "string" },
        },
        realm: {
          default: "ngrok",
          maxLength: 128,
          description: "What the client shows when it asks for them; ASCII only.",
          type: "string",
        },
        enforce: {
          default: true,
          description: "Whether requests are refused at all; `false` is a trial.",
          type: "boolean",
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: { when: "the credentials are missing or wrong and `enforce` is not false" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.basic_auth.credentials.presented",
        type: "bool",
        description: "whether the request has credentials of this scheme",
      },
      {
        name: "actions.ngrok.basic_auth.credentials.username",
        type: "string",
        description: "the name that is presented",
      },
      {
        name: "actions.ngrok.basic_auth.credentials.authorized",
        type: "bool",
        description: "whether name and password are accepted",
      },
    ],
    interpolated: ["credentials"],
    secrets: ["credentials"],
    regularExpressions: [],
    credentials: { pairs: "credentials", passwordLength: [8, 128], realm: "realm" },
    example: { credentials: ["user:password1"], realm: "Reports" },
    unsure: [
      "A plan of the service may allow fewer credentials.",
      "One page writes credentials as objects.",
    ],
  },
  {
    type: "circuit-breaker",
    description: "Answers 503 for a while when too many responses of the upstream are errors.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["error_threshold"],
      properties: {
        error_threshold: {
          minimum: 0,
          maximum: 1,
          description: "The share of errors, from 0 to 1, from which on requests are refused.",
          type: "number",
        },
        volume_threshold: {
          minimum: 1,
          maximum: 2000000000,
          default: 10,
          description: "How many requests of the window have to be seen before any is refused.",
          type: "integer",
        },
        window_duration: {
          default: "10s",
          description: "How long a request counts: `1s` to `2m`.",
          type: "string",
        },
        tripped_duration: {
          default: "10s",
          description:
            "How long requests are refused before the share is looked at again: `1s` to `2m`.",
          type: "string",
        },
        num_buckets: { default: 10, description: "Always 10.", const: 10, type: "number" },
        enforce: {
          default: true,
          description: "Whether requests are refused at all.",
          type: "boolean",
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: { when: "the breaker is open and `enforce` is not false" },
    changes: [],
    interpolated: [],
    regularExpressions: [],
    formats: {
      window_duration: { minimum: "1s", maximum: "2m" },
      tripped_duration: { minimum: "1s", maximum: "2m" },
    },
    example: { error_threshold: 0.25, volume_threshold: 20, tripped_duration: "30s" },
    unsure: [
      "`error_threshold` is documented as required, and with a default.",
      "Which responses count as errors is not documented.",
    ],
  },
  {
    type: "close-connection",
    description: "Closes the connection without an answer.",
    config: { additionalProperties: false, type: "object", properties: {} },
    sections: {
      http: ["on_tcp_connect", "on_http_request"],
      tcp: ["on_tcp_connect"],
      tls: ["on_tcp_connect"],
    },
    endsProcessing: "always",
    changes: [],
    closes: true,
    interpolated: [],
    regularExpressions: [],
    example: {},
  },
  {
    type: "compress-response",
    description: "Compresses the response with an algorithm that the client accepts.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        algorithms: {
          default: ["gzip", "deflate", "br", "compress"],
          description: "The algorithms to choose from; all four if omitted.",
          type: "array",
          items: { type: "string", enum: ["gzip", "deflate", "br", "compress"] },
        },
      },
    },
    sections: { http: ["on_http_response"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["res"],
    results: [
      {
        name: "actions.ngrok.compress.already_compressed",
        type: "bool",
        description: "whether the body was encoded before the last run",
      },
      {
        name: "actions.ngrok.compress.negotiated_algorithm",
        type: "string",
        description: "the algorithm that the last run chose",
        unsure: ["What it is when no algorithm was chosen is not documented."],
      },
    ],
    interpolated: [],
    regularExpressions: [],
    compression: "algorithms",
    example: { algorithms: ["br", "gzip"] },
    unsure: ["Which algorithm wins between equal preferences of the client is not documented."],
  },
  {
    type: "custom-response",
    description: "Answers the request itself, without the upstream, or replaces the response.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        status_code: {
          default: 200,
          description: "The HTTP status of the answer.",
          type: "integer",
        },
        body: { description: "The body of the answer.", type: "string" },
        headers: {
          type: "object",
          additionalProperties: { type: "string" },
          maxProperties: 10,
          description: "Headers of the answer: name to value, at most ten.",
        },
      },
    },
    sections: { http: ["on_http_request", "on_http_response"], tcp: [], tls: [] },
    endsProcessing: "always",
    changes: ["res"],
    interpolated: ["body", "headers"],
    regularExpressions: [],
    deprecatedFields: { content: { replacement: "body" } },
    answer: {
      kind: "response",
      status: "status_code",
      content: "body",
      reachesResponseRules: true,
    },
    headers: { sets: "headers" },
    example: {
      status_code: 503,
      headers: { "content-type": "text/plain" },
      body: "Back in five minutes.",
    },
    unsure: [
      "Without a content-type header the service infers one; by which rules is not documented.",
      "The page calls `content` the earlier name of `body`; whether it is still accepted is not documented.",
    ],
  },
  {
    type: "deny",
    description: "Refuses the request, or closes the connection of a TCP or TLS policy.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        status_code: {
          description: "The HTTP status of the refusal; HTTP policies only.",
          type: "integer",
        },
      },
    },
    sections: {
      http: ["on_tcp_connect", "on_http_request"],
      tcp: ["on_tcp_connect"],
      tls: ["on_tcp_connect"],
    },
    endsProcessing: "always",
    changes: [],
    interpolated: [],
    regularExpressions: [],
    answer: { kind: "refusal", status: "status_code", formerStatus: 999 },
    fieldProtocols: { status_code: ["http"] },
    example: { status_code: 403 },
    unsure: ["The status without a config was 999 until 2025-03-10 and has been 403 since."],
    fieldSections: { status_code: ["on_http_request"] },
  },
  {
    type: "forward-internal",
    description: "Forwards the traffic to an internal endpoint, which answers it.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["url"],
      properties: {
        url: { description: "The URL of the internal endpoint.", type: "string" },
        on_error: {
          type: "string",
          enum: ["halt", "continue"],
          default: "halt",
          description:
            "What happens if the endpoint cannot be reached: `halt` ends processing, `continue` runs the next action.",
        },
      },
    },
    sections: {
      http: ["on_tcp_connect", "on_http_request"],
      tcp: ["on_tcp_connect"],
      tls: ["on_tcp_connect"],
    },
    endsProcessing: {
      when: "forwarding succeeds, or fails while `on_error` is `halt`",
      unless: { on_error: "continue" },
    },
    changes: [],
    forwards: true,
    results: [
      {
        name: "actions.ngrok.forward_internal.url",
        type: "string",
        missing: { when: "forwarding did not fail", isInferred: true },
        description: "the URL that could not be reached, as `scheme://host:port`",
      },
      {
        name: "actions.ngrok.forward_internal.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.forward_internal.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
    ],
    interpolated: ["url"],
    regularExpressions: [],
    formats: { url: "url" },
    deprecatedFields: { binding: {} },
    example: { url: "https://billing.internal", on_error: "continue" },
    unsure: [
      "Whether rules of `on_http_response` run on the answer is not documented.",
      "Whether the host header is kept is documented in two ways.",
    ],
  },
  {
    type: "http-request",
    description:
      "Sends a request to another endpoint, and keeps the response for later expressions.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["url"],
      properties: {
        url: { description: "Where the request goes.", type: "string" },
        method: {
          type: "string",
          enum: ["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"],
          default: "GET",
          description: "The HTTP method.",
        },
        query_params: {
          maxItems: 32,
          description: "Parameters of the query string, at most 32.",
          type: "array",
          items: {
            additionalProperties: false,
            type: "object",
            required: ["key", "value"],
            properties: {
              key: { maxLength: 128, description: "The name.", type: "string" },
              value: { maxLength: 8192, description: "The value.", type: "string" },
            },
          },
        },
        headers: {
          type: "object",
          additionalProperties: { type: "string" },
          maxProperties: 10,
          description: "Headers of the request: name to value, at most ten.",
        },
        body: { description: "The body of the request.", type: "string" },
        max_redirects: {
          minimum: 0,
          maximum: 100,
          description: "How many redirects are followed.",
          type: "integer",
        },
        timeout: {
          default: "3s",
          description: "How long all attempts may take together: `1s` to `30s`.",
          type: "string",
        },
        retry_condition: {
          default: "false",
          description:
            "An expression: whether to try again, at most three times. It can read `attempts`, `last_attempt.req`, `last_attempt.res` and `last_attempt.error`.",
          type: "string",
        },
        on_error: {
          type: "string",
          enum: ["continue", "halt"],
          default: "continue",
          description:
            "What happens if there is no response: `halt` ends processing, `continue` runs the next action.",
        },
      },
    },
    sections: { http: ["on_http_request", "on_http_response"], tcp: [], tls: [] },
    endsProcessing: { when: "there is no response and `on_error` is `halt`" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.http_request.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.http_request.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.http_request.attempts",
        type: "list(http_attempt)",
        description: "the attempts of the last run",
      },
      {
        name: "actions.ngrok.http_request.req",
        type: "http_attempt_request",
        description: "the request that the last run sent",
      },
      {
        name: "actions.ngrok.http_request.res",
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
  },
  {
    type: "jwt-validation",
    description: "Checks the JSON Web Tokens of the request, and answers 401 if one is invalid.",
    endsProcessing: { when: "a token is missing or invalid" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.jwt_validation.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.jwt_validation.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.jwt_validation.tokens",
        type: "list(jwt)",
        description: "the tokens that the last run checked",
      },
    ],
    regularExpressions: [],
    formats: { "jws.keys.sources.additional_jkus": "url" },
    trustedUrls: ["jws.keys.sources.additional_jkus"],
    signingAlgorithms: "jws.allowed_algorithms",
    tokenPrefixes: "http.tokens.prefix",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["issuer", "http", "jws"],
      properties: {
        issuer: {
          additionalProperties: false,
          description: "The accepted issuers.",
          type: "object",
          required: ["allow_list"],
          properties: {
            allow_list: {
              minItems: 1,
              description: "One of these has to match.",
              type: "array",
              items: {
                additionalProperties: false,
                type: "object",
                required: ["value"],
                properties: {
                  value: { description: "The issuer, as the claim `iss` has it.", type: "string" },
                },
              },
            },
          },
        },
        audience: {
          additionalProperties: false,
          description: "The accepted audiences.",
          type: "object",
          required: ["allow_list"],
          properties: {
            allow_list: {
              minItems: 1,
              description: "One of these has to match.",
              type: "array",
              items: {
                additionalProperties: false,
                type: "object",
                required: ["value"],
                properties: {
                  value: { description: "An audience, as the claim `aud` has it.", type: "string" },
                },
              },
            },
          },
        },
        http: {
          additionalProperties: false,
          description: "Where the request has tokens.",
          type: "object",
          required: ["tokens"],
          properties: {
            tokens: {
              minItems: 1,
              description: "The tokens to check; all of them are required.",
              type: "array",
              items: {
                additionalProperties: false,
                type: "object",
                required: ["type", "method", "name"],
                properties: {
                  type: {
                    type: "string",
                    enum: ["access_token", "at+jwt", "id_token", "it+jwt", "plain", "jwt"],
                    description: "What kind of token it is.",
                  },
                  method: {
                    type: "string",
                    enum: ["header", "body"],
                    description: "Which part of the request has it.",
                  },
                  name: {
                    description: "The name of the header, or of the field in the body.",
                    type: "string",
                  },
                  prefix: {
                    description: "The text before the token, such as `Bearer `.",
                    type: "string",
                  },
                },
              },
            },
          },
        },
        jws: {
          additionalProperties: false,
          description: "How tokens are signed.",
          type: "object",
          required: ["allowed_algorithms", "keys"],
          properties: {
            allowed_algorithms: {
              minItems: 1,
              description:
                "The algorithms a token may be signed with, such as `RS256`; never `none`.",
              type: "array",
              items: { not: { enum: ["none"] }, type: "string" },
            },
            keys: {
              additionalProperties: false,
              description: "The keys that signatures are checked with.",
              type: "object",
              required: ["sources"],
              properties: {
                identification: {
                  description: "How the key of a token is found.",
                  type: "array",
                  items: {
                    additionalProperties: false,
                    type: "object",
                    properties: {
                      token_claims: {
                        description: "The claims that name the key.",
                        type: "array",
                        items: { type: "string", enum: ["kid"] },
                      },
                    },
                  },
                },
                sources: {
                  additionalProperties: false,
                  description: "The source of the keys.",
                  type: "object",
                  required: ["additional_jkus"],
                  properties: {
                    additional_jkus: {
                      minItems: 1,
                      maxItems: 100,
                      description: "URLs of JSON Web Key Sets.",
                      type: "array",
                      items: { type: "string" },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    interpolated: ["issuer", "http", "jws"],
    perhapsLists: ["jws.keys", "jws.keys.sources"],
    example: {
      issuer: { allow_list: [{ value: "https://issuer.example.com/" }] },
      audience: { allow_list: [{ value: "urn:example:api" }] },
      http: {
        tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }],
      },
      jws: {
        allowed_algorithms: ["RS256"],
        keys: { sources: { additional_jkus: ["https://issuer.example.com/jwks.json"] } },
      },
    },
    unsure: [
      "The status of the answer is documented for a missing token only.",
      "`keys` is documented as a list of objects with a list of `sources`, but is one object in every example.",
      "The shape of `identification` is documented only for a list of keys.",
      "Expressions are documented for issuers, names, prefixes and URLs; other fields of the same objects are not mentioned.",
    ],
  },
  {
    type: "log",
    description: "Writes an entry with data of your choice to the event log.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["metadata"],
      properties: {
        metadata: {
          type: "object",
          additionalProperties: {},
          description: "What the entry says: free keys and values.",
        },
      },
    },
    sections: {
      http: ["on_tcp_connect", "on_http_request", "on_http_response"],
      tcp: ["on_tcp_connect"],
      tls: ["on_tcp_connect"],
    },
    unsureSections: {},
    endsProcessing: "never",
    changes: [],
    results: [
      {
        name: "actions.ngrok.log.metadata",
        type: "map(string, dyn)",
        description: "what the last run logged",
        unsure: ["It is documented as a map of texts, although `metadata` can hold anything."],
      },
    ],
    interpolated: ["metadata"],
    regularExpressions: [],
    example: { metadata: { event: "refused", client: "${conn.client_ip}" } },
    unsure: [],
  },
  {
    type: "oauth",
    description: "Lets only people through who have signed in with a provider of OAuth.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["provider"],
      properties: {
        provider: {
          examples: [
            "amazon",
            "facebook",
            "github",
            "gitlab",
            "google",
            "linkedin",
            "microsoft",
            "twitch",
          ],
          description:
            "The provider: `amazon`, `facebook`, `github`, `gitlab`, `google`, `linkedin`, `microsoft` or `twitch`.",
          type: "string",
        },
        auth_id: {
          description: "A name that tells this action from others of its kind.",
          type: "string",
        },
        client_id: {
          description: "The identifier of your application at the provider.",
          type: "string",
        },
        client_secret: {
          description: "The secret of your application at the provider.",
          type: "string",
        },
        scopes: { description: "The scopes to ask for.", type: "array", items: { type: "string" } },
        authz_url_params: {
          type: "object",
          additionalProperties: { type: "string" },
          description: "Further parameters of the URL at which people sign in: name to value.",
        },
        max_session_duration: { description: "After how long a session ends.", type: "string" },
        userinfo_refresh_interval: {
          description: "How often the provider is asked for the person again.",
          type: "string",
        },
        allow_cors_preflight: {
          default: false,
          description: "Whether `OPTIONS` requests of browsers pass without a session.",
          type: "boolean",
        },
        auth_cookie_domain: {
          description: "The domain of the cookie with the session.",
          type: "string",
        },
        idle_session_timeout: {
          description: "After how long without requests a session ends.",
          type: "string",
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: { when: "the client has no session" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.oauth",
        type: "dyn",
        description: "all that the action leaves behind",
      },
      { name: "actions.ngrok.oauth.error", type: "dyn", description: "why the last run failed" },
      {
        name: "actions.ngrok.oauth.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.oauth.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.oauth.identity",
        type: "dyn",
        description: "who has signed in; `null` when nobody has",
      },
      {
        name: "actions.ngrok.oauth.identity.id",
        type: "string",
        description: "the identifier of the person at the service",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oauth.identity.email",
        type: "string",
        description: "the e-mail address of the person",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oauth.identity.name",
        type: "string",
        description: "the name of the person",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oauth.identity.provider_user_id",
        type: "string",
        description: "the identifier of the person at the provider",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oauth.access_token",
        type: "string",
        description: "the access token of the provider",
      },
      {
        name: "actions.ngrok.oauth.refresh_token",
        type: "string",
        description: "the refresh token of the provider",
      },
      {
        name: "actions.ngrok.oauth.expires_at",
        type: "string",
        description: "when the session ends",
      },
      {
        name: "actions.ngrok.oauth.session_timed_out",
        type: "bool",
        description: "whether the session ended because there were no requests",
      },
      {
        name: "actions.ngrok.oauth.session_max_duration_reached",
        type: "bool",
        description: "whether the session ended because of its age",
      },
      {
        name: "actions.ngrok.oauth.identity.current_provider_session_id",
        type: "string",
        description: "the identifier of the session at the provider",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oauth.userinfo_refreshed",
        type: "bool",
        description: "whether the last run asked the provider for the person again",
      },
    ],
    interpolated: ["client_id", "client_secret"],
    secrets: ["client_secret"],
    regularExpressions: [],
    formats: { max_session_duration: {}, userinfo_refresh_interval: {}, idle_session_timeout: {} },
    authenticates: true,
    example: { provider: "google" },
    unsure: ["The list of providers may grow."],
  },
  {
    type: "openid-connect",
    description: "Lets only people through who have signed in with a provider of OpenID Connect.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["issuer_url"],
      properties: {
        issuer_url: { description: "The URL of the issuer.", type: "string" },
        auth_id: {
          description: "A name that tells this action from others of its kind.",
          type: "string",
        },
        client_id: {
          description: "The identifier of your application at the provider.",
          type: "string",
        },
        client_secret: {
          description: "The secret of your application at the provider.",
          type: "string",
        },
        scopes: { description: "The scopes to ask for.", type: "array", items: { type: "string" } },
        authz_url_params: {
          type: "object",
          additionalProperties: { type: "string" },
          description: "Further parameters of the URL at which people sign in: name to value.",
        },
        max_session_duration: { description: "After how long a session ends.", type: "string" },
        userinfo_refresh_interval: {
          description: "How often the provider is asked for the person again.",
          type: "string",
        },
        allow_cors_preflight: {
          default: false,
          description: "Whether `OPTIONS` requests of browsers pass without a session.",
          type: "boolean",
        },
        auth_cookie_domain: {
          description: "The domain of the cookie with the session.",
          type: "string",
        },
        idle_session_duration: {
          description: "After how long without requests a session ends.",
          type: "string",
        },
        idle_session_timeout: {
          description: "Another name of `idle_session_duration` that is in use.",
          type: "string",
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: { when: "the client has no session" },
    changes: [],
    results: [
      { name: "actions.ngrok.oidc", type: "dyn", description: "all that the action leaves behind" },
      { name: "actions.ngrok.oidc.error", type: "dyn", description: "why the last run failed" },
      {
        name: "actions.ngrok.oidc.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.oidc.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.oidc.identity",
        type: "dyn",
        description: "who has signed in; `null` when nobody has",
      },
      {
        name: "actions.ngrok.oidc.identity.id",
        type: "string",
        description: "the identifier of the person at the service",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oidc.identity.email",
        type: "string",
        description: "the e-mail address of the person",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oidc.identity.name",
        type: "string",
        description: "the name of the person",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oidc.identity.provider_user_id",
        type: "string",
        description: "the identifier of the person at the provider",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      {
        name: "actions.ngrok.oidc.access_token",
        type: "string",
        description: "the access token of the provider",
      },
      {
        name: "actions.ngrok.oidc.refresh_token",
        type: "string",
        description: "the refresh token of the provider",
      },
      {
        name: "actions.ngrok.oidc.expires_at",
        type: "string",
        description: "when the session ends",
      },
      {
        name: "actions.ngrok.oidc.session_timed_out",
        type: "bool",
        description: "whether the session ended because there were no requests",
      },
      {
        name: "actions.ngrok.oidc.session_max_duration_reached",
        type: "bool",
        description: "whether the session ended because of its age",
      },
      {
        name: "actions.ngrok.oidc.identity.current_session_id",
        type: "string",
        description: "the identifier of the session",
        missing: { when: "the client has not signed in", isInferred: true },
      },
      { name: "actions.ngrok.oidc.identity_token", type: "string", description: "the ID token" },
      {
        name: "actions.ngrok.oidc.user_info_refreshed",
        type: "bool",
        description: "whether the last run asked the issuer for the person again",
      },
      {
        name: "actions.ngrok.oidc.userinfo_refreshed",
        type: "bool",
        description: "whether the last run asked the issuer for the person again",
      },
    ],
    interpolated: ["client_id", "client_secret"],
    secrets: ["client_secret"],
    regularExpressions: [],
    formats: {
      issuer_url: "url",
      max_session_duration: {},
      userinfo_refresh_interval: {},
      idle_session_duration: {},
      idle_session_timeout: {},
    },
    trustedUrls: ["issuer_url"],
    authenticates: true,
    example: {
      issuer_url: "https://issuer.example.com",
      client_id: "site",
      client_secret: "${secrets.get('site', 'oidc')}",
    },
    unsure: [
      "`client_id` and `client_secret` are documented as optional, and errors demand them.",
      "`idle_session_duration` is also written as `idle_session_timeout`, and `user_info_refreshed` as `userinfo_refreshed`.",
    ],
  },
  {
    type: "owasp-crs-request",
    description: "Answers 403 instead of requests that the OWASP Core Rule Set takes for attacks.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        on_error: {
          type: "string",
          enum: ["continue", "halt"],
          default: "halt",
          description:
            "What happens if the rules cannot be run: `halt` ends processing, `continue` runs the next action.",
        },
        process_body: {
          default: false,
          description: "Whether the first 4 KB of the body are read.",
          type: "boolean",
        },
        exclude_rule_ids: {
          description: "The numbers of rules that are left out.",
          type: "array",
          items: { minimum: 900000, maximum: 999999, type: "integer" },
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: { when: "the score reaches the threshold of 5" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.owasp_crs_request.decision",
        type: "string",
        description: "the decision: `allow` or `deny`",
      },
      {
        name: "actions.ngrok.owasp_crs_request.anomaly_score",
        type: "int",
        description: "the sum of what matched",
      },
      {
        name: "actions.ngrok.owasp_crs_request.anomaly_score_threshold",
        type: "int",
        description: "the score from which on it is refused",
      },
      {
        name: "actions.ngrok.owasp_crs_request.matched_rules",
        type: "list(matched_rule)",
        description: "the rules that matched",
      },
      {
        name: "actions.ngrok.owasp_crs_request.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.owasp_crs_request.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
    ],
    interpolated: [],
    regularExpressions: [],
    example: { process_body: true, exclude_rule_ids: [911100] },
    unsure: [
      "Whether `on_error: continue` also lets through what is refused is documented in two ways.",
      "`on_error` is documented as required, and with a default.",
    ],
  },
  {
    type: "owasp-crs-response",
    description: "Answers 403 instead of responses that the OWASP Core Rule Set takes for attacks.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        on_error: {
          type: "string",
          enum: ["continue", "halt"],
          default: "halt",
          description:
            "What happens if the rules cannot be run: `halt` ends processing, `continue` runs the next action.",
        },
        process_body: {
          default: false,
          description: "Whether the first 4 KB of the body are read.",
          type: "boolean",
        },
        exclude_rule_ids: {
          description: "The numbers of rules that are left out.",
          type: "array",
          items: { minimum: 900000, maximum: 999999, type: "integer" },
        },
      },
    },
    sections: { http: ["on_http_response"], tcp: [], tls: [] },
    endsProcessing: { when: "the score reaches the threshold of 4" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.owasp_crs_response.decision",
        type: "string",
        description: "the decision: `allow` or `deny`",
      },
      {
        name: "actions.ngrok.owasp_crs_response.anomaly_score",
        type: "int",
        description: "the sum of what matched",
      },
      {
        name: "actions.ngrok.owasp_crs_response.anomaly_score_threshold",
        type: "int",
        description: "the score from which on it is refused",
      },
      {
        name: "actions.ngrok.owasp_crs_response.matched_rules",
        type: "list(matched_rule)",
        description: "the rules that matched",
      },
      {
        name: "actions.ngrok.owasp_crs_response.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.owasp_crs_response.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
    ],
    interpolated: [],
    regularExpressions: [],
    example: { process_body: true, exclude_rule_ids: [911100] },
    unsure: [
      "Whether `on_error: continue` also lets through what is refused is documented in two ways.",
      "`on_error` is documented as required, and with a default.",
    ],
  },
  {
    type: "rate-limit",
    description: "Answers 429 with `retry-after` to requests over a limit; the others continue.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["name", "algorithm", "capacity", "rate", "bucket_key"],
      properties: {
        name: { maxLength: 1023, description: "The name of the limit.", type: "string" },
        algorithm: {
          type: "string",
          enum: ["sliding_window"],
          description: "How requests are counted.",
        },
        capacity: {
          minimum: 1,
          maximum: 2000000000,
          description:
            "How many requests a bucket lets through within the time `rate`. Each server of the service counts on its own.",
          type: "integer",
        },
        rate: {
          description: "The duration, such as `60s`: from `60s` to `24h` in steps of `10s`.",
          type: "string",
        },
        bucket_key: {
          maxItems: 10,
          description:
            "Expressions, at most ten: requests for which all have the same values share a bucket.",
          type: "array",
          items: { type: "string" },
        },
        enforce: {
          default: true,
          description: "Whether requests are refused at all; `false` only counts them.",
          type: "boolean",
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    unsureSections: {},
    endsProcessing: { when: "the request is over the limit and `enforce` is not false" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.rate_limit.bucket_key",
        type: "string",
        description: "the key under which the request was counted",
      },
      {
        name: "actions.ngrok.rate_limit.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.rate_limit.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.rate_limit.limited",
        type: "bool",
        description: "whether the request was over the limit",
      },
    ],
    interpolated: [],
    regularExpressions: [],
    formats: {
      rate: { minimum: "60s", maximum: "24h", multipleOf: "10s" },
      bucket_key: "expression",
    },
    example: {
      name: "Thirty a minute for each client",
      algorithm: "sliding_window",
      capacity: 30,
      rate: "60s",
      bucket_key: ["conn.client_ip"],
    },
    unsure: ["Whether a bucket key may be missing or be repeated is not documented."],
  },
  {
    type: "redirect",
    description: "Sends the client to another URL, made from the URL of the request.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["to"],
      properties: {
        from: {
          description:
            "Regular expression (RE2), matched against the whole URL with its scheme and host; the whole URL is replaced if omitted.",
          type: "string",
        },
        to: { description: "The replacement; `$1` is the first capture group.", type: "string" },
        status_code: {
          minimum: 300,
          maximum: 399,
          default: 302,
          description: "The HTTP status of the redirect, from 300 to 399.",
          type: "integer",
        },
        headers: {
          type: "object",
          additionalProperties: { type: "string" },
          maxProperties: 10,
          description: "Headers of the redirect: name to value, at most ten.",
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: { when: "the URL changes" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.redirect.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.redirect.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.redirect.matches",
        type: "list(string)",
        description: "what `from` matched",
      },
      {
        name: "actions.ngrok.redirect.url",
        type: "string",
        description: "the URL after the replacement",
      },
    ],
    interpolated: ["from", "to", "headers"],
    regularExpressions: ["from"],
    answer: { kind: "redirect", status: "status_code" },
    headers: { sets: "headers" },
    rewrite: { from: "from", to: "to", variables: [] },
    example: { from: "/old-store/", to: "/store/", status_code: 301 },
    unsure: [
      "Whether it ends processing in the sense of cloud endpoints is documented in two ways.",
    ],
    deprecatedFields: { format: { unless: ["nginx"] } },
  },
  {
    type: "remove-headers",
    description:
      "Removes headers from the request on its way in, or from the response on its way out.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["headers"],
      properties: {
        headers: {
          minItems: 1,
          maxItems: 10,
          description: "The names of the headers, one to ten; `user-agent` cannot be removed.",
          type: "array",
          items: { not: { enum: ["user-agent", "User-Agent"] }, type: "string" },
        },
      },
    },
    sections: { http: ["on_http_request", "on_http_response"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["req", "res"],
    results: [
      {
        name: "actions.ngrok.remove_headers.headers_removed",
        type: "list(string)",
        description: "the names of the headers that the last run removed",
      },
    ],
    interpolated: [],
    regularExpressions: [],
    headers: { removes: "headers" },
    example: { headers: ["x-powered-by", "server"] },
  },
  {
    type: "request-body-find-replace",
    description: "Replaces what matches in the body of the request.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["replacements"],
      properties: {
        replacements: {
          minItems: 1,
          description: "The replacements, each made in the result of the one before.",
          type: "array",
          items: {
            additionalProperties: false,
            type: "object",
            required: ["from"],
            properties: {
              from: {
                description: "Regular expression (RE2); all matches are replaced.",
                type: "string",
              },
              to: {
                default: "",
                description: "The replacement; `$1` is the first capture group.",
                type: "string",
              },
            },
          },
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["req"],
    results: [
      {
        name: "actions.ngrok.request_body_find_replace.replacements",
        type: "list(replacement)",
        description: "the replacements of the last run that matched",
      },
    ],
    interpolated: ["replacements"],
    regularExpressions: ["replacements.from"],
    example: { replacements: [{ from: "secret-[0-9]+", to: "hidden" }] },
  },
  {
    type: "response-body-find-replace",
    description: "Replaces what matches in the body of the response.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["replacements"],
      properties: {
        replacements: {
          minItems: 1,
          description: "The replacements, each made in the result of the one before.",
          type: "array",
          items: {
            additionalProperties: false,
            type: "object",
            required: ["from"],
            properties: {
              from: {
                description: "Regular expression (RE2); all matches are replaced.",
                type: "string",
              },
              to: {
                default: "",
                description: "The replacement; `$1` is the first capture group.",
                type: "string",
              },
            },
          },
        },
      },
    },
    sections: { http: ["on_http_response"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["res"],
    results: [
      {
        name: "actions.ngrok.response_body_find_replace.replacements",
        type: "list(replacement)",
        description: "the replacements of the last run that matched",
      },
    ],
    interpolated: ["replacements"],
    regularExpressions: ["replacements.from"],
    example: { replacements: [{ from: "secret-[0-9]+", to: "hidden" }] },
  },
  {
    type: "restrict-ips",
    description:
      "Lets only some client addresses through: others get 403, or in TCP and TLS policies their connection is closed.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        enforce: {
          default: true,
          description: "Whether addresses are refused at all; `false` is a trial.",
          type: "boolean",
        },
        allow: {
          description: "CIDRs of addresses to let through, such as `192.0.2.0/24`.",
          type: "array",
          items: { type: "string" },
        },
        deny: {
          description: "CIDRs of addresses to refuse, even if `allow` contains them.",
          type: "array",
          items: { type: "string" },
        },
        ip_policies: {
          description: "Identifiers of IP policies of the service.",
          type: "array",
          items: { type: "string" },
        },
      },
    },
    sections: {
      http: ["on_tcp_connect", "on_http_request", "on_http_response"],
      tcp: ["on_tcp_connect"],
      tls: ["on_tcp_connect"],
    },
    endsProcessing: { when: "the address is refused and `enforce` is not false" },
    changes: [],
    results: [
      {
        name: "actions.ngrok.restrict_ips.action",
        type: "string",
        description: "the decision: `allow` or `deny`",
      },
      {
        name: "actions.ngrok.restrict_ips.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.restrict_ips.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.restrict_ips.matched_cidr",
        type: "string",
        description: "the CIDR that contains the address; empty if there is none",
      },
    ],
    interpolated: ["allow", "deny"],
    regularExpressions: [],
    formats: { allow: "cidr", deny: "cidr" },
    addressLists: { allow: "allow", deny: "deny", others: ["ip_policies"] },
    example: { allow: ["192.0.2.0/24", "2001:db8::/32"], deny: ["192.0.2.66/32"] },
    unsureSections: {},
    unsure: ["That nobody is let through without an `allow` list is likely, but not documented."],
  },
  {
    type: "saml",
    description: "Lets only people through who have signed in with a provider of SAML.",
    config: {
      additionalProperties: true,
      type: "object",
      properties: {
        idp_metadata: { description: "The metadata of the provider, as XML.", type: "string" },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: { when: "the client has no session" },
    changes: [],
    interpolated: [],
    regularExpressions: [],
    authenticates: true,
    example: { idp_metadata: "<EntityDescriptor/>" },
    unsure: ["Its page has no reference: only `idp_metadata` is known from guides."],
  },
  {
    type: "set-vars",
    description: "Sets variables that later rules of the same phase read as `vars.name`.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["vars"],
      properties: {
        vars: {
          minItems: 1,
          description: "The variables, set in this order.",
          type: "array",
          items: {
            type: "object",
            minProperties: 1,
            maxProperties: 1,
            additionalProperties: {},
            description: "One name with its value; texts in it are interpolated.",
          },
        },
      },
    },
    sections: {
      http: ["on_tcp_connect", "on_http_request", "on_http_response"],
      tcp: ["on_tcp_connect"],
      tls: ["on_tcp_connect"],
    },
    endsProcessing: "never",
    changes: ["vars"],
    setsVariables: "vars",
    interpolated: ["vars"],
    regularExpressions: [],
    example: { vars: [{ tier: "${'x-tier' in req.headers ? req.headers['x-tier'][0] : 'free'}" }] },
    unsure: [
      "Whether an entry may read an earlier one is documented in two ways.",
      "How deep values may be nested is not documented.",
    ],
  },
  {
    type: "sse-find-replace",
    description: "Replaces what matches in one message of a stream of events.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["replacements"],
      properties: {
        replacements: {
          minItems: 1,
          description: "The replacements, each made in the result of the one before.",
          type: "array",
          items: {
            additionalProperties: false,
            type: "object",
            required: ["from"],
            properties: {
              field: {
                default: "data",
                description: "The field of the message: `data` or `retry`.",
                type: "string",
              },
              from: {
                description: "Regular expression (RE2); all matches are replaced.",
                type: "string",
              },
              to: {
                default: "",
                description: "The replacement; `$1` is the first capture group.",
                type: "string",
              },
            },
          },
        },
      },
    },
    sections: { http: ["on_event_stream_message"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["res"],
    results: [
      {
        name: "actions.ngrok.sse_find_replace.replacements",
        type: "list(replacement)",
        description: "the replacements of the last run that matched",
      },
    ],
    interpolated: ["replacements"],
    regularExpressions: ["replacements.from"],
    example: { replacements: [{ from: "secret-[0-9]+", to: "hidden" }] },
    unsure: ["Which variables exist in `on_event_stream_message` is not documented."],
  },
  {
    type: "terminate-tls",
    description:
      "Ends TLS here, with a certificate of yours and, if you like, one of the client's.",
    config: {
      additionalProperties: false,
      type: "object",
      properties: {
        min_version: {
          type: "string",
          enum: ["1.2", "1.3"],
          default: "1.2",
          description: "The oldest version of TLS.",
        },
        max_version: {
          type: "string",
          enum: ["1.2", "1.3"],
          default: "1.3",
          description: "The newest version of TLS.",
        },
        server_private_key: {
          description: "The private key of `server_certificate`, as PEM.",
          type: "string",
        },
        server_certificate: {
          description: "The certificate of the server, as PEM.",
          type: "string",
        },
        mutual_tls_certificate_authorities: {
          description: "Who may sign certificates of clients: PEM, or identifiers `ca_…`.",
          type: "array",
          items: { type: "string" },
        },
        mutual_tls_verification_strategy: {
          type: "string",
          enum: ["require-and-verify", "require-any", "request"],
          default: "require-and-verify",
          description: "Whether the client has to send a certificate, and whether it is verified.",
        },
      },
    },
    sections: { http: ["on_tcp_connect"], tcp: [], tls: ["on_tcp_connect"] },
    endsProcessing: "never",
    changes: ["conn"],
    fieldsTogether: [["server_private_key", "server_certificate"]],
    results: [
      {
        name: "actions.ngrok.terminate_tls.cipher_suite",
        type: "string",
        description: "the cipher suite that client and server agreed on",
      },
      {
        name: "actions.ngrok.terminate_tls.sni",
        type: "string",
        description: "the host that the client asked for when TLS began",
      },
      {
        name: "actions.ngrok.terminate_tls.version",
        type: "string",
        description: "the version of TLS that client and server agreed on",
      },
      {
        name: "actions.ngrok.terminate_tls.warnings",
        type: "list(string)",
        description: "what is wrong with the authorities of clients' certificates",
      },
      {
        name: "actions.ngrok.terminate_tls.client.extensions",
        type: "list(extension)",
        description: "the extensions of the client's certificate",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer",
        type: "string",
        description: "who issued the client's certificate: the distinguished name as text",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer.common_name",
        type: "string",
        description: "who issued the client's certificate: the common name",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer.country",
        type: "list(string)",
        description: "who issued the client's certificate: the countries",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer.locality",
        type: "list(string)",
        description: "who issued the client's certificate: the towns",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer.organization",
        type: "list(string)",
        description: "who issued the client's certificate: the organizations",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer.organizational_unit",
        type: "list(string)",
        description: "who issued the client's certificate: the units of the organization",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer.postal_code",
        type: "list(string)",
        description: "who issued the client's certificate: the postal codes",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer.province",
        type: "list(string)",
        description: "who issued the client's certificate: the states or provinces",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.issuer.street_address",
        type: "list(string)",
        description: "who issued the client's certificate: the lines of the street address",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.san",
        type: "string",
        description: "all subject alternative names of the client's certificate, as one text",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.san.dns_names",
        type: "list(string)",
        description: "the DNS names that the client's certificate is for",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.san.email_addresses",
        type: "list(string)",
        description: "the e-mail addresses that the client's certificate is for",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.san.ip_addresses",
        type: "list(string)",
        description: "the IP addresses that the client's certificate is for",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.san.uris",
        type: "list(string)",
        description: "the URIs that the client's certificate is for",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.serial_number",
        type: "string",
        description: "the serial number of the client's certificate",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.signature_algorithm",
        type: "string",
        description: "the name of the algorithm that the client's certificate is signed with",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject",
        type: "string",
        description: "whom the client's certificate is for: the distinguished name as text",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject.common_name",
        type: "string",
        description: "whom the client's certificate is for: the common name",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject.country",
        type: "list(string)",
        description: "whom the client's certificate is for: the countries",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject.locality",
        type: "list(string)",
        description: "whom the client's certificate is for: the towns",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject.organization",
        type: "list(string)",
        description: "whom the client's certificate is for: the organizations",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject.organizational_unit",
        type: "list(string)",
        description: "whom the client's certificate is for: the units of the organization",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject.postal_code",
        type: "list(string)",
        description: "whom the client's certificate is for: the postal codes",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject.province",
        type: "list(string)",
        description: "whom the client's certificate is for: the states or provinces",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.subject.street_address",
        type: "list(string)",
        description: "whom the client's certificate is for: the lines of the street address",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.validity.not_after",
        type: "timestamp",
        description: "when the client's certificate expires",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.client.validity.not_before",
        type: "timestamp",
        description: "from when the client's certificate is valid",
        missing: {
          when: "the client sends no certificate",
          isInferred: true,
          group: "actions.ngrok.terminate_tls.client",
        },
      },
      {
        name: "actions.ngrok.terminate_tls.server.extensions",
        type: "list(extension)",
        description: "the extensions of the server's certificate",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer",
        type: "string",
        description: "who issued the server's certificate: the distinguished name as text",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer.common_name",
        type: "string",
        description: "who issued the server's certificate: the common name",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer.country",
        type: "list(string)",
        description: "who issued the server's certificate: the countries",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer.locality",
        type: "list(string)",
        description: "who issued the server's certificate: the towns",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer.organization",
        type: "list(string)",
        description: "who issued the server's certificate: the organizations",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer.organizational_unit",
        type: "list(string)",
        description: "who issued the server's certificate: the units of the organization",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer.postal_code",
        type: "list(string)",
        description: "who issued the server's certificate: the postal codes",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer.province",
        type: "list(string)",
        description: "who issued the server's certificate: the states or provinces",
      },
      {
        name: "actions.ngrok.terminate_tls.server.issuer.street_address",
        type: "list(string)",
        description: "who issued the server's certificate: the lines of the street address",
      },
      {
        name: "actions.ngrok.terminate_tls.server.san",
        type: "string",
        description: "all subject alternative names of the server's certificate, as one text",
      },
      {
        name: "actions.ngrok.terminate_tls.server.san.dns_names",
        type: "list(string)",
        description: "the DNS names that the server's certificate is for",
      },
      {
        name: "actions.ngrok.terminate_tls.server.san.email_addresses",
        type: "list(string)",
        description: "the e-mail addresses that the server's certificate is for",
      },
      {
        name: "actions.ngrok.terminate_tls.server.san.ip_addresses",
        type: "list(string)",
        description: "the IP addresses that the server's certificate is for",
      },
      {
        name: "actions.ngrok.terminate_tls.server.san.uris",
        type: "list(string)",
        description: "the URIs that the server's certificate is for",
      },
      {
        name: "actions.ngrok.terminate_tls.server.serial_number",
        type: "string",
        description: "the serial number of the server's certificate",
      },
      {
        name: "actions.ngrok.terminate_tls.server.signature_algorithm",
        type: "string",
        description: "the name of the algorithm that the server's certificate is signed with",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject",
        type: "string",
        description: "whom the server's certificate is for: the distinguished name as text",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject.common_name",
        type: "string",
        description: "whom the server's certificate is for: the common name",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject.country",
        type: "list(string)",
        description: "whom the server's certificate is for: the countries",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject.locality",
        type: "list(string)",
        description: "whom the server's certificate is for: the towns",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject.organization",
        type: "list(string)",
        description: "whom the server's certificate is for: the organizations",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject.organizational_unit",
        type: "list(string)",
        description: "whom the server's certificate is for: the units of the organization",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject.postal_code",
        type: "list(string)",
        description: "whom the server's certificate is for: the postal codes",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject.province",
        type: "list(string)",
        description: "whom the server's certificate is for: the states or provinces",
      },
      {
        name: "actions.ngrok.terminate_tls.server.subject.street_address",
        type: "list(string)",
        description: "whom the server's certificate is for: the lines of the street address",
      },
      {
        name: "actions.ngrok.terminate_tls.server.validity.not_after",
        type: "timestamp",
        description: "when the server's certificate expires",
      },
      {
        name: "actions.ngrok.terminate_tls.server.validity.not_before",
        type: "timestamp",
        description: "from when the server's certificate is valid",
      },
      {
        name: "actions.ngrok.terminate_tls.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.terminate_tls.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
    ],
    interpolated: [
      "server_private_key",
      "server_certificate",
      "mutual_tls_certificate_authorities",
    ],
    secrets: ["server_private_key"],
    regularExpressions: [],
    perhapsTexts: ["mutual_tls_certificate_authorities"],
    example: { min_version: "1.3" },
    unsure: ["`mutual_tls_certificate_authorities` is one text in an example."],
  },
  {
    type: "url-rewrite",
    description: "Replaces what matches in the request URL before it goes to the upstream.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["to"],
      properties: {
        from: {
          description:
            "Regular expression (RE2), matched against the whole URL with its scheme and host; all matches are replaced.",
          type: "string",
        },
        to: { description: "The replacement; `$1` is the first capture group.", type: "string" },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: "never",
    changes: ["req"],
    results: [
      {
        name: "actions.ngrok.url_rewrite.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.url_rewrite.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.url_rewrite.matches",
        type: "list(string)",
        description: "what `from` matched",
      },
      {
        name: "actions.ngrok.url_rewrite.url",
        type: "string",
        description: "the URL after the replacement",
      },
    ],
    interpolated: ["from", "to"],
    regularExpressions: ["from"],
    rewrite: { from: "from", to: "to", variables: [] },
    example: { from: "/v1/", to: "/v2/" },
    unsure: [
      "Its page begins patterns with `^${req.url.authority}`, although the URL begins with the scheme.",
      "What is replaced without `from` is not documented.",
    ],
    deprecatedFields: { format: { unless: ["nginx"] } },
  },
  {
    type: "verify-webhook",
    description:
      "Checks that a webhook is signed by its provider, and answers 403 otherwise. The verification calls of some providers are answered as well.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["provider", "secret"],
      properties: {
        provider: {
          examples: [
            "aftership",
            "airship",
            "alchemy",
            "sns",
            "autodesk",
            "bitbucket",
            "bolt",
            "box",
            "brex",
            "buildkite",
            "calendly",
            "castle",
            "chargify",
            "circleci",
            "clearbit",
            "clerk",
            "coinbase",
            "contentful",
            "docusign",
            "dropbox",
            "facebook_graph_api",
            "facebook_messenger",
            "frameio",
            "github",
            "gitlab",
            "go1",
            "heroku",
            "hostedhooks",
            "hubspot",
            "graphcms",
            "instagram",
            "intercom",
            "jira",
            "launch_darkly",
            "linear",
            "mailchimp",
            "mailgun",
            "microsoft_teams",
            "modern_treasury",
            "mongodb",
            "mux",
            "orb",
            "orbit",
            "pagerduty",
            "pinwheel",
            "plivo",
            "pusher",
            "sendgrid",
            "sentry",
            "shopify",
            "signal_sciences",
            "slack",
            "sonatype",
            "square",
            "stripe",
            "svix",
            "terraform",
            "tiktok",
            "trendmicro_conformity",
            "twilio",
            "twitter",
            "typeform",
            "vmware",
            "webex",
            "whatsapp",
            "worldline",
            "xero",
            "zendesk",
            "zoom",
          ],
          description: "Who sends the webhooks, such as `github`.",
          type: "string",
        },
        secret: { description: "The secret that the provider signs them with.", type: "string" },
        enforce: {
          default: true,
          description: "Whether others are refused at all; `false` is a trial.",
          type: "boolean",
        },
      },
    },
    sections: { http: ["on_http_request"], tcp: [], tls: [] },
    endsProcessing: {
      when: "the signature is invalid and `enforce` is not false, or the provider verifies the endpoint",
    },
    changes: [],
    results: [
      {
        name: "actions.ngrok.verify_webhook.verified",
        type: "bool",
        description: "whether the signature is right",
      },
      {
        name: "actions.ngrok.verify_webhook.error.code",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the code of the error, when the last run failed",
      },
      {
        name: "actions.ngrok.verify_webhook.error.message",
        type: "string",
        missing: { when: "the action did not fail", isInferred: true },
        description: "the text of the error, when the last run failed",
      },
    ],
    interpolated: ["secret"],
    secrets: ["secret"],
    regularExpressions: [],
    example: { provider: "github", secret: "${secrets.get('webhooks', 'github')}" },
    unsure: [
      "How much the time of a signature may differ from that of the request is not documented.",
      "The module before it took no secret for `sns`; the action requires one.",
      "Whether a signature that is wrong counts as an error, so that `error.code` is set, is not documented.",
    ],
  },
];
