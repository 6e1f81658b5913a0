import {
  isPlan,
  namedRevisions,
  stateOfPlan,
  stateRevision,
  unknownRevision,
  type NamedRevisions,
} from "@traffic-policy/project/changed";
import { Git } from "@traffic-policy/project/git";
import { canHoldPolicy, isData, policyPath } from "@traffic-policy/project/internal";
import { environmentNames } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { printable, shellWord } from "@traffic-policy/policy-language/internal";
import { isChange } from "../../behaviour/behaviour.ts";
import type { ComparisonSettings } from "../../behaviour/behaviour-comparer.ts";
import { semanticComparer } from "../../behaviour/comparer-of.ts";
import { type Context, CommandError, exitStatus, type ExitStatus, unseen } from "../../context.ts";
import {
  compareTargets,
  compareWithFile,
  type Comparing,
  type TargetComparison,
} from "./compare-targets.ts";
import type { PolicyComparison, RevisionsComparing, RevisionsDiff } from "./compare-revisions.ts";
import { compareFiles, nameOf } from "./compare-files.ts";
import { targetsOrError } from "../../deploying/prepare.ts";
import type { DiffOptions } from "./command.ts";
import { connected, connectedToService } from "../../progress/with-progress.ts";
import { printDiff, printFilesDiff } from "./report.ts";

/** Runs `traffic-policy diff [before] [after...]`: compares, and never writes. */
export default async function diff(
  before: string | undefined,
  after: readonly string[],
  options: DiffOptions,
  context: Context,
): Promise<ExitStatus> {
  if (before !== undefined) {
    const plan = planToCompare(before, after, context);
    if (plan !== undefined) return diffState(plan, options, context);
    const revisions = await namedRevisions([before, ...after], context);
    return revisions === undefined
      ? diffFiles([before, ...after], options, context)
      : diffRevisions(revisions, options, context);
  }
  checkProtocol(options);
  const comparing = await comparingWith(options, context);
  const { targets, isBroken } = await targetsOrError(options, context, { every: true });
  const diffs =
    options.stored === undefined
      ? await connected(targets, options, working(options, context), (connections, progress) =>
          compareTargets(connections, targets, progress, comparing),
        )
      : [await compareWithFile(targets, options.stored, comparing)];
  const [environment, ...others] = environmentNames(targets.map((one) => one.configuration));
  if (others.length === 0) printEnvironment(environment, options, context);
  printDiff(diffs, options, context.terminal);
  return isBroken ? exitStatus.failure : statusOf(diffs, options);
}

function checkProtocol({ protocol }: DiffOptions): void {
  if (protocol === undefined) return;
  throw new CommandError(
    "--protocol is only for files and revisions: a target says what it is for.",
    { help: "Remove it." },
  );
}

function printEnvironment(
  environment: string | undefined,
  { format, quiet }: DiffOptions,
  { terminal }: Context,
): void {
  if (quiet || format !== "pretty" || environment === undefined) return;
  terminal.print(`Comparison with ${printable(environment)}:\n`);
}

/** Returns the file that `state <file>` compares with its state: a plan, unless `state` is a file itself. */
function planToCompare(
  before: string,
  [path, ...others]: readonly string[],
  { files }: Context,
): string | undefined {
  if (before !== stateOfPlan || path === undefined || others.length > 0) return undefined;
  const isFile = files.exists(files.resolve(before));
  const { file } = policyPath(files.resolve(path), files);
  return !isFile && isPlan(file, files) ? path : undefined;
}

async function diffState(
  path: string,
  options: DiffOptions,
  context: Context,
): Promise<ExitStatus> {
  checkUnserved("A plan and its state", options);
  const { compareWithState } = await import("./compare-revisions.ts");
  const subjects = ["The policy in the state", "The planned policy"] as const;
  return printedRevisions(
    (comparison) => compareWithState(path, comparison),
    { ...options, subjects },
    context,
  );
}

async function diffRevisions(
  revisions: NamedRevisions,
  options: DiffOptions,
  context: Context,
): Promise<ExitStatus> {
  checkUnserved("Revisions", options);
  const { before, after } = revisions;
  const subjects = [
    `The policy in ${before.name}`,
    after === undefined ? "The saved policy" : `The policy in ${after.name}`,
  ] as const;
  const { compareRevisions } = await import("./compare-revisions.ts");
  return printedRevisions(
    (comparison) => compareRevisions(revisions, comparison),
    { ...options, subjects },
    context,
  );
}

async function printedRevisions(
  compare: (comparison: RevisionsComparing) => Promise<RevisionsDiff>,
  { subjects, ...options }: DiffOptions & Required<Pick<ComparisonSettings, "subjects">>,
  context: Context,
): Promise<ExitStatus> {
  const { terminal, clock, env } = context;
  const comparing = await comparingWith(options, context, { subjects, begin: clock.elapsed() });
  const { printRevisionsDiff } = await import("./revisions-report.ts");
  const compared = await compare({ ...comparing, env, protocol: options.protocol });
  printRevisionsDiff(compared, options, terminal);
  return statusOf(compared.policies, options);
}

