import { printExpression, type Expression } from "@traffic-policy/policy-language";
import { isLogical, operandsOf, shortened } from "@traffic-policy/policy-language/internal";
import type { RuleReference } from "@traffic-policy/policy-engine";
import { isTrue, type Goal } from "@traffic-policy/policy-logic";
import type { Finding } from "../inquiry.ts";
import type { SymbolicRule } from "../policy/symbolic-policy.ts";
import { goalsBefore } from "../reach.ts";
import {
  defineQuestion,
  type Asking,
  type QuestionExample,
  type QuestionFinding,
} from "../question.ts";
import { rulesText, titleOf } from "../rules-text.ts";
import type { Example } from "../witness/example.ts";
import { messagesOf } from "../witness/witnesses.ts";

export default defineQuestion({
  title: "Does an exception swallow its whole rule?",
  *ask(asking) {
    const { symbolic } = asking;
    const withExceptions = symbolic.rules.flatMap((own, at) => {
      const parts = goalsOfParts(own).map(({ node }) => node);
      const { reference } = own.rule;
      return parts.length > 1 && parts.some(isException) ? [{ at, parts, reference }] : [];
    });
    const matching: RuleReference[] = [];
    const others: RuleReference[] = [];
    for (const { at, parts, reference } of withExceptions) {
      const every = asked(at, undefined, asking);
      if (every.kind === "found") matching.push(reference);
      else if (every.kind === "unknown") yield unknown(every.reason, reference);
      else {
        const finding = excludesItself(at, asking) ? swallowedBy(at, parts, asking) : undefined;
        if (finding === undefined) others.push(reference);
        else yield finding;
      }
    }
    if (others.length > 0) {
      const message = `${rulesText(others, "The")} never ${others.length === 1 ? "matches" : "match"}; --reach says why.`;
      yield { kind: "fact", message, rules: others };
    }
    if (withExceptions.length === 0) {
      yield { kind: "holds", message: "No rule has an exception.", rules: [] };
    } else if (matching.length > 0) {
      const message = `The exceptions of ${rulesText(matching)} leave requests that match.`;
      yield { kind: "holds", message, rules: matching };
    }
  },
});

function swallowedBy(
  at: number,
  parts: readonly Expression[],
  asking: Asking,
): QuestionFinding | undefined {
  const { reference } = (asking.symbolic.rules[at] as SymbolicRule).rule;
  for (const [without, part] of parts.entries()) {
    if (!isException(part)) continue;
    const found = asked(at, without, asking);
    if (found.kind === "unknown") return unknown(found.reason, reference);
    if (found.kind === "none") continue;
    const { exchange } = found.result;
    const { replay, answersThatMatter } = asking;
    return {
      kind: "found",
      message: `The rule ${titleOf(reference)} never matches: ${shortened(printExpression(part), 80)} leaves none of its requests.`,
      rules: [reference],
      examples: [found.result],
      dependsOn: answersThatMatter((answers) => {
        const outcome = replay.run(exchange, answers);
        return outcome?.matched.some(({ path }) => path === reference.path) !== true;
      }),
    };
  }
  return undefined;
}

/** True when a rule would not match even as the first rule. */
function excludesItself(at: number, { inquiry, symbolic }: Asking): boolean {
  const parts = goalsOfParts(symbolic.rules[at] as SymbolicRule);
  return inquiry.isImpossible(parts.map(({ goal }) => goal));
}

/**
 * Looks for an exchange for a rule.
 *
 * @param without - the part of its conditions to leave out; omitted when the rule has to match
 */
function asked(
  at: number,
  without: number | undefined,
  { policy, inquiry, replay, symbolic }: Asking,
): Finding<QuestionExample> {
  const { path, reference } = (symbolic.rules[at] as SymbolicRule).rule;
  return inquiry.ask(
    (one) => {
      const goals = goalsOfParts(one.rules[at] as SymbolicRule);
      return [
        ...goalsBefore(reference, one),
        ...goals.filter((_, part) => part !== without).map(({ goal }) => goal),
      ];
    },
    messagesOf(policy, reference.direction),
    (exchange: Example, isPlainer) => {
      // That the other parts are true is not seen in the trace: a plainer exchange may not have it.
      if (isPlainer && without !== undefined) return undefined;
      const outcome = replay.run(exchange);
      const rule = outcome?.trace.rules.find((one) => one.path === path);
      if (outcome === undefined || rule === undefined || rule.result === "skipped") {
        return undefined;
      }
      const hasMatched = outcome.matched.some((one) => one.path === path);
      return hasMatched === (without === undefined) ? { exchange, outcome } : undefined;
    },
  );
}

interface Part {
  readonly node: Expression;
  readonly goal: Goal;
}

function goalsOfParts({ readings }: SymbolicRule): Part[] {
  return readings.flatMap(({ tree, formulaOf }) => {
    if (tree === undefined) return [];
    const { node } = tree;
    const operands = isLogical(node) && node.operator === "&&" ? operandsOf(node, "&&") : [node];
    return operands.map((operand) => ({
      node: operand,
      goal: { formula: formulaOf(operand), outcomes: isTrue },
    }));
  });
}

function unknown(reason: string, rule: RuleReference): QuestionFinding {
  return {
    kind: "unknown",
    message: `It is unknown whether an exception leaves nothing of the rule ${titleOf(rule)}.`,
    reason,
    rules: [rule],
  };
}

function isException(node: Expression): boolean {
  return (
    (node.kind === "unary" && node.operator === "!") ||
    (node.kind === "binary" && node.operator === "!=")
  );
}
