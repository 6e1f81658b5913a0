import type { Origin } from "@traffic-policy/policy-builder";
import type { PolicySource, Protocol, SourceRange } from "@traffic-policy/policy-language";
import type { Environment } from "../configuration/environments.ts";

/** How policies are loaded. */
export interface LoadOptions {
  /** How long code may run, in milliseconds. */
  readonly timeLimit?: number | undefined;
  /** The environments that a policy which is a function is for; without any, it cannot be loaded. */
  readonly environments?: readonly Environment[] | undefined;
}

/** A policy that was read from a file, or exported by a module. */
export interface LoadedPolicy {
  readonly source: PolicySource;
  /** The protocol that the policy says it is for, if it says so. */
  readonly protocol?: Protocol;
  /** Whether its file says that it is the policy of a cloud endpoint, which has to end what nothing else ends. */
  readonly isOfCloudEndpoint?: true;
  /** Whether it is the one of its file that is deployed; a module may export others beside it. */
  readonly isDefault: boolean;
  /** The name of the environment that it was made for; nothing when it is the same for all. */
  readonly environment?: string;
  /** What code has built; nothing when the file holds the document itself. */
  readonly built?: Built;
  /** The innermost part around a place that was built by a call in code, if there is one. */
  readonly builtAt?: (pointer: string) => BuiltPart | undefined;
}

/** A part of a policy that was built by a call of its own. */
export interface BuiltPart {
  /** JSON Pointer of the part. */
  readonly path: string;
  /** Absolute path of the file that the call is in. */
  readonly file: string;
  /** Where the call is there. */
  readonly start: SourceRange["start"];
}

/** What is known of a policy that code has built. */
export interface Built {
  /** The document, as JSON. */
  readonly text: string;
  readonly protocol: Protocol | undefined;
  /** Where calls built its parts, by their JSON Pointers. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/**
 * The most bytes of a policy. What the service takes is not documented, and is certainly far less: here a
 * policy takes about a gigabyte of memory.
 */
const mostBytes = 5_000_000;

/** Why a policy of so many bytes is too large to work with, if it is. */
export function sizeProblem(
  bytes: number,
): { readonly reason: string; readonly help: string } | undefined {
  if (bytes <= mostBytes) return undefined;
  const [has, most] = [bytes, mostBytes].map((number) => number.toLocaleString("en"));
  return {
    reason: `The policy has ${has} bytes, more than the ${most} that this command accepts.`,
    help: "Merge rules that do the same, and serve long responses from the upstream.",
  };
}
