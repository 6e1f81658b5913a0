import { schemaProblems, type JsonSchema, type Protocol } from "@traffic-policy/policy-language";

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
  /** An exchange document with what a command line of curl does not say: all but the request. */
  readonly beside?: string;
}

/** What the page shows beside the editor. */
export type Pane = "outcome" | "cases" | "proof" | "compare" | "migrate" | "json" | "drawing";

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
  /** The URL of the internal endpoint to which the policy forwards at its end when it is migrated. */
  readonly forwardTo?: string;
  readonly pane?: Pane;
}

/** A page on which nothing is written yet. */
export const emptyState: PlaygroundState = { policy: { language: "yaml", text: "" } };

/** The most characters that all texts of a state have together. */
const mostCharacters = 5_000_000;

const panes: readonly Pane[] = [
  "outcome",
  "cases",
  "proof",
  "compare",
  "migrate",
  "json",
  "drawing",
];

const policySchema = {
  type: "object",
  properties: {
    language: { type: "string", enum: ["json", "yaml", "typescript"] },
    text: { type: "string" },
  },
  required: ["language", "text"],
} as const satisfies JsonSchema;

const stateSchema = {
  type: "object",
  properties: {
    policy: policySchema,
    other: policySchema,
    protocol: { type: "string", enum: ["http", "tcp"] },
    exchange: {
      type: "object",
      properties: {
        format: { type: "string", enum: ["exchange", "curl", "har"] },
        text: { type: "string" },
        entry: { type: "integer", minimum: 1 },
        beside: { type: "string" },
      },
      required: ["format", "text"],
    },
    cases: { type: "string" },
    assertions: { type: "string" },
    forwardTo: { type: "string" },
    pane: { type: "string", enum: panes },
  },
  required: ["policy"],
} as const satisfies JsonSchema;

/**
 * Checks a value that should be a state. Members that a state does not have are left out: a later version may have
 * written them.
 *
 * @returns what is wrong with it, in a sentence, when it is none
 */
export function readState(value: unknown): PlaygroundState | { readonly message: string } {
  const [problem] = schemaProblems(stateSchema, value, { subject: subjectAt });
  if (problem !== undefined) return { message: problem.message };
  const { policy, other, protocol, exchange, cases, assertions, forwardTo, pane } =
    value as PlaygroundState;
  const state: PlaygroundState = {
    policy: policyOf(policy),
    ...(other && { other: policyOf(other) }),
    ...(protocol && { protocol }),
    ...(exchange && { exchange: exchangeOf(exchange) }),
    ...(cases !== undefined && { cases }),
    ...(assertions !== undefined && { assertions }),
    ...(forwardTo !== undefined && { forwardTo }),
    ...(pane && { pane }),
  };
  if (lengthOf(state) <= mostCharacters) return state;
  const most = mostCharacters.toLocaleString("en");
  return { message: `The texts have more than ${most} characters together.` };
}

function subjectAt(path: string): string {
  return path === "" ? "The state of the page" : `"${path.slice(1).replaceAll("/", ".")}"`;
}

function policyOf({ language, text }: WrittenPolicy): WrittenPolicy {
  return { language, text };
}

function exchangeOf({ format, text, entry, beside }: WrittenExchange): WrittenExchange {
  return {
    format,
    text,
    ...(entry !== undefined && { entry }),
    ...(beside !== undefined && { beside }),
  };
}

function lengthOf({
  policy,
  other,
  exchange,
  cases = "",
  assertions = "",
  forwardTo = "",
}: PlaygroundState): number {
  const texts = [
    policy.text,
    other?.text ?? "",
    exchange?.text ?? "",
    exchange?.beside ?? "",
    cases,
    assertions,
    forwardTo,
  ];
  return texts.reduce((sum, { length }) => sum + length, 0);
}
