import { describe, expect, test } from "vitest";
import {
  directionsDialect,
  jsonPolicySource,
  type Dialect,
  type PolicySource,
} from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { defineRule, lintPolicy, type LintRule } from "@traffic-policy/policy-lint";
import { LintRuleError } from "@traffic-policy/policy-lint/internal";
import { IgnoreComments } from "../../packages/policy-lint/src/ignore-comments.ts";

const source = jsonPolicySource(
  "policy.json",
  `{
  "outbound": [{ "name": "b", "expressions": ["a == 'x"], "actions": [] }],
  "inbound": [{ "actions": [{ "type": "denny" }] }]
}`,
);

describe("lintPolicy", () => {
  test("gives the findings in the order of the file", () => {
    expect(lintPolicy(source).map(({ rule, path }) => [rule, path])).toEqual([
      ["expression/syntax", "/outbound/0/expressions/0"],
      ["document/rule-actions", "/outbound/0/actions"],
      ["document/rule-name", "/inbound/0/actions"],
      ["action/unknown-type", "/inbound/0/actions/0/type"],
    ]);
  });

  test("a diagnostic says all that the design asks for", () => {
    expect(lintPolicy(source)[0]).toEqual({
      rule: "expression/syntax",
      severity: "error",
      message: "The string that starts with 'x is not closed.",
      help: "Add the closing '; inside the string the same quote is written with a backslash before it.",
      path: "/outbound/0/expressions/0",
      span: { start: 5, end: 7 },
      location: {
        file: "policy.json",
        start: { line: 2, column: 53 },
        end: { line: 2, column: 55 },
      },
      docs: "docs/rules/expression/syntax.md",
    });
  });

  test("the configuration sets severities and turns rules off", () => {
    const settings = { "document/rule-name": "error", "expression/syntax": "off" } as const;
    const found = lintPolicy(source, { settings }).map(({ rule, severity }) => [rule, severity]);
    expect(found).toContainEqual(["document/rule-name", "error"]);
    expect(found.map(([rule]) => rule)).not.toContain("expression/syntax");
  });

  test("nothing but the syntax error is said of a file that is not JSON", () => {
    const found = lintPolicy(jsonPolicySource("policy.json", '{"inbound": [{"acions": []},,]}'));
    expect(found.map(({ rule }) => rule)).toEqual(["document/syntax"]);
  });

  test("a dialect with other keys and actions is linted by its own", () => {
    const dialect: Dialect = {
      ...directionsDialect,
      name: "phases",
      sections: new Map([
        [
          "on_http_request",
          { name: "on_http_request", description: "the request", stages: { http: "request" } },
        ],
      ]),
      actions: new Map(),
    };
    const text =
      '{"on_http_request": [{"name": "a", "actions": [{"type": "deny"}]}], "inbound": []}';
    expect(
      lintPolicy(jsonPolicySource("p.json", text), { dialect }).map(({ rule, path }) => [
        rule,
        path,
      ]),
    ).toEqual([
      ["action/unknown-type", "/on_http_request/0/actions/0/type"],
      ["document/unknown-key", "/inbound"],
    ]);
  });
});

