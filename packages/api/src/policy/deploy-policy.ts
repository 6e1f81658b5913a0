import { DeploymentError } from "../deploy/deployment-error.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { RequestOptions } from "../service/operation.ts";
import { comparePolicy, sameBehaviour } from "./compare-policy.ts";
import type { Deployment } from "./deployment.ts";
import type { LocalPolicy } from "./local-policy.ts";
import type { Operations } from "./operations.ts";
import { pushPolicy } from "./push-policy.ts";
import { readPolicy } from "./read-policy.ts";
import type { StoredPolicy } from "./stored-policy.ts";
import type { Target } from "./target.ts";

/**
 * Brings a policy to a target: reads what is stored, writes when it behaves differently, and reads
 * back what came of it. A write that may have had an effect is never repeated; reading tells what
 * became of it. What the service does wrong ends in the outcome and is never thrown.
 */
export async function deployPolicy(
  client: Operations,
  target: Target,
  local: LocalPolicy,
  options: RequestOptions = {},
): Promise<Deployment> {
  const read = (): Promise<Attempt<StoredPolicy | undefined>> =>
    attempt(() => readPolicy(client, target, options));

  const before = await read();
  if (!before.ok) {
    return { outcome: "failed", verified: false, changes: [], error: before.error };
  }
  const comparison = comparePolicy(local, before.value);
  const { changes } = comparison;
  if (sameBehaviour(comparison)) return { outcome: "unchanged", verified: true, changes: [] };

  const write = await attempt(() =>
    pushPolicy(client, target, local, { ...options, onlyOnce: true }),
  );
  if (!write.ok && write.error.effect === "none") {
    return { outcome: "failed", verified: false, changes, error: write.error };
  }
  const after = await read();
  return write.ok
    ? { changes, ...verification(local, after) }
    : { changes, ...resolution(local, before.value, after, write.error) };
}

/** What is known after the service took the policy. */
function verification(
  local: LocalPolicy,
  after: Attempt<StoredPolicy | undefined>,
): Omit<Deployment, "changes"> {
  if (!after.ok) {
    const message = `The policy was written, but could not be read back: ${after.error.message}`;
    const error = new DeploymentError(message, { cause: after.error });
    return { outcome: "applied", verified: false, error };
  }
  const comparison = comparePolicy(local, after.value);
  if (sameBehaviour(comparison)) return { outcome: "applied", verified: true };
  const message =
    comparison.state === "absent"
      ? "The policy was written, but the service holds none."
      : "The policy was written, but the service holds a different one.";
  return { outcome: "applied", verified: false, error: new DeploymentError(message) };
}

/** What is known after a write that may or may not have reached the service. */
function resolution(
  local: LocalPolicy,
  before: StoredPolicy | undefined,
  after: Attempt<StoredPolicy | undefined>,
  writeError: ServiceError,
): Omit<Deployment, "changes"> {
  if (!after.ok) {
    const message = `Nobody can tell whether the policy was written: ${writeError.message} Reading it failed as well: ${after.error.message}`;
    const error = new DeploymentError(message, { cause: writeError });
    return { outcome: "unknown", verified: false, error };
  }
  if (sameBehaviour(comparePolicy(local, after.value))) {
    return { outcome: "applied", verified: true };
  }
  if (isUnchanged(before, after.value)) {
    return { outcome: "failed", verified: false, error: writeError };
  }
  const message = `Nobody can tell whether the policy was written: ${writeError.message} The service now holds neither the old policy nor the new one.`;
  const error = new DeploymentError(message, { cause: writeError });
  return { outcome: "unknown", verified: false, error };
}

function isUnchanged(before: StoredPolicy | undefined, after: StoredPolicy | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return comparePolicy(before, after).state === "identical";
}

type Attempt<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ServiceError };

async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, error };
    throw error;
  }
}
