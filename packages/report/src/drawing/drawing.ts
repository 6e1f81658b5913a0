import type { Answer, Change as PolicyChange, Protocol } from "@traffic-policy/policy-language";
import type {
  ActionTrace,
  Change,
  SectionOutcome,
  Outcome,
  RuleTrace,
} from "@traffic-policy/policy-engine";

/** The content of a policy picture as plain data; see `drawPolicy`. */
export interface Drawing {
  /** The title of the drawing, such as the name of a file. */
  readonly title: string;
  readonly protocol: Protocol;
  /** The exchange whose path is highlighted, in one line. */
  readonly exchange?: string;
  /** All sections of the dialect in its order: the last one is after the upstream. */
  readonly sections: readonly DrawnSection[];
  /** Tells whether exchanges get to the upstream. */
  readonly upstream: Reach;
  /** Where exchanges go in place of the upstream, as configs have it. */
  readonly endpoints: readonly string[];
  /** The result of the exchange. */
  readonly outcome?: DrawnOutcome;
  /** The policy that this one is compared with. */
  readonly comparison?: {
    /** Its title. */
    readonly title: string;
    /** The rules by how they differ; `beside` counts differences that are not in a rule. */
    readonly counts: Readonly<Record<DrawnChange["kinds"][number] | "beside", number>>;
  };
}

/**
 * Tells whether exchanges get to a place, as far as rules without expressions decide it: `open` when that depends on
 * an open question about the service.
 */
export type Reach = "possible" | "never" | "open";

/** The rules of a direction or a phase. */
export interface DrawnSection {
  readonly name: string;
  readonly isAfterUpstream: boolean;
  readonly reach: Reach;
  /** The question on which the reach depends when it is open. */
  readonly question?: "outboundAfterAnswer" | "responseRulesAfterForward";
  readonly rules: readonly DrawnRule[];
  /**
   * Rules of the policy that this one is compared with that are no longer there, with their number and pointers in that
   * one; `at` is how many rules are drawn above.
   */
  readonly removed?: readonly { readonly at: number; readonly rule: DrawnRule }[];
  /** How its rules ended for the exchange. */
  readonly result?: SectionOutcome["result"];
}

export interface DrawnRule {
  /** JSON Pointer: `/inbound/0`. */
  readonly path: string;
  /** Counted from 1 in its section. */
  readonly number: number;
  readonly name?: string;
  readonly reach: Reach;
  /** `always` without expressions. */
  readonly matches: "always" | "sometimes";
  /** Tells whether processing ends when the rule matches. */
  readonly ends: "always" | "sometimes" | "never";
  readonly expressions: readonly DrawnExpression[];
  readonly actions: readonly DrawnAction[];
  /**
   * Where an exchange goes on to that the rule does not match or does not end; none when it matches and
   * ends every exchange.
   */
  readonly next?: DrawnPlace;
  /** The result of the rule for the exchange. */
  readonly result?: RuleTrace["result"];
  /** The difference from the policy that this one is compared with; undefined when the rule is the same. */
  readonly change?: DrawnChange;
}

export interface DrawnChange {
  /** One kind, or `moved` and `changed`. */
  readonly kinds: readonly Exclude<PolicyChange["kind"], "enabled">[];
  /** For `moved`, the number that the rule had. */
  readonly from?: number;
  /** For `changed`, the fields, such as `actions[0].config.status_code`, and their values as JSON. */
  readonly fields: readonly {
    readonly name: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** Where an exchange goes on to. */
export type DrawnPlace =
  | { readonly kind: "rule"; readonly path: string }
  | { readonly kind: "section"; readonly name: string }
  | { readonly kind: "upstream" | "client" };

export interface DrawnExpression {
  /** JSON Pointer: `/inbound/0/expressions/1`. */
  readonly path: string;
  readonly text: string;
  /** The result of the expression for the exchange; `skipped` when an earlier expression was not true. */
  readonly result?: "true" | "false" | "failed" | "skipped";
  /** Why it failed: one sentence. */
  readonly message?: string;
}

export interface DrawnAction {
  /** JSON Pointer: `/inbound/0/actions/1`. */
  readonly path: string;
  readonly type: string;
  /** Its config: the values as JSON. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly ends: DrawnEnding;
  /** True when an earlier action of the rule always ends processing. */
  readonly isCutOff: boolean;
  /** How it answers the client, where the catalogue says so. */
  readonly answer?: { readonly kind: Answer["kind"]; readonly status?: string };
  /** Where it forwards to, as its config has it. */
  readonly forwardsTo?: string;
  /** Set when the action closes the connection as it ends processing, because there is nobody to answer. */
  readonly closes?: true;
  /** The action's effect on the exchange. */
  readonly result?: ActionTrace["result"];
  readonly changes?: readonly Change[];
  /** One sentence about another effect, or the reason why there was none. */
  readonly note?: string;
}

/**
 * Tells whether an action ends processing: `when` completes "ends processing when …", and `why` is a sentence for
 * what the catalogue cannot know.
 */
export type DrawnEnding =
  | { readonly kind: "always" | "never" }
  | { readonly kind: "sometimes"; readonly when: string }
  | { readonly kind: "unknown"; readonly why: string };

/** The result of an exchange. */
export interface DrawnOutcome {
  readonly result: Outcome["result"];
  /** `answered with 403 by deny of inbound rule "Crawlers"`. */
  readonly text: string;
  /** Method and URL of what reaches the upstream. */
  readonly forwarded?: string;
  /** The URL of the endpoint that it reaches in place of the upstream. */
  readonly forwardedTo?: string;
  /** The status of the response that the client gets. */
  readonly status?: number;
}

/** The actions of a rule that may end processing; the action that ended it for the exchange comes first. */
export function exitsOf({ actions }: DrawnRule): readonly DrawnAction[] {
  const all = actions.filter(({ ends, isCutOff }) => ends.kind !== "never" && !isCutOff);
  return all.toSorted((one, other) => Number(isTaken(other)) - Number(isTaken(one)));
}

function isTaken({ result }: DrawnAction): boolean {
  return result === "ended";
}

/** True for a rule that only the policy has that a drawing is compared with. */
export function isRemoved({ change }: DrawnRule): boolean {
  return change?.kinds.includes("removed") === true;
}

/** The rules of a section as they are drawn, with those that are no longer there. */
export function drawnRules({ rules, removed = [] }: DrawnSection): readonly DrawnRule[] {
  const above = (at: number) => removed.flatMap((one) => (one.at === at ? [one.rule] : []));
  return [...rules.flatMap((rule, index) => [...above(index), rule]), ...above(rules.length)];
}

/** True when the exchange reached a rule. */
export function isCome({ result }: DrawnRule): boolean {
  return result !== undefined && result !== "skipped";
}

/** True when the exchange ran some or all actions of a rule. */
export function isEntered({ result, actions }: DrawnRule): boolean {
  return result === "matched" || actions.some((one) => (one.result ?? "skipped") !== "skipped");
}

/** True when the exchange continued from a rule to whatever follows. */
export function isLeft({ result, actions }: DrawnRule): boolean {
  if (result !== "matched") return result === "not-matched";
  return actions.every((one) => one.result !== "ended" && one.result !== "failed");
}
