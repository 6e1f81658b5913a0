import { basename, dirname, join } from "node:path";
import { dialectNamed, isJsonObject, serialize } from "@traffic-policy/policy-language";
import { dialectNameOf } from "@traffic-policy/policy-language/internal";
import { documentOf, isCode, policyFileText, type LoadedPolicy } from "@traffic-policy/project";
import {
  migratedText,
  migratePolicy,
  noParts,
  type Migration,
  type MigrationNote,
} from "@traffic-policy/policy-proof/migration";
import { type SelectedPolicy } from "@traffic-policy/project/selection";
import { isFolder } from "@traffic-policy/project/files";
import { projectOf } from "../../configuration/project.ts";
import { comparerOf } from "../../behaviour/comparer-of.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { makeFolder, writeFile } from "../../write-file.ts";
import { withoutDash } from "../../program/options.ts";
import type { MigrateOptions } from "./command.ts";
import type { Comparer, MigratedPolicy } from "./migrated-policy.ts";
import { protocolToMigrate } from "./protocol.ts";
import { printMigrations } from "./report.ts";

/** Runs `traffic-policy migrate [policy...]`: converts policies of edges to phases. */
export default async function migrate(
  names: readonly string[],
  given: MigrateOptions,
  context: Context,
): Promise<ExitStatus> {
  const options = withoutDash(given);
  if (options.write === true && options.out !== undefined) {
    throw new CommandError("--write and --out exclude each other.", {
      help: "Remove one of them.",
    });
  }
  const policies = await projectOf(options, context).policiesOf(names, options.protocol);
  const isPrinted = options.out === undefined && options.write !== true;
  if (isPrinted && policies.length > 1 && options.format !== "json") {
    throw new CommandError(`There are ${policies.length} policies, and only one can be printed.`, {
      help: "Write them to a folder with --out, to their own files with --write, or name one of them.",
    });
  }
  const comparer = await comparerOf(options, context, { subjects: ["Before", "After"] });
  const documents: MigratedPolicy[] = [];
  for (const policy of policies) {
    documents.push(await migrateOne(policy, options, context, comparer));
  }
  const { results: migrated, texts } = await withCode(documents, options, context, comparer);
  const results = isPrinted ? migrated : await written(migrated, texts, options, context);
  printMigrations(results, options, context);
  return statusOf(results);
}

async function migrateOne(
  policy: SelectedPolicy,
  options: MigrateOptions,
  { files }: Context,
  comparer: Comparer,
): Promise<MigratedPolicy> {
  const document = documentOf(policy.loaded);
  const nothing: Migration = { document: undefined, edits: [], parts: noParts, notes: [] };
  if (!isJsonObject(document)) {
    throw new CommandError(`${policy.title}: The file holds no policy document.`, {
      help: 'A policy document is an object, like {"inbound": […]}.',
    });
  }
  if (dialectNameOf(document) === "phases")
    return { policy, state: "unchanged", migration: nothing };
  const [from, to] = [await dialectNamed("directions"), await dialectNamed("phases")];
  const protocol = protocolToMigrate(document, policy, options, from);
  const { forwardTo } = options;
  // The rule that forwards takes the place of what was behind the edge, and has no counterpart to compare with.
  const alone = migratePolicy(document, { from, to, protocol });
  if (forwardTo !== undefined) await checkUrl(forwardTo);
  const migration =
    forwardTo === undefined ? alone : migratePolicy(document, { from, to, protocol, forwardTo });
  if (migration.document === undefined || alone.document === undefined) {
    return { policy, state: "refused", migration };
  }
  const behaviour = await comparer.compare(
    { enabled: true, value: serialize(document) },
    { enabled: true, value: serialize(alone.document) },
    protocol,
  );
  const text = isCode(policy.file)
    ? undefined
    : await editedText(policy.file, files.textIfReadable(policy.file), migration);
  return {
    policy,
    state: "migrated",
    migration,
    behaviour,
    ...(text !== undefined && { text }),
  };
}

