import type { CompiledPolicy } from "@traffic-policy/policy-engine";

/** Why a gateway cannot start: an address that is not loopback, an upstream that is none, a used port. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  /** A hint on how to fix the problem. */
  readonly help: string | undefined;

  constructor(message: string, options: { help?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.help = options.help;
  }
}

/**
 * Checks that one policy can replace another.
 *
 * @throws GatewayError when their protocols differ
 */
export function checkProtocol(next: CompiledPolicy, current: CompiledPolicy): void {
  if (next.protocol === current.protocol) return;
  throw new GatewayError(
    `The gateway runs a policy for ${current.protocol}, but this one is for ${next.protocol}.`,
    { help: "Start another gateway for it." },
  );
}
