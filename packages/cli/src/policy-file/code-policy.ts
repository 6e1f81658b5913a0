import { fileURLToPath } from "node:url";
import { isPolicyBuilder, type Origin, type PolicyBuilder } from "@traffic-policy/policy-builder";
import {
  isJsonObject,
  parseJson,
  serialize,
  type PolicySource,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { relativePath } from "../relative-path.ts";
import { importModule } from "../user-code/import-module.ts";
import { firstSentence } from "../user-code/first-sentence.ts";
import { originalPosition } from "../user-code/original-position.ts";
import { UserCodeError } from "../user-code/user-code-error.ts";
import type { LoadedPolicy } from "./loaded-policy.ts";

/**
 * Runs a module and takes its policies: what `policy()` made under any name, or a plain object as
 * the default export. The default export comes first.
 */
export function loadCodePolicies(file: string, timeLimit?: number): Promise<LoadedPolicy[]> {
  return importModule(file, (exports) => policiesOf(file, exports), timeLimit);
}

function policiesOf(file: string, exports: Readonly<Record<string, unknown>>): LoadedPolicy[] {
  const { default: main, ...others } = exports;
  const named = Object.values(others).filter((value) => isPolicyBuilder(value));
  const policies = isPolicyBuilder(main) || isJsonObject(main) ? [main, ...named] : named;
  if (policies.length === 0) {
    throw new UserCodeError(file, "It exports no policy.", {
      help: "Write `export default policy(…)`.",
    });
  }
  return [...new Set(policies)].map((policy) => {
    const origins = isPolicyBuilder(policy) ? policy.origins() : new Map<string, Origin>();
    const protocol = isPolicyBuilder(policy) ? policy.protocol : undefined;
    return {
      source: codePolicySource(file, jsonOf(file, policy), origins),
      ...(protocol && { protocol }),
      isDefault: policy === main,
    };
  });
}

/** The document as text: what is linted and pushed is exactly this, whatever the objects hold. */
function jsonOf(file: string, exported: PolicyBuilder | object): string {
  try {
    return isPolicyBuilder(exported) ? exported.toString() : serialize(exported);
  } catch (error) {
    const reason = firstSentence(error instanceof Error ? error.message : String(error));
    throw new UserCodeError(file, `Its policy cannot be written as JSON: ${reason}`, {
      cause: error,
    });
  }
}

function codePolicySource(
  file: string,
  text: string,
  origins: ReadonlyMap<string, Origin>,
): PolicySource {
  const { value, errors } = parseJson(text);
  return {
    file: relativePath(file),
    document: value,
    errors,
    // The nearest part that was built by a call of its own.
    locate(pointer) {
      for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
        const origin = origins.get(at);
        if (origin !== undefined) return rangeOf(origin);
        if (at === "") return pointRange(relativePath(file), { line: 1, column: 1 });
      }
    },
  };
}

function rangeOf({ file, line, column }: Origin): SourceRange {
  const path = file.startsWith("file:") ? fileURLToPath(file) : file;
  return pointRange(relativePath(path), originalPosition(path, { line, column }));
}

function pointRange(file: string, start: SourceRange["start"]): SourceRange {
  return { file, start, end: start };
}
