import { type Files, decode, withoutErrors, placeIn } from "@traffic-policy/policy-module";
import { resolve, dirname } from "node:path";
import type { Exchange } from "@traffic-policy/policy-engine";
import {
  exchangeProblems,
  toExchange,
  type ExchangeFile,
  FormatError,
  harExchanges,
} from "@traffic-policy/policy-engine/formats";
import {
  fromPointer,
  toPointer,
  isJsonObject,
  jsonPolicySource,
  type PolicySource,
} from "@traffic-policy/policy-language";
import { CommandError, type Context } from "../context.ts";

/** An exchange as somebody gave it, with the way back to what was written. */
export interface GivenExchange {
  readonly exchange: ExchangeFile;
  /** The folder that files in it are relative to. */
  readonly folder: string;
  readonly files: Files;
  /** Where a part was given, for the beginning of a sentence: `a.json:3:5`, `--header`. */
  place(pointer: string, part?: "key"): string;
}

/**
 * Checks a given exchange.
 *
 * @throws CommandError with the place of the first thing that cannot be
 */
export function checkGiven({ exchange, place }: GivenExchange): void {
  const [problem] = exchangeProblems(exchange);
  if (problem === undefined) return;
  throw problemAt(place(problem.path, problem.part), problem.message, problem.help);
}

/** @param place - where it is; empty when nobody wrote it anywhere */
export function problemAt(place: string, message: string, help: string | undefined): CommandError {
  return new CommandError(place === "" ? message : `${place}: ${message}`, { help });
}

/**
 * A given exchange in which there are no problems as the engine takes it, with the files read that
 * it names.
 *
 * @throws CommandError when such a file cannot be read
 */
export function exchangeOf({ exchange, folder, files }: GivenExchange): Exchange {
  return toExchange(exchange, (path) => files.bytes(resolve(folder, path)));
}

/** Which option a part of an exchange was given by: the nearest part around it that is known. */
export function optionAt(
  options: ReadonlyMap<string, string>,
  pointer: string,
): string | undefined {
  const keys = fromPointer(pointer);
  for (let length = keys.length; length >= 0; length--) {
    const option = options.get(toPointer(keys.slice(0, length)));
    if (option !== undefined) return option;
  }
  return undefined;
}

/** What a file says of exchanges. */
export type ExchangeFileContent =
  | { readonly kind: "exchange"; readonly given: GivenExchange }
  /** A recording, as browsers save it. */
  | { readonly kind: "har"; readonly entries: readonly GivenExchange[] };

/**
 * Reads an exchange as JSON or YAML, or a HAR file, which is known by its content.
 *
 * @param path - as the user wrote it; `-` is standard input
 * @throws CommandError when it cannot be read or parsed, or holds neither
 */
export async function readExchanges(
  path: string,
  { files, terminal }: Pick<Context, "files" | "terminal">,
): Promise<ExchangeFileContent> {
  const file = path === "-" ? undefined : files.resolve(path);
  const name = file === undefined ? "standard input" : files.nameOf(file);
  const text =
    file === undefined ? decode(await terminal.readAll(), name) : decode(files.bytes(file), name);
  if (text.trim() === "") {
    throw new CommandError(`${name}: The file is empty.`, {
      help: 'Write an exchange, like {"request": {"url": "https://example.com/"}}.',
    });
  }
  const source = withoutErrors(await parse(name, text));
  const { document } = source;
  if (isJsonObject(document) && isJsonObject(document["log"])) {
    return { kind: "har", entries: recording(source, files) };
  }
  const given: GivenExchange = {
    exchange: document as unknown as ExchangeFile,
    folder: file === undefined ? files.folder : dirname(file),
    files,
    place: (pointer, part) => placeIn(source, pointer, part),
  };
  checkGiven(given);
  return { kind: "exchange", given };
}

function recording(source: PolicySource, files: Files): GivenExchange[] {
  try {
    return harExchanges(source.document).map(({ exchange, pointer }) => ({
      exchange,
      folder: files.folder,
      files,
      place: (part) => placeIn(source, pointer(part)),
    }));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { path, part, message, help } = error;
    throw problemAt(placeIn(source, path, part), message, help);
  }
}

// Standard input has no name that tells; no exchange in YAML begins like one in JSON.
async function parse(name: string, text: string): Promise<PolicySource> {
  const isYaml = name === "standard input" ? !/^\s*[{[]/.test(text) : /\.ya?ml$/.test(name);
  if (!isYaml) return jsonPolicySource(name, text);
  const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
  return yamlPolicySource(name, text);
}
