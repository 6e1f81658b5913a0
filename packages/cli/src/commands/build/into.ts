import { isJsonObject, type Protocol } from "@traffic-policy/policy-language";
import { documentOf, type Project } from "@traffic-policy/project";
import { placePolicy, type PlacedPolicy } from "@traffic-policy/project/edit";
import { pathOfPolicy, policyPath } from "@traffic-policy/project/internal";
import { lintFiles } from "../../lint/lint-files.ts";
import { stoppedByLint } from "../../lint/report.ts";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { writeFile } from "../../write-file.ts";
import type { BuildOptions } from "./command.ts";
import { printInto } from "./into-report.ts";

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
  const document = documentOf(loaded);
  if (!isJsonObject(document)) {
    throw new CommandError(`${loaded.source.file}: The file holds no policy document.`);
  }
  const path = policyPath(into, files);
  const named = { ...path, file: files.resolve(path.file) };
  // Other kinds of files have marked places.
  const [, marked, holder] = /^([^#]+)#(.+)$/.exec(into) ?? [];
  const place =
    marked !== undefined && path.holder === undefined && !files.exists(named.file)
      ? { file: files.resolve(marked), ...(holder !== undefined && { holder }) }
      : named;
  const placed = await placePolicy(place, { document, protocol }, files);
  const isSame = placed.before === placed.after;
  if (!isSame && !options.check) await write(placed, context);
  const outcome = isSame ? "unchanged" : options.check ? "different" : "written";
  const shown = pathOfPolicy({ ...place, file: files.nameOf(place.file) });
  printInto({ policy: loaded.source.file, into: shown, outcome, placed }, options, context);
  return outcome === "different" ? exitStatus.findings : exitStatus.ok;
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

function write({ file, before, after }: PlacedPolicy, { files }: Context): Promise<void> {
  const seen = before === undefined ? undefined : files.bytesIfAny(file);
  return writeFile(file, after, seen, files);
}
