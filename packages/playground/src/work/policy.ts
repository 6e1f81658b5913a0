import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import {
  isJsonObject,
  parseJson,
  toPointer,
  type JsonValue,
  type PolicySource,
  type Protocol,
} from "@traffic-policy/policy-language";
import {
  describeDocumentError,
  type HeldSource,
  isSectionName,
  policyProblems,
} from "@traffic-policy/policy-language/internal";
import { checkText, placed, placeOf, problemIn } from "./document.ts";
import type { PartProblem } from "./document.ts";
import { heldPoliciesIn, nameOf } from "./held-policies.ts";
import type { BuiltPolicy, PlacedMessage, PolicyText } from "./messages.ts";
import { Refusal } from "./refusal.ts";

export interface ReadPolicy {
  readonly document: JsonValue;
  readonly source: PolicySource;
  readonly protocol: Protocol;
}

export interface PreparedPolicy extends ReadPolicy {
  readonly policy: CompiledPolicy;
  /** Parts that the service probably rejects. */
  readonly problems: readonly PlacedMessage[];
}

interface About {
  readonly policy: PolicyText;
  readonly protocol?: Protocol | undefined;
}

/**
 * Reads a policy.
 *
 * @throws Refusal when it cannot be parsed, or is not a policy
 */
export async function readPolicy(
  { policy: text, protocol }: About,
  input: "policy" | "other" = "policy",
): Promise<ReadPolicy> {
  if (text.language === "typescript") {
    const { document, source } = readBuilt(text, input);
    return { document, source, protocol: protocol ?? text.protocol ?? "http" };
  }
  const source = await policyIn(text, input);
  const own = source.held?.holder.protocol;
  return { document: source.document ?? null, source, protocol: protocol ?? own ?? "http" };
}

/**
 * Returns the policy in a text: the text itself, or the policy of the holder that is meant.
 *
 * @throws Refusal when there is none
 */
async function policyIn(
  text: Exclude<PolicyText, BuiltPolicy>,
  input: "policy" | "other",
): Promise<HeldSource> {
  const { all, usual } = await heldPoliciesIn(text, input);
  const source = all.find((one) => nameOf(one, all) === text.holder) ?? usual;
  if (source === undefined) throw new Refusal({ ...notPolicy, input });
  const { held } = source;
  if (held?.unread !== undefined) {
    const message = `The policy of ${held.holder.name} is ${held.unread}.`;
    throw new Refusal(problemIn(source, input, { path: "", message }));
  }
  const [error] = source.errors;
  if (error !== undefined) {
    const range = source.range?.(error.span);
    const place = range && { place: placeOf(range) };
    throw new Refusal({ ...describeDocumentError(error), input, ...place });
  }
  const { document = null } = source;
  const missing = policyProblems(document)[0] ?? noPolicy(document);
  if (missing === undefined) return source;
  throw new Refusal({ ...problemIn(source, input, missing), isNoPolicy: true });
}

const notPolicy = {
  message: "This is not a policy.",
  help: 'A policy is an object with lists of rules, in "on_http_request", "inbound" and others.',
};

/** Returns the reason that a document is not a policy; undefined for a policy, and for an empty object. */
function noPolicy(document: JsonValue): PartProblem | undefined {
  const isPolicy =
    isJsonObject(document) &&
    (Object.keys(document).length === 0 || Object.keys(document).some(isSectionName));
  return isPolicy ? undefined : { path: "", ...notPolicy };
}

/** Returns the reason why nothing can be said of what a document does: one of its sections is no list of rules. */
function noRules(document: JsonValue): PartProblem | undefined {
  if (!isJsonObject(document)) return undefined;
  const wrong = Object.keys(document).find((name) => {
    const rules: unknown = document[name] ?? [];
    return isSectionName(name) && !(Array.isArray(rules) && rules.every(isJsonObject));
  });
  if (wrong === undefined) return undefined;
  const help = `"${wrong}" must be a list of rules.`;
  return { path: toPointer([wrong]), message: notPolicy.message, help };
}

/**
 * Reads a policy and compiles it.
 *
 * @throws Refusal when it cannot be parsed, or is not a policy
 */
export async function preparePolicy(
  about: About,
  input: "policy" | "other" = "policy",
): Promise<PreparedPolicy> {
  const read = await readPolicy(about, input);
  const { document, source, protocol } = read;
  const wrong = noRules(document);
  if (wrong !== undefined) {
    throw new Refusal({ ...problemIn(source, input, wrong), isNoPolicy: true });
  }
  const policy = await compilePolicy(document, { protocol });
  const problems = policy.problems.map(({ path, span, message }) => ({
    message,
    ...placed(source, path, span),
  }));
  return { ...read, policy, problems };
}

function readBuilt(
  { text, places }: BuiltPolicy,
  input: "policy" | "other",
): { readonly document: JsonValue; readonly source: PolicySource } {
  checkText(text, input);
  const { value, errors } = parseJson(text);
  if (value === undefined || errors.length > 0) {
    throw new Refusal({ message: "What the policy has built is not JSON.", input });
  }
  return { document: value, source: builtPolicySource(input, value, places) };
}

/** Returns the policy source for a policy built by code. The place of a part is the nearest call around it. */
function builtPolicySource(
  file: string,
  document: JsonValue,
  places: BuiltPolicy["places"],
): PolicySource {
  return {
    file,
    document,
    errors: [],
    locate(pointer) {
      for (let path = pointer; ; path = path.slice(0, path.lastIndexOf("/"))) {
        const place = Object.hasOwn(places, path) ? places[path] : undefined;
        if (place !== undefined) {
          const { line, column, endLine, endColumn } = place;
          return {
            file,
            start: { line, column },
            end: { line: endLine, column: endColumn },
          };
        }
        if (path === "") return undefined;
      }
    },
  };
}