describe("rules of the user's own", () => {
  const docs = { what: "A.", wrong: "{}", right: "{}", why: "B." };
  const policy = jsonPolicySource(
    "p.json",
    '{"inbound": [{"name": "a", "actions": [{"type": "deny"}]}]}',
  );
  const noDeny = defineRule<{ readonly except: string }>({
    severity: "warning",
    strict: "error",
    docs: { ...docs, page: "https://rules.example/no-deny" },
    options: {
      schema: { type: "object", properties: { except: { type: "string" } } },
      default: { except: "" },
    },
    visit: {
      rule({ name, actions }, report, { except }) {
        for (const { type, path } of actions) {
          if (type === "deny" && name !== except) report({ path, message: "It denies." });
        }
      },
    },
  });
  const rules = new Map<string, LintRule>([["mine/no-deny", noDeny]]);

  test("are shown the same as the built-in ones, and name their own page", () => {
    expect(lintPolicy(policy, { rules })).toEqual([
      {
        rule: "mine/no-deny",
        severity: "warning",
        message: "It denies.",
        path: "/inbound/0/actions/0",
        location: expect.objectContaining({ start: { line: 1, column: 40 } }),
        docs: "https://rules.example/no-deny",
      },
    ]);
  });

  test("have a preset, a setting and options", () => {
    const severities = (options: object) =>
      lintPolicy(policy, { rules, ...options }).map(({ severity }) => severity);
    expect(severities({ preset: "strict" })).toEqual(["error"]);
    expect(severities({ settings: { "mine/no-deny": "info" } })).toEqual(["info"]);
    expect(severities({ settings: { "mine/no-deny": "off" } })).toEqual([]);
    expect(severities({ settings: { "mine/no-deny": ["info", { except: "a" }] } })).toEqual([]);
  });

  test("that throw are named", () => {
    const broken = defineRule({
      severity: "error",
      docs,
      visit: {
        rule() {
          throw new TypeError("x is not a function");
        },
      },
    });
    const lint = () => lintPolicy(policy, { rules: new Map([["mine/broken", broken]]) });
    expect(lint).toThrow(LintRuleError);
    expect(lint).toThrow('The lint rule "mine/broken" throws TypeError: x is not a function');
  });
});

