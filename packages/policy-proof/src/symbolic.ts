/** Policies as formulas: the effects on an exchange, and their conditions. */
export {
  SymbolicPolicy,
  SymbolicSession,
  type Ending,
  type Final,
  type SymbolicOptions,
  type SymbolicRule,
} from "./policy/symbolic-policy.ts";
