import { join, sep } from "node:path";
import type { Configurations, SelectedPolicies } from "@traffic-policy/project/selection";
import {
  type Files,
  decode,
  type Project,
  type LoadedConfiguration,
} from "@traffic-policy/project";
import { type LintRule } from "@traffic-policy/policy-lint";
import { knownRules, type RuleSetting } from "@traffic-policy/policy-lint/internal";
import { notCheckedText, type LintFailure, type LintReport } from "@traffic-policy/report";
import { type Baseline, settingsProblems } from "@traffic-policy/policy-lint/configuration";
import { fromPointer } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import {
  isStaged,
  optionsOf,
  refuseChanged,
  changesIfAskedFor,
  nothingReached,
  type Changes,
} from "@traffic-policy/project/changed";
import { ignoredAmong } from "../../lint/ignored-files.ts";
import { customRules, projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus, toErr } from "../../context.ts";
import { merged } from "../../lint/merged-reports.ts";
import { configuredBaseline, readBaseline, writeBaseline } from "../../lint/baseline.ts";
import type { fixFiles } from "../../fix/fix-files.ts";
import type { LintCache } from "../../lint/lint-cache.ts";
import { type LintedFiles, lintFiles, toFailure } from "../../lint/lint-files.ts";
import { OwnRules } from "../../lint/own-rules.ts";
import type { LintOptions } from "./command.ts";
import { inSteps, type Step } from "../../progress/steps.ts";
import { onceOrWatched, type Note } from "../../watching/once-or-watched.ts";
import { printError } from "../../report/error.ts";
import { checkMaxDiagnostics, lintStatus, printLintReport } from "../../lint/report.ts";

/** Runs `traffic-policy lint [path...]`: finds problems in policies. */
export default async function lint(
  paths: readonly string[],
  options: LintOptions,
  context: Context,
): Promise<ExitStatus> {
  if (options.watch && options.stdinFilename !== undefined) {
    throw new CommandError("Standard input cannot be watched.", {
      help: "Remove --watch or --stdin-filename.",
    });
  }
  const once = (note: Note): Promise<ExitStatus> => lintOnce(paths, options, context, note);
  return onceOrWatched(paths, options, { context, verb: "lints", once });
}

async function lintOnce(
  paths: readonly string[],
  options: LintOptions,
  context: Context,
  note: Note,
): Promise<ExitStatus> {
  const { files, terminal } = context;
  checkUpdate(options);
  await checkMaxDiagnostics(options);
  const changes = await changesToLint(paths, options, context);
  files.timeLimit = options.timeout && options.timeout * 1000;
  const project = projectOf(options, context);
  const selected =
    options.stdinFilename === undefined
      ? await project.policies({ paths, changes })
      : await givenText(paths, options, project, context);
  note(selected.files);
  const isNamed = changes !== undefined || paths.length > 0 || options.stdinFilename !== undefined;
  const unread = isNamed
    ? selected.unread
    : [...selected.unread, ...(await project.unusedPolicies())];
  const left = await leftOut({ ...selected, unread }, project.configurations, files);
  if (changes !== undefined && selected.files.length + selected.failures.length === 0) {
    const isPretty = options.format === "pretty";
    const nothing = [
      nothingReached(changes, "a policy"),
      ...(isPretty ? notCheckedText(left) : []),
    ];
    terminal.err(`${nothing.join(" ")}\n`);
    if (isPretty) return exitStatus.ok;
  }
  const { scopes, broken } = await scopesOf(selected.files, project.configurations, context);
  if (scopes.length > 1 && options.baseline !== undefined) {
    throw new CommandError("--baseline is for one configuration, and these files have several.", {
      help: "Set lint.baseline in each configuration.",
    });
  }
  const groups: LintedGroup[] = [];
  const lintAll = async (step?: Step): Promise<void> => {
    for (const scope of scopes) {
      note(scope.environments[0]?.sources ?? []);
      groups.push(await lintGroup(scope, options, context, step));
    }
  };
  // What is fixed is linted several times, and counted then.
  if (fixes(options)) await lintAll();
  else await inSteps("Linting", selected.files.length, context, lintAll);
  const linted = merged(groups.map(({ report }) => report));
  const unused = selected.broken
    .filter(({ file }) => paths.length === 0 || isInside(file, paths, files))
    .filter(({ file }) => !broken.has(file))
    .map(({ file, error }) => toFailure(file, error, files));
  const report = {
    ...linted,
    failures: [
      ...selected.failures.map(({ file, error }) => toFailure(file, error, files)),
      ...unused,
      ...broken.values(),
      ...linted.failures,
    ],
    ...left,
  };
  const claims = new Map(groups.flatMap((group) => [...group.claims]));
  const own = new Map(
    scopes.flatMap(({ environments: [first] }) => [...(customRules(first) ?? [])]),
  );
  const document = options.format === "json" ? undefined : fixedOutput(report, options, files);
  if (document !== undefined) terminal.document(document);
  await printLintReport(
    report,
    { ...options, customRules: own, claims },
    document === undefined ? context : toErr(context),
  );
  const { status, reason } = lintStatus(report, options);
  if (status === exitStatus.failure) return status;
  if (reason !== undefined) printError(reason, context);
  const wouldChange = options.fixDryRun === true && report.fixes?.files.length !== 0;
  return wouldChange ? exitStatus.findings : status;
}

