import type { ContinuousIntegration, HookKind } from "../options.ts";
import { configurationSteps, hasCases } from "./configuration.ts";
import { gitignoreStep } from "./gitignore.ts";
import { hookPart } from "./hook/index.ts";
import { manifestStep } from "./manifest.ts";
import type { Project } from "./project.ts";
import type { Part } from "./step.ts";
import { tsconfigStep } from "./tsconfig.ts";
import { workflowSteps } from "./workflow.ts";

/** What was asked for. */
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
    steps,
    next: [
      install,
      ...next,
      `${start} traffic-policy lint`,
      ...(hasCases(project) ? [`${start} traffic-policy test`] : []),
      `${start} traffic-policy deploy`,
    ],
  };
}
