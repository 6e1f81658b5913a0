import { join } from "node:path";
import type { ContinuousIntegration, HookKind } from "./command.ts";
import {
  configurationSteps,
  hasCases,
  gitignoreStep,
  manifestStep,
  tsconfigStep,
} from "./project-files.ts";
import { hookPart } from "./hook.ts";
import type { Project } from "./project.ts";
import type { Part, Step } from "./step.ts";
import { workflowSteps } from "./workflow.ts";
import { linkOut } from "../../write-file.ts";

export interface Wishes {
  readonly hook: HookKind | "offer";
  readonly ci: ContinuousIntegration;
}

/** All that a project needs, without changing anything. */
export function planProject(project: Project, { hook, ci }: Wishes): Part {
  const { steps: hookSteps, manifest = [], next = [] } = hookPart(project, hook);
  const { install, start } = project.packageManager;
  const steps = [
    ...configurationSteps(project),
    tsconfigStep(project),
    manifestStep(project, manifest),
    gitignoreStep(project),
    ...hookSteps,
    ...workflowSteps(project, ci),
  ];
  return {
    steps: steps.map((step) => withinFolder(project, step)),
    next: [
      install,
      ...next,
      `${start} traffic-policy lint`,
      ...(hasCases(project) ? [`${start} traffic-policy test`] : []),
      `${start} traffic-policy deploy`,
    ],
  };
}

/** Leaves alone what a symbolic link would lead to, out of the repository or the folder. */
function withinFolder(project: Project, step: Step): Step {
  if (step.what !== "write" && step.what !== "add") return step;
  const link = linkOut(project.repository ?? project.folder, join(project.folder, step.path));
  if (link === undefined) return step;
  const why = `${project.files.nameOf(link)} is a link that leads out of the project: replace it, and run this again.`;
  return { path: step.path, what: "skip", why };
}
