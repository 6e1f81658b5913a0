import type { GivenAnswer } from "@traffic-policy/policy-engine";
import type {
  CaseCounts,
  ShownAction,
  ShownSection,
  ShownPart,
  ShownRule,
} from "@traffic-policy/policy-engine/report";
import type { Protocol } from "@traffic-policy/policy-language";

/**
 * A range in a text of the user. Lines and columns count from 1, columns in UTF-16 units; the end is the position
 * after the last character.
 */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A text that is a policy, or holds policies: a manifest, a plan of Terraform, the configuration of an agent. */
interface DocumentText {
  readonly language: "json" | "yaml";
  readonly text: string;
  /** The name of the holder whose policy is meant; the first one that can be read by default. */
  readonly holder?: string;
}

/** The result of running a policy in TypeScript; `CodeRunner` in `code/code-runner.ts` returns it. */
export interface BuiltPolicy {
  readonly language: "typescript";
  /** The document as JSON. */
  readonly text: string;
  readonly protocol?: Protocol;
  /** The places in the TypeScript of the calls that built it, by the JSON Pointers of their results. */
  readonly places: Readonly<Record<string, Place>>;
  /** The TypeScript, because lint reads its comments. */
  readonly code?: string;
}

export type PolicyText = DocumentText | BuiltPolicy;

/** An exchange as the user gave it: a document in YAML or JSON, a curl command line, or a HAR file. */
export interface ExchangeText {
  readonly format: "exchange" | "curl" | "har";
  readonly text: string;
  /** The number of the exchange in a HAR file, from 1; all of them by default. */
  readonly entry?: number;
  /** An exchange document with everything that a curl command line does not contain: all but the request. */
  readonly beside?: string;
}

/** The texts in questions. A problem names the text that contains it. */
export type InputName = "policy" | "other" | "exchange" | "cases" | "assertions" | "settings";

/** The reason that there is no answer, or a problem in a text. */
export interface Problem {
  /** A sentence. */
  readonly message: string;
  /** A sentence about what to do. */
  readonly help?: string;
  readonly input?: InputName;
  readonly place?: Place;
  /** Set when the text was read, and is not a policy. */
  readonly isNoPolicy?: true;
}

export interface PlacedMessage {
  readonly message: string;
  readonly help?: string;
  readonly place?: Place;
}

/** An exchange to show, and to copy into another field of the page. */
export interface ShownExchange {
  /** Client and request on a line: `POST https://example.com/ from 192.0.2.1 (NO) with x-a: 1`. */
  readonly title: string;
  /** How many times it occurs, because of a rate limit; the last time counts. */
  readonly times: number;
  /** The exchange as a document for the exchange field, in YAML. */
  readonly document: string;
  readonly curl?: string;
  /**
   * Client and request, with everything that the curl command line does not contain; undefined without a command
   * line.
   */
  readonly client?: string;
}

export interface ShownResult {
  /** `depends`: only the service knows which of several results it is. */
  readonly result: "forwarded" | "answered" | "closed" | "failed" | "depends";
  /** `answered with 403` */
  readonly text: string;
  /** The action that ended processing, or the rule that failed: `deny of inbound rule "Office only"`. */
  readonly by?: string;
}

export type TracedSection = ShownSection<Place>;
export type TracedRule = ShownRule<Place>;
export type TracedPart = ShownPart<Place>;
export type TracedAction = ShownAction<Place>;

export interface ShownHeader {
  /** In lower case. */
  readonly name: string;
  /** The values, joined by commas; undefined for a removed header. */
  readonly value?: string;
  /** The value before the policy; only for a changed or removed header. */
  readonly before?: string;
  readonly change?: "added" | "changed" | "removed";
}

export interface PossibleResult {
  readonly result: ShownResult;
  /** When this result applies: `if "oauth" lets it pass`, `or if …`. */
  readonly cases: readonly string[];
}

