import { type CompiledRule, type RuleReference } from "@traffic-policy/policy-engine";
import { rulesBeforeUpstream } from "@traffic-policy/policy-engine/internal";
import { isTrue, type Formula } from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import type { Finding } from "../inquiry.ts";
import type { SymbolicPolicy } from "../policy/symbolic-policy.ts";
import {
  defineQuestion,
  goalsOfCondition,
  type Asking,
  type QuestionExample,
} from "../question.ts";
import { rulesText, titleOf } from "../rules-text.ts";
import { messagesOf } from "../witness/witnesses.ts";

const methods = '["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]';

export default defineQuestion({
  title: "Does an ordinary request fail, because an expression or an action fails?",
  *ask(asking) {
    const { policy, symbolic, inquiry, replay, answersThatMatter } = asking;
    const what = policy.protocol === "http" ? "request" : "connection";
    const rules = new Set(
      symbolic.endings.filter(({ kind }) => kind === "failed").map(({ rule }) => rule),
    );
    const safe: RuleReference[] = [];
    for (const rule of rules) {
      const { reference } = rule;
      const found = failureIn(rule, asking);
      switch (found.kind) {
        case "found": {
          const { message, example } = found.result;
          const own = symbolic.rules.find((one) => one.rule === rule);
          const isAlways =
            own !== undefined &&
            inquiry.isImpossible([
              { formula: own.reached, outcomes: isTrue },
              { formula: failsIn(rule, symbolic), outcomes: isFalse },
            ]);
          const title = titleOf(reference);
          const where = isAlways
            ? `Every ${what} that comes to the rule ${title} fails`
            : `A ${what} fails in the rule ${title}`;
          yield {
            kind: "found",
            message: `${where}: ${message}`,
            rules: [reference],
            examples: [example],
            dependsOn: answersThatMatter(
              (answers) => replay.run(example.exchange, answers)?.result === example.outcome.result,
            ),
          };
          break;
        }
        case "unknown":
          yield {
            kind: "unknown",
            message: `It is unknown whether a ${what} fails in the rule ${titleOf(reference)}.`,
            reason: found.reason,
            rules: [reference],
          };
          break;
        case "none":
          safe.push(reference);
      }
    }
    if (rules.size === 0) {
      const message = "No expression and no action of the policy can fail.";
      yield { kind: "holds", message, rules: [] };
    } else if (safe.length > 0) {
      const message = `No ${what} with a usual method fails in ${rulesText(safe)}.`;
      yield { kind: "holds", message, rules: safe };
    }
  },
});

type FailureFinding = Finding<{ readonly message: string; readonly example: QuestionExample }>;

function failureIn(rule: CompiledRule, asking: Asking): FailureFinding {
  const { protocol } = asking.policy;
  const usual = protocol === "http" ? [`req.method in ${methods}`] : [];
  const found = failureWhere(usual, rule, asking);
  if (found.kind !== "unknown") return found;
  // What a rewrite makes of a URL is not followed: so some are tried that it is probably about.
  for (const path of pathsIn(rule)) {
    const there = failureWhere([...usual, `req.url.path == ${JSON.stringify(path)}`], rule, asking);
    if (there.kind === "found") return there;
  }
  return found;
}

function pathsIn({ actions }: CompiledRule): string[] {
  const patterns = actions.flatMap(({ config: { from } }) =>
    typeof from === "string" ? from.replaceAll("\\", "") : [],
  );
  return patterns
    .flatMap((pattern) => pattern.match(/(?:\/[\w.-]+)+\/?/g) ?? [])
    .slice(0, 3)
    .flatMap((path) => [path, `${path}a`]);
}

function failureWhere(
  conditions: readonly string[],
  rule: CompiledRule,
  { policy, inquiry, replay }: Asking,
): FailureFinding {
  const section = rulesBeforeUpstream(policy)?.name ?? "";
  return inquiry.ask(
    (one) => [
      { formula: failsIn(rule, one), outcomes: isTrue },
      ...conditions.flatMap((text) => goalsOfCondition(text, one, section)),
    ],
    messagesOf(policy, rule.reference.direction),
    (exchange) => {
      const outcome = replay.run(exchange);
      // Those before may be errors that count as no match.
      const error = outcome?.errors.at(-1);
      if (outcome?.result !== "failed" || error?.path.startsWith(`${rule.path}/`) !== true) {
        return undefined;
      }
      return { message: error.message, example: { exchange, outcome } };
    },
  );
}

function failsIn({ path }: CompiledRule, { endings, totals }: SymbolicPolicy): Formula {
  const own = endings.filter(({ rule, kind }) => rule.path === path && kind === "failed");
  return totals.or(own.map(({ when }) => when));
}
