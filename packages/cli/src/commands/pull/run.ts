import { dirname } from "node:path";
import type { Files } from "@traffic-policy/project";
import { ServiceError } from "@traffic-policy/api";
import { noConfiguration, selectPlaces } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import type { PullOptions } from "./command.ts";
import { checkNoConfiguration, pullAccount } from "./pull-account.ts";
import { pullTargets, type FileChange, type PulledPolicy } from "./pull-targets.ts";
import { withBehaviours } from "./pulled-behaviours.ts";
import { printPull, type PullResult } from "./report.ts";
import { connectAll } from "../../service/connections.ts";
import { connect, isExpected } from "../../service/connect.ts";
import { makeFolder, writeFile } from "../../write-file.ts";

/** Runs `traffic-policy pull`: writes the stored policies to the policy files. */
export default async function pull(
  names: readonly string[],
  options: PullOptions,
  context: Context,
): Promise<ExitStatus> {
  if (options.site !== undefined) {
    const { pullSite } = await import("./pull-site.ts");
    return pullSite(names, options.site, options, context);
  }
  const result =
    options.all === true
      ? await pullAll(names, options, context)
      : await pullNamed(names, options, context);
  await printPull(result, options, context);
  return statusOf(result, options);
}

async function pullNamed(
  names: readonly string[],
  options: PullOptions,
  context: Context,
): Promise<PullResult> {
  const { files } = context;
  const configuration = await projectOf(options, context).configurations.ifAny();
  if (configuration === undefined) throw noConfiguration();
  const target = [...names, ...(options.target ?? [])];
  const targets = selectPlaces([configuration], { target, tag: options.tag });
  const connections = await connectAll(targets, options, context);
  try {
    const how = { force: options.force === true, files };
    const pulled = await pullTargets(connections, configuration, targets, how);
    const policies = await withBehaviours(pulled);
    return { policies: options.dryRun === true ? policies : await writePolicies(policies, files) };
  } finally {
    await connections.close();
  }
}

async function pullAll(
  names: readonly string[],
  options: PullOptions,
  context: Context,
): Promise<PullResult> {
  const { files } = context;
  if (names.length > 0 || options.target !== undefined || options.tag !== undefined) {
    throw new CommandError("--all and target names cannot be used together.", {
      help: "Use one of them.",
    });
  }
  checkNoConfiguration(files);
  const connection = await connect(undefined, options, context);
  try {
    const service = { baseUrl: connection.service, versionHeader: connection.versionHeader };
    const account = await pullAccount(connection.client, service, {
      force: options.force === true,
      files,
    });
    const { configuration } = account;
    if (options.dryRun === true || configuration === undefined) return account;
    const policies = await writePolicies(account.policies, files);
    const isDone = policies.every(({ outcome, change }) => outcome !== "failed" || !change);
    // The last one, so that a run that did not get to its end can be repeated.
    if (!isDone) return { ...account, policies, configuration: undefined };
    await writeChange(configuration.file, configuration.change, files);
    return { ...account, policies };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  } finally {
    await connection.close();
  }
}

function statusOf({ policies, configuration }: PullResult, { dryRun }: PullOptions): ExitStatus {
  const has = (...outcomes: readonly PulledPolicy["outcome"][]): boolean =>
    policies.some(({ outcome }) => outcomes.includes(outcome));
  if (has("failed", "refused")) return exitStatus.failure;
  const isLeft = has("absent") || policies.some(({ note }) => note !== undefined);
  const isPending = dryRun === true && (has("written") || configuration !== undefined);
  return isLeft || isPending ? exitStatus.findings : exitStatus.ok;
}

/** Writes the files of pulled policies; a failure does not affect the others. */
export async function writePolicies(
  pulled: readonly PulledPolicy[],
  files: Files,
): Promise<PulledPolicy[]> {
  const results: PulledPolicy[] = [];
  const written = new Set<string>();
  for (const policy of pulled) {
    const { file, change } = policy;
    try {
      // Targets may share a file, and then hold the same policy.
      if (change !== undefined && !written.has(file)) await writeChange(file, change, files);
      written.add(file);
      results.push(policy);
    } catch (error) {
      if (!isExpected(error)) throw error;
      results.push({ ...policy, outcome: "failed", error });
    }
  }
  return results;
}

/**
 * Writes the new text of a file, and creates its folders.
 *
 * @throws CommandError when it cannot be written, or has changed meanwhile
 */
export async function writeChange(
  file: string,
  { before, text }: FileChange,
  files: Files,
): Promise<void> {
  makeFolder(dirname(file), files);
  await writeFile(file, text, before, files);
}
