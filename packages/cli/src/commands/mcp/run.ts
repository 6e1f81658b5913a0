import { exitStatus, type Context, type ExitStatus } from "../../context.ts";
import type { McpOptions } from "./command.ts";

/** Runs `traffic-policy mcp`: serves a coding agent until it disconnects. */
export default async function mcp(options: McpOptions, context: Context): Promise<ExitStatus> {
  if (options.call) {
    const { answerParent } = await import("./answer-call.ts");
    await answerParent(context);
    return exitStatus.ok;
  }
  const { serveAgent } = await import("./serve-agent.ts");
  return serveAgent(options, context);
}
