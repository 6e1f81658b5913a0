import { join } from "node:path";
import type { Diagnostic } from "@traffic-policy/policy-language";
import type { LoadedConfiguration } from "@traffic-policy/project";
import { refuseAfterFailure } from "@traffic-policy/project/internal";
import { noConfiguration, namedTargets, selectTargets } from "@traffic-policy/project/selection";
import { folderName } from "@traffic-policy/project/files";
import { projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { placedBuild, writePlaced, type Built, type TargetToBuild } from "./placed-build.ts";
import { withoutRepetition } from "../../lint/repetition.ts";
import { lintFindings, stoppedByLint } from "../../lint/report.ts";
import type { BuildOptions } from "./command.ts";
import { loadLocalPolicies, type LocalPolicies } from "../../policy-file/load-local-policies.ts";
import { printBuild } from "./report.ts";

interface ToBuild {
  readonly configuration: LoadedConfiguration;
  readonly targets: readonly TargetToBuild[];
  readonly local: LocalPolicies;
}

/** Runs `traffic-policy build`: writes the JSON that deploy would push. */
export default async function build(
  policy: string | undefined,
  options: BuildOptions,
  context: Context,
): Promise<ExitStatus> {
  const { into, check } = options;
  if (policy !== undefined && into !== undefined) {
    const { buildInto } = await import("./into.ts");
    return buildInto(policy, into, options, context);
  }
  if (policy !== undefined || into !== undefined) throw incomplete();
  const { configurations } = projectOf(options, context);
  const found = await configurations.load();
  if (found === undefined) throw noConfiguration();
  const all: ToBuild[] = [];
  const chosen = await configurations.inMeantEnvironment(found, true);
  const selected = selectTargets(chosen, options);
  for (const configuration of chosen) {
    const targets = selected
      .filter((one) => one.configuration === configuration)
      // Files are called by the names in one environment.
      .map((one) => ({ ...one, name: one.key }));
    const { lint } = options;
    const local = await loadLocalPolicies(targets, { lint }, context);
    const [part] = local.parts;
    const stopped = part && (await stoppedByLint(part, options, context));
    if (stopped !== undefined) {
      context.terminal.err("Nothing was written: a policy did not pass lint.\n");
      return stopped;
    }
    all.push({ configuration, targets, local });
  }
  await refuseAfterFailure("Nothing was written");
  const built: Built[] = [];
  const { files } = context;
  for (const { configuration, targets, local } of all) {
    const names = namedTargets(configuration).map(({ name }) => name);
    const folder = folderOf(configuration, files.resolve(options.out));
    built.push(await placedBuild(targets, local, { folder, names, files }));
  }
  const placed = built.flatMap((one) => one.targets.map((target) => target.placed));
  if (check !== true) await writePlaced(placed, files);
  const diagnostics = withoutRepetition(all.map(findingsOf), all.length);
  printBuild(
    {
      targets: built.flatMap(({ targets }) => targets),
      stale: built.flatMap(({ stale }) => stale),
    },
    diagnostics,
    options,
    context,
  );
  const differs = placed.some(({ before, after }) => before !== after);
  return check === true && differs ? exitStatus.findings : exitStatus.ok;
}

function findingsOf({ configuration, local }: ToBuild): Diagnostic[] {
  const { environment } = configuration;
  const found = lintFindings(local) ?? [];
  return found.map((one) => (environment ? { ...one, environments: [environment.name] } : one));
}

function incomplete(): CommandError {
  return new CommandError("--into needs a policy, and a policy needs --into.", {
    help: "Write `traffic-policy build web.policy.ts --into all.yaml#NgrokTrafficPolicy/web`.",
  });
}

/** Each environment has a folder of its own. */
function folderOf({ environment }: LoadedConfiguration, out: string): string {
  return environment === undefined ? out : join(out, folderName(environment.name));
}
