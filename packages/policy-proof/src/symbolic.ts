/** Policies as formulas: what happens to an exchange, and when. */
export {
  SymbolicPolicy,
  SymbolicSession,
  type Ending,
  type Final,
  type SymbolicOptions,
  type SymbolicRule,
} from "./policy/symbolic-policy.ts";
