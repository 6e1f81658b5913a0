import type { BinaryOperator } from "./tree.ts";

/** Binding strength; higher binds tighter. */
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

/** The precedence of each binary operator; CEL has a single level for all relations. */
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

/** Words of the grammar, which are never names. */
export const keywords: ReadonlySet<string> = new Set(["false", "in", "null", "true"]);

/** Words that CEL reserves: they are not allowed as variable or function names, but as field names. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    "as break const continue else for function if import let loop namespace package return " +
    "var void while"
  ).split(" "),
);
