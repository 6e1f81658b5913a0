import { join } from "node:path";
import { linkOut } from "@traffic-policy/project/files";
import type { ProjectTarget } from "@traffic-policy/policy-builder/project";
import { configurationIn } from "@traffic-policy/project";
import { type Context, exitStatus, type ExitStatus, type Terminal } from "../../context.ts";
import { choose, confirm } from "../../confirm.ts";
import { workspaceOf, type Workspace } from "./workspace.ts";
import { writeStep, type Part, type Step } from "./step.ts";
import { hookOf, hookPart } from "./hook.ts";
import { NewProject } from "./new-project.ts";
import { templates } from "./templates.ts";
import type { InitOptions, ContinuousIntegration, HookKind } from "./command.ts";
import type { InitOutput } from "./output.ts";
import { printJson } from "../../report/json.ts";
import { conclusion, renderStep } from "./report.ts";
import { shellWord } from "@traffic-policy/policy-language/internal";
import {
  configurationSteps,
  hasCases,
  gitignoreStep,
  manifestStep,
  tsconfigStep,
} from "./project-files.ts";
import { ciSteps } from "./ci.ts";

/** Runs `traffic-policy init`: sets up a folder as a project with policies, and keeps everything that exists. */
export default async function init(
  folder: string | undefined,
  options: InitOptions,
  context: Context,
): Promise<ExitStatus> {
  const { files, terminal } = context;
  const { format, dryRun = false } = options;
  const root = files.resolve(folder ?? ".");
  const kind = await firstTarget(root, options, terminal);
  const project = new NewProject(root, files, templates[kind]);
  const workspace = await workspaceOf(project, context);
  const { steps, next = [] } = planProject(
    project,
    await wishes(project, options, terminal),
    workspace,
  );
  const toDo =
    project.folder === context.cwd
      ? next
      : [`cd ${shellWord(files.nameOf(project.folder))}`, ...next];
  for (const step of steps) {
    if (!dryRun) await writeStep(project, step);
    if (format === "pretty") terminal.print(renderStep(step, dryRun, terminal.style));
  }
  if (format === "json") {
    const written = steps.map(({ path, what, why }) => ({ path, what, why }));
    const output: InitOutput = { version: 1, dryRun, files: written, next: toDo };
    printJson(output, terminal);
  } else terminal.print(conclusion(steps, toDo, dryRun, terminal.style));
  return exitStatus.ok;
}

const kinds: Readonly<Record<ProjectTarget["kind"], string>> = {
  "cloud-endpoint": "a cloud endpoint",
  "agent-endpoint": "an endpoint of an agent, or of a cluster",
  "tcp-edge": "a TCP edge",
  "https-route": "a route of an HTTPS edge",
};

async function firstTarget(
  folder: string,
  { for: given, format, dryRun }: InitOptions,
  terminal: Terminal,
): Promise<ProjectTarget["kind"]> {
  const canAsk = terminal.interactive && format === "pretty" && dryRun !== true;
  if (given !== undefined) return given;
  if (!canAsk || configurationIn(folder) !== undefined) return "cloud-endpoint";
  const all = Object.entries(kinds) as [ProjectTarget["kind"], string][];
  const choices = all.map(([, text]) => text);
  const question = "What is the first policy for?";
  const index = await choose(question, choices, "Nothing was written", terminal);
  return all[index]?.[0] ?? "cloud-endpoint";
}

/** A git hook is not a file of the project, so the user must allow writing it. */
async function wishes(
  project: NewProject,
  { hook, ci, dryRun, format }: InitOptions,
  terminal: Terminal,
): Promise<Wishes> {
  const asks = hook === "auto" && project.repository !== undefined && hookOf(project) === "git";
  if (!asks) return { hook, ci };
  const canAsk = terminal.interactive && format === "pretty" && dryRun !== true;
  const yes =
    canAsk &&
    (await confirm(
      "Lint policies before each commit, by a hook in .git/hooks?",
      "Nothing was written",
      terminal,
    ));
  return { hook: yes ? "git" : "offer", ci };
}

export interface Wishes {
  readonly hook: HookKind | "offer";
  readonly ci: ContinuousIntegration;
}

export function planProject(
  project: NewProject,
  { hook, ci }: Wishes,
  workspace: Workspace = {},
): Part {
  const { steps: hookSteps, next = [] } = hookPart(project, hook);
  const { install, start } = project.packageManager;
  const steps = [
    ...configurationSteps(project, workspace.base),
    tsconfigStep(project),
    manifestStep(project),
    gitignoreStep(project),
    ...hookSteps,
    ...ciSteps(project, ci, workspace),
  ];
  return {
    steps: steps.map((step) => withinFolder(project, step)),
    next: [
      install,
      ...next,
      `${start} traffic-policy lint`,
      ...((workspace.hasCases ?? hasCases(project)) ? [`${start} traffic-policy test`] : []),
      `${start} traffic-policy ${project.template.kind === "agent-endpoint" ? "build" : "deploy"}`,
    ],
  };
}

/** Skips files that a symbolic link would place outside the repository or the folder. */
function withinFolder(project: NewProject, step: Step): Step {
  if (step.what !== "write" && step.what !== "add") return step;
  const link = linkOut(project.repository ?? project.folder, join(project.folder, step.path));
  if (link === undefined) return step;
  const why = `${project.files.nameOf(link)} is a link that leads out of the project: replace it, and run this again.`;
  return { path: step.path, what: "skip", why };
}
