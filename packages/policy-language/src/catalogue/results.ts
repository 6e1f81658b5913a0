import type { ActionDefinition } from "./action.ts";
import { protocols, type VariableDefinition, type VariableNamespace } from "./variable.ts";

const elsewhereUnsure =
  "Whether a result is still there in rules that run later than those of its own key is not documented.";

/**
 * Defines the variables that actions set when they run. They exist in all sections of the protocols that the action
 * exists for.
 *
 * @param sections - the top-level keys of the dialect
 */
export function resultVariables(
  { type, results = [], sections: places }: ActionDefinition,
  sections: readonly string[],
): readonly VariableDefinition[] {
  const used = protocols.filter((protocol) => places[protocol].length > 0);
  const isEverywhere = used.some((protocol) => places[protocol].length === sections.length);
  return results.map(({ unsure = [], ...result }) => {
    const open = isEverywhere ? unsure : [...unsure, elsewhereUnsure];
    return {
      ...result,
      protocols: used,
      sections,
      setBy: type,
      ...(open.length > 0 && { unsure: open }),
    };
  });
}

export function resultNamespace(
  actions: readonly ActionDefinition[],
  sections: readonly string[],
): VariableNamespace {
  return {
    name: "actions",
    description: "the results of actions that have run",
    variables: actions.flatMap((action) => resultVariables(action, sections)),
  };
}

/** The namespaces of variables that may have other values after an action; undefined when all may. */
export function changedNamespaces({
  changes,
  results = [],
}: ActionDefinition): readonly string[] | undefined {
  const ofResults = results.map(({ name }) => name.split(".", 1)[0] ?? "");
  return changes && [...new Set([...changes, ...ofResults])];
}
