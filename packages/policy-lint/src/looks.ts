import { type Call, type Expression, type Severity } from "@traffic-policy/policy-language";
import { childrenOf, isLogical } from "@traffic-policy/policy-language/internal";
import { chainsOf } from "./analysis/logic/operands.ts";
import type { ActionNode } from "./nodes/action-node.ts";
import type { ExpressionNode } from "./nodes/expression-node.ts";
import { comparedTexts, formattedTexts } from "./nodes/expression-parts.ts";
import type { ExpressionInRule } from "./nodes/rule-node.ts";
import { isText } from "./nodes/tree-parts.ts";
import type { Finding } from "./finding.ts";
import type { AloneVisit, LintOnly, LintRule, LintVisit, Report } from "./rule.ts";

export interface ActiveRule extends Pick<LintRule, "visit"> {
  readonly only: LintOnly | undefined;
  readonly name: string;
  readonly index: number;
  readonly severity: Severity;
  readonly options: unknown;
  readonly docs: string | undefined;
  readonly isBuiltIn: boolean;
}

export interface Found {
  readonly rule: ActiveRule;
  readonly finding: Finding;
}

type Kind = keyof AloneVisit<unknown> | "expressionInRule";
type PartOf<K extends Kind> = Parameters<NonNullable<LintVisit<unknown>[K]>>[0];
type SubjectOf<K extends Kind> = K extends keyof LintOnly
  ? Parameters<NonNullable<LintOnly[K]>>[0] | undefined
  : undefined;
type Ask<K extends Kind> = (part: PartOf<K>) => void;

/** Shows standalone parts to rules. Visits the tree of an expression once for all rules. */
export class Looks {
  #found: Found[] = [];
  readonly #isBuiltIn: boolean;
  readonly #who: { readonly [K in Kind]: Interests<K> };

