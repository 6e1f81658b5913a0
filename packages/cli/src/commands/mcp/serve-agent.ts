import { fileURLToPath } from "node:url";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { version } from "../../version.ts";
import type { CallAnswer } from "./answer-call.ts";
import { callInProcess } from "./call-process.ts";
import { callOf } from "./call.ts";
import type { Allowed } from "./command.ts";
import { outputSchema } from "./output-schema.ts";
import { pageResources, pageText } from "./pages.ts";
import { inputSchema, toolOptions } from "./tool-options.ts";
import { toolsFor } from "./tools.ts";
import { writePolicyArguments, writePolicyText } from "./write-policy.ts";

const instructions =
  "Traffic policies: look names up with explain, lint each draft, simulate requests, and end with audit and prove, which answer for all requests. What is unknown is not proved.";

/** Serves a client over standard input and output until it disconnects. */
export async function serveAgent(
  allowed: Allowed,
  { cwd, terminal }: Pick<Context, "cwd" | "terminal">,
): Promise<ExitStatus> {
  const server = new Server(
    { name: "traffic-policy", version: version() },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  const tools = new Map(toolsFor(allowed));
  const writes = allowed.allowWrite === true;
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: await Promise.all(
      [...tools].map(async ([name, tool]) => {
        const options = await toolOptions(tool, writes);
        return {
          name,
          description: options.description,
          inputSchema: inputSchema(tool, options),
          outputSchema: outputSchema(tool),
          annotations: {
            readOnlyHint: name !== "deploy" && !(writes && tool.writing !== undefined),
            openWorldHint: tool.usesService === true,
          },
        };
      }),
    ),
  }));
  // One after another, so that many calls do not start many processes.
  let last: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name, arguments: given = {} } = params;
    const tool = tools.get(name);
    if (tool === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(name)}.`);
    }
    try {
      const call = callOf(name, tool, await toolOptions(tool, writes), given);
      const roots = await rootsOf(server, cwd);
      const runsCode = allowed.allowCode === true;
      const answer = last.then(() => callInProcess({ call, roots, runsCode }, signal));
      last = answer.catch(() => {});
      return resultOf(await answer);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { isError: true, content: [{ type: "text", text: error.message }] };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: pageResources() }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const page = pageText(uri);
    if (page === undefined) throw new McpError(ErrorCode.InvalidParams, "There is no such page.");
    return { contents: [{ uri, ...page }] };
  });
  const name = "write-policy";
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [
      { name, description: "Write a policy, and prove it", arguments: writePolicyArguments },
    ],
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== name) {
      throw new McpError(ErrorCode.InvalidParams, "There is no such prompt.");
    }
    const { arguments: given = {} } = params;
    const missing = writePolicyArguments.find((one) => one.required && !given[one.name]);
    if (missing !== undefined) {
      const message = `The prompt needs the argument ${missing.name}: ${missing.description}.`;
      throw new McpError(ErrorCode.InvalidParams, message);
    }
    const text = writePolicyText(given);
    return { messages: [{ role: "user", content: { type: "text", text } }] };
  });
  return ended(server, terminal);
}

async function ended(
  server: Server,
  { err }: Pick<Context["terminal"], "err">,
): Promise<ExitStatus> {
  const status = new Promise<ExitStatus>((settle) => {
    process.stdin.once("end", () => settle(exitStatus.ok));
    // A client that reads no more has disconnected, too.
    process.stdout.on("error", () => settle(exitStatus.failure));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.once(signal, () => settle(exitStatus.failure));
    }
    Object.assign(server, {
      onclose: () => settle(exitStatus.failure),
      onerror: ({ name, message }: Error) => {
        const why = name === "ZodError" ? "The protocol has none like it." : message;
        err(`error: The client sent what is no message. ${why}\n`);
      },
    });
  });
  await server.connect(new StdioServerTransport());
  return status;
}

/**
 * @returns absolute paths
 * @throws CommandError when the client does not say which they are
 */
async function rootsOf(server: Server, cwd: string): Promise<readonly string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [cwd];
  try {
    const { roots } = await server.listRoots({}, { timeout: rootsTime });
    return roots.map(({ uri }) => fileURLToPath(uri));
  } catch (error) {
    throw new CommandError("The client did not name its roots.", { cause: error });
  }
}

/** In milliseconds. */
const rootsTime = 5000;

function resultOf({ status, json, text }: CallAnswer): CallToolResult {
  return {
    isError: status === exitStatus.failure,
    content: [{ type: "text", text }],
    ...(json !== "" && { structuredContent: JSON.parse(json) as Record<string, unknown> }),
  };
}
