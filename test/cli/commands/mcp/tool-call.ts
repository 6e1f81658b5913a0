import {
  answerCall,
  type CallAnswer,
} from "../../../../packages/cli/src/commands/mcp/answer-call.ts";
import { callOf } from "../../../../packages/cli/src/commands/mcp/call.ts";
import { toolOptions } from "../../../../packages/cli/src/commands/mcp/tool-options.ts";
import { tools, type Tool } from "../../../../packages/cli/src/commands/mcp/tools.ts";
import { testContext } from "../../context.ts";

/** How the server was started, and which roots its client names. */
export interface Served {
  readonly roots?: readonly string[];
  readonly writes?: boolean;
}

/** Calls a tool in this process, without code of a project. */
export async function toolCall(
  name: string,
  given: object,
  { roots = [], writes = false }: Served = {},
): Promise<CallAnswer> {
  const tool = tools[name] as Tool;
  const options = await toolOptions(tool, writes);
  const call = callOf(name, tool, options, given as Record<string, unknown>);
  return answerCall({ call, roots, runsCode: false }, await testContext());
}
