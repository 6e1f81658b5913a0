import { confirmDeletion } from "../confirm-deletion.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { ConnectionOptions, DeleteOptions, RoutePolicyOptions } from "../options.ts";
import { policyText } from "../policy-file/policy-text.ts";
import { renderPolicyModule } from "../report/policy-module.ts";
import { printDeleted, printResource } from "../report/resource.ts";
import { withClient } from "../service/with-client.ts";
import type { Terminal } from "../terminal.ts";

/** A route of an HTTPS edge. */
interface Route {
  readonly edge: string;
  readonly route: string;
}

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
  const input = { enabled: options.disabled !== true, value: await policyText(options.policy) };
  const module = await withClient(options, terminal, (client) =>
    client.httpsRoutes.trafficPolicy.replace(edge, route, input),
  );
  printResource(module, renderPolicyModule, options.format, terminal);
  return exitStatus.ok;
}

/** `traffic-policy routes policy delete`. */
export async function deleteRoutePolicy(
  { edge, route }: Route,
  options: DeleteOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  await confirmDeletion(
    `the traffic policy of the route ${route} of the HTTPS edge ${edge}`,
    options,
    terminal,
  );
  await withClient(options, terminal, (client) =>
    client.httpsRoutes.trafficPolicy.delete(edge, route),
  );
  const what = `The traffic policy of the route ${route} of the HTTPS edge ${edge}`;
  printDeleted(what, options.format, terminal);
  return exitStatus.ok;
}
