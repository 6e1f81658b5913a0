import type { CommandResult } from "@traffic-policy/language-server";
import { knownRules, rulePage } from "@traffic-policy/policy-lint/internal";
import { isAtService, targetsHolding } from "@traffic-policy/project/selection";
import { customRules } from "../configuration/project.ts";
import { type Context, exitStatus } from "../context.ts";
import { printedTerminal } from "../printed-terminal.ts";
import { shellWord } from "@traffic-policy/policy-language/internal";
import type { DocumentCheck } from "./check-policy.ts";
import { editorCommands } from "./command-names.ts";
import type { Page } from "./pages.ts";
import { policyOf } from "./policy-of.ts";

export const usualRequest = "GET https://example.com/";

export interface CommandAnswer extends Omit<CommandResult, "document"> {
  readonly page?: Page;
}

export async function executeCommand(
  command: string,
  args: readonly unknown[],
  check: DocumentCheck,
): Promise<CommandAnswer> {
  const { file, scope, context } = check;
  if (command === editorCommands.explain) {
    const name = String(args[0]);
    const rule = knownRules({ rules: customRules(scope.environments[0]) }).get(name);
    if (rule === undefined) return { message: `There is no lint rule "${name}".`, isError: true };
    return { page: { name, markdown: rulePage(name, rule) } };
  }
  const line = await commandLine(command, check, args);
  if (typeof line === "string") return { message: line, isError: true };
  const { status, out, err } = await runCaptured(line, context);
  const name = context.files.nameOf(file);
  if (status === exitStatus.failure && out.trim() === "")
    return { message: err.trim(), isError: true };
  const typed = line.map((word) => shellWord(word === file ? name : word)).join(" ");
  const markdown = `# traffic-policy ${typed}\n\n\`\`\`text\n${`${out}${err}`.trim()}\n\`\`\`\n`;
  return { page: { name: `${line[0]} ${name}`, markdown } };
}

async function commandLine(
  command: string,
  check: DocumentCheck,
  [, , request]: readonly unknown[],
): Promise<readonly string[] | string> {
  const { file, scope } = check;
  switch (command) {
    case editorCommands.simulate: {
      if (typeof request === "string" && request !== "") {
        return ["simulate", file, "--request", request];
      }
      const protocol = (await policyOf(check))?.policy.protocol ?? "http";
      return ["simulate", file, ...(protocol === "http" ? ["--request", usualRequest] : [])];
    }
    case editorCommands.prove:
    case editorCommands.reach:
      return ["prove", "--reach", file];
    case editorCommands.assertions:
      return ["prove", file];
    case editorCommands.test:
      return ["test", "--coverage", file];
    case editorCommands.diff: {
      const own = targetsHolding(file, scope.environments).filter(isAtService);
      if (own.length === 0) return "No target of the configuration holds this policy.";
      return ["diff", ...new Set(own.flatMap(({ key }) => ["--target", key]))];
    }
    default:
      return `There is no command "${command}".`;
  }
}

async function runCaptured(
  args: readonly string[],
  context: Context,
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const { terminal, printed } = await printedTerminal(context.env, false);
  const status = await context.run(args, { ...context, terminal });
  await terminal.flushed();
  return { status, ...printed };
}
