import { resolve } from "node:path";
import {
  describeDocumentError,
  isJsonObject,
  parseJson,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import { loadPolicy } from "../policy-file/load-policy.ts";
import { documentOf } from "../policy-file/local-policy.ts";
import { relativePath } from "../relative-path.ts";

/** What a file holds in the place of what the service stores. */
export interface StoredInFile {
  readonly document: JsonValue;
  /** Nothing where the file does not say: a policy document alone does not. */
  readonly enabled: boolean | undefined;
}

/**
 * Reads what stands for a stored policy: a module `{"enabled": …, "value": …}` as the service answers
 * it, alone, in a TCP edge or in an entry of the history, or a policy document in any file that can
 * hold a policy.
 *
 * @returns nothing for an edge or an entry that holds no policy
 * @throws CommandError when the file cannot be read, or holds something else
 */
export async function readStoredFile(file: string): Promise<StoredInFile | undefined> {
  const document = documentOf(await loadPolicy(resolve(file)));
  if (!isJsonObject(document)) {
    throw new CommandError(`${relativePath(resolve(file))}: It holds no policy document.`, {
      help: 'A policy document is an object, like {"inbound": […]}.',
    });
  }
  const module = moduleIn(document);
  if (module === undefined) return { document, enabled: undefined };
  return module === null ? undefined : readModule(file, module);
}

/** The module in a document, null where one could be, and nothing in a policy document. */
function moduleIn(document: JsonObject): JsonObject | null | undefined {
  if ("value" in document && "enabled" in document) return document;
  const held = "traffic_policy" in document ? document["traffic_policy"] : document["stored"];
  return held === null || isJsonObject(held) ? held : undefined;
}

function readModule(file: string, { enabled, value }: JsonObject): StoredInFile {
  const name = relativePath(resolve(file));
  if (typeof value !== "string" || typeof enabled !== "boolean") {
    throw new CommandError(`${name}: Its module is not as the service has it.`, {
      help: '"enabled" is true or false there, and "value" the policy document as a text of JSON.',
    });
  }
  const { value: document, errors } = parseJson(value);
  const [error] = errors;
  if (error === undefined && document !== undefined) return { document, enabled };
  const reason = error === undefined ? "It is empty." : describeDocumentError(error).message;
  throw new CommandError(`${name}: The policy in "value" is not a JSON document: ${reason}`);
}
