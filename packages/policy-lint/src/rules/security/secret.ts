import {
  type Dialect,
  type Expression,
  isJsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { textsOf } from "../../analysis/config-values.ts";
import {
  findSecrets,
  isPlaceholder,
  isSensitiveName,
  looksRandom,
} from "@traffic-policy/policy-language/secrets";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { isText, partsOf } from "../../nodes/tree-parts.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import { type ActionNode, strings } from "../../nodes/action-node.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "The policy contains a password, key or token.",
    wrong:
      '{ "inbound": [ { "name": "For the upstream", "actions": [ { "type": "add-headers", "config": { "headers": { "x-api-key": "9fK2mQ7xV4bL1pT8zR5w" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "For the upstream", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${conn.client_ip}" } } } ] } ] }',
    why: "Anyone who can read the file, its history or the stored policy knows the secret. In a policy of phases, keep it in a vault and write `${secrets.get('vault', 'name')}`. Elsewhere, keep it at the upstream, or read it from the environment where a policy in TypeScript is built. Replace a secret that has been in a file. Fields that hold nothing but secrets, such as `credentials` of `basic-auth` and `secret` of `verify-webhook`, are reported however short they are, as information. A finding never shows more than the first four characters of it, and the lines that a report prints hide the rest; `--fix-dry-run` prints the changed lines as they are.",
  },
  visit: {
    document({ value, dialect }, report) {
      if (!holdsSecret(value, "")) return;
      for (const finding of literalSecrets(value)) report({ ...finding, help: helpIn(dialect) });
    },
    action(node, report) {
      for (const finding of markedSecrets(node)) report(finding);
    },
    literal({ expression, literal }, report) {
      const { value, span } = literal;
      // Secrets with a known form are found above.
      if (!looksRandom(value) || findSecrets(value).length > 0) return;
      if (!isComparedWithSecret(expression, literal)) return;
      report({
        ...expression.at(span),
        ...describe(value),
        help: helpIn(expression.place.dialect),
      });
    },
  },
});

function holdsSecret(value: JsonValue, key: string): boolean {
  if (typeof value === "string") return findSecrets(value).length > 0 || isKeyOrToken(value, key);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).some((item) => holdsSecret(item, key));
  }
  if (!isJsonObject(value)) return false;
  for (const name in value) if (holdsSecret(value[name] ?? null, name)) return true;
  return false;
}

function isKeyOrToken(value: string, key: string): boolean {
  return looksRandom(value) && isSensitiveName(key);
}

function* literalSecrets(document: JsonValue): Generator<Finding> {
  for (const [path, text, key] of strings(document, "")) {
    const found = findSecrets(text);
    for (const { span, what } of found) {
      yield { path, part: span, ...describe(text.slice(span.start, span.end), what) };
    }
    if (found.length === 0 && isKeyOrToken(text, key)) yield { path, ...describe(text) };
  }
}

/**
 * Finds secrets in fields that hold only secrets, whatever they look like. Texts that look like a secret are found
 * above.
 */
function* markedSecrets(node: ActionNode): Generator<Finding> {
  for (const field of node.definition?.secrets ?? []) {
    for (const { path, text } of textsOf(node, field)) {
      const start = field === "credentials" ? text.indexOf(":") + 1 : 0;
      const secret = text.slice(start);
      const isFound = findSecrets(text).length > 0 || isKeyOrToken(text, field);
      if (secret.trim() === "" || isPlaceholder(secret) || isFound) continue;
      yield {
        path,
        part: { start, end: text.length },
        message: `The policy contains a secret: the field "${field}" of "${node.type}" as text.`,
        help: helpIn(node.place.dialect),
        atMost: "info",
      };
    }
  }
}

function helpIn({ functions }: Dialect): string {
  const instead = functions.has("secrets.get")
    ? "Keep it in a vault and write ${secrets.get('vault', 'name')}"
    : "Remove it from the policy";
  return `${instead}, and replace the secret where it is used, because it may have been read.`;
}

function describe(secret: string, what = "a key or token"): Pick<Finding, "message"> {
  return {
    message: `This looks like ${what}: it begins with "${secret.slice(0, 4)}" and has ${secret.length} characters.`,
  };
}

function isComparedWithSecret({ parts }: ExpressionNode, literal: Expression): boolean {
  const holds = (whole: Expression): boolean => partsOf(whole).some(({ node }) => node === literal);
  return parts.some(({ node }) =>
    sidesOf(node).some(([holder, given]) => namesSomethingSecret(holder) && given.some(holds)),
  );
}

type Side = readonly [holder: Expression, given: readonly Expression[]];

function sidesOf(node: Expression): readonly Side[] {
  if (node.kind === "binary" && ["==", "!=", "in"].includes(node.operator)) {
    return [
      [node.left, [node.right]],
      [node.right, [node.left]],
    ];
  }
  return node.kind === "call" && node.target ? [[node.target, node.arguments]] : [];
}

function namesSomethingSecret(holder: Expression): boolean {
  return partsOf(holder).some(({ node }) => {
    if (node.kind === "select") return isSensitiveName(node.field);
    const key =
      node.kind === "index" ? node.index : node.kind === "call" ? node.arguments[0] : undefined;
    return isText(key) && isSensitiveName(key.value);
  });
}
