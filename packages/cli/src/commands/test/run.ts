import type { Files, LoadedConfiguration, ProjectTarget } from "@traffic-policy/project";
import { printable, counted, listed } from "@traffic-policy/policy-language/internal";
import { percentOf, countCases } from "@traffic-policy/policy-engine/report";
import { isStaged, changesIfAskedFor, nothingReached } from "@traffic-policy/project/changed";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { cases, filesBeside, isPolicyWithout } from "@traffic-policy/project/checks";
import { projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import type { FileFailure } from "../../checks/file-failure.ts";
import { PoliciesUnderTest, type PolicyUnderTest } from "../../checks/policies-under-test.ts";
import { runCaseFiles, type TestReport } from "../../cases/run-case-files.ts";
import { SitesUnderTest } from "../../cases/sites-under-test.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Unreachable } from "../../cases/unreachable-gaps.ts";
import type { WrittenCases } from "../../cases/write-suggestions.ts";
import { inSteps } from "../../progress/steps.ts";
import { onceOrWatched, type Note } from "../../watching/once-or-watched.ts";
import type { TestOptions } from "./command.ts";
import { printError } from "../../report/error.ts";
import { totalOf } from "./coverage-lines.ts";
import { printTestReport } from "./report.ts";
import { allCases, type WholeTestReport } from "./case-report.ts";

/** Runs `traffic-policy test [path...]`: checks policies against their cases. */
export default async function test(
  paths: readonly string[],
  options: TestOptions,
  context: Context,
): Promise<ExitStatus> {
  if (options.write === true && (options.watch ?? options.watched) === true) {
    throw new CommandError("--write and --watch cannot be used together.", {
      help: "Write first, then watch.",
    });
  }
  const once = (note: Note): Promise<ExitStatus> => testOnce(paths, options, context, note);
  return onceOrWatched(paths.length === 0 ? [context.cwd] : paths, options, {
    context,
    verb: "tests",
    once,
  });
}

async function testOnce(
  given: readonly string[],
  options: TestOptions,
  context: Context,
  note: Note,
  written?: readonly WrittenCases[],
): Promise<ExitStatus> {
  const { filter, minCoverage } = options;
  if (options.write === true && written === undefined) checkWrite(given, options, context);
  context.files.timeLimit = options.timeout && options.timeout * 1000;
  const changes = await changesIfAskedFor(given, options, context);
  // With --changed, paths are files that changed.
  const named = changes === undefined ? given : [];
  const project = projectOf(options, context);
  const { configurations } = project;
  const paths = await project.paths(named);
  const withoutCases =
    options.suggest === true
      ? paths
          .filter((path) => isPolicyWithout(path, cases, context.files))
          .map((path) => context.files.resolve(path))
      : [];
  const withCases = paths.filter((path) => !withoutCases.includes(context.files.resolve(path)));
  const isAll = paths.length === 0;
  const { files, failures, targets } =
    isAll || withCases.length > 0
      ? await project.checks(cases, isAll ? { changes } : { paths: withCases }, {
          enoughTargets: options.suggest === true,
        })
      : { files: [], failures: [], targets: [] };
  note(files);
  if (changes !== undefined && files.length + failures.length + targets.length === 0) {
    context.terminal.err(`${nothingReached(changes, "a case")}\n`);
    if (options.format === "pretty") return exitStatus.ok;
  }
  const coverage =
    options.coverage === true || minCoverage !== undefined || options.suggest === true;
  const testing = { coverage, note };
  // Targets whose policies should have cases, unless only some cases are asked for.
  const whole = filter === undefined ? targets : [];
  const groups = configurations.grouped([...files, ...withoutCases]);
  for (const { configuration } of whole) {
    if (!groups.has(configuration.file)) groups.set(configuration.file, []);
  }
  const runs = await configurations.each<TestRun>(groups, {
    work: (environments, group, configuration) => {
      const own = whole.filter((target) => target.configuration.file === configuration);
      return testGroup(
        environments,
        group,
        { ...testing, targets: own, withoutCases },
        options,
        context,
      );
    },
    failed: (configuration, error) => ({
      report: { files: [], failures: [{ file: context.files.nameOf(configuration), error }] },
      policies: [],
      withoutCases: [],
    }),
  });
  const run: TestReport = {
    files: runs.flatMap(({ report }) => report.files),
    failures: [
      ...failures.map(({ file, error }) => ({ file: context.files.nameOf(file), error })),
      ...runs.flatMap(({ report }) => report.failures),
    ],
  };
  const tested = runs.flatMap(({ policies }) => policies);
  const suggested = options.suggest === true ? await suggestions(tested, run, context) : undefined;
  if (options.write === true && written === undefined) {
    const { writeSuggestions } = await import("../../cases/write-suggestions.ts");
    const now = await writeSuggestions(suggested ?? [], context.files);
    // What is reported is how it is with them.
    return testOnce(given, options, context, note, now);
  }
  note(tested.map(({ file }) => file));
  if (coverage) checkCoverage(tested, run, options, context);
  const mayBeNone = changes !== undefined || (options.suggest === true && filter === undefined);
  if (withoutCases.length === 0 && !mayBeNone) checkThatAnyRan(run, filter);
  const report: WholeTestReport = {
    ...run,
    ...notCheckedIn(
      run,
      runs.flatMap((one) => one.withoutCases),
      context.files,
    ),
    ...(coverage && {
      coverage: tested,
      unreachable: await unreachable(tested, run, context),
    }),
    ...(suggested && { suggested }),
    ...(written && { written }),
  };
  printWritten(written, context);
  await printTestReport(report, options.format, context);
  const status = statusOf(report);
  if (minCoverage === undefined || status === exitStatus.failure) return status;
  const percent = percentOf(totalOf(tested));
  if (percent >= minCoverage) return status;
  const message = `Coverage is below --min-coverage: ${percent} % instead of ${minCoverage} %.`;
  printError(
    new CommandError(message, {
      help: "Add cases for what is not covered; --suggest proposes some.",
    }),
    context,
  );
  return exitStatus.findings;
}

interface TestRun {
  readonly report: TestReport;
  readonly policies: readonly PolicyUnderTest[];
  readonly withoutCases: readonly NamedTarget<ProjectTarget>[];
}

interface Testing {
  readonly coverage: boolean;
  readonly targets: readonly NamedTarget<ProjectTarget>[];
  readonly withoutCases: readonly string[];
  readonly note: Note;
}

async function testGroup(
  environments: readonly LoadedConfiguration[],
  files: readonly string[],
  { coverage, targets, withoutCases, note }: Testing,
  options: TestOptions,
  context: Context,
): Promise<TestRun> {
  note(environments[0]?.sources ?? []);
  const policies = new PoliciesUnderTest(environments, context.files, { coverage });
  const caseFiles = files.filter((file) => !withoutCases.includes(file));
  const locations = options.format === "json";
  const sites = new SitesUnderTest(environments, context);
  const tested = { policies, sites };
  const ran = await runCaseFiles(caseFiles, tested, { ...options, locations }, context);
  note(await sites.files());
  const without = await targetsWithoutCases(targets, files, policies, context);
  const broken = coverage ? await addPoliciesOf(without, policies, context) : [];
  for (const file of files) {
    if (withoutCases.includes(file)) await policies.ofFile(file);
  }
  const failures = [...ran.failures, ...broken];
  return { report: { ...ran, failures }, policies: await policies.all(), withoutCases: without };
}

async function targetsWithoutCases(
  targets: readonly NamedTarget<ProjectTarget>[],
  files: readonly string[],
  policies: PoliciesUnderTest,
  context: Context,
): Promise<NamedTarget<ProjectTarget>[]> {
  if (targets.length === 0) return [];
  const tested = new Set((await policies.all()).map(({ file }) => file));
  const given = new Set(files);
  const without = [...new Set(targets.map(({ policyFile }) => policyFile))].filter(
    (file) =>
      !tested.has(file) &&
      !filesBeside(file, cases, context.files).some((one) => given.has(one)) &&
      context.files.exists(file),
  );
  const all = new Set(without);
  return targets.filter(({ policyFile }) => all.has(policyFile));
}

/**
 * Adds policies without cases to the coverage, as not covered at all.
 *
 * @returns the policies that cannot be loaded
 */
async function addPoliciesOf(
  targets: readonly NamedTarget<ProjectTarget>[],
  policies: PoliciesUnderTest,
  context: Context,
): Promise<readonly FileFailure[]> {
  const failures: FileFailure[] = [];
  for (const policyFile of new Set(targets.map((target) => target.policyFile))) {
    try {
      await policies.ofFile(policyFile);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failures.push({ file: context.files.nameOf(policyFile), error });
    }
  }
  return failures;
}

/** Names the policies of targets that have no cases, and the endpoints of sites of which nothing is read. */
function notCheckedIn(
  run: TestReport,
  targets: readonly NamedTarget<ProjectTarget>[],
  files: Files,
): Pick<WholeTestReport, "notChecked"> {
  const policies = [...new Set(targets.map(({ policyFile }) => files.nameOf(policyFile)))];
  const endpoints = new Map(
    run.files.flatMap(({ leftOut = [] }) => leftOut.map(({ file, reason }) => [file, reason])),
  );
  const notChecked = [
    ...policies.map((file) => ({ file, reason: "no cases" })),
    ...[...endpoints].map(([file, reason]) => ({ file, reason })),
  ];
  return notChecked.length === 0 ? {} : { notChecked };
}

// Loaded only here, because most runs ask for no coverage, and of most policies everything is reached.
async function unreachable(
  tested: readonly PolicyUnderTest[],
  { files }: TestReport,
  { clock }: Context,
): Promise<Unreachable> {
  const withGaps = tested.filter(({ coverage }) => (coverage?.gaps() ?? []).length > 0);
  if (withGaps.length === 0) return new Map();
  const { unreachableOf } = await import("../../cases/unreachable-gaps.ts");
  return unreachableOf(withGaps, files, clock);
}

// Loaded only here, because most runs have none.
async function suggestions(
  tested: readonly PolicyUnderTest[],
  { files }: TestReport,
  context: Context,
): Promise<SuggestedCases[]> {
  const { suggestFor } = await import("../../cases/suggest.ts");
  const found: SuggestedCases[] = [];
  await inSteps("Suggesting cases", tested.length, context, async (step) => {
    for (const under of tested) {
      const suggested = await suggestFor(under, files, context.files);
      if (suggested !== undefined) found.push(suggested);
      await step();
    }
  });
  return found;
}

function checkWrite(
  paths: readonly string[],
  options: TestOptions,
  { env }: Pick<Context, "env">,
): void {
  if (options.filter !== undefined) {
    throw new CommandError("--write and --filter cannot be used together.", {
      help: "With --filter, cases that are there would be suggested again.",
    });
  }
  if (isStaged(options, paths, env)) {
    throw new CommandError("Staged files can only be tested.", {
      help: "Name the files that changed, or remove --write.",
    });
  }
}

function printWritten(written: readonly WrittenCases[] = [], context: Context): void {
  const { err } = context.terminal;
  for (const { file, isNew, cases: count, error } of written) {
    if (error !== undefined) printError(error, context);
    else {
      const text = counted(count, "case");
      const what = isNew ? `created, with ${text}` : `changed: ${text} more`;
      err(`${printable(file)} was ${what}.\n`);
    }
  }
}

/** @throws CommandError when there are only the cases of sites: what they cover is not measured */
function checkCoverage(
  tested: readonly PolicyUnderTest[],
  { files }: TestReport,
  { suggest }: TestOptions,
  { terminal }: Pick<Context, "terminal">,
): void {
  const names = files.flatMap(({ file, site }) => (site === undefined ? [] : [file]));
  if (names.length === 0) return;
  const what = suggest === true ? "--suggest is" : "Coverage is";
  const message = `${what} for the cases of policies, and ${listed(names, 3)} has those of a site.`;
  if (tested.length > 0) terminal.err(`${printable(message)}\n`);
  else throw new CommandError(message, { help: "Leave it out, or test policies as well." });
}

function checkThatAnyRan({ files, failures }: TestReport, filter: string | undefined): void {
  if (files.length > 0 || failures.length > 0) return;
  throw new CommandError(`No case has ${JSON.stringify(filter ?? "")} in its name.`, {
    help: "--filter matches part of a case name, ignoring case.",
  });
}

function statusOf(report: WholeTestReport): ExitStatus {
  const { failed, undecided, errors } = countCases(allCases(report));
  const isUnwritten = report.written?.some(({ error }) => error !== undefined) === true;
  if (report.failures.length > 0 || errors > 0 || isUnwritten) return exitStatus.failure;
  return failed + undecided > 0 ? exitStatus.findings : exitStatus.ok;
}
