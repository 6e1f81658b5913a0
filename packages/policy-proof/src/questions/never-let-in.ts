import { childrenOf, parseExpression, type Expression } from "@traffic-policy/policy-language";
import type { CompiledPolicy } from "@traffic-policy/policy-engine";
import { isTrue } from "@traffic-policy/policy-logic";
import { defineQuestion } from "../question.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];
const list = new Intl.ListFormat("en-GB");

export default defineQuestion({
  title: "Which methods, countries and addresses never reach the upstream?",
  none: "A request of each usual method, and of each country and address range that the policy names, reaches the upstream.",
  *ask({ policy, inquiry, symbolic }) {
    const fact = (message: string) => ({ kind: "fact", message, rules: [], examples: [] }) as const;
    const isForwarded = { formula: symbolic.isForwarded, outcomes: isTrue };
    const what = policy.protocol === "http" ? "request" : "connection";
    if (inquiry.isImpossible([isForwarded])) {
      yield fact(`No ${what} reaches the upstream.`);
      return;
    }
    const direction = policy.directions[0]?.direction ?? "";
    const never = (values: readonly string[], conditionOn: (value: string) => string): string[] =>
      values.filter((value) => {
        const condition = symbolic.condition(conditionOn(value), direction);
        if (condition === undefined) return false;
        return inquiry.isImpossible([
          isForwarded,
          { formula: condition.formula, outcomes: isTrue },
        ]);
      });
    const { countries, ranges } = namedIn(policy);
    const quoted = JSON.stringify;
    const found: readonly (readonly [one: string, several: string, readonly string[]])[] = [
      [
        "with the method",
        "with the methods",
        policy.protocol === "http"
          ? never(methods, (value) => `req.method == ${quoted(value)}`)
          : [],
      ],
      [
        "from the country",
        "from the countries",
        never(countries, (value) => `conn.geo.country_code == ${quoted(value)}`),
      ],
      [
        "from the range",
        "from the ranges",
        never(ranges, (value) => `inCidrRange(conn.client_ip, ${quoted(value)})`),
      ],
    ];
    for (const [one, several, values] of found) {
      if (values.length === 0) continue;
      const whose = values.length === 1 ? one : several;
      yield fact(`No ${what} ${whose} ${list.format(values)} reaches the upstream.`);
    }
  },
});

/** The codes of countries and the ranges of addresses that conditions and actions name. */
function namedIn({ directions }: CompiledPolicy): {
  readonly countries: readonly string[];
  readonly ranges: readonly string[];
} {
  const texts = new Set<string>();
  for (const { rules } of directions) {
    for (const { expressions, actions } of rules) {
      for (const { text } of expressions) {
        const parsed = parseExpression(text);
        if (parsed.ok) for (const one of textsIn(parsed.tree)) texts.add(one);
      }
      for (const { config } of actions) {
        for (const value of [config["allow"], config["deny"]].flat()) {
          if (typeof value === "string") texts.add(value);
        }
      }
    }
  }
  const all = [...texts].toSorted();
  return {
    countries: all.filter((text) => /^[A-Z]{2}$/.test(text)),
    ranges: all.filter((text) => /^[\da-fA-F.:]+\/\d+$/.test(text)),
  };
}

function textsIn(node: Expression): string[] {
  if (node.kind === "literal") return typeof node.value === "string" ? [node.value] : [];
  return childrenOf(node).flatMap(textsIn);
}
