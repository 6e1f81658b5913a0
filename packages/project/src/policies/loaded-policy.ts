import type { Origin } from "@traffic-policy/policy-builder";
import type { Protocol, SourceRange } from "@traffic-policy/policy-language";
import type { HeldSource } from "@traffic-policy/policy-language/internal";

/** A policy that was read from a file, or exported by a module. */
export interface LoadedPolicy {
  readonly source: HeldSource;
  /** The protocol that the policy says it is for, if it says so. */
  readonly protocol?: Protocol;
  /** True for the policy of the file that is deployed; a module may export others. */
  readonly isDefault: boolean;
  /** The name of the environment that it was made for; nothing when it is the same for all. */
  readonly environment?: string;
  /** The origin of a policy built by code; undefined when the file holds the document itself. */
  readonly built?: Built;
  /** The innermost part around a place that was built by a call in code, if there is one. */
  readonly builtAt?: (pointer: string) => BuiltPart | undefined;
}

/** A part of a policy with its own builder call. */
export interface BuiltPart {
  readonly path: string;
  readonly file: string;
  readonly start: SourceRange["start"];
}

/** The details of a policy that code has built. */
export interface Built {
  /** The document, as JSON. */
  readonly text: string;
  readonly protocol: Protocol | undefined;
  /** Where calls built its parts, by their JSON Pointers. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/**
 * The size limit of a policy, in bytes. The limit of the service is not documented, but certainly far lower; a policy
 * of this size takes about a gigabyte of memory here.
 */
export const largestPolicy = 5_000_000;

export function sizeProblem(
  bytes: number,
): { readonly reason: string; readonly help: string } | undefined {
  if (bytes <= largestPolicy) return undefined;
  const [has, most] = [bytes, largestPolicy].map((number) => number.toLocaleString("en"));
  return {
    reason: `The policy has ${has} bytes, more than the ${most} that this command accepts.`,
    help: "Merge rules that do the same, and serve long responses from the upstream.",
  };
}
