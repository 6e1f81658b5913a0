import type { Origin, BasePolicy } from "@traffic-policy/policy-builder";
import { noEnvironment, noPolicy, notJsonText } from "@traffic-policy/policy-builder/code";
import { isPolicyBuilder } from "@traffic-policy/policy-builder/is-policy-builder";
import {
  isJsonObject,
  parseJson,
  serialize,
  type PolicySource,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { importModule } from "../code/import-module.ts";
import { UserCodeError, placeOfOrigin } from "../code/user-code-error.ts";
import type { Environment } from "../configuration/environments.ts";
import type { Files } from "../files/files.ts";
import { importedFile } from "../source/imported-file.ts";
import { sizeProblem, type Built, type BuiltPart, type LoadedPolicy } from "./loaded-policy.ts";

/**
 * Runs a module and collects its policies: results of `policy()` under any export name, or as the default export also
 * a plain object, or a function that returns a policy for an environment. The default export comes first.
 */
export async function loadCodePolicies(
  file: string,
  files: Files,
  environments: readonly Environment[] = [],
): Promise<LoadedPolicy[]> {
  const policies = await importModule(
    file,
    (exports) => policiesOf(file, exports, { files, environments }),
    files,
  );
  return withMistakes(policies, file, files);
}

/** Adds mistakes to policies: parts lost before they are built, in their module and in the modules it imports. */
async function withMistakes(
  policies: LoadedPolicy[],
  file: string,
  files: Files,
): Promise<LoadedPolicy[]> {
  const signed = ownModules(file, files).filter(([, text]) => mayHaveMistakes(text));
  if (signed.length === 0) return policies;
  const { codeMistakes } = await import("../source/code-mistakes.ts");
  const mistakes = signed.flatMap(([module, text]) =>
    codeMistakes(module, files.nameOf(module), text),
  );
  if (mistakes.length === 0) return policies;
  return policies.map(({ source, ...policy }) => ({
    ...policy,
    source: { ...source, errors: [...source.errors, ...mistakes] },
  }));
}

const mostModules = 50;

/** Returns a module and the modules that it imports by path, not from packages, with their texts. */
function ownModules(file: string, files: Files): (readonly [file: string, text: string])[] {
  const found = new Map<string, string>();
  const open = [file];
  for (let one = open.pop(); one !== undefined && found.size < mostModules; one = open.pop()) {
    const text = found.has(one) ? undefined : files.textIfReadable(one);
    if (text === undefined) continue;
    found.set(one, text);
    for (const [, name = ""] of text.matchAll(/(?:from|import)\s*["']([^"'\n]+)["']/g)) {
      const imported = importedFile(name, one, files);
      if (imported !== undefined) open.push(imported);
    }
  }
  return [...found];
}

/** A cheap pre-check: the parser takes long to load, and hardly any module shows these signs. */
function mayHaveMistakes(text: string): boolean {
  if (/&&|\|\||![^=]|\?[^.:]|\bif\b|(?<!\\)\\[^\\]/.test(text)) return true;
  if (/(?:^|[;}]|\/\/.*|\*\/)\s*\n\s*[a-zA-Z]\w*[.(`]/.test(text)) return true;
  return [...text.matchAll(/^(?:const|let)\s+(\w+)\s*=/gm)].some(
    ([, name = ""]) => text.split(new RegExp(`\\b${name}\\b`)).length === 2,
  );
}

interface Loading {
  readonly files: Files;
  readonly environments: readonly Environment[];
}

function policiesOf(
  file: string,
  exports: Readonly<Record<string, unknown>>,
  { files, environments }: Loading,
): LoadedPolicy[] {
  const { default: main, ...others } = exports;
  const isFunction = typeof main === "function" && !isPolicyBuilder(main);
  if (isFunction && environments.length === 0) throw withoutEnvironment(file, files);
  const forEach = isFunction
    ? environments.map((environment): LoadedPolicy => ({
        ...builtPolicy(file, policyFor(environment, file, main as PolicyFunction, files), files),
        environment: environment.name,
      }))
    : [];
  const named = Object.values(others).filter((value) => isPolicyBuilder(value));
  const policies = isPolicyBuilder(main) || isJsonObject(main) ? [main, ...named] : named;
  if (policies.length + forEach.length === 0) {
    throw new UserCodeError(files, file, noPolicy.message, { help: noPolicy.help });
  }
  return [
    ...forEach,
    ...[...new Set(policies)].map((policy) => ({
      ...builtPolicy(file, policy, files),
      isDefault: policy === main,
    })),
  ];
}

type PolicyFunction = (environment: Environment) => unknown;

/**
 * The policies that something a module gave stands for: one, or one for each environment.
 *
 * @param file - the module, as an absolute path
 */
export function loadGivenPolicies(
  file: string,
  given: BasePolicy | object | PolicyFunction,
  files: Files,
  environments: readonly Environment[] = [],
): Promise<LoadedPolicy[]> {
  const policies = (home: string): LoadedPolicy[] =>
    policiesOf(home, { default: given }, { files, environments });
  // It runs again what the module has given, which is code of the user's.
  return importModule(
    file,
    () => {
      const home = policies(file)[0]?.builtAt?.("")?.file;
      return policies(home ?? file);
    },
    files,
  );
}

/** Calls the function for an environment, with a copy of the values that it may change. */
function policyFor(
  { name, values }: Environment,
  file: string,
  make: PolicyFunction,
  files: Files,
): BasePolicy | object {
  const policy = make({ name, values: structuredClone(values) });
  if (isPolicyBuilder(policy) || isJsonObject(policy)) return policy;
  const what = policy instanceof Promise ? "a promise" : "no policy";
  throw new UserCodeError(
    files,
    file,
    `Its function returns ${what} for the environment ${name}.`,
    {
      help: "Return what `policy(…)` makes.",
    },
  );
}

function withoutEnvironment(file: string, files: Files): UserCodeError {
  return new UserCodeError(files, file, noEnvironment, {
    help: "Add `environments` to the configuration that the policy belongs to. Where it has some, `traffic-policy build` writes the JSON for each.",
  });
}

/**
 * Loads a policy built by code.
 *
 * @param file - the module that it comes from, as an absolute path
 * @throws UserCodeError when it cannot be written as JSON
 */
function builtPolicy(file: string, policy: BasePolicy | object, files: Files): LoadedPolicy {
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

/** Serializes the document: exactly this text is linted and pushed, whatever the objects hold. */
function jsonOf(file: string, exported: BasePolicy | object, files: Files): string {
  let text: string;
  try {
    text = isPolicyBuilder(exported) ? exported.toString() : serialize(exported);
  } catch (error) {
    throw new UserCodeError(files, file, notJsonText(error), { cause: error });
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
