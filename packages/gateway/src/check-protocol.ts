import type { CompiledPolicy } from "@traffic-policy/policy-engine";
import { GatewayError } from "./gateway-error.ts";

/**
 * Checks that a policy can take the place of another one.
 *
 * @throws GatewayError when it is for another protocol
 */
export function checkProtocol(next: CompiledPolicy, current: CompiledPolicy): void {
  if (next.protocol === current.protocol) return;
  throw new GatewayError(
    `The gateway runs a policy for ${current.protocol}, and this one is for ${next.protocol}.`,
    { help: "Start another gateway for it." },
  );
}
