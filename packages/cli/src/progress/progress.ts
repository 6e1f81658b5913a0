import type { ClientEvent } from "@traffic-policy/api";
import type { Phase } from "./phase.ts";

/** Tells how far a command is, on stderr. */
export interface Progress {
  /** Takes what happens in the client: requests that are repeated or wait. */
  happened(event: ClientEvent): void;
  /** Shows a phase as long as its work lasts. */
  during<T>(phase: Phase, work: () => Promise<T>): Promise<T>;
  /** Says that nothing more is begun. */
  stopping(): void;
}
