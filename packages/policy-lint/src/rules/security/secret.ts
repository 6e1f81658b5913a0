import { isJsonObject, toPointer, type JsonValue } from "@traffic-policy/policy-language";
import { ofEqualRules } from "../../analysis/equal-rules.ts";
import { comparedSecrets } from "../../analysis/secret/compared-secrets.ts";
import { findSecrets } from "../../analysis/secret/find-secrets.ts";
import { looksRandom } from "../../analysis/secret/random.ts";
import { isSensitiveName } from "../../analysis/secret/sensitive-name.ts";
import { itemsOf } from "../../nodes/items-of.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule, type Finding } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A password, key or token stands in the policy.",
    wrong:
      '{ "inbound": [ { "name": "For the upstream", "actions": [ { "type": "add-headers", "config": { "headers": { "x-api-key": "9fK2mQ7xV4bL1pT8zR5w" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "For the upstream", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${conn.client_ip}" } } } ] } ] }',
    why: "Whoever can read the file, its history or the stored policy knows the secret. Keep it at the upstream, or read it from the environment where a policy in TypeScript is built, and replace one that has been in a file. A finding of it never shows more than its first four signs, and in the lines that a report prints the rest of it is hidden; `--fix-dry-run` prints the lines that change as they are.",
  },
  visit: {
    document({ value, path, rules }, report) {
      // Of so many rules, what is known of the first is forgotten when the last is looked at.
      const equalOnes = rules.length > 1000 ? [] : rules.filter(isClean);
      const clean = new Set(equalOnes.map((rule) => rule.value));
      if (!holdsSecret(value, "", clean)) return;
      for (const finding of literalSecrets(value, path)) report(finding);
    },
    expression(node, report) {
      for (const { span, value } of comparedSecrets(node)) {
        // What is a secret by its form is found above.
        if (findSecrets(value).length === 0) report({ ...node.at(span), ...describe(value) });
      }
    },
  },
});

function isClean(rule: RuleNode): boolean {
  return isCleanButForName(rule) && !holdsSecret(rule.value["name"] ?? null, "name");
}

const isCleanButForName = ofEqualRules(({ body }) => !holdsSecret(body, ""));

/** @param except - what need not be looked at */
function holdsSecret(value: JsonValue, key: string, except?: ReadonlySet<JsonValue>): boolean {
  if (typeof value === "string") return findSecrets(value).length > 0 || isKeyOrToken(value, key);
  if (except?.has(value) === true) return false;
  return isJsonObject(value)
    ? Object.entries(value).some(([name, item]) => holdsSecret(item, name, except))
    : itemsOf(value).some(([, item]) => holdsSecret(item, key, except));
}

function isKeyOrToken(value: string, key: string): boolean {
  return looksRandom(value) && isSensitiveName(key);
}

function* literalSecrets(value: JsonValue, path: string, key = ""): Generator<Finding> {
  if (typeof value === "string") {
    const found = findSecrets(value);
    for (const { span, what } of found) {
      yield { path, part: span, ...describe(value.slice(span.start, span.end), what) };
    }
    if (found.length === 0 && isKeyOrToken(value, key)) {
      yield { path, ...describe(value) };
    }
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      yield* literalSecrets(item, path + toPointer([name]), name);
    }
  } else {
    for (const [index, item] of itemsOf(value)) {
      yield* literalSecrets(item, path + toPointer([index]), key);
    }
  }
}

function describe(secret: string, what = "a key or token"): Pick<Finding, "message" | "help"> {
  return {
    message: `This looks like ${what}: it begins with "${secret.slice(0, 4)}" and has ${secret.length} characters.`,
    help: "Keep it out of the policy, and replace it where it is used, for it may have been read.",
  };
}
