import type { Project } from "../project.ts";
import type { Part } from "../step.ts";
import { withShellCommands } from "./shell.ts";

const path = ".husky/pre-commit";

export function huskyHook(project: Project): Part {
  return { steps: [withShellCommands(path, project.text(path), { first: "" })] };
}
