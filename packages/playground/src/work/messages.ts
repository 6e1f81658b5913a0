import type { CaseCounts } from "@traffic-policy/policy-engine/report";
import type { Protocol } from "@traffic-policy/policy-language";

/**
 * A range in a text that somebody wrote. Lines and columns count from 1, columns in UTF-16 units; the end is the
 * place after the last character.
 */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A policy document as text. */
interface DocumentText {
  readonly language: "json" | "yaml";
  readonly text: string;
}

/** What a policy in TypeScript has built; `CodeRunner` of `code/code-runner.ts` gives it. */
export interface BuiltPolicy {
  readonly language: "typescript";
  /** The document as JSON. */
  readonly text: string;
  /** What the policy says it is for. */
  readonly protocol?: Protocol;
  /** Where the calls that built it stand in the TypeScript, by the JSON Pointers of what they built. */
  readonly places: Readonly<Record<string, Place>>;
  /** The TypeScript: lint goes by its comments. */
  readonly code?: string;
}

/** A policy, as each question takes it. */
export type PolicyText = DocumentText | BuiltPolicy;

/** An exchange as somebody gave it: a document in YAML or JSON, a command line of curl, or a HAR file. */
export interface ExchangeText {
  readonly format: "exchange" | "curl" | "har";
  readonly text: string;
  /** Which exchange of a HAR file, from 1; all of them when left out. */
  readonly entry?: number;
  /** An exchange document with what a command line of curl does not say: all but the request. */
  readonly beside?: string;
}

/** The texts that questions carry. A problem names the one that it is in. */
export type InputName = "policy" | "other" | "exchange" | "cases" | "assertions";

/** Why there is no answer, or what is wrong with one of the texts. */
export interface Problem {
  /** One sentence. */
  readonly message: string;
  /** What to do: one sentence. */
  readonly help?: string;
  /** The text that it is in; none where it is in no text. */
  readonly input?: InputName;
  /** Where in that text. */
  readonly place?: Place;
}

/** One sentence about a part of the policy. */
export interface PlacedMessage {
  readonly message: string;
  readonly help?: string;
  /** Where in the text of the policy. */
  readonly place?: Place;
}

/** An exchange to be shown, and to be taken over into another field of the page. */
export interface ShownExchange {
  /** Who asks for what, in a line: `POST https://example.com/ from 192.0.2.1 (NO) with x-a: 1`. */
  readonly title: string;
  /** How often it takes place, because of a limit; the last one counts. */
  readonly times: number;
  /** The exchange as a document: it can stand in the field of the exchange. In YAML, but of long recordings in JSON. */
  readonly document: string;
  /** The command line of curl that sends the request, if there is one. */
  readonly curl?: string;
  /** Who asks for what, with what a command line of curl does not say; none without one. */
  readonly client?: string;
}

/** How an exchange ends. */
export interface ShownResult {
  /** `depends`: only the service knows which of several it is. */
  readonly result: "forwarded" | "answered" | "closed" | "failed" | "depends";
  /** `answered with 403` */
  readonly text: string;
  /** The action that ended processing, or the rule that failed: `deny of inbound rule "Office only"`. */
  readonly by?: string;
  /** The status that the client gets. */
  readonly status?: number;
}

/** The rules of one section, in order. */
export interface TracedDirection {
  /** `inbound`, `on_http_request` */
  readonly direction: string;
  /** `skipped` when it was never come to. */
  readonly result: "completed" | "ended" | "failed" | "skipped";
  readonly rules: readonly TracedRule[];
}

/** What became of a rule, and why. */
export interface TracedRule {
  /** JSON Pointer: `/inbound/0`. */
  readonly path: string;
  /** Its name; `rule 2` without one. */
  readonly name: string;
  /** `skipped` when it was not reached. */
  readonly result: "matched" | "not-matched" | "failed" | "skipped";
  /** The same in words: `not matched`. */
  readonly word: string;
  readonly place?: Place;
  readonly expressions: readonly TracedPart[];
  readonly actions: readonly TracedAction[];
}

/** An expression, or an operand of one, with its own operands. */
export interface TracedPart {
  /** CEL. */
  readonly text: string;
  readonly place?: Place;
  /** `value` is a value that is neither true nor false; `skipped` was not evaluated. */
  readonly state: "true" | "false" | "value" | "error" | "skipped";
  /** Why, in a few words: `req.method is "GET"`; the error where it came up; may be empty. */
  readonly because: string;
  /** Whether what is around it has its result because of this part; so of each whole expression. */
  readonly decided: boolean;
  /** The operator whose operands follow; none of a condition. */
  readonly operator?: "&&" | "||" | "!" | "?:";
  readonly operands: readonly TracedPart[];
}

