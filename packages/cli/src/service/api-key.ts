import { readFileSync } from "node:fs";
import { CommandError } from "../command-error.ts";

/** The API key of a file or of the environment; it is never an argument, which others could see. */
export function apiKeyIfAny(file: string | undefined): string | undefined {
  const key = file === undefined ? process.env["TRAFFIC_POLICY_API_KEY"] : readKey(file);
  return key === undefined || key.trim() === "" ? undefined : key.trim();
}

function readKey(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The API key file ${file} cannot be read (${code}).`, { cause: error });
  }
}