  constructor(rules: readonly ActiveRule[]) {
    const take = (rule: ActiveRule, finding: Finding): void =>
      void this.#found.push({ rule, finding });
    const of = <K extends Kind>(kind: K): Interests<K> => new Interests(kind, rules, take);
    this.#isBuiltIn = rules.every((rule) => rule.isBuiltIn);
    this.#who = {
      action: of("action"),
      text: of("text"),
      expression: of("expression"),
      checkError: of("checkError"),
      variable: of("variable"),
      field: of("field"),
      call: of("call"),
      access: of("access"),
      literal: of("literal"),
      comparedText: of("comparedText"),
      formattedText: of("formattedText"),
      chain: of("chain"),
      expressionInRule: of("expressionInRule"),
    };
  }

  atAction(action: ActionNode): readonly Found[] {
    this.#begin();
    for (const ask of this.#who.action.about(action.definition)) ask(action);
    if (this.#who.text.all.length > 0) {
      for (const text of action.texts) for (const ask of this.#who.text.all) ask(text);
    }
    return this.#take();
  }

  atExpression(expression: ExpressionNode): readonly Found[] {
    this.#begin();
    for (const ask of this.#who.expression.about(expression.role)) ask(expression);
    const { tree, checked } = expression;
    if (tree !== undefined && checked !== undefined) {
      for (const error of checked.errors) {
        for (const ask of this.#who.checkError.about(error.code)) ask({ expression, error });
      }
      for (const { definition, span } of checked.variables) {
        if (span === undefined) continue;
        for (const ask of this.#who.variable.about(definition))
          ask({ expression, definition, span });
      }
      this.#walk(expression, tree);
    }
    const found = this.#take();
    return found.length > 1 ? found.toSorted(byRule) : found;
  }

  atExpressionInRule(part: ExpressionInRule): readonly Found[] {
    this.#begin();
    for (const ask of this.#who.expressionInRule.all) ask(part);
    return this.#take();
  }

  #walk(expression: ExpressionNode, tree: Expression): void {
    let hasChains = false;
    // An explicit stack: a chain of operators is as deep as it is long.
    const left = [tree];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      switch (node.kind) {
        case "literal":
          if (isText(node))
            for (const ask of this.#who.literal.all) ask({ expression, literal: node });
          continue;
        case "identifier":
          continue;
        case "index":
          this.#atAccess(expression, node, node.operand, node.index);
          break;
        case "select":
          this.#atAccess(expression, node, node.operand);
          this.#atField(expression, node);
          break;
        case "binary":
          hasChains ||= isLogical(node);
          if (node.operator === "in") this.#atAccess(expression, node, node.right, node.left);
          this.#atComparison(expression, node);
          break;
        case "call":
          this.#atCall(expression, node);
          this.#atComparison(expression, node);
          break;
        default:
      }
      const parts = childrenOf(node);
      for (let index = parts.length - 1; index >= 0; index--) left.push(parts[index] as Expression);
    }
    if (hasChains && this.#who.chain.all.length > 0) this.#atChains(expression);
  }

  #atChains(expression: ExpressionNode): void {
    let isAsked = false;
    const findsNothing = (): boolean => {
      isAsked = true;
      const { length } = this.#found;
      for (const chain of chainsOf(expression)) for (const ask of this.#who.chain.all) ask(chain);
      return this.#found.length === length;
    };
    // What rules of others look at is not known.
    const isQuiet = this.#isBuiltIn && expression.facts.alike.once(this.#who.chain, findsNothing);
    if (!isQuiet && !isAsked) findsNothing();
  }

  #atAccess(
    expression: ExpressionNode,
    node: Expression,
    operand: Expression,
    key?: Expression,
  ): void {
    const variable = expression.variableOf(operand);
    if (variable === undefined) return;
    for (const ask of this.#who.access.about(variable)) ask({ expression, node, variable, key });
  }

  #atField(expression: ExpressionNode, node: Expression & { kind: "select" }): void {
    const type = expression.checked?.types.get(node.operand);
    const { fieldSpan: span } = node;
    if (type?.kind !== "record" || span === undefined) return;
    const record = expression.place.dialect.records.get(type.name);
    const definition = record?.fields.find(({ name }) => name === node.field);
    if (record === undefined || definition === undefined) return;
    for (const ask of this.#who.field.about(definition))
      ask({ expression, record, definition, span });
  }

  #atCall(expression: ExpressionNode, node: Call): void {
    const definition = expression.place.dialect.functions.get(node.name);
    if (definition === undefined) return;
    for (const ask of this.#who.call.about(definition)) ask({ expression, node, definition });
    if (definition.overloads.every(({ formats }) => formats === undefined)) return;
    for (const text of formattedTexts(expression, node)) {
      for (const ask of this.#who.formattedText.about(text.format)) ask(text);
    }
  }

  #atComparison(expression: ExpressionNode, node: Expression): void {
    for (const text of comparedTexts(expression, node)) {
      for (const ask of this.#who.comparedText.about(text.variable)) ask(text);
    }
  }

  /** Clears findings that an interrupted call may have left. */
  #begin(): void {
    if (this.#found.length > 0) this.#found = [];
  }

  #take(): readonly Found[] {
    const found = this.#found;
    if (found.length > 0) this.#found = [];
    return found.length > 0 ? found : nothing;
  }
}

const nothing: readonly Found[] = [];

export function byRule({ rule: one }: Found, { rule: other }: Found): number {
  return one.index - other.index;
}

class Interests<K extends Kind> {
  readonly all: readonly Ask<K>[];
  readonly #only: readonly (((subject: never) => boolean) | undefined)[];
  readonly #known = new Map<SubjectOf<K>, readonly Ask<K>[]>();

  constructor(
    kind: K,
    rules: readonly ActiveRule[],
    take: (rule: ActiveRule, finding: Finding) => void,
  ) {
    const those = rules.filter(({ visit }) => visit[kind] !== undefined);
    this.all = those.map((rule): Ask<K> => {
      const { visit, options } = rule;
      const report = (finding: Finding): void => take(rule, finding);
      const look = visit[kind] as (part: PartOf<K>, report: Report, options: unknown) => void;
      return (part) => look.call(visit, part, report, options);
    });
    this.#only = those.map(({ only }) => (only as Record<Kind, never> | undefined)?.[kind]);
  }

  about(subject: SubjectOf<K>): readonly Ask<K>[] {
    const known = this.#known.get(subject);
    if (known !== undefined) return known;
    const those = this.all.filter((_ask, index) => {
      const only = this.#only[index];
      return only === undefined || (subject !== undefined && only(subject as never));
    });
    this.#known.set(subject, those);
    return those;
  }
}
