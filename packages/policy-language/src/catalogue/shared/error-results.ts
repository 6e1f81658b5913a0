import type { ActionResult } from "../action.ts";
import type { Absence } from "../variable.ts";

const withoutError: Absence = { when: "the action did not fail", isInferred: true };

/**
 * Defines the results that tell why an action failed.
 *
 * @param action - the action as its result names spell it, such as `rate_limit`
 */
export function errorResults(action: string): ActionResult[] {
  return [
    {
      name: `actions.ngrok.${action}.error.code`,
      type: "string",
      missing: withoutError,
      description: "the code of the error, when the last run failed",
    },
    {
      name: `actions.ngrok.${action}.error.message`,
      type: "string",
      missing: withoutError,
      description: "the text of the error, when the last run failed",
    },
  ];
}

export function rewriteResults(action: string): ActionResult[] {
  const [matches, url] = [`actions.ngrok.${action}.matches`, `actions.ngrok.${action}.url`];
  return [
    ...errorResults(action),
    { name: matches, type: "list(string)", description: "what `from` matched" },
    { name: url, type: "string", description: "the URL after the replacement" },
  ];
}