/** A question that only the service can answer, with what its two answers say. */
export interface ShownQuestion extends Pick<GivenAnswer, "kind" | "text"> {
  readonly place?: Place;
  /** `lets it pass`, `is true` */
  readonly yes: string;
  readonly no: string;
}

export interface Simulated {
  readonly kind: "exchange";
  readonly exchange: ShownExchange;
  readonly result: ShownResult;
  /** All possible results, when they depend on what only the service knows. Everything else is about the first. */
  readonly possible?: readonly PossibleResult[];
  /** The questions that the result depends on, and those that were answered. */
  readonly questions: readonly ShownQuestion[];
  readonly directions: readonly TracedSection[];
  /** The request that reaches the upstream; undefined when none does, and for protocols other than http. */
  readonly upstream?: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly ShownHeader[];
    /** Shortened; for binary data, the number of bytes. */
    readonly body?: string;
  };
  /**
   * The response that the client gets; undefined without a response of the upstream, and for protocols other than
   * http.
   */
  readonly client?: {
    readonly status: number;
    readonly headers: readonly ShownHeader[];
    readonly body?: string;
    readonly compression?: string;
  };
  readonly clientNote?: string;
  readonly errors: readonly PlacedMessage[];
  /** Parts that the service probably rejects; simulated anyway. */
  readonly problems: readonly PlacedMessage[];
  /** The output of `log` actions, as JSON. */
  readonly logs: readonly PlacedMessage[];
  /** Actions whose effect only the service knows; they were skipped. */
  readonly notSimulated: readonly PlacedMessage[];
  /** Open questions about the service that the result depends on. */
  readonly dependsOn: readonly {
    /** `onExpressionError=fail-request`: the answer that was used. */
    readonly option: string;
    readonly question: string;
    /** The results of other answers: `with no-match: forwarded`. */
    readonly others: string;
  }[];
}

export interface SimulatedRecording {
  readonly kind: "recording";
  readonly problems: readonly PlacedMessage[];
  readonly entries: readonly {
    /** From 1: `entry` of an {@link ExchangeText}. */
    readonly entry: number;
    /** Method and URL. */
    readonly asked: string;
    /** Undefined when it could not be simulated. */
    readonly result?: ShownResult;
    readonly matched: readonly string[];
    readonly note?: string;
  }[];
}

export interface ShownDifference {
  /** `status`, `header x-id` */
  readonly what: string;
  readonly expected: string;
  readonly received: string;
  readonly note?: string;
}

/** A case of a cases document; each row of a table is a case. */
export interface CaseOutcome {
  readonly name: string;
  readonly place?: Place;
  readonly state: "passed" | "failed" | "undecided" | "error";
  readonly exchange?: ShownExchange;
  readonly result?: ShownResult;
  readonly differences: readonly ShownDifference[];
  /** The rules that decided; only for the first fifty failures. */
  readonly directions: readonly TracedSection[];
  readonly problem?: Problem;
}

export interface CasesRun {
  readonly problems: readonly PlacedMessage[];
  /** `1 failed, 3 passed. 73 % is covered.` */
  readonly summary: string;
  readonly counts: CaseCounts;
  readonly cases: readonly CaseOutcome[];
  readonly coverage: {
    /** Whole; 100 only when everything is covered. */
    readonly percent: number;
    readonly rules: readonly {
      readonly path: string;
      readonly name: string;
      readonly place?: Place;
      readonly percent: number;
      readonly matched: number;
      readonly notMatched: number;
      readonly failed: number;
    }[];
    readonly gaps: readonly CoverageGapShown[];
  };
}

export interface CoverageGapShown {
  /** `The inbound rule "Old" never matches.` */
  readonly message: string;
  readonly place?: Place;
  /** A sentence: why no case can cover it. It does not count. */
  readonly unreachable?: string;
}

export interface SuggestedCases {
  readonly count: number;
  /** The cases document with all proposed cases; the given text when there are none. */
  readonly document: string;
}

