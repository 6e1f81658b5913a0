import { existsSync, readFileSync, accessSync, constants, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isOwn, keptIn } from "@traffic-policy/policy-module/user-cache";
import type { Check } from "./output.ts";
import { version, build } from "../../version.ts";

/** The oldest Node that the packages are made for; the same as in their manifests. */
export const oldestNode = "20.19.0";

export function checkNode(current: string = process.versions.node): Check {
  const name = "node";
  const at = `Node ${current}`;
  if (!isOlder(current, oldestNode)) return { name, state: "ok", message: `${at}.` };
  return {
    name,
    state: "problem",
    message: `${at} is too old: ${oldestNode} or later is required.`,
    help: "Install a maintained version of Node.js: https://nodejs.org.",
  };
}

function isOlder(one: string, other: string): boolean {
  const numbers = (text: string): number[] => text.split(/[.-]/).slice(0, 3).map(Number);
  const wanted = numbers(other);
  const difference = numbers(one)
    .map((number, index) => number - (wanted[index] ?? 0))
    .find((apart) => apart !== 0);
  return difference !== undefined && difference < 0;
}

/** The packages that the command stands on, and that policies import, too; others are a part of it. */
export const ours = [
  "traffic-policy",
  ...["policy-builder", "policy-engine", "policy-language", "policy-lint", "policy-module"].map(
    (part) => `@traffic-policy/${part}`,
  ),
];

/**
 * Whether the packages that the policies of a folder import are those that the command works with.
 *
 * @param folder - absolute path
 */
export function checkPackageVersions(folder: string): Check {
  const different = ours.flatMap((pack) => {
    const here = pack === "traffic-policy" ? version() : installed(pack, import.meta.url);
    const there = installed(pack, join(folder, "package.json"));
    return here === undefined || there === undefined || here === there
      ? []
      : [`${pack} ${there} and not ${here}`];
  });
  if (different.length === 0) {
    return {
      name: "versions",
      state: "ok",
      message: `traffic-policy ${version()}, and matching packages.`,
    };
  }
  return {
    name: "versions",
    state: "warning",
    message: `The project has ${different.join(", ")}, which this command requires.`,
    help: `Install the same versions, and run the project's own command (npx traffic-policy). This one is ${fileURLToPath(import.meta.url)}.`,
  };
}

/** The version of a package as a file would find it. */
function installed(pack: string, from: string): string | undefined {
  const manifest = (createRequire(from).resolve.paths(pack) ?? [])
    .map((folder) => join(folder, pack, "package.json"))
    .find((file) => existsSync(file));
  if (manifest === undefined) return undefined;
  try {
    return (JSON.parse(readFileSync(manifest, "utf8")) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

/** Whether the machine code of the command can be kept; without it, each run starts a little slower. */
export function checkCodeCache(folder: string | undefined): Check {
  if (folder === undefined) {
    return {
      name: "code-cache",
      state: "ok",
      message: "Turned off by NODE_DISABLE_COMPILE_CACHE or NODE_V8_COVERAGE.",
    };
  }
  const reason = whyUnusable(folder);
  if (reason === undefined) return checkFiles(folder);
  return {
    name: "code-cache",
    state: "warning",
    message: `Compiled code cannot be cached: ${reason.message}`,
    help: reason.help,
  };
}

/** Damaged files of this version; others have made theirs in their own way. */
function checkFiles(folder: string): Check {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const damaged = names.filter((file) => file.startsWith(`${build}-`) && isDamaged(folder, file));
  const [first] = damaged;
  if (first === undefined) return { name: "code-cache", state: "ok", message: `${folder}.` };
  const what = damaged.length === 1 ? `${first} is` : `${damaged.length} files are`;
  return {
    name: "code-cache",
    state: "warning",
    message: `${what} damaged in ${folder}.`,
    help: "They are recreated when needed; check the disk for errors.",
  };
}

function isDamaged(folder: string, file: string): boolean {
  try {
    return keptIn(join(folder, file)) === undefined;
  } catch {
    return true;
  }
}

function whyUnusable(
  folder: string,
): { readonly message: string; readonly help: string } | undefined {
  const there = nearestExisting(folder);
  const help = "Make your user its owner, or set XDG_CACHE_HOME to a folder that you own.";
  if (!statSync(there).isDirectory()) return { message: `${there} is not a folder.`, help };
  if (there === folder && !isOwn(folder)) {
    return {
      message: `others can write to ${folder}.`,
      help: "Inspect and remove it; the next run recreates it.",
    };
  }
  try {
    accessSync(there, constants.W_OK);
    return undefined;
  } catch {
    return { message: `${there} cannot be written to.`, help };
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
