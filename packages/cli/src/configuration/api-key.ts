import type { Files, LoadedService } from "@traffic-policy/project";
import { type Context, CommandError } from "../context.ts";

type KeyContext = Pick<Context, "env" | "files" | "terminal">;

/** The location of an API key: never an argument, because other users can read those. */
export type KeySource =
  | { readonly variable: string; readonly file?: never; readonly by?: never }
  | { readonly file: string; readonly by: string; readonly variable?: never };

export const usualVariable = "TRAFFIC_POLICY_API_KEY";

export function keyOf({
  apiKeyFile,
  apiKeyVariable,
  baseUrl,
}: LoadedService): KeySource | undefined {
  if (apiKeyFile !== undefined) {
    const by = baseUrl === undefined ? "apiKeyFile" : `The apiKeyFile for ${baseUrl}`;
    return { file: apiKeyFile, by };
  }
  return apiKeyVariable === undefined ? undefined : { variable: apiKeyVariable };
}

/**
 * Reads the API key at a location. Hides it in all later output.
 *
 * @throws CommandError when the file cannot be read
 */
export function apiKeyIfAny(
  source: KeySource,
  { env, files, terminal }: KeyContext,
): string | undefined {
  const key =
    source.file === undefined ? env[source.variable] : textOf(source.file, source.by, files);
  if (key === undefined || key.trim() === "") return undefined;
  terminal.hide(key.trim());
  return key.trim();
}

export function checkKey(source: KeySource, service: string, context: KeyContext): string {
  const key = apiKeyIfAny(source, context);
  if (key === undefined) throw noKey(source, service);
  return key;
}

function noKey({ variable, file }: KeySource, service: string): CommandError {
  if (file !== undefined)
    return new CommandError(`The file of the API key for ${service} is empty.`);
  if (variable === usualVariable) {
    return new CommandError("There is no API key.", {
      help: `Set ${usualVariable}, or name a file that holds it with --api-key-file.`,
    });
  }
  return new CommandError(
    `There is no API key for ${service}: the variable ${variable} is not set, or empty.`,
    {
      help: `Set ${variable}, or name a file that holds the key with --api-key-file.`,
    },
  );
}

/** Hides the key of the environment and of the file named in the arguments, before anything is printed or run. */
export function hideApiKey(args: readonly string[], context: KeyContext): void {
  const name = "--api-key-file";
  const named = args.flatMap((arg, index) => {
    if (arg === name) return args[index + 1] ?? [];
    return arg.startsWith(`${name}=`) ? arg.slice(name.length + 1) : [];
  });
  hideKeys([{ variable: usualVariable }, ...named.map((file) => ({ file, by: name }))], context);
}

export function hideKeys(sources: readonly KeySource[], context: KeyContext): void {
  for (const source of sources) {
    try {
      const { file } = source;
      // What the shell has opened can be read only once.
      const { files } = context;
      const isRead = file === undefined || files.statIfAny(files.resolve(file))?.isFile() === true;
      if (isRead) apiKeyIfAny(source, context);
    } catch (error) {
      // Reported when the key is needed.
      if (!(error instanceof CommandError)) throw error;
    }
  }
}

/** In bytes. */
const largestKey = 10_000;

function textOf(file: string, by: string, files: Files): string {
  const path = files.resolve(file);
  if (files.exists(path)) {
    if ((files.sizeOf(path, Infinity) ?? 0) <= largestKey) return files.looseText(path);
    throw new CommandError(`${by}: The file is larger than ${largestKey} bytes.`, {
      help: "Name a file that holds the key, and nothing else.",
    });
  }
  // Not named: somebody may have put the key in its place.
  throw new CommandError(`${by}: There is no such file.`, {
    help: "Name a file that holds the key, not the key itself.",
  });
}
