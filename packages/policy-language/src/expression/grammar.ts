import type { BinaryOperator } from "./tree.ts";

/** How tightly things bind, the higher the tighter. */
export const precedence = {
  conditional: 0,
  or: 1,
  and: 2,
  relation: 3,
  sum: 4,
  product: 5,
  unary: 6,
  member: 7,
} as const;

/** How tightly each operator between two operands binds; CEL has one level for all relations. */
export const operatorPrecedence: Readonly<Record<BinaryOperator, number>> = {
  "||": precedence.or,
  "&&": precedence.and,
  "==": precedence.relation,
  "!=": precedence.relation,
  "<": precedence.relation,
  "<=": precedence.relation,
  ">": precedence.relation,
  ">=": precedence.relation,
  in: precedence.relation,
  "+": precedence.sum,
  "-": precedence.sum,
  "*": precedence.product,
  "/": precedence.product,
  "%": precedence.product,
};

/** Words of the grammar; they are no names anywhere. */
export const keywords: ReadonlySet<string> = new Set(["false", "in", "null", "true"]);

/** Words that CEL keeps for later: no variable or function has such a name, but a field may. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    "as break const continue else for function if import let loop namespace package return " +
    "var void while"
  ).split(" "),
);
