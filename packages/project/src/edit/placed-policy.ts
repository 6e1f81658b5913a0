import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { hasPolicyShape, type PolicyPath } from "@traffic-policy/policy-language/internal";
import { ExplainedError, type Files } from "../files/files.ts";
import { isCode, loadPolicies, canHoldPolicy } from "../policies/load-policy.ts";
import type { LoadedPolicy } from "../policies/loaded-policy.ts";
import { policyFileText, usualOrder } from "../policies/policy-file-text.ts";
import { pathOfPolicy, policyPath } from "../policies/policy-path.ts";
import { applierOf } from "./applier.ts";
import { isSameDocument, markedBlock } from "./marked-block.ts";

/** A policy in its place in a file, and the text of the file with another policy there. */
export interface PlacedPolicy {
  /** Absolute path. */
  readonly file: string;
  /** The text of the file now; undefined when there is no such file. */
  readonly before: string | undefined;
  /** The same text when the policy is there already, however it is written. */
  readonly after: string;
}

/**
 * Splits the name of a place: `all.yaml#NgrokTrafficPolicy/web`, or `main.tf#web` for two marked lines of any file.
 *
 * @param name - as an absolute path
 */
export function placeNamed(name: string, files: Files): PolicyPath {
  const path = policyPath(name, files);
  if (path.holder !== undefined || files.exists(path.file)) return path;
  const ends = [...name.matchAll(/#/g)].map(({ index }) => index);
  const end = ends.find((one) => files.statIfAny(name.slice(0, one))?.isFile() === true);
  return end === undefined ? path : { file: name.slice(0, end), holder: name.slice(end + 1) };
}

/**
 * Puts a policy into a file: in the place of the policy of a holder, between two marked lines, or as a file of its own.
 * Everything else in the file stays as it is.
 *
 * @param place - the file as an absolute path, and the name of the holder or of the marks
 * @throws ExplainedError when there is no such place, or the policy cannot be written there exactly
 */
export async function placePolicy(
  place: PolicyPath,
  policy: { readonly document: JsonObject; readonly protocol: Protocol | undefined },
  files: Files,
): Promise<PlacedPolicy> {
  const { file, holder } = place;
  const name = files.nameOf(file);
  const before = files.textIfReadable(file);
  const document = await usualOrder(policy.document);
  const block =
    before === undefined
      ? undefined
      : markedBlock(before, holder, { isTerraform: file.endsWith(".tf") });
  if (before !== undefined && block !== undefined) {
    return { file, before, after: await block.with(document) };
  }
  if (!canHoldPolicy(file) || isCode(file)) throw withoutPlace(name, holder);
  if (before !== undefined) return { file, before, after: await inPlace(place, document, files) };
  if (holder === undefined) {
    return { file, before, after: await policyFileText(name, document, policy.protocol) };
  }
  throw new ExplainedError(`${name}: There is no such file.`, {
    help: "Write the manifest or the configuration first, with an empty policy: {}.",
  });
}

async function inPlace(place: PolicyPath, document: JsonObject, files: Files): Promise<string> {
  const { file } = place;
  const name = files.nameOf(pathOfPolicy(place));
  const text = files.textOf(file);
  const { source } = onlyPolicy(name, await loadPolicies(pathOfPolicy(place), files));
  if (source.file !== files.nameOf(file)) {
    throw new ExplainedError(`${name}: The policy is in ${source.file}.`, {
      help: "Name that file.",
    });
  }
  const { document: old } = source;
  if (isSameDocument(old, document)) return text;
  const isEmpty = isJsonObject(old) && Object.keys(old).length === 0;
  if (source.held === undefined && !isEmpty && !hasPolicyShape(old)) {
    throw withoutPlace(name, place.holder);
  }
  const apply = await applierOf(file);
  const putting = (value: JsonValue) => ({ edits: [{ path: "", value }], policy: source });
  // An empty object is in braces, and all that is put there would be.
  const start = isEmpty ? apply(text, [putting(null)]).text : text;
  const { text: after, skipped } = apply(start, [putting(document)]);
  const [first] = skipped;
  if (first === undefined) return after;
  throw new ExplainedError(`${name}: The policy cannot be replaced here (${first.reason}).`, {
    help:
      first.reason === "generated"
        ? "The file is the output of another program: change its input."
        : "Remove the comments, anchors and aliases in the policy, or mark its place with comment lines.",
  });
}

function withoutPlace(name: string, holder: string | undefined): ExplainedError {
  const mark = ["# traffic-policy:begin", ...(holder === undefined ? [] : [holder])].join(" ");
  return new ExplainedError(`${name}: There is no place for the policy in this file.`, {
    help: `Mark one with two lines: ${mark} and # traffic-policy:end.`,
  });
}

function onlyPolicy(name: string, policies: readonly LoadedPolicy[]): LoadedPolicy {
  const [policy, second] = policies;
  if (policy !== undefined && second === undefined) return policy;
  throw new ExplainedError(`${name}: The file holds ${policies.length} policies.`, {
    help: "Name one after #.",
  });
}
