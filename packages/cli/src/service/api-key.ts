import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "../command-error.ts";
import { looseText, statIfAny } from "../read-bytes.ts";
import type { Terminal } from "../terminal.ts";

/**
 * The API key of a file or of the environment; it is never an argument, which others could see. From now
 * on it is hidden in what is printed.
 *
 * @throws CommandError when the file cannot be read
 */
export function apiKeyIfAny(file: string | undefined, terminal: Terminal): string | undefined {
  const key = file === undefined ? process.env["TRAFFIC_POLICY_API_KEY"] : textOf(file);
  if (key === undefined || key.trim() === "") return undefined;
  terminal.hide(key.trim());
  return key.trim();
}

/** Hides the key before anything is printed or run: of the environment, and of the file that is named. */
export function hideApiKey(args: readonly string[], terminal: Terminal): void {
  apiKeyIfAny(undefined, terminal);
  const name = "--api-key-file";
  const files = args.flatMap((arg, index) => {
    if (arg === name) return args[index + 1] ?? [];
    return arg.startsWith(`${name}=`) ? arg.slice(name.length + 1) : [];
  });
  try {
    for (const file of files) {
      // What the shell has opened can be read only once.
      if (statIfAny(resolve(file))?.isFile() === true) apiKeyIfAny(file, terminal);
    }
  } catch (error) {
    // Told when the key is needed.
    if (!(error instanceof CommandError)) throw error;
  }
}

function textOf(file: string): string {
  if (existsSync(file)) return looseText(resolve(file));
  // Not named: somebody may have put the key in its place.
  throw new CommandError("--api-key-file: There is no such file.", {
    help: "Name a file that holds the key, not the key itself.",
  });
}
