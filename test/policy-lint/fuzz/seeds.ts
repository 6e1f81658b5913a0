import { parseJson, type JsonValue } from "@traffic-policy/policy-language";
import { rules } from "@traffic-policy/policy-lint";
import {
  rightExpressions,
  wrongExpressions,
} from "../../policy-language/expression/expressions.ts";
import { rightConditions } from "../right/conditions.ts";
import { rightPolicies } from "../right/policies.ts";

const examples = [...rules.values()]
  .filter(({ docs }) => docs.language === undefined)
  .flatMap(({ docs }) => [docs.right, docs.wrong])
  .flatMap((text) => parseJson(text).value ?? []);

const conditions = [
  ...rightConditions.map(({ text }) => text),
  ...rightExpressions.map(({ text }) => text),
  ...wrongExpressions.map(({ marked }) => marked.replaceAll(/[«»]/g, "")),
];

const ofConditions = Array.from({ length: Math.ceil(conditions.length / 3) }, (_, index) => {
  const direction = index % 4 === 3 ? "outbound" : "inbound";
  const expressions = conditions.slice(index * 3, index * 3 + 3);
  const actions = [
    { type: "log", config: { metadata: { a: `\${${expressions[0] ?? ""}}` } } },
    { type: "deny" },
  ];
  return { [direction]: [{ name: `rule ${index}`, expressions, actions }] };
});

/** Policies that show each rule, right and wrong, with nearly everything that the language has. */
export const policySeeds: readonly JsonValue[] = [
  ...examples,
  ...rightPolicies.map(({ policy }) => policy as JsonValue),
  ...ofConditions,
];

/** The same as lines that YAML is mostly written in. */
export const yamlSeeds: readonly string[] = [
  `# traffic-policy-ignore-file document/rule-name -- they are numbered
inbound:
  - name: Only from the office # traffic-policy-ignore-line document/duplicate-rule-name -- it is not
    # traffic-policy-ignore-next-line expression/cidr-host-bits -- it is the router
    expressions:
      - "!inCidrRange(conn.client_ip, '192.0.2.1/24')"
      - >-
        req.method == 'POST' &&
        req.content_length > 1000
    actions:
      - &refuse { type: deny, config: { status_code: 403 } }
  - name: Large
    expressions: ["req.url.path.matches('^/v[0-9]/')", 'req.method == "GET"']
    actions: [*refuse]
outbound:
  - name: Answer
    actions:
      - type: custom-response
        config:
          status_code: 200
          headers: { content-type: application/json }
          content: |
            { "client": "\${conn.client_ip}",
              "path": "\${req.url.path}" }
`,
  `---
inbound:
- expressions:
  - |
    'x-id' in req.headers
  - req.headers['x-id'][0] == "a"   # the first
  actions:
  - type: url-rewrite
    config: {from: ^/a, to: "/b\\u002f$1"}
  - {type: add-headers, config: {headers: {"x-a": 'it''s \${req.host}', X-A: ""}}}
...
`,
  ...policySeeds.slice(0, 40).map((policy) => JSON.stringify(policy, null, 2)),
];

/** Parts of expressions, configs and documents, to be put where they mostly do not belong. */
export const pieces: readonly string[] = [
  ..."( ) [ ] { } ' \" ` , . : ; ! && || == != < >= + - * / % ? $ ${ } \\ \\n 0 1 -1 1u .5 1e3".split(
    " ",
  ),
  "true",
  "false",
  "null",
  "in",
  " in ",
  "has(",
  "size(",
  ".exists(v, v == 'a')",
  ".all(",
  "[0]",
  "req",
  "req.",
  "req.method",
  "req.headers",
  "res.status_code",
  "conn.client_ip",
  "time.now",
  "getReqHeader('A')",
  "inCidrRange(",
  "timestamp('",
  "duration('1h')",
  ".matches('",
  "'a' in ",
  "\n",
  "\r\n",
  "\t",
  " ",
  "\u0000",
  "\ud800",
  "😀",
  "é",
  "//",
  "# ",
  "\u2028",
  "10.0.0.0/8",
  "0.0.0.0/0",
  "::/0",
  "(",
  "(?i)",
  "$1",
  "$9",
  "$args",
  "[[:alpha:]]",
  "a{1000}",
  "inbound",
  "outbound",
  "actions",
  "expressions",
  "name",
  "type",
  "config",
  "deny",
  "__proto__",
];
