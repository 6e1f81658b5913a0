import type { ChangeOptions } from "@traffic-policy/api";
import type { Context, ExitStatus } from "../../context.ts";
import type { RoutePolicyOptions } from "./command.ts";
import type { AskingOptions, ConnectionOptions } from "../../program/options.ts";
import {
  beforeDeleting,
  beforeOverwriting,
  policyToWrite,
} from "../../overwriting/before-overwriting.ts";
import { holdsPolicy, writeOnce } from "../../overwriting/write-once.ts";
import { renderPolicyModule } from "../../service/target-words.ts";
import { printDeleted, printResource } from "../../service/print-resource.ts";
import { withClient } from "../../service/connect.ts";

async function getRoutePolicy(
  edge: string,
  route: string,
  options: ConnectionOptions,
  context: Context,
): Promise<ExitStatus> {
  const module = await withClient(options, context, (client) =>
    client.httpsRoutes.trafficPolicy.get(edge, route),
  );
  return printResource(module, renderPolicyModule, options.format, context);
}

async function setRoutePolicy(
  edge: string,
  route: string,
  options: RoutePolicyOptions,
  context: Context,
): Promise<ExitStatus> {
  const target = { kind: "https-route", edge, route } as const;
  return withClient(options, context, async (client, about) => {
    const how = { ...about, options, context };
    const policy = await policyToWrite(options.policy, target, how);
    if ("stopped" in policy) return policy.stopped;
    const next = { enabled: options.disabled !== true, value: policy.value };
    const stored = await client.readPolicy(target);
    await beforeOverwriting(target, { stored, next }, how);
    const { trafficPolicy } = client.httpsRoutes;
    const write = {
      done: `the ${policyOf(edge, route)} was written`,
      send: (once: ChangeOptions) => trafficPolicy.replace(edge, route, next, once),
      look: async () => {
        const now = await client.readPolicy(target);
        if (now === undefined || !holdsPolicy(target, next, now)) return undefined;
        return { result: { enabled: now.enabled, value: now.value } };
      },
      policy: { action: "update", target, before: stored, sent: next } as const,
    };
    const module = await writeOnce(write, how);
    return printResource(module, renderPolicyModule, options.format, context);
  });
}

async function deleteRoutePolicy(
  edge: string,
  route: string,
  options: ConnectionOptions & AskingOptions,
  context: Context,
): Promise<ExitStatus> {
  const what = policyOf(edge, route);
  await withClient(options, context, async (client, about) => {
    const target = { kind: "https-route", edge, route } as const;
    const how = { ...about, options, context };
    const before = await beforeDeleting(target, `the ${what}`, how);
    const write = {
      done: `the ${what} was deleted`,
      send: (once: ChangeOptions) => client.httpsRoutes.trafficPolicy.delete(edge, route, once),
      look: async () =>
        (await client.readPolicy(target)) === undefined ? { result: undefined } : undefined,
      policy: { action: "delete", target, before, sent: undefined } as const,
    };
    await writeOnce<void>(write, how);
  });
  return printDeleted(`The ${what}`, options.format, context);
}

function policyOf(edge: string, route: string): string {
  return `traffic policy of the route ${route} of the HTTPS edge ${edge}`;
}

export default { policy: { get: getRoutePolicy, set: setRoutePolicy, delete: deleteRoutePolicy } };