/** What an action of a rule did. */
export interface TracedAction {
  /** JSON Pointer: `/inbound/0/actions/1`. */
  readonly path: string;
  readonly type: string;
  readonly place?: Place;
  readonly result: "done" | "ended" | "failed" | "not-simulated" | "skipped";
  /** The same in words: `ends processing`; empty for `done`. */
  readonly word: string;
  /** What else it did, or why it did nothing: one sentence. */
  readonly note?: string;
  readonly changes: readonly ShownChange[];
}

/** Something that an action changed; no `before` when there was none, no `after` when there is none. */
export interface ShownChange {
  /** `request header x-id`, `URL`, `status` */
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
}

/** A header of a message, with what the policy did to it. */
export interface ShownHeader {
  /** In lower case. */
  readonly name: string;
  /** Its values, joined by commas; none of one that was removed. */
  readonly value?: string;
  /** What it was before; only of one that was changed or removed. */
  readonly before?: string;
  readonly change?: "added" | "changed" | "removed";
}

/** One of several results that are possible. */
export interface PossibleResult {
  readonly result: ShownResult;
  /** When it is this one: `if "oauth" lets it pass`, `or if …`. */
  readonly cases: readonly string[];
}

/** What becomes of one exchange. */
export interface Simulated {
  readonly kind: "exchange";
  /** What it was simulated for. */
  readonly protocol: Protocol;
  readonly exchange: ShownExchange;
  readonly result: ShownResult;
  /** Where the result depends on what only the service knows: all that are possible. The rest is about the first. */
  readonly possible?: readonly PossibleResult[];
  readonly directions: readonly TracedDirection[];
  /** The request that reaches the upstream; none when none does, and for other protocols than http. */
  readonly upstream?: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly ShownHeader[];
    /** Shortened; of bytes how many there are. */
    readonly body?: string;
  };
  /** What the client gets; none without a response of the upstream, and for other protocols than http. */
  readonly client?: {
    readonly status: number;
    readonly headers: readonly ShownHeader[];
    readonly body?: string;
    /** The algorithm that the policy compresses it with. */
    readonly compression?: string;
  };
  /** What the client gets, in a sentence, where it is not known. */
  readonly clientNote?: string;
  /** What failed at run time. */
  readonly errors: readonly PlacedMessage[];
  /** What the service probably refuses; it was simulated anyway. */
  readonly problems: readonly PlacedMessage[];
  /** What `log` actions wrote, as JSON. */
  readonly logs: readonly PlacedMessage[];
  /** Actions of which only the service knows what they do; they were skipped. */
  readonly notSimulated: readonly PlacedMessage[];
  /** Open questions about the service that the result depends on. */
  readonly dependsOn: readonly {
    /** `onExpressionError=fail-request`: the answer that was used. */
    readonly option: string;
    /** What is asked: one or more sentences. */
    readonly question: string;
    /** What comes of other answers: `with no-match: forwarded`. */
    readonly others: string;
  }[];
}

/** What becomes of all exchanges of a HAR file, one after the other. */
export interface SimulatedRecording {
  readonly kind: "recording";
  readonly protocol: Protocol;
  readonly problems: readonly PlacedMessage[];
  readonly entries: readonly {
    /** From 1: `entry` of an {@link ExchangeText}. */
    readonly entry: number;
    /** Method and URL. */
    readonly asked: string;
    /** None where it could not be simulated. */
    readonly result?: ShownResult;
    /** The rules that matched, by name. */
    readonly matched: readonly string[];
    /** Why it was not simulated. */
    readonly note?: string;
  }[];
}

/** Something that is not as a case expected it. */
export interface ShownDifference {
  /** `status`, `header x-id` */
  readonly what: string;
  readonly expected: string;
  readonly received: string;
  readonly note?: string;
}

/** One case of a cases document; a row of a table is a case of its own. */
export interface CaseOutcome {
  readonly name: string;
  /** Where in the text of the cases. */
  readonly place?: Place;
  readonly state: "passed" | "failed" | "undecided" | "error";
  /** Of one that could be run. */
  readonly exchange?: ShownExchange;
  readonly result?: ShownResult;
  readonly differences: readonly ShownDifference[];
  /** Which rules decided; of the first fifty that failed. */
  readonly directions: readonly TracedDirection[];
  /** Why it could not be run. */
  readonly problem?: Problem;
}

/** How much is covered. */
export interface CoverageCount {
  readonly covered: number;
  readonly all: number;
  /** Whole percent; 100 only when everything is covered. */
  readonly percent: number;
}

