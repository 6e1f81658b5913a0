import type { Files } from "@traffic-policy/policy-module";
import { type Context, CommandError } from "../context.ts";

type KeyContext = Pick<Context, "env" | "files" | "terminal">;

/**
 * The API key of a file or of the environment; it is never an argument, which others could see. From now
 * on it is hidden in what is printed.
 *
 * @throws CommandError when the file cannot be read
 */
export function apiKeyIfAny(
  file: string | undefined,
  { env, files, terminal }: KeyContext,
): string | undefined {
  const key = file === undefined ? env["TRAFFIC_POLICY_API_KEY"] : textOf(file, files);
  if (key === undefined || key.trim() === "") return undefined;
  terminal.hide(key.trim());
  return key.trim();
}

/** Hides the key before anything is printed or run: of the environment, and of the file that is named. */
export function hideApiKey(args: readonly string[], context: KeyContext): void {
  apiKeyIfAny(undefined, context);
  const { files } = context;
  const name = "--api-key-file";
  const named = args.flatMap((arg, index) => {
    if (arg === name) return args[index + 1] ?? [];
    return arg.startsWith(`${name}=`) ? arg.slice(name.length + 1) : [];
  });
  try {
    for (const file of named) {
      // What the shell has opened can be read only once.
      if (files.statIfAny(files.resolve(file))?.isFile() === true) apiKeyIfAny(file, context);
    }
  } catch (error) {
    // Told when the key is needed.
    if (!(error instanceof CommandError)) throw error;
  }
}

function textOf(file: string, files: Files): string {
  const path = files.resolve(file);
  if (files.exists(path)) return files.looseText(path);
  // Not named: somebody may have put the key in its place.
  throw new CommandError("--api-key-file: There is no such file.", {
    help: "Name a file that holds the key, not the key itself.",
  });
}
