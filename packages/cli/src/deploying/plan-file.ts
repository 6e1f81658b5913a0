import { lstatSync } from "node:fs";
import { isAbsolute } from "node:path";
import {
  InvalidSavedPlan,
  readSavedPlan,
  toSavedPlan,
  type Plan,
  type SavedPlan,
} from "@traffic-policy/api";
import { serialize, type JsonObject } from "@traffic-policy/policy-language";
import { isValid } from "@traffic-policy/policy-language/internal";
import { type Files } from "@traffic-policy/project";
import { readJson } from "@traffic-policy/project/internal";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { linkOut } from "@traffic-policy/project/files";
import { CommandError } from "../context.ts";
import type { Connections } from "../service/connections.ts";
import { planDetails, type PlanDetails } from "./plan-details.ts";

export type PlanFile = SavedPlan & { readonly about: PlanDetails };

/**
 * Checks that a plan may be written to a file: the file does not exist, or holds a saved plan.
 *
 * @throws CommandError when it may not
 */
export function checkPlanFile(file: string, files: Files): void {
  const path = files.resolve(file);
  const link = isAbsolute(file) ? undefined : linkOut(files.folder, path);
  if (link !== undefined) {
    throw new CommandError(
      `${file}: ${files.nameOf(link)} is a link that leads out of this folder.`,
      { help: "Name the file itself." },
    );
  }
  if (files.sizeOf(path) === undefined) return;
  try {
    readSaved(path, files);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(`${file}: The file already exists and is not a saved plan.`, {
      help: "Name another file, or remove this one.",
      cause: error,
    });
  }
}

/**
 * Saves a plan atomically, with read access for the user alone, because policies may hold secrets.
 *
 * @throws CommandError when it cannot be written, or another file is in its place
 */
export async function writePlanFile(
  file: string,
  plan: Plan,
  about: { readonly service: string; readonly time: string; readonly details: PlanDetails },
  files: Files,
): Promise<void> {
  checkPlanFile(file, files);
  const path = files.resolve(file);
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  const { replaceFile } = await import("@traffic-policy/emulator/files");
  try {
    // In pieces, because ten thousand policies are much as one text.
    const { details, ...when } = about;
    const saved = toSavedPlan(plan, { ...when, about: details as unknown as JsonObject });
    const pieces = jsonPieces(saved as JsonObject);
    await replaceFile(path, pieces, { mode: 0o600, isNew });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError(`${file}: The plan cannot be written (${code}).`, { cause: error });
  }
}

/**
 * Returns a saved plan, with the service names of this run.
 *
 * @throws CommandError when it was made for other services than its targets use now
 */
export function planForRun(
  file: string,
  { plan, service: ofAll }: PlanFile,
  targets: ReadonlyMap<string, NamedTarget>,
  connections: Connections,
): Plan {
  const ofRun = plan.targets.map((planned) => {
    const { service: saved, ...others } = planned;
    const target = targets.get(planned.name);
    if (target === undefined) return planned;
    const { service, fullName, description } = connections.of(target);
    const of = saved ?? ofAll;
    if (of === service || of === fullName) return { ...others, ...connections.nameOf(target) };
    throw new CommandError(`${file}: This plan is for ${of}, not for ${description}.`, {
      help: "Make a new plan, or name its service with --base-url.",
    });
  });
  return { ...plan, targets: ofRun };
}

export function readSaved(file: string, files: Files): PlanFile {
  if (/\.(?:ya?ml|[cm]?[jt]s)$/i.test(file)) {
    throw new CommandError(`${files.nameOf(file)} is not a saved plan.`, {
      help: "`plan --out plan.json` saves one. Policies belong to targets of the configuration: --target.",
    });
  }
  const { document } = readJson(file, files);
  try {
    const saved = readSavedPlan(document);
    const { about, service } = saved;
    if (isValid(planDetails, about)) return { ...saved, about };
    // A program has made it, with the packages alone.
    if (Object.keys(about).length === 0) {
      return { ...saved, about: { description: service, linted: false } };
    }
    throw new InvalidSavedPlan("This is not a saved plan of this command.");
  } catch (error) {
    if (!(error instanceof InvalidSavedPlan)) throw error;
    const { message, help } = error;
    throw new CommandError(`${files.nameOf(file)}: ${message}`, { help, cause: error });
  }
}

/**
 * Returns the targets of a saved plan, as currently configured. A target that was removed from the configuration must
 * not be written to.
 *
 * @throws CommandError when a target is missing, or has another place
 */
export function targetsOfPlan(
  file: string,
  { plan }: PlanFile,
  known: ReadonlyMap<string, NamedTarget>,
): NamedTarget[] {
  return plan.targets.map(({ name, target }) => {
    const now = known.get(name);
    if (now !== undefined && serialize(now.target) === serialize(target)) return now;
    const how = now === undefined ? "is no longer in the configuration" : "now has another place";
    throw new CommandError(`${file}: The target ${name} of this plan ${how}.`, {
      help: "Make a new plan.",
    });
  });
}

/**
 * Yields the lines of an object as JSON, with a piece for each list item. Joined, they equal the output of
 * `serialize` with an indentation of two, which would take much memory for ten thousand targets.
 *
 * @param object - its lists may be any iterable; `undefined` values are left out
 */
export function* jsonPieces(object: Readonly<Record<string, unknown>>): Generator<string> {
  let separator = "{\n";
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}  ${JSON.stringify(key)}: `;
    if (isList(value)) yield* listPieces(value);
    else yield indented(value, "  ");
    separator = ",\n";
  }
  yield separator === "{\n" ? "{}\n" : "\n}\n";
}

function* listPieces(list: Iterable<unknown>): Generator<string> {
  let isEmpty = true;
  for (const item of list) {
    yield `${isEmpty ? "[" : ","}\n    ${indented(item, "    ")}`;
    isEmpty = false;
  }
  yield isEmpty ? "[]" : "\n  ]";
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

// A line break in JSON is never inside of a string.
function indented(value: unknown, by: string): string {
  return serialize(value, 2).replaceAll("\n", `\n${by}`);
}
