import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { decode, type Files } from "@traffic-policy/project";
import { placeNamed, placePolicy, type PlacedPolicy } from "@traffic-policy/project/edit";
import { folderName } from "@traffic-policy/project/files";
import { pathOfPolicy } from "@traffic-policy/project/internal";
import { targetProtocol } from "@traffic-policy/project/selection";
import {
  isJsonObject,
  parseJson,
  serialize,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { CommandError } from "../../context.ts";
import type { LocalPolicies, LocalTarget } from "../../policy-file/load-local-policies.ts";
import { makeFolder, writeFile } from "../../write-file.ts";

export interface TargetToBuild extends LocalTarget {
  readonly name: string;
}

interface PolicyToPlace {
  readonly document: JsonValue | undefined;
  readonly protocol: Protocol | undefined;
  /** The file that it comes from, as it is shown. */
  readonly file: string;
}

interface BuiltTarget {
  readonly target: TargetToBuild;
  /** The file, with the name of a holder after `#`, as it is shown. */
  readonly place: string;
  readonly placed: PlacedPolicy;
}

export interface Built {
  readonly targets: readonly BuiltTarget[];
  /** Absolute paths of files of earlier builds whose target is not in the configuration now. */
  readonly stale: readonly string[];
}

/**
 * Puts the policy of each target where the build has it: in the place of its `out`, or in a file of its own, which has
 * the text that is pushed, exactly as it is, without a trailing line break. Writes nothing.
 *
 * @param where - the folder, as an absolute path, and the names of all targets of the configuration
 * @throws CommandError when two targets share a place, an existing file was not written by a build, or there is no
 *   place for a policy
 */
export async function placedBuild(
  targets: readonly TargetToBuild[],
  policies: LocalPolicies,
  where: { readonly folder: string; readonly names: readonly string[]; readonly files: Files },
): Promise<Built> {
  const { folder, names, files } = where;
  const built: BuiltTarget[] = [];
  const known = new Map<string, string>();
  for (const target of targets) {
    const text = policies.textOf(target);
    const out = outOf(target);
    const one =
      out === undefined
        ? inOwnFile(target, text, where)
        : { target, ...(await inItsPlace(target, out, text, files)) };
    checkDistinct(one, known);
    // The next policy may belong into the same file.
    files.give(one.placed.file, one.placed.after);
    built.push(one);
  }
  return { targets: built, stale: staleFiles(folder, names, files) };
}

/**
 * Writes the files that change, each atomically.
 *
 * @throws CommandError when a file cannot be written, which leaves the files before it written
 */
export async function writePlaced(placed: readonly PlacedPolicy[], files: Files): Promise<void> {
  const first = new Map<string, PlacedPolicy>();
  for (const one of placed) if (!first.has(one.file)) first.set(one.file, one);
  const last = new Map(placed.map(({ file, after }) => [file, after]));
  for (const [file, { before }] of first) {
    const after = last.get(file) ?? "";
    if (after === before) continue;
    makeFolder(dirname(file), files);
    await writeFile(file, after, before === undefined ? undefined : Buffer.from(before), files);
  }
}

function outOf({ target }: TargetToBuild): string | undefined {
  return target.kind === "policy-file" ? target.out : undefined;
}

function inItsPlace(
  { target, policyFile, configuration }: TargetToBuild,
  out: string,
  text: string,
  files: Files,
): Promise<Pick<BuiltTarget, "place" | "placed">> {
  const { value: document } = parseJson(text);
  const policy = { document, protocol: targetProtocol(target), file: files.nameOf(policyFile) };
  return placedAt(configuration?.fileOf(out) ?? files.resolve(out), policy, files);
}

/**
 * Puts a policy into a place, without writing it.
 *
 * @param name - of the place, as an absolute path
 * @throws CommandError when there is no such place, or no policy document
 */
export async function placedAt(
  name: string,
  { document, protocol, file }: PolicyToPlace,
  files: Files,
): Promise<Pick<BuiltTarget, "place" | "placed">> {
  if (!isJsonObject(document)) {
    throw new CommandError(`${file}: The file holds no policy document.`);
  }
  const path = placeNamed(name, files);
  const placed = await placePolicy(path, { document, protocol }, files);
  return { place: pathOfPolicy({ ...path, file: files.nameOf(path.file) }), placed };
}

function inOwnFile(
  target: TargetToBuild,
  after: string,
  { folder, files }: { readonly folder: string; readonly files: Files },
): BuiltTarget {
  const file = join(folder, fileName(target.name));
  const place = files.nameOf(file);
  const bytes = files.bytesIfAny(file);
  if (bytes !== undefined && !isBuilt(bytes)) throw notBuilt(place);
  const before = bytes && decode(bytes, place);
  return { target, place, placed: { file, before, after } };
}

function fileName(target: string): string {
  return `${folderName(target)}.json`;
}

/** Some file systems do not distinguish upper and lower case. */
function checkDistinct({ target, place }: BuiltTarget, known: Map<string, string>): void {
  const { name } = target;
  const other = known.get(place.toLowerCase());
  if (other === undefined) known.set(place.toLowerCase(), name);
  else if (outOf(target) === undefined) {
    throw new CommandError(`The targets "${other}" and "${name}" would share one file.`, {
      help: "Give them names that differ in more than case, or build one of them.",
    });
  } else {
    throw new CommandError(`The targets "${other}" and "${name}" would share the place ${place}.`, {
      help: 'Give each an "out" of its own.',
    });
  }
}

/** True when a file holds a policy document exactly as it is pushed, so that it may be replaced. */
function isBuilt(bytes: Buffer): boolean {
  const text = bytes.toString("utf8");
  const { value, errors } = parseJson(text);
  return errors.length === 0 && isJsonObject(value) && serialize(value) === text;
}

function notBuilt(name: string): CommandError {
  return new CommandError(`${name} already exists and is not from a build.`, {
    help: "Choose another folder with --out, or move the file away.",
  });
}

function staleFiles(folder: string, names: readonly string[], files: Files): string[] {
  if (files.statIfAny(folder)?.isDirectory() !== true) return [];
  const expected = new Set(names.map(fileName));
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json") && !expected.has(name))
    .map((name) => join(folder, name))
    .filter((file) => {
      const bytes = readable(file, files);
      return bytes !== undefined && isBuilt(bytes);
    });
}

/** Undefined for a path that is not a file, or cannot be read: no build wrote it. */
function readable(file: string, files: Files): Buffer | undefined {
  try {
    return files.bytesIfAny(file);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
