import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { ServiceError } from "../errors/service-error.ts";
import type { PolicyText } from "../policy/compare-policy.ts";
import type { Operations, Target } from "../policy/target.ts";
import { kindOf } from "../policy/kinds/index.ts";
import { pushModule } from "../policy/push-policy.ts";
import { readPolicy } from "../policy/read-policies.ts";
import { checksumOf, readModule, type StoredPolicy } from "../policy/stored-policy.ts";
import type { WriteOptions } from "../operation.ts";
import { attempt, type Attempt } from "./attempt.ts";
import { CannotRemove, DeploymentError, NotAsWritten } from "./deployment-error.ts";
import type { PlannedTarget } from "./plan.ts";
import { compareWanted, holds } from "./plan-target.ts";
import { readOutcome } from "./read-outcome.ts";

export interface Replacement {
  /** True when the service accepted the write; undefined when that is unknown. */
  readonly written: boolean | undefined;
  readonly verified: boolean;
  readonly error?: Error;
}

/**
 * Writes a policy once, or removes it, and reads the result. A write that may have had an effect is never repeated; a
 * read finds out. While the read does not show the write, it is repeated for some seconds, because the write may
 * still arrive, and the read may be out of date.
 *
 * @param replacing - the current and the new policy of the target
 * @param verify - called before the policy is read back
 */
export async function replacePolicy(
  client: Operations,
  target: Target,
  { before, wanted, late }: Replacing,
  options: WriteOptions,
  verify: () => void,
): Promise<Replacement> {
  const begin = performance.now();
  const write = await attempt(() =>
    writeModule(client, target, wanted, { ...options, onlyOnce: true }),
  );
  if (!write.ok && neverSent(write.error)) {
    return { written: false, verified: false, error: write.error };
  }
  const spent = performance.now() - begin;
  verify();
  const after = await readOutcome(
    client,
    () => attempt(() => readPolicy(client, target, options)),
    (found) => found.ok && isIdentical(before, found.value),
    { spent, ended: AbortSignal.any([options.signal ?? [], options.stop ?? []].flat()) },
  );
  const policy = wanted && readModule(wanted);
  return write.ok
    ? verification(policy, after, late)
    : resolution(policy, before, after, write.error);
}

function neverSent(error: Error): boolean {
  return (
    error instanceof DeploymentError || (error instanceof ServiceError && error.effect === "none")
  );
}

/** A policy and its replacement; undefined for none. */
export interface Replacing {
  readonly before: StoredPolicy | undefined;
  readonly wanted: TrafficPolicyModule | undefined;
  readonly late?: PlannedTarget["late"];
}

async function writeModule(
  client: Operations,
  target: Target,
  wanted: TrafficPolicyModule | undefined,
  options: WriteOptions,
): Promise<void> {
  const kind = kindOf(target);
  if (wanted !== undefined) await pushModule(client, target, wanted, options);
  else if (kind.remove === undefined) throw new CannotRemove(kind);
  else await kind.remove(client, target, options);
}

function verification(
  wanted: PolicyText | undefined,
  after: Attempt<StoredPolicy | undefined>,
  late: PlannedTarget["late"] = [],
): Replacement {
  if (!after.ok) {
    const message = `The policy was written, but could not be read back: ${after.error.message}`;
    const error = new DeploymentError(message, { cause: after.error });
    return { written: true, verified: false, error };
  }
  if (holds(wanted, after.value)) return { written: true, verified: true };
  return { written: true, verified: false, error: notAsWritten(wanted, after.value, late) };
}

function notAsWritten(
  wanted: PolicyText | undefined,
  after: StoredPolicy | undefined,
  late: readonly (string | null)[],
): NotAsWritten {
  const there = after === undefined ? "none" : wanted === undefined ? "one" : "a different one";
  const done = wanted === undefined ? "removed" : "written";
  const { changes } = compareWanted(after, wanted);
  const which = late.includes(after === undefined ? null : checksumOf(after))
    ? ": what an earlier run sent, which arrived late"
    : "";
  return new NotAsWritten(
    `The policy was ${done}, but the service holds ${there}${which}.`,
    changes,
  );
}

function resolution(
  wanted: PolicyText | undefined,
  before: StoredPolicy | undefined,
  after: Attempt<StoredPolicy | undefined>,
  writeError: Error,
): Replacement {
  const unknown = (what: string, cause: Error = writeError): Replacement => {
    const message = `It is unknown whether the policy was written: ${writeError.message} ${what}`;
    return {
      written: undefined,
      verified: false,
      error: new DeploymentError(message, { cause }),
    };
  };
  if (!after.ok) return unknown(`Reading it failed as well: ${after.error.message}`);
  if (holds(wanted, after.value)) return { written: true, verified: true };
  if (!isIdentical(before, after.value)) {
    return unknown("The service now holds neither the old policy nor the new one.");
  }
  return unknown(
    "The service still holds what was there before, and what was sent may still arrive.",
  );
}

function isIdentical(one: PolicyText | undefined, other: PolicyText | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return compareWanted(one, other).state === "identical";
}