export interface AssertionOutcome {
  readonly name: string;
  readonly place?: Place;
  readonly verdict: "proved" | "refuted" | "unknown";
  /** The assertion on a line: `always denied when req.method == "GET"`. */
  readonly asserted: string;
  readonly notes: readonly string[];
  /** For a refuted assertion: an exchange that violates it. It was simulated. */
  readonly counterexample?: ShownExchange & {
    readonly result: ShownResult;
    readonly differences: readonly ShownDifference[];
    readonly directions: readonly TracedSection[];
  };
}

export interface RuleReach {
  /** JSON Pointer: `/inbound/0`. */
  readonly path: string;
  readonly name: string;
  readonly place?: Place;
  /** `never`: some part is never reached; `unknown`: for some part, it is not known. */
  readonly state: "reached" | "never" | "unknown";
  /** An exchange that the rule matches, if one was found. It was simulated. */
  readonly witness?: ShownExchange;
  /** Parts that are never reached, or for which that is not known. */
  readonly unreached: readonly (PlacedMessage & { readonly state: "never" | "unknown" })[];
}

export interface Proved {
  readonly problems: readonly PlacedMessage[];
  /** `1 refuted, 3 proved. Parts of rules: 1 never reached, 14 reached.` */
  readonly summary: string;
  readonly assertions: readonly AssertionOutcome[];
  readonly rules: readonly RuleReach[];
  /** True when the time limit ended the proof; the remaining questions are unknown. */
  readonly isOverTime: boolean;
}

export interface ComparedGroup {
  readonly which: string;
  /** An example. It was simulated. */
  readonly exchange: ShownExchange;
  readonly before: ShownResult;
  readonly after: ShownResult;
  readonly differences: readonly {
    readonly what: string;
    /** `none` for nothing. */
    readonly before: string;
    readonly after: string;
  }[];
  /** A sentence: the answers to open questions for which both policies behave the same. */
  readonly dependsOn?: string;
}

export interface Compared {
  /** How the documents compare: see `docs/comparing.md`. */
  readonly documents: "identical" | "equivalent" | "different";
  /** `same` is proved for every exchange; each difference was simulated. */
  readonly verdict: "same" | "different" | "unknown";
  /** `the same for every request (proved)` */
  readonly text: string;
  readonly groups: readonly ComparedGroup[];
  readonly notes: readonly string[];
}

export interface Deployed {
  /** As pushed. */
  readonly text: string;
  /** With line breaks, for reading. */
  readonly pretty: string;
  /** The size of `text` in UTF-8. */
  readonly bytes: number;
}

export interface Drawn {
  /** An SVG text without scripts. */
  readonly svg: string;
}

interface LintFinding extends PlacedMessage {
  /** `expression/unknown-name` */
  readonly rule: string;
  readonly severity: "error" | "warning" | "info";
  /** JSON Pointer into the document. */
  readonly path: string;
  /** The page of the rule in the repository: `docs/rules/expression/unknown-name.md`. */
  readonly docs: string;
}

/** A policy in a text, with what holds it. */
export interface HeldPolicyShown {
  /** The name of its holder: `CloudEndpoint/shop`, `web`; `document 2` for a document that is the policy itself. */
  readonly name: string;
  readonly protocol?: Protocol;
  /** The reason why it cannot be read: `known only after apply`. */
  readonly unread?: string;
}

export interface HeldPolicies {
  /** Empty for a text that is a policy itself. */
  readonly policies: readonly HeldPolicyShown[];
  /** The one that is meant when none is named. */
  readonly usual?: string;
}

/** Lint findings for policies in TypeScript, which the language worker does not see as documents. */
export interface Linted {
  readonly findings: readonly LintFinding[];
}

export interface ShownMigrationNote extends PlacedMessage {
  /** `left` is unchanged, for the user to check; `refused` has no counterpart. */
  readonly kind: "changed" | "moved" | "left" | "refused";
}

