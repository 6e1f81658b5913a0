import {
  comparePolicy,
  deployPolicy,
  readPolicy,
  type Client,
  type LocalPolicy,
} from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import { confirm } from "../confirm.ts";
import {
  loadConfiguration,
  type LoadedConfiguration,
} from "../configuration/load-configuration.ts";
import { selectTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import { lintFiles, type LintedFiles } from "../lint/lint-files.ts";
import { configuredBaseline } from "../lint/configured-baseline.ts";
import { defaultPolicy } from "../policy-file/load-policy.ts";
import type { ServiceOptions } from "../options.ts";
import { toLocalPolicy } from "../policy-file/local-policy.ts";
import { printDeployment, type TargetDeployment } from "../report/deployment.ts";
import { isExpected, toReportedError } from "../report/failure.ts";
import { lintStatus, printLintReport } from "../report/lint.ts";
import { printPlan, type PlannedTarget } from "../report/plan.ts";
import { connect } from "../service/connect.ts";
import { toErr, type Terminal } from "../terminal.ts";

/** `traffic-policy deploy`: lints, shows the plan, asks, writes, reads back and compares. */
export async function deploy(
  options: ServiceOptions & { readonly yes?: true },
  terminal: Terminal,
): Promise<ExitStatus> {
  const configuration = await loadConfiguration();
  const targets = selectTargets(configuration, options);
  const linted = await lintFiles(
    targets.map(({ policyFile }) => policyFile),
    {
      configuration,
      baseline: configuredBaseline(configuration),
      loadIgnored: true,
      keepPolicies: true,
    },
  );
  const stopped = await stoppedByLint(linted, targets, { ...options, configuration }, terminal);
  if (stopped !== undefined) return stopped;

  const connection = await connect(configuration, options, terminal);
  try {
    const plan: PlannedTarget[] = [];
    for (const target of targets) {
      plan.push(await planTarget(connection.client, target, localPolicyOf(target, linted)));
    }
    if (options.format === "pretty") printPlan(plan, connection.description, terminal);
    if (plan.some(({ comparison }) => comparison.state !== "identical")) {
      await askFirst(options, terminal);
    }
    const deployments = await deployAll(connection.client, plan);
    printDeployment(deployments, options.format, terminal);
    return statusOf(deployments);
  } finally {
    await connection.close();
  }
}

/** Lint errors stop a deploy before anything is read or written. */
async function stoppedByLint(
  { report }: LintedFiles,
  targets: readonly NamedTarget[],
  { format, configuration }: ServiceOptions & { readonly configuration: LoadedConfiguration },
  terminal: Terminal,
): Promise<ExitStatus | undefined> {
  const status = report.failures.length > 0 ? exitStatus.failure : lintStatus(report);
  if (report.diagnostics.length > 0 || status !== exitStatus.ok) {
    await printLintReport(report, { format: "pretty", configuration }, toErr(terminal));
  }
  if (status === exitStatus.ok) return undefined;
  const error = new CommandError("Nothing was deployed: a policy did not pass lint.");
  if (format === "pretty") terminal.err(`${error.message}\n`);
  else {
    const skipped = targets.map((target) => ({
      ...target,
      outcome: "skipped" as const,
      verified: false,
      changes: [],
      error,
    }));
    printDeployment(skipped, format, terminal);
  }
  return status;
}

function localPolicyOf(target: NamedTarget, { policies }: LintedFiles): LocalPolicy {
  const { policyFile } = target;
  return toLocalPolicy(target, defaultPolicy(policyFile, policies.get(policyFile) ?? []));
}

async function planTarget(
  client: Client,
  named: NamedTarget,
  local: LocalPolicy,
): Promise<PlannedTarget> {
  try {
    const stored = await readPolicy(client, named.target);
    return { ...named, local, comparison: comparePolicy(local, stored) };
  } catch (error) {
    if (!isExpected(error)) throw error;
    const { message, help } = toReportedError(error);
    throw new CommandError(`${named.name}: ${message} Nothing was deployed.`, {
      help,
      cause: error,
    });
  }
}

async function askFirst(
  { yes, format }: ServiceOptions & { readonly yes?: true },
  terminal: Terminal,
): Promise<void> {
  if (yes) return;
  if (!terminal.interactive || format !== "pretty") {
    throw new CommandError("Nothing was deployed: there is nobody to ask.", {
      help: "Say --yes to deploy without being asked.",
    });
  }
  if (!(await confirm("Deploy this?"))) {
    throw new CommandError("Nothing was deployed: the answer was no.");
  }
}

/** Deploys one target after the other; after one that failed, the rest is left as it is. */
async function deployAll(
  client: Client,
  plan: readonly PlannedTarget[],
): Promise<TargetDeployment[]> {
  const deployments: TargetDeployment[] = [];
  for (const planned of plan) {
    const failed = deployments.find(({ outcome }) => outcome === "failed" || outcome === "unknown");
    if (failed === undefined) {
      deployments.push({
        ...planned,
        ...(await deployPolicy(client, planned.target, planned.local)),
      });
    } else {
      const error = new CommandError(
        `Not tried, because ${failed.name} ${failed.outcome === "failed" ? "failed" : "is unknown"}.`,
      );
      deployments.push({ ...planned, outcome: "skipped", verified: false, changes: [], error });
    }
  }
  return deployments;
}

function statusOf(deployments: readonly TargetDeployment[]): ExitStatus {
  const done = deployments.every(({ outcome }) => outcome === "applied" || outcome === "unchanged");
  if (!done) return exitStatus.failure;
  return deployments.every(({ verified }) => verified) ? exitStatus.ok : exitStatus.findings;
}
