import type { Origin, PolicyBuilder } from "@traffic-policy/policy-builder";
import { isPolicyBuilder } from "@traffic-policy/policy-builder/is-policy-builder";
import {
  isJsonObject,
  parseJson,
  serialize,
  type PolicySource,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { importModule } from "../code/import-module.ts";
import { firstSentence, UserCodeError, placeOfOrigin } from "../code/user-code-error.ts";
import type { Files } from "../files/files.ts";
import { sizeProblem, type Built, type BuiltPart, type LoadedPolicy } from "./loaded-policy.ts";

/**
 * Runs a module and takes its policies: what `policy()` made under any name, or a plain object as
 * the default export. The default export comes first.
 */
export function loadCodePolicies(
  file: string,
  files: Files,
  timeLimit?: number,
): Promise<LoadedPolicy[]> {
  return importModule(file, (exports) => policiesOf(file, exports, files), files, timeLimit);
}

function policiesOf(
  file: string,
  exports: Readonly<Record<string, unknown>>,
  files: Files,
): LoadedPolicy[] {
  const { default: main, ...others } = exports;
  const named = Object.values(others).filter((value) => isPolicyBuilder(value));
  const policies = isPolicyBuilder(main) || isJsonObject(main) ? [main, ...named] : named;
  if (policies.length === 0) {
    throw new UserCodeError(files, file, "It exports no policy.", {
      help: "Write `export default policy(…)`.",
    });
  }
  return [...new Set(policies)].map((policy) => ({
    ...builtPolicy(file, policy, files),
    isDefault: policy === main,
  }));
}

/**
 * A policy that code has built.
 *
 * @param file - the module that it comes from, as an absolute path
 * @throws UserCodeError when it cannot be written as JSON
 */
export function builtPolicy(
  file: string,
  policy: PolicyBuilder | object,
  files: Files,
): LoadedPolicy {
  const isBuilder = isPolicyBuilder(policy);
  const built = {
    text: jsonOf(file, policy, files),
    protocol: isBuilder ? policy.protocol : undefined,
    origins: isBuilder ? policy.origins() : new Map<string, Origin>(),
  };
  return codePolicy(file, built, files);
}

/** The same, when it is known what was built. */
export function codePolicy(file: string, built: Built, files: Files): LoadedPolicy {
  const { text, protocol, origins } = built;
  const builtAt = (pointer: string): BuiltPart | undefined => builtPart(origins, pointer);
  return {
    source: codePolicySource(file, text, { builtAt, files }),
    ...(protocol && { protocol }),
    isDefault: true,
    built,
    builtAt,
  };
}

/** The document as text: what is linted and pushed is exactly this, whatever the objects hold. */
function jsonOf(file: string, exported: PolicyBuilder | object, files: Files): string {
  let text: string;
  try {
    text = isPolicyBuilder(exported) ? exported.toString() : serialize(exported);
  } catch (error) {
    const reason = firstSentence(error instanceof Error ? error.message : String(error));
    throw new UserCodeError(files, file, `Its policy cannot be written as JSON: ${reason}`, {
      cause: error,
    });
  }
  const problem = sizeProblem(Buffer.byteLength(text));
  if (problem === undefined) return text;
  throw new UserCodeError(files, file, problem.reason, { help: problem.help });
}

function codePolicySource(
  file: string,
  text: string,
  {
    builtAt,
    files,
  }: { readonly builtAt: (pointer: string) => BuiltPart | undefined; readonly files: Files },
): PolicySource {
  const { value, errors } = parseJson(text);
  return {
    file: files.nameOf(file),
    document: value,
    errors,
    locate(pointer) {
      const part = builtAt(pointer);
      return part === undefined
        ? pointRange(files.nameOf(file), { line: 1, column: 1 })
        : pointRange(files.nameOf(part.file), part.start);
    },
  };
}

/** The nearest part that was built by a call of its own. */
function builtPart(origins: ReadonlyMap<string, Origin>, pointer: string): BuiltPart | undefined {
  for (let path = pointer; ; path = path.slice(0, path.lastIndexOf("/"))) {
    const origin = origins.get(path);
    if (origin !== undefined) return { path, ...placeOf(origin) };
    if (path === "") return undefined;
  }
}

function placeOf(origin: Origin): Pick<BuiltPart, "file" | "start"> {
  const { file, ...start } = placeOfOrigin(origin);
  return { file, start };
}

function pointRange(file: string, start: SourceRange["start"]): SourceRange {
  return { file, start, end: start };
}