async function leftOut(
  { files, unread, unnamed }: SelectedPolicies,
  configurations: Configurations,
  provider: Files,
): Promise<Pick<LintReport, "notChecked" | "ignored">> {
  const ignored = await ignoredAmong([...files, ...unread.map(({ file }) => file)], configurations);
  const reasons = new Map<string, string>();
  // The first reason that is known of a file says most.
  for (const { file, reason } of unread) {
    if (!ignored.has(file) && !reasons.has(file)) reasons.set(file, reason);
  }
  for (const file of files) {
    if (ignored.has(file) && !unnamed.has(file)) reasons.set(file, "ignored by lint.ignore");
  }
  const count = files.filter((file) => ignored.has(file) && unnamed.has(file)).length;
  const notChecked = [...reasons].map(([file, reason]) => ({
    file: provider.nameOf(file),
    reason,
  }));
  return {
    ...(notChecked.length > 0 && { notChecked }),
    ...(count > 0 && { ignored: count }),
  };
}

function isInside(file: string, folders: readonly string[], files: Files): boolean {
  return folders.some((folder) => file.startsWith(join(files.resolve(folder), sep)));
}

interface Scope {
  readonly environments: readonly LoadedConfiguration[];
  /** Absolute paths. */
  readonly files: readonly string[];
}

async function scopesOf(
  files: readonly string[],
  configurations: Configurations,
  { files: provider }: Context,
): Promise<{
  readonly scopes: readonly Scope[];
  readonly broken: ReadonlyMap<string, LintFailure>;
}> {
  const scopes: Scope[] = [];
  const broken = new Map<string, LintFailure>();
  await configurations.each(configurations.grouped(files), {
    work: async (environments, group) => void scopes.push({ environments, files: group }),
    failed: (file, error) => void broken.set(file, toFailure(file, error, provider)),
  });
  if (scopes.length + broken.size > 0) return { scopes, broken };
  // What is in the configuration alone is checked, too.
  const environments = await configurations.environmentsOf(configurations.own);
  return { scopes: [{ environments, files: [] }], broken };
}

type LintedGroup = Pick<LintedFiles, "report" | "claims">;

async function lintGroup(
  { environments, files: names }: Scope,
  options: LintOptions,
  context: Context,
  step: Step | undefined,
): Promise<LintedGroup> {
  const { files } = context;
  const [configuration] = environments;
  const settings = ruleSettings(options, knownRules({ rules: customRules(configuration) }));
  const cache = options.cache ? await openCache(configuration, files) : undefined;
  const ownRules = new OwnRules(configuration, context);
  const baselineFile = fileOfBaseline(options, configuration, files);
  let baseline: Baseline | undefined;
  const lintAll = (some: readonly string[]): Promise<LintedFiles> => {
    // It counts what is found, so each time it begins again.
    baseline = baselineFile === undefined ? undefined : readBaseline(baselineFile, files, options);
    const keepPolicies = fixes(options);
    const how = { environments, settings, step, baseline, cache, ownRules, keepPolicies };
    return lintFiles(some, { ...options, ...how }, context);
  };
  const { report, claims } = fixes(options)
    ? await fixAll(names, { ...options, environments, lint: lintAll }, context)
    : await lintAll(names);
  cache?.save();
  const left =
    options.updateBaseline && baselineFile !== undefined && baseline !== undefined
      ? await updated(report, { file: baselineFile, baseline }, context)
      : report;
  return { report: left, claims };
}

// Loaded only here, because most runs fix nothing.
async function fixAll(...given: Parameters<typeof fixFiles>): Promise<LintedFiles> {
  const { fixFiles: fixEach } = await import("../../fix/fix-files.ts");
  return fixEach(...given);
}