describe("comments that order to ignore findings", () => {
  const lint = (text: string, options = {}) =>
    lintPolicy(yamlPolicySource("p.yaml", text), options).map(({ rule }) => rule);

  test("of the next line, by the rule's name", () => {
    const text = (comment: string): string =>
      `inbound:\n  # ${comment}\n  - actions: [type: denny]\n`;
    const [name, type] = ["document/rule-name", "action/unknown-type"];
    expect(lint(text(""))).toEqual([name, type]);
    expect(lint(text(`traffic-policy-ignore-next-line ${name} -- why`))).toEqual([type]);
    expect(lint(text(`traffic-policy-ignore-next-line ${name}, ${type} -- why`))).toEqual([]);
  });

  test("before a block of text they are about all of it", () => {
    const text = `inbound:
  - name: a
    expressions:
      # traffic-policy-ignore-next-line expression/syntax -- why
      - |
        true &&
          (1
    actions: [type: deny]
`;
    expect(lint(text)).toEqual([]);
  });

  test("one behind something leaves the one above it for its own line", () => {
    const text = (behind: string): string => `inbound:
  # traffic-policy-ignore-next-line document/rule-name -- why
  - actions:${behind}
      # traffic-policy-ignore-next-line action/unknown-type -- why
      - type: denny
`;
    expect(lint(text(""))).toEqual([]);
    expect(lint(text(" # traffic-policy-ignore-next-line flow/nothing -- why"))).toEqual([
      "document/unused-ignore",
    ]);
  });

  test("of their own line, where the value or its key begins", () => {
    const text = (behind: string): string => `inbound:
  - name: a
    expressions:
      - req.url.path == 'a'
    actions:
      - type: deny
        config:
          status_code: 42${behind}
`;
    const [path, config] = ["expression/path-slash", "action/status-code"];
    expect(lint(text(""))).toEqual([path, config]);
    expect(lint(text(` # traffic-policy-ignore-line ${config} -- why`))).toEqual([path]);
    expect(lint(text(` # traffic-policy-ignore-line ${path} -- why`))).toEqual([
      path,
      config,
      "document/unused-ignore",
    ]);
  });

  test("of their own line, before a block of text", () => {
    const text = `inbound:
  - name: a
    expressions:
      - | # traffic-policy-ignore-line expression/syntax -- why
        true &&
          (1
    actions: [type: deny]
`;
    expect(lint(text)).toEqual([]);
  });

  test.each([
    ["first", ""],
    ["after another comment", "# Ours.\n\n"],
    ["after directives", "%YAML 1.2\n---\n"],
    ["after the mark of a document", "--- "],
    ["after a byte order mark", "\ufeff"],
    ["after others of its kind", "# traffic-policy-ignore-file action/unknown-type -- why\n"],
  ])("of their file, %s", (_what, before) => {
    const text = `${before}# traffic-policy-ignore-file document/rule-name -- why
inbound:
  - actions: [type: denny] # traffic-policy-ignore-line action/unknown-type -- why
  - actions: [type: deny]
`;
    expect(lint(text)).toEqual([]);
  });

  test.each([
    ["behind the first key", "inbound: # traffic-policy-ignore-file document/rule-name -- why\n"],
    ["below it", "inbound:\n  # traffic-policy-ignore-file document/rule-name -- why\n"],
  ])("of their file do nothing %s", (_what, beginning) => {
    expect(lint(`${beginning}  - actions: [type: deny]\n`).toSorted()).toEqual([
      "document/rule-name",
      "document/unused-ignore",
    ]);
  });

  test("of one file are about no lines of another one", () => {
    const at = (file: string, line: number) => ({
      file,
      start: { line, column: 1 },
      end: { line, column: 9 },
    });
    const rule = "document/rule-name";
    const comments = new IgnoreComments([
      { text: `traffic-policy-ignore-next-line ${rule}`, range: at("a.ts", 5) },
      { text: `traffic-policy-ignore-next-line ${rule}`, range: at("b.ts", 6) },
    ]);
    const finding = { rule, severity: "info", message: "", path: "" } as const;
    const ignored = (file: string, line: number) => comments.ignores(finding, [{ file, line }]);
    expect(ignored("a.ts", 6)).toBe(true);
    expect(ignored("a.ts", 7)).toBe(false);
    expect(ignored("b.ts", 6)).toBe(false);
    expect(ignored("b.ts", 7)).toBe(true);
  });

  test("are no less needed when nobody says what the policy is for", () => {
    // It is found only in a policy for tcp.
    const text = `inbound:
  - name: a
    expressions:
      # traffic-policy-ignore-next-line expression/unavailable -- why
      - req.method == "GET"
    actions: [type: deny]
`;
    const unused = ["document/unused-ignore"];
    expect(lint(text.replace(/^.*#.*\n/m, ""), { protocol: "tcp" })).toEqual([
      "expression/unavailable",
    ]);
    expect(lint(text, { protocol: "tcp" })).toEqual([]);
    expect(lint(text)).toEqual([]);
    expect(lint(text, { protocol: "http" })).toEqual(unused);
  });
});

test("findings are in the order of the files, and what has no place comes last", () => {
  const at = (file: string, line: number, column: number) => ({
    file,
    start: { line, column },
    end: { line, column },
  });
  const places = [
    at("b.ts", 1, 1),
    at("a.ts", 9, 1),
    undefined,
    at("a.ts", 3, 2),
    undefined,
    at("a.ts", 3, 1),
    at("b.ts", 1, 1),
  ];
  const many: PolicySource = {
    ...source,
    document: { inbound: places.map(() => ({ actions: [{ type: "deny" }] })) },
    errors: [],
    locate: (path) => places[Number(/^\/inbound\/(\d+)(?:\/actions)?$/.exec(path)?.[1])],
  };
  const found = lintPolicy(many).filter(({ rule }) => rule === "document/rule-name");
  expect(
    found.map(({ location, path }) => {
      const place = location && `${location.file}:${location.start.line}:${location.start.column}`;
      return `${place ?? "nowhere"} ${path}`;
    }),
  ).toEqual([
    "a.ts:3:1 /inbound/5/actions",
    "a.ts:3:2 /inbound/3/actions",
    "a.ts:9:1 /inbound/1/actions",
    "b.ts:1:1 /inbound/0/actions",
    "b.ts:1:1 /inbound/6/actions",
    "nowhere /inbound/2/actions",
    "nowhere /inbound/4/actions",
  ]);
});

test("a policy for several protocols is linted for each, and the same is said once", () => {
  const text = `{"inbound": [{"expressions": ["req.method == 'GET'"], "actions": [{"type": "deny"}]}]}`;
  const lint = (protocol: "http" | "tcp" | readonly ("http" | "tcp")[]) =>
    lintPolicy(jsonPolicySource("p.json", text), { protocol }).map(({ rule }) => rule);
  expect(lint("http")).toEqual(["document/rule-name"]);
  expect(lint(["http", "tcp"])).toEqual(["document/rule-name", "expression/unavailable"]);
});
