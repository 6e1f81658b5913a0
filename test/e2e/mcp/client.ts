import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CallToolResultSchema,
  ListRootsRequestSchema,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { userEnvironment } from "../../../scripts/user-environment.js";

export const command = fileURLToPath(
  new URL("../../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

interface Started {
  readonly cwd: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute paths; without them, the client has no roots to name. */
  readonly roots?: readonly string[];
}

/** A client of the server, which runs as a child process until the test ends. */
export interface Connected {
  readonly client: Client;
  readonly call: (name: string, given: object) => Promise<CallToolResult>;
  /** What the server wrote to stderr so far. */
  readonly err: () => string;
}

/** Starts the built server as clients do, with the SDK's own client. */
export async function connect({ cwd, flags = [], env = {}, roots }: Started): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", ...flags],
    cwd,
    env: { ...userEnvironment(), ...env } as Record<string, string>,
    stderr: "pipe",
  });
  let err = "";
  transport.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const capabilities = roots === undefined ? {} : { roots: {} };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  }
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = (name: string, given: object): Promise<CallToolResult> =>
    client.callTool(
      { name, arguments: given as Record<string, unknown> },
      CallToolResultSchema,
    ) as Promise<CallToolResult>;
  return { client, call, err: () => err };
}

/** The text of an answer. */
export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
