import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import {
  parseJson,
  type JsonValue,
  type PolicySource,
  type Protocol,
} from "@traffic-policy/policy-language";
import { checkText, placed, readDocument } from "./document.ts";
import type { BuiltPolicy, PlacedMessage, PolicyText } from "./messages.ts";
import { Refusal } from "./refusal.ts";

/** A policy that was read. */
export interface ReadPolicy {
  readonly document: JsonValue;
  readonly source: PolicySource;
  /** What it is for. */
  readonly protocol: Protocol;
}

/** A policy that can be simulated. */
export interface PreparedPolicy extends ReadPolicy {
  readonly policy: CompiledPolicy;
  /** What the service probably refuses. */
  readonly problems: readonly PlacedMessage[];
}

/** Which policy a question is about, and what for. */
interface About {
  readonly policy: PolicyText;
  readonly protocol?: Protocol | undefined;
}

/**
 * Reads a policy.
 *
 * @throws Refusal when it cannot be parsed
 */
export async function readPolicy(
  { policy: text, protocol }: About,
  input: "policy" | "other" = "policy",
): Promise<ReadPolicy> {
  if (text.language === "typescript") {
    const { document, source } = readBuilt(text, input);
    return { document, source, protocol: protocol ?? text.protocol ?? "http" };
  }
  const { value: document, source } = await readDocument(text.text, input, text.language);
  return { document, source, protocol: protocol ?? "http" };
}

/**
 * Reads a policy and compiles it.
 *
 * @throws Refusal when it cannot be parsed
 */
export async function preparePolicy(
  about: About,
  input: "policy" | "other" = "policy",
): Promise<PreparedPolicy> {
  const read = await readPolicy(about, input);
  const { document, source, protocol } = read;
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

/** The policy source of what code has built: a part is where the nearest call around it stands. */
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