export interface Migrated {
  /** `unchanged` was in phases before; when `refused`, nothing is migrated. */
  readonly state: "migrated" | "unchanged" | "refused";
  /** `In phases, for HTTP: 1 left to look at, 3 changed.` */
  readonly summary: string;
  readonly protocol: Protocol;
  /** True when the protocol is a guess: neither the policy nor the user names it. */
  readonly isProtocolAssumed: boolean;
  /** In the language of the policy, with its comments; for code, the built policy as JSON. Only when migrated. */
  readonly policy?: DocumentText;
  /**
   * The policy to compare with the original: without the final forwarding rule, which stands for the upstream of an
   * edge. Only when migrated.
   */
  readonly compared?: DocumentText;
  readonly forwardTo?: string;
  readonly notes: readonly ShownMigrationNote[];
}

/** An exchange, with what is known of it that only the service knows. */
interface AboutExchange {
  readonly exchange?: ExchangeText | undefined;
  /** Answers to questions that only the service can answer. */
  readonly answers?: readonly GivenAnswer[] | undefined;
  /** A document with `stubs`, `options`, `secrets`, `keySets` and `random`, as in a cases document. */
  readonly settings?: string | undefined;
}

interface AboutPolicy {
  readonly policy: PolicyText;
  /** The protocol of the policy; by default the protocol that the policy names, else http. */
  readonly protocol?: Protocol | undefined;
}

/** All questions by kind, each with its answer. Everything is plain data. */
interface Questions {
  readonly simulate: {
    readonly question: AboutPolicy & AboutExchange;
    readonly answer: Simulated | SimulatedRecording;
  };
  readonly runCases: {
    readonly question: AboutPolicy & { readonly cases: string };
    readonly answer: CasesRun;
  };
  readonly suggestCases: {
    readonly question: AboutPolicy & { readonly cases?: string | undefined };
    readonly answer: SuggestedCases;
  };
  readonly prove: {
    readonly question: AboutPolicy & {
      readonly assertions?: string | undefined;
      /** The time limit in seconds; 10 by default. */
      readonly seconds?: number | undefined;
    };
    readonly answer: Proved;
  };
  /** Compares `other` (before) with `policy` (after). */
  readonly compare: {
    readonly question: AboutPolicy & {
      readonly other: PolicyText;
      /** The names of `other` and `policy` in sentences; `The other version` and `The policy` by default. */
      readonly subjects?: readonly [other: string, policy: string] | undefined;
      /** The time limit in seconds; 10 by default. */
      readonly seconds?: number | undefined;
    };
    readonly answer: Compared;
  };
  readonly migrate: {
    readonly question: AboutPolicy & {
      /** The target of everything that no rule ends: the URL of an internal endpoint. */
      readonly forwardTo?: string | undefined;
    };
    readonly answer: Migrated;
  };
  readonly policies: {
    readonly question: { readonly policy: PolicyText };
    readonly answer: HeldPolicies;
  };
  readonly deployed: {
    readonly question: { readonly policy: PolicyText };
    readonly answer: Deployed;
  };
  readonly draw: {
    readonly question: AboutPolicy & AboutExchange;
    readonly answer: Drawn;
  };
  readonly lint: {
    readonly question: AboutPolicy;
    readonly answer: Linted;
  };
}

export type QuestionKind = keyof Questions;

export type Question<Kind extends QuestionKind> = Questions[Kind]["question"];

export type Answer<Kind extends QuestionKind> = Questions[Kind]["answer"];

export type Reply<Kind extends QuestionKind> =
  | { readonly state: "answered"; readonly answer: Answer<Kind> }
  | { readonly state: "refused"; readonly problem: Problem }
  /** A newer question of its kind replaced it, or the client was closed. Show nothing. */
  | { readonly state: "replaced" };

export interface WorkRequest<Kind extends QuestionKind = QuestionKind> {
  readonly id: number;
  readonly kind: Kind;
  readonly question: Question<Kind>;
}

export interface WorkResponse {
  readonly id: number;
  readonly reply: Exclude<Reply<QuestionKind>, { readonly state: "replaced" }>;
}
