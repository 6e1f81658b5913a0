import type { Protocol } from "@traffic-policy/policy-language";

/** A policy as somebody wrote it. */
export interface WrittenPolicy {
  readonly language: "json" | "yaml" | "typescript";
  readonly text: string;
}

/** A request and connection with the response, as somebody gave it. */
export interface WrittenExchange {
  readonly format: "exchange" | "curl" | "har";
  readonly text: string;
  /** Which exchange of a HAR file, from 1. */
  readonly entry?: number;
}

/** What the page shows beside the editor. */
export type Pane = "outcome" | "cases" | "proof" | "compare" | "json" | "drawing";

/** All that somebody has written on the page: what a link holds. */
export interface PlaygroundState {
  readonly policy: WrittenPolicy;
  /** The other version, for the comparison. */
  readonly other?: WrittenPolicy;
  /** Unset: what the policy says of itself, else http. */
  readonly protocol?: Exclude<Protocol, "tls">;
  readonly exchange?: WrittenExchange;
  /** A cases document, YAML or JSON. */
  readonly cases?: string;
  /** An assertions document, YAML or JSON. */
  readonly assertions?: string;
  readonly pane?: Pane;
}

/** A page on which nothing is written yet. */
export const emptyState: PlaygroundState = { policy: { language: "yaml", text: "" } };

/** The most characters that all texts of a state have together. */
export const mostCharacters = 5_000_000;

/**
 * Checks a value that should be a state. Members that a state does not have are left out: a later version may have
 * written them.
 *
 * @returns what is wrong with it, in a sentence, when it is none
 */
export function readState(value: unknown): PlaygroundState | { readonly message: string } {
  throw new Error(`not there yet: ${typeof value}`);
}
