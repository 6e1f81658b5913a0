import { dirname } from "node:path";
import { protocolsOfTargets, targetsHolding } from "@traffic-policy/project/selection";
import {
  ExplainedError,
  isCode,
  loadPolicy,
  type ConfigurationOptions,
} from "@traffic-policy/project";
import { assertions, cases, type CheckKind, filesBeside } from "@traffic-policy/project/checks";
import { projectOf } from "../../configuration/project.ts";

import { CommandError, type Context } from "../../context.ts";
import { isIn, linkOut } from "@traffic-policy/project/files";

/** The initial state of the page, as defined in `packages/playground/src/link/state.ts`. */
interface LocalState {
  readonly policy: { readonly language: "json" | "yaml" | "typescript"; readonly text: string };
  readonly protocol?: string;
  readonly cases?: string;
  readonly assertions?: string;
}

export async function localFiles(
  name: string,
  options: ConfigurationOptions,
  context: Context,
): Promise<{
  readonly state: LocalState;
  readonly notes: readonly string[];
}> {
  const { files } = context;
  const project = projectOf(options, context);
  const { configurations } = project;
  const [path = name] = await project.paths([name]);
  const file = files.resolve(path);
  const configuration = configurations.ofFile(file);
  const folder = configuration === undefined ? context.cwd : dirname(configuration);
  refuseOutside(file, folder, context);
  const text = files.textOf(file);
  const environments = await configurations.environmentsOf(configuration);
  const [protocol, ...others] = protocolsOfTargets(targetsHolding(file, environments));
  const notes: string[] = [];
  const reading = { context, folder, notes };
  const policy = await shownPolicy(file, text, reading);
  return {
    state: {
      policy,
      ...(protocol !== undefined && others.length === 0 && { protocol }),
      ...besideText(file, cases, reading),
      ...besideText(file, assertions, reading),
    },
    notes,
  };
}

interface Reading {
  readonly context: Context;
  readonly folder: string;
  readonly notes: string[];
}

function refuseOutside(file: string, folder: string, { files }: Context): void {
  const link = linkOut(folder, file);
  if (isIn(folder, file) && link === undefined) return;
  throw new CommandError(`${files.nameOf(link ?? file)} leads out of the project.`, {
    help: "The playground shows files of the project only: start it in the folder of the policy.",
  });
}

async function shownPolicy(
  file: string,
  text: string,
  { context: { files }, notes }: Reading,
): Promise<LocalState["policy"]> {
  if (!isCode(file)) {
    const isYaml = /\.ya?ml$/.test(file);
    if (!isYaml && !file.endsWith(".json")) {
      throw new CommandError(`${files.nameOf(file)}: This kind of file cannot hold a policy.`, {
        help: "Policies are .ts, .mts, .js, .mjs, .json, .yaml or .yml files.",
      });
    }
    return { language: isYaml ? "yaml" : "json", text };
  }
  const { exactSpecifiers } = await import("@traffic-policy/project/imports");
  const { names, isOpen } = exactSpecifiers(text, file);
  const isAlone = names.every((one) => one === "@traffic-policy/policy-builder") && !isOpen;
  if (isAlone) return { language: "typescript", text };
  notes.push(
    `${files.nameOf(file)} imports other modules, which a page cannot load: it shows the JSON that the policy is.`,
  );
  const { source } = await loadPolicy(file, files);
  return { language: "json", text: `${JSON.stringify(source.document, undefined, 2)}\n` };
}

function besideText(
  file: string,
  kind: CheckKind,
  { context, folder, notes }: Reading,
): Partial<Record<CheckKind["key"], string>> {
  const { files } = context;
  const beside = filesBeside(file, kind, files);
  const shown = beside.find((one) => !isCode(one));
  for (const other of beside.filter((one) => one !== shown)) {
    const why = isCode(other) ? "is code" : "is one of several";
    notes.push(`${files.nameOf(other)} ${why}: the page does not show it.`);
  }
  if (shown === undefined) return {};
  try {
    refuseOutside(shown, folder, context);
    return { [kind.key]: files.textOf(shown) };
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    notes.push(error.message);
    return {};
  }
}
