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
import {
  sizeProblem,
  type Built,
  type BuiltPart,
  type LoadedPolicy,
  type LoadOptions,
} from "./loaded-policy.ts";

/**
 * Runs a module and takes its policies: what `policy()` made under any name, or as the default export a
 * plain object, or a function that gives a policy for an environment. The default export comes first.
 */
export async function loadCodePolicies(
  file: string,
  files: Files,
  { timeLimit, environments = [] }: LoadOptions,
): Promise<LoadedPolicy[]> {
  const policies = await importModule(
    file,
    (exports) => policiesOf(file, exports, { files, environments }),
    files,
    timeLimit,
  );
  return withMistakes(policies, file, files);
}

/** The policies with what is lost in their module, and in those that it imports, before they are built. */
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

/** How many modules of a policy are read. */
const mostModules = 50;

/** A module and those that it imports by a path, and not of a package, with their texts. */
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

/** The parser takes long to load, and hardly any module has one of these signs. */
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

/** A function that gives a policy for an environment. */
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
  { timeLimit, environments = [] }: LoadOptions,
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
    timeLimit,
  );
}

/** What a function gives for an environment; it gets values of its own, which it may change. */
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
 * A policy that code has built.
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

/** The document as text: what is linted and pushed is exactly this, whatever the objects hold. */
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
