import type { Expression } from "@traffic-policy/policy-language";
import type { LogicTree } from "../expression/logic.ts";

/** What shall hold: conditions with a value each, all together or one of several. */
export type Wish = { readonly all: readonly Wish[] } | { readonly any: readonly Wish[] } | Literal;

/** A condition, and the value that it shall have. */
export interface Literal {
  readonly condition: Expression;
  readonly value: boolean;
}

/** An expression shall have a value. */
export function wishFor(tree: LogicTree, value: boolean): Wish {
  switch (tree.kind) {
    case "condition":
      return { condition: tree.node, value };
    case "!":
      return allOf(tree.operands.map((operand) => wishFor(operand, !value)));
    case "?:":
      return either(tree.operands, (branch) => wishFor(branch, value));
    default: {
      const wishes = tree.operands.map((operand) => wishFor(operand, value));
      return (tree.kind === "&&") === value ? allOf(wishes) : { any: wishes };
    }
  }
}

/**
 * An operand shall be evaluated, have a value, and decide so about the operator around it.
 *
 * @param place - which operand it is: indices from the outermost
 * @param value - none when it shall fail
 */
export function wishForOperand(
  tree: LogicTree,
  place: readonly number[],
  value: boolean | undefined,
): Wish {
  const [index, ...rest] = place;
  const operand = index === undefined || tree.kind === "condition" ? tree : tree.operands[index];
  if (index === undefined || tree.kind === "condition" || operand === undefined) {
    return value === undefined ? allOf([]) : wishFor(tree, value);
  }
  const inner = wishForOperand(operand, rest, value);
  switch (tree.kind) {
    case "!":
      return inner;
    case "?:": {
      const [condition] = tree.operands;
      if (index === 0 || condition === undefined) return inner;
      return allOf([wishFor(condition, index === 1), inner]);
    }
    default: {
      // Those before it must let it have its turn; where it does not decide alone, all others, too.
      const neutral = tree.kind === "&&";
      const isAlone = value !== undefined && (rest.length > 0 || value !== neutral);
      const others = tree.operands.filter((_one, at) => (isAlone ? at < index : at !== index));
      return allOf([...others.map((other) => wishFor(other, neutral)), inner]);
    }
  }
}

/** Everything shall hold. */
export function allOf(wishes: readonly Wish[]): Wish {
  return { all: wishes };
}

function either(
  [condition, whenTrue, whenFalse]: readonly LogicTree[],
  wish: (branch: LogicTree) => Wish,
): Wish {
  if (condition === undefined || whenTrue === undefined || whenFalse === undefined)
    return allOf([]);
  return {
    any: [
      allOf([wishFor(condition, true), wish(whenTrue)]),
      allOf([wishFor(condition, false), wish(whenFalse)]),
    ],
  };
}

const mostSteps = 20_000;

/**
 * The ways in which a wish can come true, each as literals that hold together; the simplest first. Not
 * all of them where there are very many: each wish with two ways doubles them.
 */
export function* waysOf(wish: Wish): Generator<readonly Literal[]> {
  yield* ways(wish, { steps: mostSteps });
}

/** How much is left to be tried, whether it comes to a way or not. */
interface Budget {
  steps: number;
}

function* ways(wish: Wish, budget: Budget): Generator<readonly Literal[]> {
  if (budget.steps-- <= 0) return;
  if ("condition" in wish) yield [wish];
  else if ("any" in wish) for (const one of wish.any) yield* ways(one, budget);
  else yield* together(wish.all, budget);
}

function* together(
  [first, ...rest]: readonly Wish[],
  budget: Budget,
): Generator<readonly Literal[]> {
  if (first === undefined) {
    yield [];
    return;
  }
  for (const one of ways(first, budget)) {
    for (const others of together(rest, budget)) yield [...one, ...others];
  }
}
