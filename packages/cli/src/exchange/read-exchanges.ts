import type { Context } from "../context.ts";
import { decode, withoutErrors, placeIn, type Files } from "@traffic-policy/policy-module";
import { dirname } from "node:path";
import {
  FormatError,
  harExchanges,
  type ExchangeFile,
} from "@traffic-policy/policy-engine/formats";
import { isJsonObject, jsonPolicySource, type PolicySource } from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import { checkGiven, problemAt, type GivenExchange } from "./given-exchange.ts";

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
