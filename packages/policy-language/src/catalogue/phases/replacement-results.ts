import type { ActionResult } from "../action.ts";

/**
 * Defines the results of an action that replaces parts of a body.
 *
 * @param action - the action as its result names spell it, such as `sse_find_replace`
 */
export function replacementResults(action: string): ActionResult[] {
  return [
    {
      name: `actions.ngrok.${action}.replacements`,
      type: "list(replacement)",
      description: "the replacements of the last run that matched",
    },
  ];
}
