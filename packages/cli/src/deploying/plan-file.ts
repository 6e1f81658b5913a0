import { lstatSync } from "node:fs";
import { isAbsolute } from "node:path";
import {
  InvalidSavedPlan,
  readSavedPlan,
  toSavedPlan,
  type Plan,
  type SavedPlan,
} from "@traffic-policy/api";
import { isValid, serialize, type JsonObject } from "@traffic-policy/policy-language";
import { readJson, type Files } from "@traffic-policy/project";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { linkOut } from "@traffic-policy/project/files";
import { CommandError } from "../context.ts";
import type { Connections } from "../service/connections.ts";
import { planDetails, type PlanDetails } from "./plan-details.ts";

/** A plan that was saved by this command. */
export type PlanFile = SavedPlan & { readonly about: PlanDetails };

/**
 * Makes sure that a plan may be written to a file: that there is none, or a plan that was saved before.
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
 * Saves a plan: as a whole or not at all, and readable by the user alone, because policies may hold
 * secrets.
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
 * A plan that was saved, with the services as this run calls them.
 *
 * @throws CommandError when it is not for the services that its targets are at now
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

/**
 * Reads a plan that was saved, for whatever service and targets it is.
 *
 * @param file - absolute path
 * @throws CommandError when it is none
 */
export function readSaved(file: string, files: Files): PlanFile {
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
 * The targets of a plan that was saved, as the configuration has them now. Whoever took one out of it does
 * not want it to be written to.
 *
 * @throws CommandError when one is not there any more, or has another place
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
 * The lines of an object as JSON, in pieces: each item of its lists is one. As a whole they are what
 * `serialize` writes with an indentation of two, but of ten thousand targets that takes much memory.
 *
 * @param object - its lists may be anything that can be iterated, and what is `undefined` is left out
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
