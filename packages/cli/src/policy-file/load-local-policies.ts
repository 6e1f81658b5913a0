import { serialize } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { LintReport } from "@traffic-policy/report";
import type { WantedPolicy } from "@traffic-policy/api";
import {
  documentOf,
  defaultPolicy,
  loadPolicies,
  type LoadedPolicy,
} from "@traffic-policy/project";
import {
  protocolOf,
  targetClaims,
  type NamedTarget,
  type PolicyHolder,
} from "@traffic-policy/project/selection";
import { type Context, CommandError } from "../context.ts";
import { configuredBaseline, readBaseline } from "../lint/baseline.ts";
import { type LintFilesOptions, lintFiles } from "../lint/lint-files.ts";
import type { LintedPart } from "../lint/linted-part.ts";
import { merged } from "../lint/merged-reports.ts";
import { inSteps, type Step } from "../progress/steps.ts";
import type { Connections } from "../service/connections.ts";

export interface LocalTarget extends PolicyHolder {
  readonly enabled: boolean;
}

export interface LocalPolicies {
  readonly report: LintReport | undefined;
  readonly parts: readonly LintedPart[];
  /**
   * Returns the policy document of a target as it is pushed.
   *
   * @throws CommandError for a file without a policy document, which the report mentions as well
   */
  textOf(target: LocalTarget): string;
}

/**
 * Loads the local policies of targets, each file once, and keeps only the texts, because thousands of trees take much
 * memory.
 *
 * @param each - lets the policies of a configuration load although those of another cannot be loaded
 * @throws CommandError when lint is off and a file does not hold a policy document
 */
export async function loadLocalPolicies(
  targets: readonly LocalTarget[],
  { lint, each = false }: { readonly lint: boolean; readonly each?: boolean },
  context: Context,
): Promise<LocalPolicies> {
  const { files } = context;
  const texts = new PolicyTexts(files);
  const groups = new Map<string, LocalTarget[]>();
  for (const target of targets) {
    getOrAdd(groups, target.configuration?.file ?? "", () => []).push(target);
  }
  const parts: LintedPart[] = [];
  const count = [...groups.values()].reduce((sum, group) => sum + filesOf(group).size, 0);
  await inSteps(lint ? "Linting" : "Loading", count, context, async (step) => {
    for (const [file, group] of groups) {
      const [{ configuration } = { configuration: undefined }] = group;
      const report = lint ? await lintGroup(group, texts, context, step) : undefined;
      const error = report === undefined ? await loadGroup(group, texts, files, step) : undefined;
      if (error !== undefined && (!each || groups.size === 1)) throw error;
      parts.push({ file, configuration, report, ...(error && { error }) });
    }
  });
  return {
    report: lint ? merged(parts.flatMap(({ report }) => report ?? [])) : undefined,
    parts,
    textOf: (target) => texts.of(target),
  };
}

/**
 * Returns the wanted policy of each target, in the order of the targets.
 *
 * @param connections - have the plan's name for a target's service, with several services
 * @throws CommandError for a file without a policy document, which the report mentions as well
 */
export function wantedPolicies(
  policies: LocalPolicies,
  targets: readonly NamedTarget[],
  connections: Connections,
): WantedPolicy[] {
  return targets.map((target) => ({
    name: target.name,
    target: target.target,
    ...connections.nameOf(target),
    local: { enabled: target.enabled, value: policies.textOf(target) },
  }));
}

class PolicyTexts {
  readonly #files: Context["files"];
  readonly #texts = new Map<string, Map<string | undefined, string | undefined>>();

  constructor(files: Context["files"]) {
    this.#files = files;
  }

  take(file: string, policies: readonly LoadedPolicy[]): void {
    const main = policies.filter(({ isDefault }) => isDefault);
    const first = main[0] ?? defaultPolicy(this.#files.nameOf(file), policies);
    const all = main.length === 0 ? [first] : main;
    const texts = new Map(all.map((policy) => [policy.environment, textOf(policy)]));
    const before = this.#texts.get(file) ?? [];
    this.#texts.set(file, new Map([...before, ...texts]));
  }

  of({ policyFile, configuration }: LocalTarget): string {
    const texts = this.#texts.get(policyFile);
    const text = texts?.get(configuration?.environment?.name) ?? texts?.get(undefined);
    if (text !== undefined) return text;
    throw new CommandError(
      `${this.#files.nameOf(policyFile)}: The file holds no policy document.`,
      {
        help: "Run lint to see where.",
      },
    );
  }
}

function filesOf(targets: readonly LocalTarget[]): ReadonlySet<string> {
  return new Set(targets.map(({ policyFile }) => policyFile));
}

async function lintGroup(
  targets: readonly LocalTarget[],
  texts: PolicyTexts,
  context: Context,
  step: Step,
): Promise<LintReport> {
  const environments = [...new Set(targets.flatMap(({ configuration }) => configuration ?? []))];
  const file = configuredBaseline(environments[0]);
  const options: LintFilesOptions = {
    step,
    environments,
    baseline: file === undefined ? undefined : readBaseline(file, context.files),
    holders: targets,
    loadIgnored: true,
    onPolicies: (policyFile, policies) => texts.take(policyFile, policies),
  };
  return (await lintFiles(filesOf(targets), options, context)).report;
}

async function loadGroup(
  targets: readonly LocalTarget[],
  texts: PolicyTexts,
  files: Context["files"],
  step: Step,
): Promise<CommandError | undefined> {
  try {
    await loadEach(targets, texts, files, step);
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

async function loadEach(
  targets: readonly LocalTarget[],
  texts: PolicyTexts,
  files: Context["files"],
  step: Step,
): Promise<void> {
  for (const file of filesOf(targets)) {
    const holders = targets.filter(({ policyFile }) => policyFile === file);
    const environments = holders.flatMap(({ configuration }) => configuration?.environment ?? []);
    const policies = await loadPolicies(file, files, environments);
    for (const policy of policies.filter(({ isDefault }) => isDefault)) {
      documentOf(policy);
      const own = holders.filter(
        ({ configuration }) =>
          policy.environment === undefined ||
          configuration?.environment?.name === policy.environment,
      );
      protocolOf(policy, undefined, targetClaims(own));
    }
    texts.take(file, policies);
    await step();
  }
}

/** The text of a policy; undefined when it is not a document, which lint reports in more detail. */
function textOf(policy: LoadedPolicy): string | undefined {
  const { errors, document } = policy.source;
  return errors.length > 0 || document === undefined ? undefined : serialize(document);
}
