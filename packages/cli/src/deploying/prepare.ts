import type { LoadedConfiguration, ProjectTarget } from "@traffic-policy/project";
import { enumerated, printable } from "@traffic-policy/policy-language/internal";
import {
  isAtService,
  placesAmong,
  selectTargets,
  type Found,
  type NamedTarget,
} from "@traffic-policy/project/selection";
import { projectOf } from "../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../context.ts";
import { loadLocalPolicies, type LocalPolicies } from "../policy-file/load-local-policies.ts";
import type { LintFirstOptions, TargetOptions } from "../program/options.ts";
import { printError } from "../report/error.ts";
import { stoppedByLint } from "../lint/report.ts";

export interface Prepared {
  readonly targets: readonly NamedTarget[];
  readonly policies: LocalPolicies;
  readonly asked: readonly NamedTarget[];
  /** Undefined when all projects are in order; otherwise the best possible exit status of the command. */
  readonly status: ExitStatus | undefined;
}

/**
 * Loads and lints the policies of the requested targets. In a workspace, reports and skips projects that are not in
 * order.
 *
 * @param every - allows `*` for all environments
 * @throws CommandError when there is no project, or no requested target
 */
export async function prepare(
  options: TargetOptions & LintFirstOptions,
  context: Context,
  { every = false }: { readonly every?: boolean } = {},
): Promise<Prepared> {
  const { targets: asked, isBroken } = await targetsOrError(options, context, { every });
  const { lint } = options;
  const policies = await loadLocalPolicies(asked, { lint, each: true }, context);
  let status: ExitStatus | undefined = isBroken ? exitStatus.failure : undefined;
  const left = new Set<string>();
  for (const part of policies.parts) {
    if (part.error !== undefined) {
      printError(part.error, context);
      left.add(part.file);
      status = exitStatus.failure;
      continue;
    }
    const stopped = await stoppedByLint(part, options, context);
    if (stopped === undefined) continue;
    left.add(part.file);
    status = status === exitStatus.failure ? status : stopped;
  }
  if (left.size > 0 && left.size < policies.parts.length) status = exitStatus.failure;
  const targets = asked.filter(({ configuration }) => !left.has(configuration.file));
  return { targets, policies, asked, status };
}

/**
 * Returns the selected targets, and prints the problems of unusable projects.
 *
 * @param every - allows `*` for all environments
 * @param nothing - for a command that needs all projects: the beginning of the sentence about what it did not do
 * @throws CommandError when there is no project, no requested target, or a needed project is unusable
 */
export async function targetsOrError(
  options: TargetOptions,
  context: Context,
  { every = false, nothing }: { readonly every?: boolean; readonly nothing?: string } = {},
): Promise<{ readonly targets: readonly NamedTarget[]; readonly isBroken: boolean }> {
  const chosen = await projectOf(options, context).configurations.chosen({ every });
  const isBroken = reportBroken(chosen, context);
  if (isBroken && nothing !== undefined) {
    throw new CommandError(`${nothing}: a project could not be loaded.`, {
      help: "Correct it, or run the command in the folder of a project.",
    });
  }
  const selected = selectTargets(chosen.configurations, options);
  const targets = placesAmong(selected, options);
  notePolicyFiles(selected, context);
  return { targets, isBroken };
}

function notePolicyFiles(
  selected: readonly NamedTarget<ProjectTarget>[],
  { terminal: { err, errStyle } }: Context,
): void {
  const names = selected.filter((one) => !isAtService(one)).map(({ name }) => name);
  if (names.length === 0) return;
  const are = names.length === 1 ? "a policy file is" : "policy files are";
  err(
    `${errStyle.blue("note:")} Left out, because ${are} not at the service: ${printable(enumerated(names))}.\n`,
  );
}

export function reportBroken(
  { configurations, broken }: Found<LoadedConfiguration>,
  context: Context,
): boolean {
  const [first, ...others] = broken;
  if (first === undefined) return false;
  if (configurations.length === 0 && others.length === 0) throw first.error;
  for (const { error } of broken) printError(error, context);
  if (configurations.length > 0) return true;
  throw new CommandError("No project could be loaded.", {
    help: "Correct what is wrong with each.",
  });
}