async function withCode(
  migrated: readonly MigratedPolicy[],
  options: MigrateOptions,
  context: Context,
  comparer: Comparer,
): Promise<{ results: MigratedPolicy[]; texts: ReadonlyMap<string, string> }> {
  const { files } = context;
  const targetOf = (file: string): string => targetFile(file, migrated.length, options, context);
  const inCode = migrated.filter(
    ({ policy, state }) =>
      state === "migrated" && isCode(policy.file) && isSameKind(policy.file, targetOf(policy.file)),
  );
  if (inCode.length === 0) return { results: [...migrated], texts: new Map() };
  const { migrateModules, refuseOtherUsers } = await import("./code.ts");
  const dialects = { from: await dialectNamed("directions"), to: await dialectNamed("phases") };
  const policies = inCode.map(({ policy }) => policy);
  const modules = await migrateModules(policies, {
    options,
    context,
    comparer,
    dialects,
    targetOf,
  });
  if (options.write === true) await refuseOtherUsers(modules, options, context);
  const results = migrated.map((one): MigratedPolicy => {
    const of = inCode.includes(one)
      ? modules.find((group) => group.files.has(one.policy.file))
      : undefined;
    if (of === undefined) return one;
    const text = of.texts.get(targetOf(one.policy.file));
    return {
      ...one,
      state: of.isMeant ? "migrated" : "refused",
      migration: {
        ...one.migration,
        notes: [...one.migration.notes, ...otherNotes(one, of.notes)],
      },
      shared: of.shared.map((file) => files.nameOf(file)),
      left: of.findings.map(({ file, start, message }) => ({
        message,
        location: { file: files.nameOf(file), start, end: start },
      })),
      ...(text !== undefined && { text }),
    };
  });
  return { results, texts: new Map(modules.flatMap((one) => [...one.texts])) };
}

function otherNotes(
  { migration, policy }: MigratedPolicy,
  notes: readonly (MigrationNote & { readonly of: LoadedPolicy })[],
): readonly MigrationNote[] {
  const key = ({ path, message }: MigrationNote): string => `${path} ${message}`;
  const known = new Set(migration.notes.map(key));
  return notes.flatMap(({ of, ...note }) => {
    const isNews =
      (note.kind === "left" || note.kind === "refused") &&
      !known.has(key(note)) &&
      of.source.file === policy.loaded.source.file;
    return isNews ? [note] : [];
  });
}

function isSameKind(file: string, other: string): boolean {
  const kind = (name: string): string => name.split(".").at(-1)?.replace(/^m/, "") ?? "";
  return kind(file) === kind(other);
}

function targetFile(
  file: string,
  count: number,
  { out }: MigrateOptions,
  { files }: Context,
): string {
  if (out === undefined) return file;
  const isInFolder = count > 1 || isFolder(files.resolve(out));
  return files.resolve(isInFolder ? join(out, basename(file)) : out);
}

async function checkUrl(text: string): Promise<void> {
  const { urlProblem } = await import("@traffic-policy/policy-lint/internal");
  const problem = urlProblem(text);
  if (problem === undefined) return;
  throw new CommandError(`--forward-to: ${problem.message}`, { help: problem.help });
}

/** Returns the file with the policy in phases; unchanged parts keep their formatting and comments. */
async function editedText(
  file: string,
  before: string | undefined,
  migration: Migration,
): Promise<string> {
  const language = /\.ya?ml$/.test(file) ? "yaml" : "json";
  return (
    (before === undefined ? undefined : await migratedText(before, language, migration)) ??
    policyFileText(file, migration.document ?? {}, undefined)
  );
}

/** Writes the policies, all or none. */
async function written(
  migrated: readonly MigratedPolicy[],
  texts: ReadonlyMap<string, string>,
  options: MigrateOptions,
  context: Context,
): Promise<MigratedPolicy[]> {
  const { files } = context;
  if (migrated.some(({ state }) => state === "refused")) return [...migrated];
  const all = new Map(texts);
  const results: MigratedPolicy[] = [];
  for (const one of migrated) {
    const { policy, migration, text } = one;
    if (one.state === "unchanged" || migration.document === undefined) {
      results.push(one);
      continue;
    }
    const target = targetFile(policy.file, migrated.length, options, context);
    all.set(
      target,
      isSameKind(target, policy.file) && text !== undefined
        ? text
        : await policyFileText(target, migration.document, policy.protocol),
    );
    results.push({ ...one, written: files.nameOf(target) });
  }
  const before = new Map([...all.keys()].map((file) => [file, files.bytesIfAny(file)]));
  for (const [file, bytes] of before) {
    if (options.out === undefined || bytes === undefined || options.force === true) continue;
    throw new CommandError(`${files.nameOf(file)}: The file already exists.`, {
      help: "Use --force to overwrite it.",
    });
  }
  for (const [file, text] of all) {
    makeFolder(dirname(file), files);
    await writeFile(file, text, before.get(file), files);
  }
  return results;
}

function statusOf(results: readonly MigratedPolicy[]): ExitStatus {
  if (results.some(({ state }) => state === "refused")) return exitStatus.failure;
  const isOpen = results.some(
    ({ migration, behaviour, left = [] }) =>
      left.length > 0 ||
      migration.notes.some(({ kind }) => kind === "left") ||
      (behaviour !== undefined && behaviour.kind !== "same"),
  );
  return isOpen ? exitStatus.findings : exitStatus.ok;
}
