import type { Context, ExitStatus } from "../../context.ts";
import type { RoutePolicyOptions } from "./command.ts";
import type { AskingOptions, ConnectionOptions } from "../../program/options.ts";
import {
  beforeDeleting,
  beforeOverwriting,
  policyToWrite,
} from "../../overwriting/before-overwriting.ts";
import { renderPolicyModule } from "../../report/target.ts";
import { printDeleted, printResource } from "../../report/table.ts";
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
    const module = await client.httpsRoutes.trafficPolicy.replace(edge, route, next);
    return printResource(module, renderPolicyModule, options.format, context);
  });
}

async function deleteRoutePolicy(
  edge: string,
  route: string,
  options: ConnectionOptions & AskingOptions,
  context: Context,
): Promise<ExitStatus> {
  const what = `traffic policy of the route ${route} of the HTTPS edge ${edge}`;
  await withClient(options, context, async (client, about) => {
    const target = { kind: "https-route", edge, route } as const;
    await beforeDeleting(target, `the ${what}`, { ...about, options, context });
    await client.httpsRoutes.trafficPolicy.delete(edge, route);
  });
  return printDeleted(`The ${what}`, options.format, context);
}

export default { policy: { get: getRoutePolicy, set: setRoutePolicy, delete: deleteRoutePolicy } };
