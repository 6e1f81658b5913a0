import { basename, dirname, join } from "node:path";
import { statSync } from "node:fs";
import {
  dialectNamed,
  dialectNameOf,
  isJsonObject,
  serialize,
} from "@traffic-policy/policy-language";
import { documentOf, isCode, policyFileText } from "@traffic-policy/policy-module";
import {
  migratedText,
  migratePolicy,
  type Migration,
} from "@traffic-policy/policy-proof/migration";
import type { Behaviour } from "../../behaviour/behaviour.ts";
import { comparerOf } from "../../behaviour/comparer-of.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { namedPolicies, type NamedPolicy } from "../../simulation/named-policies.ts";
import { makeFolder, writeFile } from "../../write-file.ts";
import type { MigrateOptions } from "./command.ts";
import { protocolToMigrate } from "./protocol.ts";
import { printMigrations } from "./report.ts";

/** A policy, and what became of it. */
export interface MigratedPolicy {
  readonly policy: NamedPolicy;
  readonly state: "migrated" | "unchanged" | "refused";
  readonly migration: Migration;
  /** What its file holds now, or would hold. */
  readonly text?: string;
  /** The file that was written, as it is shown. */
  readonly written?: string;
  readonly behaviour?: Behaviour;
}

/** `traffic-policy migrate [policy...]`: policies of edges in phases. */
export default async function migrate(
  names: readonly string[],
  options: MigrateOptions,
  context: Context,
): Promise<ExitStatus> {
  if (options.write === true && options.out !== undefined) {
    throw new CommandError("--write and --out exclude each other.", {
      help: "Remove one of them.",
    });
  }
  const policies = await namedPolicies(names, options, context);
  const isPrinted = options.out === undefined && options.write !== true;
  if (isPrinted && policies.length > 1 && options.format !== "json") {
    throw new CommandError(`There are ${policies.length} policies, and only one can be printed.`, {
      help: "Write them to a folder with --out, to their own files with --write, or name one of them.",
    });
  }
  const comparer = await comparerOf(options, context, { subjects: ["Before", "After"] });
  const migrated: MigratedPolicy[] = [];
  for (const policy of policies)
    migrated.push(await migrateOne(policy, options, context, comparer));
  const results = isPrinted ? migrated : await written(migrated, options, context);
  printMigrations(results, options, context);
  return statusOf(results);
}

type Comparer = Awaited<ReturnType<typeof comparerOf>>;

async function migrateOne(
  policy: NamedPolicy,
  options: MigrateOptions,
  { files }: Context,
  comparer: Comparer,
): Promise<MigratedPolicy> {
  const document = documentOf(policy.loaded);
  const nothing: Migration = { document: undefined, edits: [], notes: [] };
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
  const before = files.textIfReadable(policy.file);
  const text =
    isCode(policy.file) || before === undefined
      ? await policyFileText(policy.file, migration.document, protocol)
      : await editedText(policy.file, before, migration);
  return {
    policy,
    state: "migrated",
    migration,
    behaviour,
    text,
  };
}

/** @throws CommandError when the service would refuse it */
async function checkUrl(text: string): Promise<void> {
  const { urlProblem } = await import("@traffic-policy/policy-lint");
  const problem = urlProblem(text);
  if (problem === undefined) return;
  throw new CommandError(`--forward-to: ${problem.message}`, { help: problem.help });
}

/** The text of the file with the policy in phases: as it was, with its comments, wherever nothing has changed. */
async function editedText(file: string, before: string, migration: Migration): Promise<string> {
  const language = /\.ya?ml$/.test(file) ? "yaml" : "json";
  return (
    (await migratedText(before, language, migration)) ??
    policyFileText(file, migration.document ?? {}, undefined)
  );
}

/** Writes the policies, all or none of them. */
async function written(
  migrated: readonly MigratedPolicy[],
  { out, write, force }: MigrateOptions,
  { files }: Context,
): Promise<MigratedPolicy[]> {
  if (migrated.some(({ state }) => state === "refused")) return [...migrated];
  const folder = out !== undefined && (migrated.length > 1 || isFolder(files.resolve(out)));
  const results: MigratedPolicy[] = [];
  for (const one of migrated) {
    const { policy, migration, text } = one;
    if (one.state === "unchanged" || migration.document === undefined) {
      results.push(one);
      continue;
    }
    if (write === true && isCode(policy.file)) {
      throw new CommandError(`${files.nameOf(policy.file)}: Code is not migrated in place.`, {
        help: "Write the policy to a new file with --out.",
      });
    }
    const target =
      out === undefined
        ? policy.file
        : files.resolve(folder ? join(out, basename(policy.file)) : out);
    const before = files.bytesIfAny(target);
    if (out !== undefined && before !== undefined && force !== true) {
      throw new CommandError(`${files.nameOf(target)}: The file already exists.`, {
        help: "Use --force to overwrite it.",
      });
    }
    const isSameKind = target.split(".").at(-1) === policy.file.split(".").at(-1);
    const content =
      isSameKind && text !== undefined
        ? text
        : await policyFileText(target, migration.document, policy.protocol);
    makeFolder(dirname(target), files);
    await writeFile(target, content, before, files);
    results.push({ ...one, written: files.nameOf(target) });
  }
  return results;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function statusOf(results: readonly MigratedPolicy[]): ExitStatus {
  if (results.some(({ state }) => state === "refused")) return exitStatus.failure;
  const isOpen = results.some(
    ({ migration, behaviour }) =>
      migration.notes.some(({ kind }) => kind === "left") ||
      (behaviour !== undefined && behaviour.kind !== "same"),
  );
  return isOpen ? exitStatus.findings : exitStatus.ok;
}
