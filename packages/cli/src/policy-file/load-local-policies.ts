import { serialize } from "@traffic-policy/policy-language";
import type { LintReport } from "@traffic-policy/policy-lint";
import type { WantedPolicy } from "@traffic-policy/api";
import {
  documentOf,
  defaultPolicy,
  loadPolicies,
  type LoadedPolicy,
} from "@traffic-policy/policy-module";
import { type Context, CommandError } from "../context.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { baselineFile, readBaseline } from "../lint/baseline.ts";
import { lintFiles } from "../lint/lint-files.ts";
import { protocolOf, targetClaim, type PolicyHolder } from "../lint/protocol-claim.ts";
import { inSteps, type SeenOn } from "../progress/steps.ts";
import { describeTarget } from "../report/target.ts";

/** A place, and what it should hold; see `NamedTarget`. */
export interface LocalTarget extends PolicyHolder {
  readonly enabled: boolean;
}

/** The local policies of targets, as the texts that are pushed. */
export interface LocalPolicies {
  /** What lint says of them; nothing when it was not asked. */
  readonly report: LintReport | undefined;
  /**
   * What each target should hold, in the order of the targets.
   *
   * @throws CommandError for a file that holds no policy document, of which the report tells as well
   */
  wanted(): WantedPolicy[];
}

/**
 * Loads the local policies of targets, each file once, and keeps only the texts: thousands of trees
 * take much memory.
 *
 * @throws CommandError when lint is not asked and a file does not hold a policy document
 */
export async function loadLocalPolicies(
  targets: readonly LocalTarget[],
  {
    configuration,
    lint,
  }: { readonly configuration: LoadedConfiguration | undefined; readonly lint: boolean },
  context: SeenOn & Pick<Context, "files">,
): Promise<LocalPolicies> {
  const { files, clock, terminal } = context;
  const environments = configuration?.environment && [configuration.environment];
  const policyFiles = new Set(targets.map(({ policyFile }) => policyFile));
  const texts = new Map<string, string | undefined>();
  const take = (file: string, policies: readonly LoadedPolicy[]): void => {
    texts.set(file, textOf(defaultPolicy(files.nameOf(file), policies)));
  };
  let report: LintReport | undefined;
  if (lint) {
    const file = baselineFile(configuration);
    const baseline = file === undefined ? undefined : readBaseline(file, files);
    const options = {
      files,
      clock,
      terminal,
      environments: configuration === undefined ? [] : [configuration],
      baseline,
      holders: targets,
      loadIgnored: true,
      onPolicies: take,
    };
    report = (await lintFiles(policyFiles, options)).report;
  } else {
    await inSteps("Loading", policyFiles.size, context, async (step) => {
      for (const file of policyFiles) {
        const policies = await loadPolicies(file, files, { environments });
        const policy = defaultPolicy(files.nameOf(file), policies);
        documentOf(policy);
        const holders = targets.filter(({ policyFile }) => policyFile === file);
        protocolOf(policy, undefined, holders.map(targetClaim));
        take(file, policies);
        await step();
      }
    });
  }
  const textOfFile = (file: string): string => {
    const text = texts.get(file);
    if (text !== undefined) return text;
    throw new CommandError(`${files.nameOf(file)}: The file holds no policy document.`, {
      help: "Run lint to see where.",
    });
  };
  const wanted = (): WantedPolicy[] =>
    targets.map(({ target, name = describeTarget(target), policyFile, enabled }) => ({
      name,
      target,
      local: { enabled, value: textOfFile(policyFile) },
    }));
  return { report, wanted };
}

/** The text of a policy; nothing when it is no document, of which lint tells more than an error. */
function textOf(policy: LoadedPolicy): string | undefined {
  const { errors, document } = policy.source;
  return errors.length > 0 || document === undefined ? undefined : serialize(document);
}
