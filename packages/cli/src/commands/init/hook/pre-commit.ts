import { insertIntoYaml } from "../insert-into-yaml.ts";
import type { Project } from "../project.ts";
import type { Part } from "../step.ts";
import { lintsPolicies, preCommitRepository } from "./texts.ts";

/** Where pre-commit does. */
export const preCommitFile = ".pre-commit-config.yaml";

export function preCommitHook(project: Project): Part {
  const path = preCommitFile;
  const text = project.text(path);
  if (text !== undefined && lintsPolicies(text)) return { steps: [{ path, what: "keep" }] };
  const changed = insertIntoYaml(text ?? "", ["repos"], [preCommitRepository]);
  if (changed === undefined) {
    const why = `It cannot be extended safely: add the hook from docs/hooks.md.`;
    return { steps: [{ path, what: "skip", why }] };
  }
  return {
    steps: [
      text === undefined
        ? { path, what: "write", text: changed }
        : { path, what: "add", why: "the hook traffic-policy-lint", text: changed },
    ],
    next: ["pre-commit install"],
  };
}