/** What the cases of a document do, and what they leave uncovered. */
export interface CasesRun {
  readonly protocol: Protocol;
  readonly problems: readonly PlacedMessage[];
  /** `1 failed, 3 passed. 73 % is covered.` */
  readonly summary: string;
  readonly counts: CaseCounts;
  readonly cases: readonly CaseOutcome[];
  readonly coverage: CoverageCount & {
    readonly rules: readonly (CoverageCount & {
      readonly path: string;
      readonly direction: string;
      readonly name: string;
      readonly place?: Place;
      readonly matched: number;
      readonly notMatched: number;
      readonly failed: number;
    })[];
    readonly gaps: readonly CoverageGapShown[];
  };
}

/** A part of the policy that no case covers. */
export interface CoverageGapShown {
  /** `The inbound rule "Old" never matches.` */
  readonly message: string;
  readonly place?: Place;
  /** Why no case can cover it: a sentence. It does not count. */
  readonly unreachable?: string;
}

/** Cases that are proposed for what is not covered. */
export interface SuggestedCases {
  readonly protocol: Protocol;
  readonly suggestions: readonly {
    /** What it covers. */
    readonly message: string;
    readonly place?: Place;
    /** The case in YAML, an item of the list `cases`; none when none was found. */
    readonly case?: { readonly name: string; readonly yaml: string };
    /** Why there is none: a sentence. */
    readonly reason?: string;
  }[];
  /** How many have a case. */
  readonly count: number;
  /** The cases document with all of them added; the given text when there are none. */
  readonly document: string;
}

/** Whether an assertion holds. */
export interface AssertionOutcome {
  readonly name: string;
  /** Where in the text of the assertions. */
  readonly place?: Place;
  readonly verdict: "proved" | "refuted" | "unknown";
  /** The assertion in a line: `always denied when req.method == "GET"`. */
  readonly asserted: string;
  /** What else there is to know, such as that there is no such exchange at all, or why it is unknown: sentences. */
  readonly notes: readonly string[];
  /** Of one that is refuted: an exchange for which it does not hold. It was tried. */
  readonly counterexample?: ShownExchange & {
    readonly result: ShownResult;
    readonly differences: readonly ShownDifference[];
    readonly directions: readonly TracedDirection[];
    /** The exchange as a case in YAML, an item of the list `cases`. */
    readonly case: string;
  };
}

/** Whether a rule is reached, with each of its parts. */
export interface RuleReach {
  /** JSON Pointer: `/inbound/0`. */
  readonly path: string;
  readonly direction: string;
  readonly name: string;
  readonly place?: Place;
  /** `never`: some part is never reached; `unknown`: of some part it is not known. */
  readonly state: "reached" | "never" | "unknown";
  /** How many of its parts are reached, and how many there are. */
  readonly reached: number;
  readonly all: number;
  /** An exchange that the rule matches, if one was found. It was tried. */
  readonly witness?: ShownExchange;
  /** Parts that are never reached, or of which that is not known. */
  readonly unreached: readonly (PlacedMessage & { readonly state: "never" | "unknown" })[];
}

/** What the policy does to all exchanges. */
export interface Proved {
  readonly protocol: Protocol;
  readonly problems: readonly PlacedMessage[];
  /** `1 refuted, 3 proved. 1 never reached, 14 reached.` */
  readonly summary: string;
  readonly assertions: readonly AssertionOutcome[];
  readonly rules: readonly RuleReach[];
  /** Whether the time was up before all was asked; what is left is unknown. */
  readonly isOverTime: boolean;
}

/** Exchanges to which the two policies do not do the same. */
export interface ComparedGroup {
  /** Which exchanges, in words, or the condition that tells them. */
  readonly which: string;
  /** One of them. It was tried. */
  readonly exchange: ShownExchange;
  readonly before: ShownResult;
  readonly after: ShownResult;
  readonly differences: readonly {
    readonly what: string;
    /** `none` for nothing. */
    readonly before: string;
    readonly after: string;
  }[];
  /** Answers to open questions with which both do the same: a sentence. */
  readonly dependsOn?: string;
}

/** Whether two policies do the same to every exchange. */
export interface Compared {
  readonly protocol: Protocol;
  /** How the documents compare: see `docs/comparing.md`. */
  readonly documents: "identical" | "equivalent" | "different";
  /** `same` is proved for every exchange; each difference was seen. */
  readonly verdict: "same" | "different" | "unknown";
  /** `the same for every request (proved)` */
  readonly text: string;
  readonly groups: readonly ComparedGroup[];
  /** Where it is not known whether they do the same, and what a proof depends on: sentences. */
  readonly notes: readonly string[];
}

/** What is pushed to the service. */
export interface Deployed {
  /** The document as it is pushed. */
  readonly text: string;
  /** The same with line breaks, to be read. */
  readonly pretty: string;
  /** Of `text`, in UTF-8. */
  readonly bytes: number;
}

