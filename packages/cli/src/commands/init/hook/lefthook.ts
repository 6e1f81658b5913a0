import { insertIntoYaml } from "../insert-into-yaml.ts";
import type { Project } from "../project.ts";
import type { Part } from "../step.ts";
import { lefthookCommand, lintsPolicies } from "./texts.ts";

/** Where lefthook looks for its configuration. */
export const lefthookFiles = ["lefthook", ".lefthook"].flatMap((name) =>
  ["yml", "yaml", "json", "jsonc", "toml"].map((ending) => `${name}.${ending}`),
);

export function lefthookHook(project: Project): Part {
  const path = project.firstOf(lefthookFiles) ?? "lefthook.yml";
  const text = project.text(path);
  if (text !== undefined && lintsPolicies(text)) return { steps: [{ path, what: "keep" }] };
  const changed = /\.ya?ml$/.test(path)
    ? insertIntoYaml(text ?? "", ["pre-commit", "commands"], lefthookCommand)
    : undefined;
  if (changed === undefined) {
    const why = `It cannot be extended safely: add the command from docs/hooks.md.`;
    return { steps: [{ path, what: "skip", why }] };
  }
  return {
    steps: [
      text === undefined
        ? { path, what: "write", text: changed }
        : { path, what: "add", why: "pre-commit.commands.policies", text: changed },
    ],
    next: ["npx lefthook install"],
  };
}
