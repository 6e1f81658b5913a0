import type { ActionDefinition } from "./action.ts";
import type { VariableNamespace } from "./variable.ts";

/** One vocabulary of policy documents: its top-level keys, actions and variables. */
export interface Dialect {
  readonly name: string;
  /** The top-level keys of a policy document, each a list of rules. */
  readonly directions: readonly string[];
  /** The actions by their type. */
  readonly actions: ReadonlyMap<string, ActionDefinition>;
  readonly namespaces: readonly VariableNamespace[];
}