function fixes({ fix, fixUnsafe, fixDryRun }: LintOptions): boolean {
  return fix === true || fixUnsafe === true || fixDryRun === true;
}

// Loaded only here, because most runs have none.
async function openCache(
  configuration: LoadedConfiguration | undefined,
  files: Files,
): Promise<LintCache> {
  const { LintCache: Cache } = await import("../../lint/lint-cache.ts");
  return new Cache(configuration?.folder ?? files.folder, files);
}

async function givenText(
  paths: readonly string[],
  { stdinFilename = "" }: LintOptions,
  { configurations }: Project,
  { files, terminal }: Context,
): Promise<SelectedPolicies> {
  if (paths.length > 0) {
    throw new CommandError("Files and --stdin-filename cannot be used together.", {
      help: "With --stdin-filename only standard input is linted.",
    });
  }
  const file = files.resolve(stdinFilename);
  files.give(file, decode(await terminal.readAll(), files.nameOf(file)));
  const { broken } = await configurations.workspace();
  return { files: [file], failures: [], unread: [], unnamed: new Set(), broken };
}

async function changesToLint(
  paths: readonly string[],
  options: LintOptions,
  context: Context,
): Promise<Changes | undefined> {
  if (optionsOf(options).length === 0) return undefined;
  if (options.stdinFilename !== undefined) {
    refuseChanged(options, "--stdin-filename", "Remove one of them.");
  }
  // What is staged is not what the files hold, so it cannot be written to them.
  const writes = fixes(options) || options.updateBaseline === true;
  if (writes && isStaged(options, paths, context.env)) {
    throw new CommandError("Staged files can only be linted.", {
      help: "Name the files that changed, or remove --fix and --update-baseline.",
    });
  }
  return changesIfAskedFor(paths, options, context);
}

function checkUpdate({ updateBaseline, fixDryRun, stdinFilename }: LintOptions): void {
  if (updateBaseline !== true) return;
  if (fixDryRun === true) {
    throw new CommandError("A dry run writes no baseline.", {
      help: "Remove --update-baseline or --fix-dry-run.",
    });
  }
  if (stdinFilename === undefined) return;
  throw new CommandError("A baseline cannot be made from standard input.", {
    help: "Remove --update-baseline or --stdin-filename.",
  });
}

function fileOfBaseline(
  { baseline, updateBaseline }: LintOptions,
  configuration: LoadedConfiguration | undefined,
  files: Files,
): string | undefined {
  const file = baseline === undefined ? configuredBaseline(configuration) : files.resolve(baseline);
  if (file !== undefined || !updateBaseline) return file;
  throw new CommandError("There is no baseline to update.", {
    help: "Name its file with --baseline, or as lint.baseline in the configuration.",
  });
}

async function updated(
  report: LintReport,
  { file, baseline }: { readonly file: string; readonly baseline: Baseline },
  { files, terminal }: Context,
): Promise<LintReport> {
  const known = await writeBaseline(file, baseline, files);
  terminal.err(`${printable(files.nameOf(file))} was written.\n`);
  return { ...report, diagnostics: [], baseline: { known, stale: 0 } };
}

function fixedOutput(
  { fixes: made }: LintReport,
  { fixDryRun, stdinFilename }: LintOptions,
  files: Files,
): string | undefined {
  if (made === undefined) return undefined;
  if (fixDryRun === true) return made.files.map(({ diff = "" }) => diff).join("");
  // Whoever waits for the text wants it also when there is nothing to fix.
  return stdinFilename === undefined ? undefined : files.given(files.resolve(stdinFilename));
}

/**
 * Parses the rule settings on the command line, each written as `document/rule-name=error`.
 *
 * @throws CommandError when a setting is invalid
 */
function ruleSettings(
  { rule = [] }: LintOptions,
  known: ReadonlyMap<string, LintRule>,
): Record<string, RuleSetting> {
  const settings = Object.fromEntries(
    rule.map((text): [string, RuleSetting] => {
      const [, name, severity] = /^([^=]+)=(.*)$/.exec(text) ?? [];
      if (name === undefined) {
        throw new CommandError(`"${text}" sets no rule.`, {
          help: "Write --rule document/rule-name=error.",
        });
      }
      return [name, severity as RuleSetting];
    }),
  );
  const [problem] = settingsProblems(settings, "", known);
  if (problem !== undefined) {
    const [name = ""] = fromPointer(problem.path);
    throw new CommandError(`--rule ${name}=${String(settings[name])}: ${problem.message}`, {
      help: problem.help,
    });
  }
  return settings;
}
