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
import { pathOfPolicy, policyPath } from "@traffic-policy/project/internal";
import { ignoredAmong } from "../../lint/ignored-files.ts";
import { customRules, projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus, toErr } from "../../context.ts";
import { merged } from "../../lint/merged-reports.ts";
import { baselineFile, readBaseline, writeBaseline } from "../../lint/baseline.ts";
import type { FixOptions } from "../../fix/fix-files.ts";
import type { LintCache } from "../../lint/lint-cache.ts";
import { type LintedFiles, lintFiles, toFailure } from "../../lint/lint-files.ts";
import { OwnRules } from "../../lint/own-rules.ts";
import type { LintOptions } from "./command.ts";
import { inSteps, type Step } from "../../progress/steps.ts";
import { printError } from "../../report/error.ts";
import { checkMaxDiagnostics, lintStatus, printLintReport } from "../../lint/report.ts";

export default async function lint(
  given: readonly string[],
  givenOptions: LintOptions,
  context: Context,
): Promise<ExitStatus> {
  const { paths, options } = withStdin(given, givenOptions);
  if (options.watch) {
    refuseChanged(options, "--watch", "--watch already lints what a change affects.");
    if (options.stdinFilename !== undefined) {
      throw new CommandError("Standard input cannot be watched.", {
        help: "Remove --watch or --stdin-filename.",
      });
    }
    const { watch } = await import("../../watching/watch.ts");
    return watch(paths, context);
  }
  if (!options.watched) return lintOnce(paths, options, context);
  const { reportFiles } = await import("../../watching/report-files.ts");
  return reportFiles(context.cwd, (note) => lintOnce(paths, options, context, note));
}

/** Takes `-` for standard input, which is read as YAML, and so as JSON. */
function withStdin(
  paths: readonly string[],
  options: LintOptions,
): { readonly paths: readonly string[]; readonly options: LintOptions } {
  const others = paths.filter((path) => path !== "-");
  if (others.length === paths.length) return { paths, options };
  return { paths: others, options: { stdinFilename: "stdin.yaml", ...options } };
}

async function lintOnce(
  paths: readonly string[],
  options: LintOptions,
  context: Context,
  note: (files: readonly string[]) => void = () => {},
): Promise<ExitStatus> {
  const { files: provider, terminal } = context;
  checkUpdate(options);
  await checkMaxDiagnostics(options);
  const changes = await changesToLint(paths, options, context);
  const { format, timeout, stdinFilename } = options;
  const timeLimit = timeout === undefined ? undefined : timeout * 1000;
  const isNamed = changes !== undefined || paths.length > 0 || stdinFilename !== undefined;
  const project = projectOf(options, context, timeLimit);
  const { configurations } = project;
  const selected =
    stdinFilename === undefined
      ? await project.policies({ paths, changes })
      : await givenText(stdinFilename, paths, project, context);
  const { files, failures } = selected;
  note(files.map((file) => policyPath(file, provider).file));
  const unread = isNamed
    ? selected.unread
    : [...selected.unread, ...(await project.unusedPolicies())];
  const left = await leftOut({ ...selected, unread }, configurations, provider);
  if (changes !== undefined && files.length + failures.length === 0) {
    const isPretty = format === "pretty";
    const nothing = [
      nothingReached(changes, "a policy"),
      ...(isPretty ? notCheckedText(left) : []),
    ];
    terminal.err(`${nothing.join(" ")}\n`);
    if (isPretty) return exitStatus.ok;
  }
  const { scopes, broken } = await scopesOf(files, configurations, context);
  if (scopes.length > 1 && options.baseline !== undefined) {
    throw new CommandError("--baseline is for one configuration, and these files have several.", {
      help: "Set lint.baseline in each configuration.",
    });
  }
  const lintedGroups: LintedGroup[] = [];
  const fixing = fixOptions(options);
  if (fixing !== undefined) refuseHolders(files, "Fixes are made in", provider);
  if (options.updateBaseline === true) refuseHolders(files, "A baseline is of", provider);
  const lintAll = async (step?: Step): Promise<void> => {
    for (const group of scopes) {
      note(group.environments[0]?.sources ?? []);
      lintedGroups.push(await lintGroup(group, { options, timeLimit, context, step, note }));
    }
  };
  // What is fixed is linted several times, and counted then.
  if (fixing === undefined) await inSteps("Linting", files.length, context, lintAll);
  else await lintAll();
  const linted = merged(lintedGroups.map(({ report }) => report));
  const unused = selected.broken
    .filter(({ file }) => paths.length === 0 || isInside(file, paths, provider))
    .filter(({ file }) => !broken.has(file))
    .map(({ file, error }) => toFailure(file, error, provider));
  const notChecked = [...(linted.notChecked ?? []), ...(left.notChecked ?? [])];
  const report = {
    ...linted,
    failures: [
      ...failures.map(({ file, error }) => toFailure(file, error, provider)),
      ...unused,
      ...broken.values(),
      ...linted.failures,
    ],
    ...left,
    ...(notChecked.length > 0 && { notChecked }),
  };
  const claims = new Map(lintedGroups.flatMap((group) => [...group.claims]));
  const own = new Map(
    scopes.flatMap(({ environments: [first] }) => [...(customRules(first) ?? [])]),
  );
  const given = stdinFilename === undefined ? undefined : provider.resolve(stdinFilename);
  const output =
    fixing === undefined || format === "json"
      ? undefined
      : fixedOutput(report, { isDry: fixing.isDry, text: given && provider.given(given) });
  if (output !== undefined) terminal.document(output);
  await printLintReport(
    options.quiet ? errorsOnly(report) : report,
    { ...options, customRules: own, claims },
    output === undefined ? context : toErr(context),
  );
  const { status, reason } = lintStatus(report, options.maxWarnings);
  if (status === exitStatus.failure) return status;
  if (reason !== undefined) printError(reason, context);
  const wouldChange = fixing?.isDry === true && report.fixes?.files.length !== 0;
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
  { environments, files }: Scope,
  {
    options,
    timeLimit,
    context,
    step,
    note,
  }: {
    readonly options: LintOptions;
    readonly timeLimit: number | undefined;
    readonly context: Context;
    readonly step: Step | undefined;
    readonly note: (files: readonly string[]) => void;
  },
): Promise<LintedGroup> {
  const { clock, files: provider, terminal } = context;
  const [configuration] = environments;
  const known = knownRules({ rules: customRules(configuration) });
  const settings = ruleSettings(options.rule ?? [], known);
  const cache = options.cache ? await openCache(configuration, provider) : undefined;
  const ownRules = new OwnRules({ configuration, timeLimit, clock });
  const knownFile = fileOfBaseline(options, configuration, provider);
  const fixing = fixOptions(options);
  let baseline: Baseline | undefined;
  const lintAll = (some: readonly string[]): Promise<LintedFiles> => {
    // It counts what is found, so each time it begins again.
    baseline =
      knownFile === undefined
        ? undefined
        : readBaseline(knownFile, provider, options.updateBaseline);
    const { preset, protocol } = options;
    const keepPolicies = fixing !== undefined;
    return lintFiles(some, {
      files: provider,
      clock,
      terminal,
      ...(step && { step }),
      note,
      environments,
      preset,
      settings,
      protocol,
      timeLimit,
      baseline,
      keepPolicies,
      cache,
      ownRules,
    });
  };
  const loading = {
    timeLimit,
    environments: environments.flatMap(({ environment }) => environment ?? []),
  };
  const { report, claims } =
    fixing === undefined
      ? await lintAll(files)
      : await fixAll(files, provider, {
          ...fixing,
          lint: lintAll,
          configuration,
          loading,
          clock,
          terminal,
        });
  cache?.save();
  const left =
    options.updateBaseline && knownFile !== undefined && baseline !== undefined
      ? await updated(report, { file: knownFile, baseline }, context)
      : report;
  return { report: left, claims };
}

