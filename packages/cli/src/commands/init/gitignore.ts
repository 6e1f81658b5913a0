import type { Project } from "./project.ts";
import type { Step } from "./step.ts";

const path = ".gitignore";

/** What git must not take: the folder in which the command keeps what it needs from run to run. */
export function gitignoreStep(project: Project): Step {
  const text = project.text(path);
  if (text === undefined) {
    return { path, what: "write", text: "node_modules/\n.traffic-policy/\n" };
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => /^\/?\.traffic-policy\/?$/.test(line))) return { path, what: "keep" };
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : text + eol;
  return { path, what: "add", why: ".traffic-policy/", text: `${start}.traffic-policy/${eol}` };
}
