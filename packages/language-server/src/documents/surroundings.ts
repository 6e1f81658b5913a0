import type { Dialect, Protocol } from "@traffic-policy/policy-language";
import type { DocumentKind } from "./kind.ts";

/** What is known of a document, beside its text. */
export interface Surroundings {
  readonly kind: DocumentKind;
  readonly dialect: Dialect;
  readonly protocols: readonly Protocol[];
}
