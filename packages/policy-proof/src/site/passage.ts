import type { SiteOutcome } from "@traffic-policy/policy-engine";
import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
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
export type SiteAnswer = Finding<SiteExample>;

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
