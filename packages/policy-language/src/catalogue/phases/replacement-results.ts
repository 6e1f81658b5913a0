import type { ActionResult } from "../action.ts";

/**
 * The results of an action that replaces parts of a body.
 *
 * @param action - the action as the names of its results have it, such as `sse_find_replace`
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
