import type { Dialect } from "./dialect.ts";
import type { VariableDefinition } from "./variable.ts";

/** The variables of all namespaces of a dialect, those of earlier eras among them. */
export function variablesOf({ namespaces }: Dialect): readonly VariableDefinition[] {
  return namespaces.flatMap(({ variables }) => variables);
}
