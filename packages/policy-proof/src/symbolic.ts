/** Policies as formulas: what happens to an exchange, and when. */
export { notFollowed } from "./policy/followed.ts";
export {
  behaviourOf,
  SymbolicPolicy,
  SymbolicSession,
  type Ending,
  type Final,
  type SymbolicOptions,
  type SymbolicRule,
} from "./policy/symbolic-policy.ts";
