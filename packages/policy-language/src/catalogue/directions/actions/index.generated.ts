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
    sections: { http: ["inbound", "outbound"], tcp: [], tls: [] },
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
    sections: { http: ["inbound", "outbound"], tcp: [], tls: [] },
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
    description: "Answers the request itself, without the upstream.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["status_code"],
      properties: {
        status_code: { description: "The HTTP status of the answer.", type: "integer" },
        content: { description: "The body of the answer.", type: "string" },
        headers: {
          type: "object",
          additionalProperties: { type: "string" },
          maxProperties: 10,
          description: "Headers of the answer: name to value, at most ten.",
        },
      },
    },
    sections: { http: ["inbound", "outbound"], tcp: [], tls: [] },
    endsProcessing: "always",
    changes: ["res"],
    interpolated: ["content", "headers"],
    regularExpressions: [],
    otherFieldNames: { body: "content" },
    answer: { kind: "response", status: "status_code", content: "content" },
    headers: { sets: "headers" },
    example: {
      status_code: 503,
      headers: { "content-type": "text/plain" },
      content: "Back in five minutes.",
    },
    unsure: [
      "Whether outbound rules still run after an inbound custom-response is not documented.",
      "Without a content-type header the service infers one; by which rules is not documented.",
      "The earliest documentation had a key `content_type`, which was soon removed.",
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
    sections: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
    endsProcessing: "always",
    changes: [],
    interpolated: [],
    regularExpressions: [],
    answer: { kind: "refusal", status: "status_code", formerStatus: 999 },
    fieldProtocols: { status_code: ["http"] },
    example: { status_code: 403 },
    unsure: ["The status without a config was 999 until 2025-03-10 and has been 403 since."],
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
        binding: {
          type: "string",
          enum: ["internal"],
          description: "What the endpoint is bound to.",
        },
        on_error: {
          type: "string",
          enum: ["halt", "continue"],
          default: "halt",
          description:
            "What happens if the endpoint cannot be reached: `halt` ends processing, `continue` runs the next action.",
        },
      },
    },
    sections: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
    endsProcessing: {
      when: "forwarding succeeds, or fails while `on_error` is `halt`",
      unless: { on_error: "continue" },
    },
    changes: [],
    forwards: true,
    interpolated: [],
    regularExpressions: [],
    formats: { url: "url" },
    example: { url: "https://billing.internal", on_error: "continue" },
    unsure: [
      "Its page lists it for TCP and TLS policies, but the overviews do not.",
      "Whether outbound rules run after it is not documented.",
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
      required: ["issuer", "audience", "http", "jws"],
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
                sources: {
                  additionalProperties: false,
                  description: "The source of the keys.",
                  type: "object",
                  required: ["additional_jkus"],
                  properties: {
                    additional_jkus: {
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
    sections: { http: ["inbound"], tcp: [], tls: [] },
    interpolated: [],
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
      "`keys` and `sources` are documented as lists of objects, but are one object in every example.",
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
    sections: { http: ["inbound", "outbound"], tcp: ["inbound"], tls: ["inbound"] },
    unsureSections: { tcp: ["outbound"], tls: ["outbound"] },
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
    unsure: ["One page lists outbound rules of TCP and TLS policies; the overviews do not."],
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
            "What makes requests share a bucket, at most ten: `conn.client_ip`, `req.host`, `req.headers['name']` or `getReqHeader('Name')`. Several keys make one bucket per combination.",
          type: "array",
          items: { type: "string" },
        },
      },
    },
    sections: { http: ["inbound"], tcp: [], tls: [] },
    unsureSections: { http: ["outbound"] },
    endsProcessing: { when: "the request is over the limit" },
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
    listedExpressions: {
      bucket_key: ["conn.client_ip", "req.host", "req.headers['name']", "getReqHeader('Name')"],
    },
    example: {
      name: "Thirty a minute for each client",
      algorithm: "sliding_window",
      capacity: 30,
      rate: "60s",
      bucket_key: ["conn.client_ip"],
    },
    unsure: [
      "Late documentation lists outbound rules as well, its overview only inbound ones.",
      "Whether a bucket key can be any other expression is not documented.",
      "Whether a bucket key may be missing or be repeated is not documented.",
    ],
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
        format: {
          type: "string",
          enum: ["ngrok", "nginx"],
          default: "ngrok",
          description:
            "How `to` names parts of the URL: `ngrok` as `${req.url.path}`, `nginx` as `$uri` and `$args`.",
        },
      },
    },
    sections: { http: ["inbound"], tcp: [], tls: [] },
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
    rewrite: {
      from: "from",
      to: "to",
      variables: [
        "arg_*",
        "args",
        "authority",
        "host",
        "is_args",
        "port",
        "query_string",
        "scheme",
        "uri",
        "user",
      ],
      otherNaming: { format: "nginx" },
    },
    example: { from: "/old-store/", to: "/store/", status_code: 301 },
    unsure: ["The format `nginx` appears only in examples."],
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
    sections: { http: ["inbound", "outbound"], tcp: [], tls: [] },
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
    sections: { http: ["inbound"], tcp: ["inbound"], tls: ["inbound"] },
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
    interpolated: [],
    regularExpressions: [],
    formats: { allow: "cidr", deny: "cidr" },
    addressLists: { allow: "allow", deny: "deny", others: ["ip_policies"] },
    example: { allow: ["192.0.2.0/24", "2001:db8::/32"], deny: ["192.0.2.66/32"] },
    unsureSections: { http: ["outbound"], tcp: ["outbound"], tls: ["outbound"] },
    unsure: [
      "That nobody is let through without an `allow` list is likely, but not documented.",
      "Its page lists outbound rules as well, the overviews only inbound ones.",
    ],
  },
  {
    type: "url-rewrite",
    description: "Replaces what matches in the request URL before it goes to the upstream.",
    config: {
      additionalProperties: false,
      type: "object",
      required: ["from", "to"],
      properties: {
        from: {
          description:
            "Regular expression (RE2), matched against the whole URL with its scheme and host; all matches are replaced.",
          type: "string",
        },
        to: { description: "The replacement; `$1` is the first capture group.", type: "string" },
        format: {
          type: "string",
          enum: ["ngrok", "nginx"],
          default: "ngrok",
          description:
            "How `to` names parts of the URL: `ngrok` as `${req.url.path}`, `nginx` as `$uri` and `$args`.",
        },
      },
    },
    sections: { http: ["inbound"], tcp: [], tls: [] },
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
    rewrite: {
      from: "from",
      to: "to",
      variables: [
        "arg_*",
        "args",
        "authority",
        "host",
        "is_args",
        "port",
        "query_string",
        "scheme",
        "uri",
        "user",
      ],
      otherNaming: { format: "nginx" },
    },
    example: { from: "/v1/", to: "/v2/" },
    unsure: [
      "Its page begins patterns with `^${req.url.authority}`, although the URL begins with the scheme.",
      "The format `nginx` appears only in examples.",
    ],
  },
];
