import { printable } from "@traffic-policy/policy-language/internal";
import type { LintRule } from "@traffic-policy/policy-lint";
import type { Baseline } from "@traffic-policy/policy-lint/configuration";
import { knownRules } from "@traffic-policy/policy-lint/internal";
import type { Files, LoadedConfiguration, Project } from "@traffic-policy/project";
import type { Configurations } from "@traffic-policy/project/selection";
import type { LintFailure, LintReport } from "@traffic-policy/report";
import { customRules } from "../../configuration/project.ts";
import { type Context, CommandError } from "../../context.ts";
import type { fixFiles } from "../../fix/fix-files.ts";
import { configuredBaseline, readBaseline, writeBaseline } from "../../lint/baseline.ts";
import type { LintCache } from "../../lint/lint-cache.ts";
import {
  type LintedFiles,
  type LintFilesOptions,
  lintFiles,
  toFailure,
} from "../../lint/lint-files.ts";
import { merged } from "../../lint/merged-reports.ts";
import { OwnRules } from "../../lint/own-rules.ts";
import { inSteps, type Step } from "../../progress/steps.ts";
import type { Note } from "../../watching/once-or-watched.ts";
import type { LintOptions } from "./command.ts";
import { isFixing } from "./is-fixing.ts";
import { ruleSettings } from "./rule-settings.ts";

export interface LintedScopes extends Pick<LintedFiles, "claims"> {
  readonly report: LintReport;
  /** The failures of configurations that cannot be used, by their files. */
  readonly broken: ReadonlyMap<string, LintFailure>;
  readonly customRules: ReadonlyMap<string, LintRule>;
}

/** Lints files, those of each configuration by its rules. */
export async function lintScopes(
  files: readonly string[],
  options: LintOptions & Pick<LintFilesOptions, "unchanged">,
  { configurations }: Project,
  context: Context,
  note: Note,
): Promise<LintedScopes> {
  const { scopes, broken } = await scopesOf(files, configurations, context);
  if (scopes.length > 1 && options.baseline !== undefined) {
    throw new CommandError("--baseline is for one configuration, and these files have several.", {
      help: "Set lint.baseline in each configuration.",
    });
  }
  const linted: LintedScope[] = [];
  const lintAll = async (step?: Step): Promise<void> => {
    for (const scope of scopes) {
      note(scope.environments[0]?.sources ?? []);
      linted.push(await lintScope(scope, { ...options, note, step }, context));
    }
  };
  // What is fixed is linted several times, and counted then.
  if (isFixing(options)) await lintAll();
  else await inSteps("Linting", files.length, context, lintAll);
  return {
    report: merged(linted.map(({ report }) => report)),
    claims: new Map(linted.flatMap(({ claims }) => [...claims])),
    broken,
    customRules: new Map(
      scopes.flatMap(({ environments: [first] }) => [...(customRules(first) ?? [])]),
    ),
  };
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

type LintedScope = Pick<LintedFiles, "report" | "claims">;

async function lintScope(
  { environments, files: names }: Scope,
  options: LintOptions & { readonly note: Note; readonly step: Step | undefined },
  context: Context,
): Promise<LintedScope> {
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
    const keepPolicies = isFixing(options);
    return lintFiles(
      some,
      { ...options, environments, settings, baseline, cache, ownRules, keepPolicies },
      context,
    );
  };
  const { report, claims } = isFixing(options)
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

// Loaded only here, because most runs have none.
async function openCache(
  configuration: LoadedConfiguration | undefined,
  files: Files,
): Promise<LintCache> {
  const { LintCache: Cache } = await import("../../lint/lint-cache.ts");
  return new Cache(configuration?.folder ?? files.folder, files);
}

function fileOfBaseline(
  options: LintOptions,
  configuration: LoadedConfiguration | undefined,
  files: Files,
): string | undefined {
  const file =
    options.baseline === undefined
      ? configuredBaseline(configuration)
      : files.resolve(options.baseline);
  if (file !== undefined || !options.updateBaseline) return file;
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
