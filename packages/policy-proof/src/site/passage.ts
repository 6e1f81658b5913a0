import type { SiteOutcome } from "@traffic-policy/policy-engine";
import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
import type { OpenAnswer } from "../answers.ts";
import type { Finding } from "../inquiry.ts";
import type { Example } from "../witness/example.ts";
import type { Taken } from "./site-replay.ts";

/** An exchange that goes through a site, with what the site does to it. */
export interface SiteExample {
  readonly exchange: Example;
  readonly outcome: SiteOutcome;
  readonly taken: Taken;
}

/** The answer to a question about all exchanges: an example, a proof that there is none, or that it is unknown. */
export type SiteAnswer = Exclude<Finding<SiteExample>, { readonly kind: "none" }> | ProvedNone;

/** The proof that no exchange does it. */
interface ProvedNone {
  readonly kind: "none";
  /** Other answers to open questions with which it is not proved. */
  readonly dependsOn: readonly OpenAnswer[];
}

/** The ways from an endpoint that clients reach to one with a server. */
export interface Passage {
  readonly from: SiteEndpoint;
  readonly to: SiteEndpoint;
  /** How many ways there are. */
  readonly ways: number;
  /** An exchange that reaches the server. */
  readonly reached: SiteAnswer;
  /** For each type of check on a way: an exchange that reaches the server without it. */
  readonly without: ReadonlyMap<string, SiteAnswer>;
  /** An exchange that reaches the server without any check of who comes. */
  readonly unchecked: SiteAnswer;
}
