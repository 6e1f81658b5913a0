import type { Target } from "@traffic-policy/api";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { ConnectionOptions, DeleteOptions, RoutePolicyOptions } from "../options.ts";
import { beforeDeleting, beforeOverwriting } from "../overwriting/before-overwriting.ts";
import { policyToWrite } from "../overwriting/policy-to-write.ts";
import { renderPolicyModule } from "../report/policy-module.ts";
import { printDeleted, printResource } from "../report/resource.ts";
import { withClient } from "../service/with-client.ts";
import type { Terminal } from "../terminal.ts";

/** A route of an HTTPS edge. */
type Route = Pick<Extract<Target, { kind: "https-route" }>, "edge" | "route">;

/** `traffic-policy routes policy get`. */
export async function getRoutePolicy(
  { edge, route }: Route,
  options: ConnectionOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const module = await withClient(options, terminal, (client) =>
    client.httpsRoutes.trafficPolicy.get(edge, route),
  );
  printResource(module, renderPolicyModule, options.format, terminal);
  return exitStatus.ok;
}

/** `traffic-policy routes policy set`. */
export async function setRoutePolicy(
  { edge, route }: Route,
  options: RoutePolicyOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const target = { kind: "https-route", edge, route } as const;
  return withClient(options, terminal, async (client, about) => {
    const how = { ...about, options, terminal };
    const policy = await policyToWrite(options.policy, target, how);
    if ("stopped" in policy) return policy.stopped;
    const next = { enabled: options.disabled !== true, value: policy.value };
    const stored = await client.readPolicy(target);
    await beforeOverwriting(target, { stored, next }, how);
    const module = await client.httpsRoutes.trafficPolicy.replace(edge, route, next);
    printResource(module, renderPolicyModule, options.format, terminal);
    return exitStatus.ok;
  });
}

/** `traffic-policy routes policy delete`. */
export async function deleteRoutePolicy(
  { edge, route }: Route,
  options: DeleteOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const what = `traffic policy of the route ${route} of the HTTPS edge ${edge}`;
  await withClient(options, terminal, async (client, about) => {
    const target = { kind: "https-route", edge, route } as const;
    await beforeDeleting(target, `the ${what}`, { ...about, options, terminal });
    await client.httpsRoutes.trafficPolicy.delete(edge, route);
  });
  printDeleted(`The ${what}`, options.format, terminal);
  return exitStatus.ok;
}