/** What a text says of exchanges. */
export interface ReadExchanges {
  readonly exchanges: readonly (ShownExchange & {
    /** Of a HAR file, from 1. */
    readonly entry?: number;
    /** Why it cannot be simulated: one sentence. */
    readonly note?: string;
  })[];
}

/** A picture of the policy and, with an exchange, of its way through it. */
export interface Drawn {
  /** The text of an SVG without scripts. */
  readonly svg: string;
}

/** Something that lint says of the policy. */
interface LintFinding extends PlacedMessage {
  /** `expression/unknown-name` */
  readonly rule: string;
  readonly severity: "error" | "warning" | "info";
  /** JSON Pointer into the document. */
  readonly path: string;
  /** The page of the rule in the repository: `docs/rules/expression/unknown-name.md`. */
  readonly docs: string;
}

/** What lint says; for policies in TypeScript, which the language worker does not see as documents. */
export interface Linted {
  readonly findings: readonly LintFinding[];
}

/** What became of a part of a policy when it was migrated. */
export interface ShownMigrationNote extends PlacedMessage {
  /** `left` is as it was, for somebody to look at; what is `refused` has no counterpart. */
  readonly kind: "changed" | "moved" | "left" | "refused";
}

/** A policy in phases. */
export interface Migrated {
  /** `unchanged` was in phases before; nothing of what is `refused` is migrated. */
  readonly state: "migrated" | "unchanged" | "refused";
  /** `In phases, for HTTP: 1 left to look at, 3 changed.` */
  readonly summary: string;
  /** What it was migrated for. */
  readonly protocol: Protocol;
  /** Whether that was a guess: neither the policy nor somebody else says it. */
  readonly isProtocolAssumed: boolean;
  /** In the language of the policy, with its comments; what code has built is JSON. Only of what is migrated. */
  readonly policy?: DocumentText;
  /**
   * What is to be compared with the policy before: without the rule that forwards at the end, which stands for the
   * upstream of an edge. Only of what is migrated.
   */
  readonly compared?: DocumentText;
  /** Where that rule forwards to, if there is one. */
  readonly forwardTo?: string;
  /** In the order of the policy. */
  readonly notes: readonly ShownMigrationNote[];
}

interface AboutPolicy {
  readonly policy: PolicyText;
  /** What the policy is for; when left out what it says itself, else http. */
  readonly protocol?: Protocol | undefined;
}

/** All questions by their kinds, each with its answer. All of it is plain data. */
interface Questions {
  /** What a policy does to an exchange; without one, to a connection. */
  readonly simulate: {
    readonly question: AboutPolicy & { readonly exchange?: ExchangeText | undefined };
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
      /** How long it may take, in seconds; 10 when left out. */
      readonly seconds?: number | undefined;
    };
    readonly answer: Proved;
  };
  /** Compares `other` (before) with `policy` (after). */
  readonly compare: {
    readonly question: AboutPolicy & {
      readonly other: PolicyText;
      /** What sentences call `other` and `policy`; `The other version` and `The policy` when left out. */
      readonly subjects?: readonly [other: string, policy: string] | undefined;
      /** How long it may take, in seconds; 10 when left out. */
      readonly seconds?: number | undefined;
    };
    readonly answer: Compared;
  };
  /** Writes a policy of an edge in phases. */
  readonly migrate: {
    readonly question: AboutPolicy & {
      /** Where what no rule ends goes: the URL of an internal endpoint. */
      readonly forwardTo?: string | undefined;
    };
    readonly answer: Migrated;
  };
  readonly deployed: {
    readonly question: { readonly policy: PolicyText };
    readonly answer: Deployed;
  };
  readonly readExchange: {
    readonly question: { readonly exchange: ExchangeText };
    readonly answer: ReadExchanges;
  };
  readonly draw: {
    readonly question: AboutPolicy & { readonly exchange?: ExchangeText | undefined };
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

/** What comes of a question. */
export type Reply<Kind extends QuestionKind> =
  | { readonly state: "answered"; readonly answer: Answer<Kind> }
  /** One of the texts is wrong, or it took too long. */
  | { readonly state: "refused"; readonly problem: Problem }
  /** A newer question of its kind took its place, or the client was closed: nothing is to be shown. */
  | { readonly state: "replaced" };

/** What the client sends to the worker. */
export interface WorkRequest<Kind extends QuestionKind = QuestionKind> {
  readonly id: number;
  readonly kind: Kind;
  readonly question: Question<Kind>;
}

/** What the worker sends back. */
export interface WorkResponse {
  readonly id: number;
  readonly reply: Exclude<Reply<QuestionKind>, { readonly state: "replaced" }>;
}