async function fixAll(
  files: readonly string[],
  provider: Files,
  options: FixOptions,
): Promise<LintedFiles> {
  const { fixFiles } = await import("../../fix/fix-files.ts");
  return fixFiles(files, provider, options);
}

/** @throws CommandError when one policy of a file is named */
function refuseHolders(paths: readonly string[], what: string, files: Files): void {
  const path = paths.find((one) => policyPath(one, files).holder !== undefined);
  if (path === undefined) return;
  const { file } = policyPath(path, files);
  throw new CommandError(`${files.nameOf(path)}: ${what} whole files.`, {
    help: `Name ${files.nameOf(file)} without #.`,
  });
}

function fixOptions({
  fix,
  fixUnsafe,
  fixDryRun,
  quiet,
}: LintOptions): Pick<FixOptions, "unsafe" | "isDry" | "errorsOnly"> | undefined {
  if (fix !== true && fixUnsafe !== true && fixDryRun !== true) return undefined;
  return { unsafe: fixUnsafe === true, isDry: fixDryRun === true, errorsOnly: quiet === true };
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
  stdinFilename: string,
  paths: readonly string[],
  { configurations }: Project,
  { files, terminal }: Context,
): Promise<SelectedPolicies> {
  if (paths.length > 0) {
    throw new CommandError("Files and standard input cannot be linted together.", {
      help: "With - or --stdin-filename only standard input is linted.",
    });
  }
  const { file: name, holder } = policyPath(stdinFilename, files);
  const file = files.resolve(name);
  files.give(file, decode(await terminal.readAll(), files.nameOf(file)));
  const { broken } = await configurations.workspace();
  const path = pathOfPolicy({ file, ...(holder !== undefined && { holder }) });
  return { files: [path], failures: [], unread: [], unnamed: new Set(), broken };
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
  const writes = fixOptions(options) !== undefined || options.updateBaseline === true;
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
  const file = baseline === undefined ? baselineFile(configuration) : files.resolve(baseline);
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

function errorsOnly(report: LintReport): LintReport {
  const diagnostics = report.diagnostics.filter(({ severity }) => severity === "error");
  return { ...report, diagnostics };
}

export function fixedOutput(
  { fixes }: LintReport,
  { isDry, text }: { readonly isDry: boolean; readonly text: string | undefined },
): string | undefined {
  if (fixes === undefined) return undefined;
  if (isDry) return fixes.files.map(({ diff = "" }) => diff).join("");
  // Whoever waits for the text wants it also when there is nothing to fix.
  return text;
}

/**
 * Parses the rule settings on the command line, each written as `document/rule-name=error`.
 *
 * @throws CommandError when a setting is invalid
 */
export function ruleSettings(
  texts: readonly string[],
  known: ReadonlyMap<string, LintRule>,
): Record<string, RuleSetting> {
  const settings = Object.fromEntries(
    texts.map((text): [string, RuleSetting] => {
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
