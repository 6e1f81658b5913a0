import { isDeepStrictEqual } from "node:util";
import {
  NotFound,
  ServiceError,
  type ChangeOptions,
  type Client,
  type Target,
  type TcpEdge,
  type TcpEdgeInput,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { type Context, CommandError, type ExitStatus } from "../../context.ts";
import type { EdgeOptions } from "./command.ts";
import type { AskingOptions, ConnectionOptions } from "../../program/options.ts";
import {
  beforeDeleting,
  beforeOverwriting,
  type Overwriting,
  policyToWrite,
} from "../../overwriting/before-overwriting.ts";
import { holdsPolicy, writeOnce, type WrittenPolicy } from "../../overwriting/write-once.ts";
import { renderEdge, renderEdges } from "./report.ts";
import { printDeleted, printResource, printResources } from "../../service/print-resource.ts";
import { withClient } from "../../service/connect.ts";

async function listEdges(options: ConnectionOptions, context: Context): Promise<ExitStatus> {
  const edges = await withClient(options, context, async (client) => {
    const all: TcpEdge[] = [];
    for await (const edge of client.tcpEdges.list()) all.push(edge);
    return all;
  });
  const list = { key: "edges", render: renderEdges, none: "There are no TCP edges." };
  return printResources(edges, list, options.format, context);
}

async function getEdge(
  id: string,
  options: ConnectionOptions,
  context: Context,
): Promise<ExitStatus> {
  const edge = await withClient(options, context, (client) => client.tcpEdges.get(id));
  return printResource(edge, renderEdge, options.format, context);
}

async function createEdge(options: EdgeOptions, context: Context): Promise<ExitStatus> {
  if (options.policy === undefined && (options.enabled || options.disabled)) {
    throw new CommandError("A new edge has no policy to enable or disable.", {
      help: "Name one with --policy.",
    });
  }
  return withClient(options, context, async (client, about) => {
    // Its identifier is the service's to choose.
    const target = { kind: "tcp-edge", edge: "" } as const;
    const policy = await policyOf(target, { ...about, options, context });
    if ("stopped" in policy) return policy.stopped;
    const { value } = policy;
    const module = value === undefined ? undefined : { enabled: options.disabled !== true, value };
    const input = { ...edgeInput(options), ...(module && { traffic_policy: module }) };
    const edge = await client.tcpEdges.create(input).catch(unknownCreation);
    return printResource(edge, renderEdge, options.format, context);
  });
}

async function updateEdge(id: string, options: EdgeOptions, context: Context): Promise<ExitStatus> {
  const input = edgeInput(options);
  const enabled = options.enabled ?? (options.disabled === true ? false : undefined);
  if (Object.keys(input).length === 0 && enabled === undefined && options.policy === undefined) {
    throw new CommandError("There is nothing to change.", {
      help: "Use --description, --metadata, --hostport, --backend, --ip-policy, --policy, --enabled or --disabled.",
    });
  }
  return withClient(options, context, async (client, about) => {
    const how = { ...about, options, context };
    const target = { kind: "tcp-edge", edge: id } as const;
    const policy = await policyOf(target, how);
    if ("stopped" in policy) return policy.stopped;
    const { value } = policy;
    let written: WrittenPolicy | undefined;
    if (enabled !== undefined || value !== undefined) {
      const stored = await client.readPolicy(target);
      const next = changedModule(id, stored, { enabled, value });
      await beforeOverwriting(target, { stored, next }, how);
      input.traffic_policy = next;
      written = { action: "update", target, before: stored, sent: next };
    }
    const write = {
      done: `the TCP edge ${id} was updated`,
      send: (once: ChangeOptions) => client.tcpEdges.update(id, input, once),
      look: async () => {
        const now = await client.tcpEdges.get(id);
        return holdsInput(now, input) ? { result: now } : undefined;
      },
      policy: written,
    };
    const edge = await writeOnce(write, how);
    return printResource(edge, renderEdge, options.format, context);
  });
}

async function policyOf(
  target: Target,
  how: Overwriting & { readonly options: EdgeOptions },
): Promise<{ readonly value?: string } | { readonly stopped: ExitStatus }> {
  const { policy } = how.options;
  return policy === undefined ? {} : policyToWrite(policy, target, how);
}

async function deleteEdge(
  id: string,
  options: ConnectionOptions & AskingOptions,
  context: Context,
): Promise<ExitStatus> {
  await withClient(options, context, async (client, about) => {
    const target = { kind: "tcp-edge", edge: id } as const;
    const how = { ...about, options, context };
    const before = await beforeDeleting(target, `the TCP edge ${id}`, how);
    const write = {
      done: `the TCP edge ${id} was deleted`,
      send: (once: ChangeOptions) => client.tcpEdges.delete(id, once),
      look: async () => ((await exists(client, id)) ? undefined : { result: undefined }),
      policy: { action: "delete", target, before, sent: undefined } as const,
    };
    await writeOnce<void>(write, how);
  });
  return printDeleted(`The TCP edge ${id}`, options.format, context);
}

/** The identifier of the created edge is unknown, so no read can tell whether it exists. */
function unknownCreation(error: unknown): never {
  if (!(error instanceof ServiceError) || error.effect === "none") throw error;
  throw new CommandError(`It is unknown whether the TCP edge was created: ${error.message}`, {
    help: "Look for it with `traffic-policy edges list` before you create it again.",
    cause: error,
  });
}

async function exists(client: Client, id: string): Promise<boolean> {
  try {
    await client.tcpEdges.get(id);
    return true;
  } catch (error) {
    // Without a code, it may be the answer of something else.
    if (error instanceof NotFound && error.code !== undefined) return false;
    throw error;
  }
}

function holdsInput(edge: TcpEdge, input: TcpEdgeInput): boolean {
  const { description, metadata, hostports, backend, ip_restriction: restriction } = input;
  const { traffic_policy: policy } = input;
  const ipPolicies = [edge.ip_restriction?.ip_policies ?? []].flat().map(({ id }) => id);
  return (
    (description === undefined || (edge.description ?? "") === description) &&
    (metadata === undefined || (edge.metadata ?? "") === metadata) &&
    (hostports === undefined || isDeepStrictEqual(edge.hostports ?? [], hostports)) &&
    (backend === undefined ||
      (edge.backend?.enabled === true && edge.backend.backend.id === backend.backend_id)) &&
    (restriction === undefined ||
      (edge.ip_restriction?.enabled === true &&
        isDeepStrictEqual(ipPolicies, restriction.ip_policy_ids))) &&
    (policy === undefined ||
      holdsPolicy(
        { kind: "tcp-edge", edge: edge.id },
        { enabled: true, ...policy },
        edge.traffic_policy ?? undefined,
      ))
  );
}

function edgeInput(options: EdgeOptions): TcpEdgeInput {
  const { description, metadata, hostport, backend, ipPolicy } = options;
  return {
    ...(description === undefined ? {} : { description }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(hostport === undefined ? {} : { hostports: [...hostport] }),
    ...(backend === undefined ? {} : { backend: { backend_id: backend } }),
    ...(ipPolicy === undefined ? {} : { ip_restriction: { ip_policy_ids: [...ipPolicy] } }),
  };
}

/**
 * Returns the new policy of an edge. A module can only be replaced as a whole, so unspecified parts are taken from
 * the edge.
 *
 * @throws CommandError when there is no policy to enable or disable
 */
function changedModule(
  id: string,
  stored: TrafficPolicyModule | undefined,
  { enabled, value }: { readonly enabled: boolean | undefined; readonly value: string | undefined },
): TrafficPolicyModule {
  if (stored !== undefined) {
    return { enabled: enabled ?? stored.enabled, value: value ?? stored.value };
  }
  if (value !== undefined) return { enabled: enabled ?? true, value };
  throw new CommandError(`The TCP edge ${id} has no policy to enable or disable.`, {
    help: "Name one with --policy.",
  });
}

export default {
  list: listEdges,
  get: getEdge,
  create: createEdge,
  update: updateEdge,
  delete: deleteEdge,
};
