import { isLogical, type Expression } from "@traffic-policy/policy-language";

/** A part of a condition that is true or false in itself, as `&&`, `||` and `!` join it to others. */
export interface JoinedTest {
  readonly node: Expression;
  /** Whether the condition asks for it, rather than for its contrary. */
  readonly isWanted: boolean;
}

/** The tests that a condition joins with `&&`, `||` and `!`. */
export function joinedTests(condition: Expression): JoinedTest[] {
  const tests: JoinedTest[] = [];
  // A stack of our own: a chain of operators is as deep as it is long.
  const left: JoinedTest[] = [{ node: condition, isWanted: true }];
  for (let test = left.pop(); test !== undefined; test = left.pop()) {
    const { node, isWanted } = test;
    if (node.kind === "unary" && node.operator === "!") {
      left.push({ node: node.operand, isWanted: !isWanted });
    } else if (isLogical(node)) {
      left.push({ node: node.right, isWanted }, { node: node.left, isWanted });
    } else tests.push(test);
  }
  return tests;
}
