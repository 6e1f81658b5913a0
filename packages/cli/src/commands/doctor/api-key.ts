import type { Context } from "../../context.ts";
import { statSync } from "node:fs";
import { CommandError } from "../../command-error.ts";
import { apiKeyIfAny } from "../../service/api-key.ts";
import type { Check } from "./output.ts";

const name = "api-key";

/** Whether there is a key, and whether others on this machine can read its file. It is never shown. */
export function checkApiKey(
  file: string | undefined,
  needed: boolean,
  context: Context,
): { readonly check: Check; readonly apiKey: string | undefined } {
  let apiKey: string | undefined;
  try {
    apiKey = apiKeyIfAny(file, context);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { check: { name, state: "problem", message: error.message }, apiKey };
  }
  return { check: checkOf(apiKey, file, needed), apiKey };
}

function checkOf(apiKey: string | undefined, file: string | undefined, needed: boolean): Check {
  if (apiKey === undefined && !needed) {
    return { name, state: "ok", message: "There is none, and none is needed." };
  }
  if (apiKey === undefined) {
    return {
      name,
      state: "problem",
      message: file === undefined ? "There is no API key." : `The file ${file} holds no API key.`,
      help: "Set TRAFFIC_POLICY_API_KEY, or name a file that holds it with --api-key-file.",
    };
  }
  if (file === undefined) return { name, state: "ok", message: "From TRAFFIC_POLICY_API_KEY." };
  // Windows keeps rights elsewhere, and tells of none here.
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    return {
      name,
      state: "warning",
      reason: "permissions",
      message: `Other users of this machine can read or write ${file}.`,
      help: `\`chmod 600 ${file}\`.`,
    };
  }
  return { name, state: "ok", message: `From ${file}, which only you can access.` };
}
