import {
  checkExpression,
  compare,
  defineCatalogue,
  directionsDialect,
  jsonPolicySource,
  parseExpression,
  printExpression,
  serialize,
  type Dialect,
  type Expression,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";

const empty: Dialect = {
  name: "phases",
  sections: new Map([
    [
      "on_http_request",
      { name: "on_http_request", description: "the request", stages: { http: "request" } },
    ],
    [
      "on_http_response",
      { name: "on_http_response", description: "the response", stages: { http: "response" } },
    ],
  ]),
  actions: new Map(),
  namespaces: [],
  records: new Map(),
  functions: directionsDialect.functions,
};

// Nothing of the built-in dialect is in it but the functions.
const dialect = defineCatalogue(empty, {
  actions: [
    {
      type: "greet",
      description: "Answers with a greeting.",
      config: {
        type: "object",
        properties: {
          text: { type: "string" },
          times: { type: "integer", minimum: 1, default: 1 },
        },
        required: ["text"],
        additionalProperties: false,
      },
      sections: { http: ["on_http_request"], tcp: [], tls: [] },
      endsProcessing: "always",
      interpolated: ["text"],
    },
  ],
  variables: [
    {
      name: "visitor.name",
      type: "string",
      description: "the visitor's name",
      sections: ["on_http_request"],
    },
  ],
});

function policy(text: string, key = "on_http_request", extra = {}): JsonValue {
  const config = { text, ...extra };
  return {
    [key]: [
      {
        name: "Greet",
        expressions: ["visitor.name!='' "],
        actions: [{ type: "greet", config }],
      },
    ],
  };
}

function lint(document: JsonValue): [rule: string, path: string, message: string][] {
  const source = jsonPolicySource("policy.json", JSON.stringify(document));
  return lintPolicy(source, { dialect }).map(({ rule, path, message }) => [rule, path, message]);
}

function parsed(text: string): Expression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`not an expression: ${text}`);
  return result.tree;
}

describe("a second dialect", () => {
  test("its own documents are right", () => {
    expect(lint(policy("Hello"))).toEqual([]);
    expect(lint({ ...(policy("Hello") as object), on_http_response: [] })).toEqual([]);
  });

  test("its schema knows its top-level keys only", () => {
    expect(lint(policy("Hello", "inbound"))).toEqual([
      ["document/unknown-key", "/inbound", 'Unknown key "inbound".'],
    ]);
  });

  test("its actions are checked by their own configs, and no others are known", () => {
    expect(lint(policy("Hello", "on_http_request", { times: 0 }))).toEqual([
      ["action/config", "/on_http_request/0/actions/0/config/times", '"times" must be 1 or more.'],
    ]);
    const deny = { on_http_request: [{ name: "a", actions: [{ type: "deny" }] }] };
    expect(lint(deny).map(([rule]) => rule)).toEqual(["action/unknown-type"]);
  });

  test("its variables are the only ones", () => {
    const codes = (text: string, direction: string) => {
      const context = { dialect, protocol: "http", direction, text } as const;
      return checkExpression(parsed(text), context).errors.map(({ code }) => code);
    };
    expect(codes("visitor.name.startsWith('A')", "on_http_request")).toEqual([]);
    expect(codes("visitor.name == 1", "on_http_request")).toHaveLength(1);
    expect(codes("visitor.name == 'A'", "on_http_response")).toHaveLength(1);
    expect(codes("req.method == 'GET'", "on_http_request")).toHaveLength(1);
  });

  test("documents are compared rule by rule, with its defaults", () => {
    const one = policy("Hello");
    expect(compare(one, policy("Hello"), dialect).state).toBe("identical");
    expect(compare(one, policy("Hello", "on_http_request", { times: 1 }), dialect).state).toBe(
      "equivalent",
    );
    const { state, changes } = compare(one, policy("Good day"), dialect);
    expect(state).toBe("different");
    expect(changes).toMatchObject([
      { kind: "changed", path: "/on_http_request/0/actions/0/config/text", rule: "Greet" },
    ]);
  });

  test("documents and expressions are printed", () => {
    expect(JSON.parse(serialize(policy("Hello")))).toEqual(policy("Hello"));
    expect(printExpression(parsed("visitor.name!='' "))).toBe("visitor.name != ''");
  });
});