async function diffFiles(
  [before, after, ...excess]: readonly [string, ...string[]],
  options: DiffOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files, terminal, clock } = context;
  if (excess.length > 0) {
    const words = excess.map((word) => JSON.stringify(word)).join(" ");
    throw new CommandError(`Two files are compared; remove ${words}.`);
  }
  // What it takes to read the files, and to say what is written differently, is a part of comparing them.
  const begin = clock.elapsed();
  const missing = [before, after ?? []]
    .flat()
    .filter((path) => !files.exists(files.resolve(policyPath(path, files).file)));
  // Says why the file has no state.
  if (before === stateOfPlan && after !== undefined && missing[0] === before) {
    stateRevision(files.resolve(policyPath(after, files).file), files);
  }
  if (missing.length > 0) await checkNoTargets(missing, options, context);
  if (after === undefined) return diffHeld(before, options, context);
  checkUnserved("Two files", options);
  const subjects = [nameOf(before, files), nameOf(after, files)] as const;
  const comparing = await comparingWith(options, context, { subjects, begin });
  const compared = await compareFiles([before, after], options, comparing);
  printFilesDiff(compared, options, terminal);
  return statusOf([{ comparison: compared }], options);
}

/** Compares the policies of a file with those that the service has in their places. */
async function diffHeld(path: string, options: DiffOptions, context: Context): Promise<ExitStatus> {
  const { policiesToCompare, compareHeld } = await import("./compare-held.ts");
  const { file } = policyPath(path, context.files);
  const found = isData(file) ? await policiesToCompare(path, context.files) : undefined;
  if (found === undefined) throw await onlyOneFile(path, context);
  checkGiven(
    options,
    { target: "--target", tag: "--tag", stored: "--stored" },
    `${path} names its targets itself.`,
  );
  checkProtocol(options);
  const comparing = await comparingWith(options, context);
  const { diffs, notCompared, environment } = await connectedToService(
    options,
    working(options, context),
    async (service, progress) => ({
      ...(await compareHeld(found, service, progress, comparing)),
      environment: service.environment,
    }),
  );
  printEnvironment(environment, options, context);
  printDiff(diffs, { ...options, notCompared }, context.terminal);
  return statusOf(diffs, options);
}

async function onlyOneFile(file: string, { files, env }: Context): Promise<CommandError> {
  const isCommit = (await new Git(files.folder, env).commitOf(file)) !== undefined;
  const other = isCommit ? `; for the commit, write ${shellWord(`${file}~0`)}` : "";
  return new CommandError(`${file} is only one file; two are compared.`, {
    help: `Name another one, or a target: --target <name> --stored ${shellWord(file)}${other}.`,
  });
}

/** Users who pass target names as arguments mean the option. */
async function checkNoTargets(
  names: readonly string[],
  options: DiffOptions,
  context: Context,
): Promise<void> {
  // What is wrong with a configuration has nothing to do with files.
  const found = await projectOf(options, context)
    .configurations.load()
    .catch(() => undefined);
  const [name = "", ...others] = names;
  const isTarget = found?.environments.some(({ targets }) => Object.hasOwn(targets, name)) === true;
  const meant = [name, ...others].map((one) => `--target ${shellWord(one)}`).join(" ");
  const unknown =
    isTarget || canHoldPolicy(name) ? undefined : await unknownRevision(name, context);
  if (unknown !== undefined) throw unknown;
  throw new CommandError(`${name}: There is no such file.`, {
    help: isTarget ? `Did you mean ${meant}?` : undefined,
  });
}

function checkUnserved(
  compared: "Two files" | "Revisions" | "A plan and its state",
  options: DiffOptions,
): void {
  const names = {
    target: "--target",
    tag: "--tag",
    stored: "--stored",
    baseUrl: "--base-url",
    apiKeyFile: "--api-key-file",
    versionHeader: "--version-header",
    environment: "--environment",
    config: "--config",
    concurrency: "--concurrency",
  } as const;
  checkGiven(options, names, `${compared} are compared without the configuration and the service.`);
}

/** @throws CommandError when one of the options with these names is given */
function checkGiven(
  options: DiffOptions,
  names: Partial<Readonly<Record<keyof DiffOptions, string>>>,
  message: string,
): void {
  const given = Object.entries(names).filter(
    ([key]) => options[key as keyof DiffOptions] !== undefined,
  );
  if (given.length === 0) return;
  throw new CommandError(message, {
    help: `Remove ${given.map(([, name]) => name).join(", ")}, or the arguments.`,
  });
}

async function comparingWith(
  options: DiffOptions,
  context: Context,
  more?: Pick<ComparisonSettings, "subjects" | "begin">,
): Promise<Comparing> {
  const { files, terminal, clock } = working(options, context);
  return { files, terminal, clock, comparer: await semanticComparer(options, context, more) };
}

/** Progress is not for a timer. */
function working({ quiet }: DiffOptions, context: Context): Context {
  return quiet ? unseen(context) : context;
}

function statusOf(
  diffs: readonly { readonly comparison?: Compared; readonly error?: Error }[],
  { exitZero }: DiffOptions,
): ExitStatus {
  if (diffs.some(({ error }) => error !== undefined)) return exitStatus.failure;
  const differs = diffs.some(({ comparison }) => comparison !== undefined && isOther(comparison));
  return differs && exitZero !== true ? exitStatus.findings : exitStatus.ok;
}

type Compared = Pick<PolicyComparison | TargetComparison, "state" | "behaviour">;

function isOther({ state, behaviour }: Compared): boolean {
  if (behaviour !== undefined) return isChange(behaviour);
  return state !== "identical" && state !== "equivalent";
}
