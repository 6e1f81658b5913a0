import {
  checkExpression,
  parseExpression,
  type CheckContext,
  type Dialect,
  type Expression,
} from "@traffic-policy/policy-language";
import { logicTree, type CompiledRule, type LogicTree } from "@traffic-policy/policy-engine";
import {
  all,
  always,
  any,
  Condition,
  fails,
  isFalse,
  isTrue,
  never,
  not,
  type Formula,
  type Goal,
  type LogicSession,
  type Outcomes,
} from "@traffic-policy/policy-logic";

export interface Reading {
  readonly tree: LogicTree;
  readonly condition: Condition;
}

/** Where expressions stand. */
export interface ReadingContext extends CheckContext {
  readonly dialect: Dialect;
}

/** What expressions say, up to the first that cannot be evaluated, and always fails. */
export function readingsOf(
  expressions: readonly Pick<CompiledRule["expressions"][number], "text" | "problem">[],
  context: ReadingContext,
  session?: LogicSession,
): Reading[] {
  const readings: Reading[] = [];
  for (const { text, problem } of expressions) {
    const parsed = parseExpression(text);
    if (!parsed.ok || problem !== undefined) break;
    const { tree } = parsed;
    const checked = checkExpression(tree, context);
    readings.push({
      tree: logicTree(tree),
      condition: new Condition(tree, checked, context.dialect, session),
    });
  }
  return readings;
}

/** Whether a rule matches: its expressions are evaluated one after the other, until one is not true. */
export function matching(readings: readonly Reading[]): Formula {
  return readings.reduceRight<Formula>(
    (rest, { condition }) =>
      rest === always
        ? condition.formula
        : { kind: "choice", condition: condition.formula, whenTrue: rest, whenFalse: never },
    always,
  );
}

/**
 * What must hold for an operand to be evaluated, have one of some outcomes, and decide so about the
 * operator around it.
 *
 * @param place - which operand it is: indices from the outermost
 */
export function operandGoals(
  condition: Condition,
  tree: LogicTree,
  [index, ...rest]: readonly number[],
  outcomes: Outcomes,
): Goal[] {
  const goal = ({ node }: { node: Expression }, wanted: Outcomes): Goal => ({
    formula: condition.formulaOf(node),
    outcomes: wanted,
  });
  const operands = tree.kind === "condition" ? [] : tree.operands;
  const operand = index === undefined ? undefined : operands[index];
  if (operand === undefined) return [goal(tree, outcomes)];
  const own = operandGoals(condition, operand, rest, outcomes);
  switch (tree.kind) {
    case "&&":
    case "||": {
      // Those before it must let it have its turn; where it does not decide alone, all others, too.
      const neutral = tree.kind === "&&" ? isTrue : isFalse;
      const isAlone = outcomes !== fails && (rest.length > 0 || outcomes !== neutral);
      const wanted = outcomes === fails ? neutral | fails : neutral;
      const others = operands.filter((_one, at) => (isAlone ? at < Number(index) : at !== index));
      return [...others.map((other) => goal(other, wanted)), ...own];
    }
    case "?:": {
      const [choosing] = operands;
      if (index === 0 || choosing === undefined) return own;
      return [goal(choosing, index === 1 ? isTrue : isFalse), ...own];
    }
    default:
      return own;
  }
}

/** What lets processing go past a rule: it does not match, or its lists of addresses allow the client. */
export function passing(
  { actions }: CompiledRule,
  readings: readonly Reading[],
  context: ReadingContext,
  session: LogicSession,
): Formula {
  const texts = actions
    .filter(({ type }) => type === "restrict-ips")
    .flatMap(({ config: { allow, deny } }) => [
      ...(Array.isArray(allow) ? [`inCidrRanges(conn.client_ip, ${JSON.stringify(allow)})`] : []),
      ...(Array.isArray(deny) ? [`!inCidrRanges(conn.client_ip, ${JSON.stringify(deny)})`] : []),
    ]);
  const lists = readingsOf(
    texts.map((text) => ({ text, problem: undefined })),
    context,
    session,
  );
  const isLetThrough = all(lists.map(({ condition }) => condition.formula));
  return any([not(matching(readings)), ...(lists.length > 0 ? [isLetThrough] : [])]);
}
