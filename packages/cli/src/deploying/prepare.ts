import type { LoadedConfiguration } from "@traffic-policy/project";
import { selectTargets, type Found, type NamedTarget } from "@traffic-policy/project/selection";
import { projectOf } from "../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../context.ts";
import { loadLocalPolicies, type LocalPolicies } from "../policy-file/load-local-policies.ts";
import type { LintFirstOptions, TargetOptions } from "../program/options.ts";
import { printError } from "../report/error.ts";
import { stoppedByLint } from "../lint/report.ts";

/** The targets of a run, with the policies that they should hold. */
export interface Prepared {
  /** Those whose policies passed lint. */
  readonly targets: readonly NamedTarget[];
  readonly policies: LocalPolicies<NamedTarget>;
  /** All that were asked for. */
  readonly asked: readonly NamedTarget[];
  /** Nothing when all projects are in order; otherwise what the command ends with at best. */
  readonly status: ExitStatus | undefined;
}

/**
 * Loads and lints the policies of the targets that are asked for. In a workspace, a project that is not in
 * order is reported and left out.
 *
 * @param every - whether `*` may ask for all environments
 * @throws CommandError when there is no project, or no target that is asked for
 */
export async function prepare(
  options: TargetOptions & LintFirstOptions,
  context: Context,
  { every = false }: { readonly every?: boolean } = {},
): Promise<Prepared> {
  const { targets: asked, isBroken } = await targetsOrError(options, context, { every });
  const { lint, maxWarnings } = options;
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
    const stopped = await stoppedByLint(part, { maxWarnings }, context);
    if (stopped === undefined) continue;
    left.add(part.file);
    status = status === exitStatus.failure ? status : stopped;
  }
  if (left.size > 0 && left.size < policies.parts.length) status = exitStatus.failure;
  const targets = asked.filter(({ configuration }) => !left.has(configuration.file));
  return { targets, policies, asked, status };
}

/**
 * The targets that are selected; what is wrong with projects that cannot be used is printed.
 *
 * @param every - whether `*` may ask for all environments
 * @param nothing - what a command did not do that needs all projects, as the beginning of a sentence
 * @throws CommandError when there is no project, no target that is asked for, or not all projects that are needed
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
  return { targets: selectTargets(chosen.configurations, options), isBroken };
}

/**
 * Prints what is wrong with the configurations that cannot be used.
 *
 * @returns whether there is one
 * @throws CommandError when there is no other
 */
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
