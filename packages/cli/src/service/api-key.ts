import { resolve } from "node:path";
import { looseText } from "../read-bytes.ts";

/** The API key of a file or of the environment; it is never an argument, which others could see. */
export function apiKeyIfAny(file: string | undefined): string | undefined {
  const key = file === undefined ? process.env["TRAFFIC_POLICY_API_KEY"] : looseText(resolve(file));
  return key === undefined || key.trim() === "" ? undefined : key.trim();
}
