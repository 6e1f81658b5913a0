import type { Protocol } from "@traffic-policy/policy-language";
import { documentOf, type Project } from "@traffic-policy/project";
import { pathOfPolicy, policyPath } from "@traffic-policy/project/internal";
import { lintFiles } from "../../lint/lint-files.ts";
import { stoppedByLint } from "../../lint/report.ts";
import { projectOf } from "../../configuration/project.ts";
import { exitStatus, type Context, type ExitStatus } from "../../context.ts";
import type { BuildOptions } from "./command.ts";
import { placedAt, writePlaced } from "./placed-build.ts";
import { outcomeOf, printInto } from "./report.ts";

/** Runs `traffic-policy build <policy> --into <place>`: puts the JSON of a policy where it is deployed from. */
export async function buildInto(
  name: string,
  into: string,
  options: BuildOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files } = context;
  const project = projectOf(options, context);
  const { loaded, knownProtocol: protocol, file } = await project.policy(name);
  const source = pathOfPolicy({ ...policyPath(name, files), file });
  const stopped = options.lint
    ? await stoppedByFindings(source, protocol, options, project, context)
    : undefined;
  if (stopped !== undefined) {
    context.terminal.err("Nothing was written: the policy did not pass lint.\n");
    return stopped;
  }
  const policy = { document: documentOf(loaded), protocol, file: loaded.source.file };
  const { place, placed } = await placedAt(files.resolve(into), policy, files);
  if (!options.check) await writePlaced([placed], files);
  printInto({ policy: loaded.source.file, into: place, placed }, options, context);
  return outcomeOf(placed, options) === "different" ? exitStatus.findings : exitStatus.ok;
}

async function stoppedByFindings(
  path: string,
  protocol: Protocol | undefined,
  options: BuildOptions,
  { configurations }: Project,
  context: Context,
): Promise<ExitStatus | undefined> {
  const [group] = configurations.grouped([path]);
  const environments = await configurations.environmentsOf(group?.[0]);
  const [configuration] = environments;
  const { report } = await lintFiles([path], { environments, protocol }, context);
  return stoppedByLint({ file: path, configuration, report }, options, context);
}
