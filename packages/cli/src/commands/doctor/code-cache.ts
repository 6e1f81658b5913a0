import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "../../version.ts";
import { isOwn, keptIn } from "@traffic-policy/policy-module/user-cache";
import type { Check } from "./output.ts";

const name = "code-cache";

/** Whether the machine code of the command can be kept; without it, each run starts a little slower. */
export function checkCodeCache(folder: string | undefined): Check {
  if (folder === undefined) {
    return {
      name,
      state: "ok",
      message: "Turned off by NODE_DISABLE_COMPILE_CACHE or NODE_V8_COVERAGE.",
    };
  }
  const reason = whyUnusable(folder);
  if (reason === undefined) return checkFiles(folder);
  return {
    name,
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
  if (first === undefined) return { name, state: "ok", message: `${folder}.` };
  const what = damaged.length === 1 ? `${first} is` : `${damaged.length} files are`;
  return {
    name,
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
