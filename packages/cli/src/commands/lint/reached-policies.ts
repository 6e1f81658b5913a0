import { existsSync, realpathSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, resolve, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { parseSync } from "oxc-parser";
import { isCode, type Files, policyEndings } from "@traffic-policy/policy-module";
import { CommandError } from "../../context.ts";

interface Imports {
  /** Absolute paths; of an import that can mean several files, all of them, whether they are there or not. */
  readonly files: readonly string[];
  /** Whether it may use other files, too: it reads some itself, or it is unknown what an import means. */
  readonly isOpen: boolean;
}

/**
 * The policies that changed files reach: those that changed themselves or import something that did; all
 * of them when that holds for the configuration. A policy that may use a changed file is one of them.
 *
 * @param policies - files that hold policies, as absolute paths, as all paths here
 */
export function reachedPolicies(
  changed: Iterable<string>,
  policies: readonly string[],
  configuration: string | undefined,
  files: Files,
): string[] {
  const names = new Set([...changed].flatMap(namesOf));
  const imports = new Map<string, Imports>();
  const importsOfFile = (file: string): Imports => {
    const found = imports.get(file) ?? importsOf(file, files);
    imports.set(file, found);
    return found;
  };
  const isReached = (file: string): boolean => {
    const seen = new Set([file]);
    // A set that grows while it is visited.
    for (const one of seen) {
      if (namesOf(one).some((name) => names.has(name))) return true;
      const { files: imported, isOpen } = importsOfFile(one);
      if (isOpen) return true;
      for (const next of imported) seen.add(next);
    }
    return false;
  };
  if (names.size === 0) return [];
  if (configuration !== undefined && isReached(configuration)) return [...policies];
  return policies.filter(isReached);
}

/** A file, and where links lead to. */
function namesOf(file: string): string[] {
  return existsSync(file) ? [file, realpathSync(file)] : [file];
}

function importsOf(file: string, provider: Files): Imports {
  const text = isCode(file) ? provider.textIfReadable(file) : undefined;
  if (text === undefined) return { files: [], isOpen: false };
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const dynamic = dynamicImports.map(({ moduleRequest: { start, end } }) =>
    /^(["'`])([^$\\]*)\1$/.exec(text.slice(start, end)),
  );
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamic.flatMap((literal) => literal?.[2] ?? []),
  ];
  const found = specifiers.map((specifier) => filesMeant(specifier, file));
  return {
    files: found.flatMap((files) => files ?? []),
    isOpen: dynamic.includes(null) || found.includes(undefined) || /\brequire\s*\(/.test(text),
  };
}

const readsFiles = /^(?:node:)?(?:fs|fs\/promises|module|child_process|worker_threads)$/;

/** The files that an import can mean, none when it is a package; nothing when it is unknown. */
function filesMeant(specifier: string, importer: string): string[] | undefined {
  if (readsFiles.test(specifier)) return undefined;
  if (isBuiltin(specifier)) return [];
  if (specifier === "traffic-policy" || specifier.startsWith("@traffic-policy/")) return [];
  const path = specifier.replace(/[?#].*$/, "");
  if (/^(?:\.{0,2}\/|file:)/.test(path)) {
    const file = path.startsWith("file:") ? fileURLToPath(path) : resolve(dirname(importer), path);
    return [file, file.replace(/\.(m?)js$/, ".$1ts"), `${file}.ts`];
  }
  try {
    const file = createRequire(importer).resolve(specifier);
    return /[\\/]node_modules[\\/]/.test(file) ? [] : [file];
  } catch {
    return undefined;
  }
}

/** What policies can be made of. */
const wanted = policyEndings.map((ending) => `*.${ending}`);

/**
 * The files that are staged in git, also those that are removed, as absolute paths. From now on files that
 * git knows are read as they are staged.
 *
 * @throws CommandError outside of a repository
 */
export function takeStagedFiles(files: Files): string[] {
  const top = git(["rev-parse", "--show-toplevel"], files.folder).toString().replace(/\n$/, "");
  const names = (...options: readonly string[]): string[] =>
    git(["diff", ...options, "--name-only", "--no-renames", "-z", "--", ...wanted], top)
      .toString()
      .split("\0")
      .filter((name) => name !== "");
  for (const name of names())
    files.give(join(top, name), git(["show", `:${name}`], top).toString());
  return names("--cached").map((name) => join(top, name));
}

function git(args: readonly string[], cwd: string): Buffer {
  try {
    return execFileSync("git", args, {
      cwd,
      maxBuffer: Infinity,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    throw new CommandError("git cannot list the staged files.", {
      help: "Run it in a repository, or name the files that changed.",
      cause: error,
    });
  }
}
