import {
  didYouMean,
  listed,
  type HeldSource,
  type PolicyPath,
  splitPolicyPath,
} from "@traffic-policy/policy-language/internal";
import { ExplainedError, type Files } from "../files/files.ts";
import type { LoadedPolicy } from "./loaded-policy.ts";

/** Splits `all.yaml#NgrokTrafficPolicy/office`; a file of exactly this name is a file. */
export function policyPath(path: string, files: Files): PolicyPath {
  const split = splitPolicyPath(path);
  const isFile = split.holder !== undefined && files.exists(files.resolve(path));
  return isFile ? { file: path } : split;
}

/** The path to a policy as `policyPath` splits it. */
export function pathOfPolicy({ file, holder }: PolicyPath): string {
  return holder === undefined ? file : `${file}#${holder}`;
}

/** The path to a policy as a report shows it. */
export function shownPath({ file, held }: HeldSource): string {
  return pathOfPolicy({ file, ...(held && { holder: held.holder.name }) });
}

/** The name of the holder of a policy; undefined for a document that is the policy itself. */
export function holderNameOf({ source }: LoadedPolicy): string | undefined {
  return source.held?.holder.name;
}

/**
 * Returns the index of the policy of a holder.
 *
 * @param name - of the file, for messages
 * @throws ExplainedError when no holder, or several, have this name
 */
export function indexOfHolder(
  policies: readonly LoadedPolicy[],
  holder: string,
  name: string,
): number {
  const named = policies.filter(({ source: { held } }) =>
    [held?.holder.name, held?.holder.fullName].includes(holder),
  );
  const [policy, second] = named;
  if (policy !== undefined && second === undefined) return policies.indexOf(policy);
  if (policy !== undefined) throw severalNamed(named, holder, name);
  const known = policies.flatMap((one) => holderNameOf(one) ?? []);
  throw new ExplainedError(`${name}: No policy in this file is named "${holder}".`, {
    help:
      didYouMean(holder, known) ??
      (known.length === 0
        ? "The file is a policy itself: name it without #."
        : `The policies are: ${listed(known)}.`),
  });
}

function severalNamed(
  policies: readonly LoadedPolicy[],
  holder: string,
  name: string,
): ExplainedError {
  const full = policies.flatMap(({ source }) => source.held?.holder.fullName ?? []);
  const areDistinct = new Set(full).size === policies.length;
  return new ExplainedError(`${name}: ${policies.length} policies are named "${holder}".`, {
    help: areDistinct
      ? `Name one with its namespace: ${listed(full)}.`
      : "Give each of them a name of its own.",
  });
}
