import type { Client, TcpEdge, TcpEdgeInput, TrafficPolicyModule } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import { confirmDeletion } from "../confirm-deletion.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { ConnectionOptions, DeleteOptions, EdgeOptions } from "../options.ts";
import { policyText } from "../policy-file/policy-text.ts";
import { renderEdge, renderEdges } from "../report/edge.ts";
import { printDeleted, printResource, printResources } from "../report/resource.ts";
import { withClient } from "../service/with-client.ts";
import type { Terminal } from "../terminal.ts";

/** `traffic-policy edges list`. */
export async function listEdges(
  options: ConnectionOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const edges = await withClient(options, terminal, async (client) => {
    const all: TcpEdge[] = [];
    for await (const edge of client.tcpEdges.list()) all.push(edge);
    return all;
  });
  printResources(edges, renderEdges, "There are no TCP edges.", options.format, terminal);
  return exitStatus.ok;
}

/** `traffic-policy edges get`. */
export async function getEdge(
  id: string,
  options: ConnectionOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const edge = await withClient(options, terminal, (client) => client.tcpEdges.get(id));
  printResource(edge, renderEdge, options.format, terminal);
  return exitStatus.ok;
}

/** `traffic-policy edges create`. */
export async function createEdge(options: EdgeOptions, terminal: Terminal): Promise<ExitStatus> {
  if (options.policy === undefined && (options.enabled || options.disabled)) {
    throw new CommandError("A new edge has no policy that could be enabled or disabled.", {
      help: "Name one with --policy.",
    });
  }
  const { policy, ...about } = options;
  const input = {
    ...edgeInput(about),
    ...(policy !== undefined && {
      traffic_policy: { enabled: about.disabled !== true, value: await policyText(policy) },
    }),
  };
  const edge = await withClient(options, terminal, (client) => client.tcpEdges.create(input));
  printResource(edge, renderEdge, options.format, terminal);
  return exitStatus.ok;
}

/** `traffic-policy edges update`. */
export async function updateEdge(
  id: string,
  options: EdgeOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const input = edgeInput(options);
  const enabled = options.enabled ?? (options.disabled === true ? false : undefined);
  const value = options.policy === undefined ? undefined : await policyText(options.policy);
  if (Object.keys(input).length === 0 && enabled === undefined && value === undefined) {
    throw new CommandError("There is nothing to change.", {
      help: "Say what with --description, --metadata, --hostport, --backend, --ip-policy, --policy, --enabled or --disabled.",
    });
  }
  const edge = await withClient(options, terminal, async (client) => {
    const module = await changedModule(client, id, { enabled, value });
    return client.tcpEdges.update(id, { ...input, ...(module && { traffic_policy: module }) });
  });
  printResource(edge, renderEdge, options.format, terminal);
  return exitStatus.ok;
}

/** `traffic-policy edges delete`. */
export async function deleteEdge(
  id: string,
  options: DeleteOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  await confirmDeletion(`the TCP edge ${id}`, options, terminal);
  await withClient(options, terminal, (client) => client.tcpEdges.delete(id));
  printDeleted(`The TCP edge ${id}`, options.format, terminal);
  return exitStatus.ok;
}

function edgeInput(options: Omit<EdgeOptions, "policy" | "enabled" | "disabled">): TcpEdgeInput {
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
 * The policy that an edge shall have: a module can only be replaced as a whole, so what nobody has said
 * of it is what the edge has.
 *
 * @throws CommandError when there is no policy to enable or disable
 */
async function changedModule(
  client: Client,
  id: string,
  { enabled, value }: { readonly enabled: boolean | undefined; readonly value: string | undefined },
): Promise<TrafficPolicyModule | undefined> {
  if (enabled === undefined && value === undefined) return undefined;
  if (enabled !== undefined && value !== undefined) return { enabled, value };
  const { traffic_policy: stored } = await client.tcpEdges.get(id);
  if (stored !== null) return { enabled: enabled ?? stored.enabled, value: value ?? stored.value };
  if (value !== undefined) return { enabled: true, value };
  throw new CommandError(`The TCP edge ${id} has no policy that could be enabled or disabled.`, {
    help: "Name one with --policy.",
  });
}
