import type { Target, TrafficPolicyModule } from "@traffic-policy/api";
import {
  compare,
  describeDocumentError,
  isJsonObject,
  parseJson,
  type JsonObject,
  type Protocol,
} from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import { loadPolicy } from "../policy-file/load-policy.ts";
import { documentOf } from "../policy-file/local-policy.ts";
import { policyFileText } from "../policy-file/policy-file-text.ts";
import { bytesIfAny } from "../read-bytes.ts";
import { relativePath } from "../relative-path.ts";
import { isExpected } from "../expected-error.ts";
import type { PulledPolicy } from "./pulled-policy.ts";

/** A stored policy, and the file that it is pulled into. */
export interface PolicyToPlace {
  /** The target's name. */
  readonly name: string;
  readonly target: Target;
  /** Absolute path. */
  readonly file: string;
  /** What the policies in this file are for, if it is one thing. */
  readonly protocol: Protocol | undefined;
  readonly stored: TrafficPolicyModule;
}

/**
 * Finds out what pulling a policy does to its file, and writes nothing. A file that holds exactly this
 * policy stays as it is; one that holds anything else is refused, unless `force` says otherwise.
 */
export async function placePolicy(
  { name, target, file, protocol, stored }: PolicyToPlace,
  { force }: { readonly force: boolean },
): Promise<PulledPolicy> {
  const placed = { name, target, file };
  try {
    const document = storedDocument(stored);
    const before = bytesIfAny(file);
    const refusal = before && (await whyNotReplaced(file, document));
    if (before !== undefined && refusal === undefined) return { ...placed, outcome: "unchanged" };
    const text = await policyFileText(file, document, protocol);
    return refusal === undefined || force
      ? { ...placed, outcome: "written", change: { before, text } }
      : { ...placed, outcome: "refused", error: refusal };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { ...placed, outcome: "failed", error };
  }
}

/**
 * The policy document of a stored module.
 *
 * @throws CommandError when it holds none
 */
export function storedDocument({ value }: TrafficPolicyModule): JsonObject {
  const { value: document, errors } = parseJson(value);
  const [error] = errors;
  if (error === undefined && isJsonObject(document)) return document;
  const reason =
    error !== undefined
      ? describeDocumentError(error).message
      : document === undefined
        ? "It is empty."
        : "It is not an object.";
  throw new CommandError(`The stored policy is not a policy document: ${reason}`, {
    help: "Replace or remove it with whatever wrote it.",
  });
}

/** Why a file is not to be replaced by a document; nothing when it holds the very same. */
async function whyNotReplaced(file: string, document: JsonObject): Promise<Error | undefined> {
  const name = relativePath(file);
  try {
    const { state } = compare(documentOf(await loadPolicy(file)), document);
    if (state === "identical") return undefined;
    const what = state === "equivalent" ? "the policy in another way" : "another policy";
    return new CommandError(`${name} holds ${what}, so it is left as it is.`, {
      help: "diff shows what differs, and --force writes over it.",
    });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return new CommandError(`${name} is there already, and no policy: ${error.message}`, {
      help: "--force writes over it.",
      cause: error,
    });
  }
}
