import { describe, expect, test } from "vitest";
import { jsonPolicySource, type Protocol } from "@traffic-policy/policy-language";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";
import { presetSeverity } from "@traffic-policy/policy-lint/internal";
import { wrongConditions } from "./wrong/conditions.ts";
import { wrongPolicies } from "./wrong/policies.ts";

// A name of a megabyte would hide what the sentence says, and fill the log of a CI.

const long = "x".repeat(1000);
const longestSentence = 600;
const strict = Object.fromEntries(
  [...rules].map(([name, rule]) => [name, presetSeverity(rule, "strict")]),
);

/** Words that nearly all of the policies have. */
const ofAll = new Set(["inbound", "name", "rule", "1", "expressions", "actions", "type", "config"]);

const conditions = wrongConditions.map(
  ({ rule, marked, direction = "inbound", protocol = "http" }) => ({
    rule,
    protocol,
    texts: stretched(marked.replaceAll(/[«»]/g, "")).map((condition) =>
      JSON.stringify({ [direction]: [{ expressions: [condition], actions: [] }] }),
    ),
  }),
);
const policies = wrongPolicies.map(({ rule, marked, protocol = "http" }) => ({
  rule,
  protocol,
  texts: stretched(marked.replaceAll(/[«»]/g, "")),
}));

describe("no sentence repeats the whole of a text that is very long", () => {
  const keys = [...ofAll].map((key) => JSON.stringify({ inbound: [{ [`${key}${long}`]: [] }] }));
  const others = { rule: "document/unknown-key", protocol: "http", texts: keys } as const;

  test.each([...conditions, ...policies, others])("$rule: $texts.0", ({ texts, protocol }) => {
    expect(texts.flatMap((text) => longSentences(text, protocol))).toEqual([]);
  });
});

/** The text with each of its own words made very long, one at a time. */
function stretched(text: string): string[] {
  const words = [...text.matchAll(/\w+/g)].filter(({ 0: word }) => !ofAll.has(word));
  return words.map(({ index, 0: word }) => {
    const end = index + word.length;
    return text.slice(0, end) + long + text.slice(end);
  });
}

function longSentences(text: string, protocol: Protocol): string[] {
  const source = jsonPolicySource("policy.json", text);
  return lintPolicy(source, { protocol, settings: strict }).flatMap((diagnostic) => {
    const { rule, message, help = "", fix, related = [] } = diagnostic;
    const sentences = [message, help, fix?.title ?? "", ...related.map((other) => other.message)];
    return sentences
      .filter((sentence) => sentence.length > longestSentence)
      .map((sentence) => `${rule}: ${sentence.slice(0, 100)}`);
  });
}
