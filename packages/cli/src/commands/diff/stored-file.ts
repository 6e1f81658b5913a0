import {
  isJsonObject,
  serialize,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { isSectionName, policyProblems } from "@traffic-policy/policy-language/internal";
import { documentOf, type Files, type LoadedPolicy, loadPolicy } from "@traffic-policy/project";
import { CommandError } from "../../context.ts";

export interface StoredInFile {
  readonly value: string;
  /** Undefined when the file does not say, as with a plain policy document. */
  readonly enabled: boolean | undefined;
  readonly protocol: Protocol | undefined;
}

/**
 * Reads a file that stands in for a stored policy: a module `{"enabled": …, "value": …}` as the service answers it,
 * alone, in a TCP edge or in a history entry; or a policy document in any file that can hold a policy.
 *
 * @returns undefined for an edge or an entry that holds no policy
 * @throws CommandError when the file cannot be read, or holds something else
 */
export async function readStoredFile(
  file: string,
  files: Files,
): Promise<StoredInFile | undefined> {
  const path = files.resolve(file);
  const loaded = await loadPolicy(path, files);
  const document = documentOf(loaded);
  const { protocol } = loaded;
  const module = isJsonObject(document) ? moduleIn(document) : undefined;
  if (module === null) return undefined;
  if (module === undefined) {
    if (isPolicy(document)) return { value: serialize(document), enabled: undefined, protocol };
    throw new CommandError(`${files.nameOf(path)}: The file holds no policy document.`, {
      help: 'A policy document is an object, like {"inbound": […]}.',
    });
  }
  const { value, enabled } = module;
  if (typeof value === "string" && typeof enabled === "boolean")
    return { value, enabled, protocol };
  throw new CommandError(
    `${files.nameOf(path)}: It is not a policy module as the service returns it.`,
    {
      help: '"enabled" is true or false there, and "value" the policy document as a text of JSON.',
    },
  );
}

/**
 * Returns the document of a policy.
 *
 * @throws CommandError when it cannot be read, or is around the place of a policy that has something else: what else is in
 *   a plan of Terraform must not be printed
 */
export function policyDocumentOf(policy: LoadedPolicy): JsonValue {
  const document = documentOf(policy);
  const { held, file } = policy.source;
  const [problem] = held === undefined ? policyProblems(document) : [];
  if (problem === undefined) return document;
  throw new CommandError(`${file}: ${problem.message}`, { help: problem.help });
}

function isPolicy(document: JsonValue): boolean {
  if (!isJsonObject(document)) return false;
  const keys = Object.keys(document);
  return keys.length === 0 || keys.some(isSectionName);
}

/** The module that a document is or holds; null when it states that there is none. */
function moduleIn(document: JsonObject): JsonObject | null | undefined {
  if ("value" in document && "enabled" in document) return document;
  const held = "traffic_policy" in document ? document["traffic_policy"] : document["stored"];
  return held === null || isJsonObject(held) ? held : undefined;
}
