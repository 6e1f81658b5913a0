import type { VariableDefinition } from "../../catalogue/variable.ts";
import type { Span } from "../../span.ts";

/** One use of a variable. */
export interface VariableUse {
  readonly definition: VariableDefinition;
  /** The name's place in the text; absent for a tree that was not parsed. */
  readonly span?: Span;
}
