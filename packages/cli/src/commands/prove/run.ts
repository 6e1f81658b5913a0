import type { Project, Selection } from "@traffic-policy/project";
import type { FoundFiles } from "@traffic-policy/project/selection";
import { countAsked, countAssertions, countReached } from "@traffic-policy/policy-proof/report";
import { nothingReached, changesIfAskedFor } from "@traffic-policy/project/changed";
import { projectOf } from "../../configuration/project.ts";

import { assertions } from "@traffic-policy/project/checks";
import { PoliciesUnderTest, type PolicyUnderTest } from "../../checks/policies-under-test.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { proveAssertionFiles } from "../../assertions/prove-assertion-files.ts";
import { provePolicies } from "../../proving/prove-policies.ts";
import { Provers } from "../../proving/provers.ts";
import { ShownProving } from "../../proving/shown-proving.ts";
import { onceOrWatched, type Note } from "../../watching/once-or-watched.ts";
import type { ProveOptions } from "./command.ts";
import { askedOf, failsOf, reachOf, type ProofReport } from "./proof-report.ts";
import { printProofReport } from "./report.ts";

/** Runs `traffic-policy prove [path...]`: proves properties of policies for all requests. */
export default async function prove(
  paths: readonly string[],
  options: ProveOptions,
  context: Context,
): Promise<ExitStatus> {
  const once = (note: Note): Promise<ExitStatus> => proveOnce(paths, options, context, note);
  return onceOrWatched(paths.length === 0 ? [context.cwd] : paths, options, {
    context,
    verb: "proves",
    once,
  });
}

async function proveOnce(
  given: readonly string[],
  options: ProveOptions,
  context: Context,
  note: Note,
): Promise<ExitStatus> {
  const { clock, terminal } = context;
  const isAboutPolicies = options.reach ?? options.fails ?? options.ask ?? false;
  if (options.all && !options.reach && !options.fails) {
    throw new CommandError("--all is for --reach and --fails.", {
      help: options.ask
        ? "Every request that --ask finds is always shown."
        : "The request that refutes an assertion is always shown.",
    });
  }
  context.files.timeLimit = options.codeTimeout * 1000;
  const changes = await changesIfAskedFor(given, options, context);
  const project = projectOf(options, context);
  const { configurations } = project;
  const selection = { paths: given, changes };
  const found: FilesToProve = isAboutPolicies
    ? await policiesToProve(project, selection, context)
    : await project.checks(assertions, selection);
  const { files, failures, notChecked } = found;
  note(files);
  if (changes !== undefined && files.length + failures.length === 0) {
    terminal.err(`${nothingReached(changes, isAboutPolicies ? "a policy" : "an assertion")}\n`);
    if (options.format === "pretty") return exitStatus.ok;
  }
  const shown = new ShownProving(context);
  // Of several files, it is shown how many are done.
  const onLook =
    files.length > 1
      ? undefined
      : (under: PolicyUnderTest) => shown.look(context.files.nameOf(under.file));
  const provers = new Provers(clock, options.timeout * 1000, onLook);
  const runs = await configurations
    .each<ProofReport>(configurations.grouped(files), {
      work: async (environments, group) => {
        note(environments[0]?.sources ?? []);
        const policies = new PoliciesUnderTest(environments, context.files);
        const proving = { policies, provers, filter: options.filter };
        const run = isAboutPolicies
          ? { files: [], ...(await provePolicies(group, proving, options, context)) }
          : { policies: [], ...(await proveAssertionFiles(group, proving, context)) };
        note((await policies.all()).map(({ file }) => file));
        return run;
      },
      failed: (configuration, error) => ({
        files: [],
        policies: [],
        failures: [{ file: context.files.nameOf(configuration), error }],
      }),
    })
    .finally(() => shown.end());
  const report: ProofReport = {
    files: runs.flatMap((run) => run.files),
    policies: runs.flatMap((run) => run.policies),
    failures: [
      ...failures.map(({ file, error }) => ({ file: context.files.nameOf(file), error })),
      ...runs.flatMap((run) => run.failures),
    ],
    ...(notChecked && { notChecked }),
  };
  if (changes === undefined && !isAboutPolicies) checkThatAnyRan(report, options.filter);
  await printProofReport(report, options, context);
  return statusOf(report);
}

interface FilesToProve extends FoundFiles, Pick<ProofReport, "notChecked"> {}

async function policiesToProve(
  project: Project,
  selection: Selection,
  { files: provider }: Pick<Context, "files">,
): Promise<FilesToProve> {
  const { files, failures, unread, broken } = await project.policies(selection);
  const isNamed = (selection.paths ?? []).length > 0;
  const notChecked = unread.map(({ file, reason }) => ({ file: provider.nameOf(file), reason }));
  return {
    files: [...new Set(files)],
    failures: [...failures, ...(isNamed ? [] : broken)],
    ...(notChecked.length > 0 && { notChecked }),
  };
}

function checkThatAnyRan({ files, failures }: ProofReport, filter: string | undefined): void {
  if (files.length > 0 || failures.length > 0) return;
  throw new CommandError(`No assertion has ${JSON.stringify(filter ?? "")} in its name.`, {
    help: "--filter matches part of an assertion's name, ignoring case.",
  });
}

/** A refutation is certain, whatever else is unknown; a question that could not be asked may have any answer. */
function statusOf({ files, policies, failures }: ProofReport): ExitStatus {
  if (failures.length > 0) return exitStatus.failure;
  const assertionCounts = countAssertions(files.flatMap((file) => file.assertions));
  const reach = countReached(reachOf(policies));
  const fails = countReached(failsOf(policies));
  const asked = countAsked(askedOf(policies));
  if (assertionCounts.refuted + reach.never + fails.reached + asked.found > 0) {
    return exitStatus.findings;
  }
  const unknown = assertionCounts.unknown + reach.unknown + fails.unknown + asked.unknown;
  return unknown > 0 ? exitStatus.failure : exitStatus.ok;
}
