import { comparePolicy, readPolicy, type Client, type PolicyComparison } from "@traffic-policy/api";
import { loadConfiguration } from "../configuration/load-configuration.ts";
import { selectTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { ServiceOptions } from "../options.ts";
import { loadLocalPolicy } from "../policy-file/local-policy.ts";
import { printDiff, type TargetDiff } from "../report/diff.ts";
import { isExpected } from "../report/failure.ts";
import { connect } from "../service/connect.ts";
import type { Terminal } from "../terminal.ts";

/** `traffic-policy diff`: compares, and never writes. */
export async function diff(options: ServiceOptions, terminal: Terminal): Promise<ExitStatus> {
  const configuration = await loadConfiguration();
  const targets = selectTargets(configuration, options);
  const connection = await connect(configuration, options, terminal);
  try {
    const diffs: TargetDiff[] = [];
    for (const target of targets) diffs.push(await compareTarget(connection.client, target));
    printDiff(diffs, options.format, terminal);
    return statusOf(diffs);
  } finally {
    await connection.close();
  }
}

async function compareTarget(client: Client, named: NamedTarget): Promise<TargetDiff> {
  try {
    const local = await loadLocalPolicy(named);
    const comparison: PolicyComparison = comparePolicy(
      local,
      await readPolicy(client, named.target),
    );
    return { ...named, comparison };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { ...named, error };
  }
}

function statusOf(diffs: readonly TargetDiff[]): ExitStatus {
  if (diffs.some(({ error }) => error !== undefined)) return exitStatus.failure;
  const differs = diffs.some(
    ({ comparison }) => comparison?.state === "different" || comparison?.state === "absent",
  );
  return differs ? exitStatus.findings : exitStatus.ok;
}
