import type { Dialect } from "./dialect.ts";
import type { VariableDefinition } from "./variable.ts";

const known = new WeakMap<Dialect, readonly VariableDefinition[]>();

/** The variables of all namespaces of a dialect, those of earlier eras among them. */
export function variablesOf(dialect: Dialect): readonly VariableDefinition[] {
  let variables = known.get(dialect);
  if (variables === undefined) {
    variables = dialect.namespaces.flatMap((namespace) => namespace.variables);
    known.set(dialect, variables);
  }
  return variables;
}
