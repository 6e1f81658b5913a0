import { type JsonSchema, type Protocol } from "@traffic-policy/policy-language";
import { schemaProblems } from "@traffic-policy/policy-language/internal";

export interface WrittenPolicy {
  readonly language: "json" | "yaml" | "typescript";
  readonly text: string;
}

export interface WrittenExchange {
  readonly format: "exchange" | "curl" | "har";
  readonly text: string;
  /** The number of the exchange in a HAR file, from 1. */
  readonly entry?: number;
  /** An exchange document with everything that a curl command line does not contain: all but the request. */
  readonly beside?: string;
}

export type Pane = "outcome" | "cases" | "proof" | "compare" | "migrate" | "json" | "drawing";

/** Everything that the user has written on the page: the content of a link. */
export interface PlaygroundState {
  readonly policy: WrittenPolicy;
  readonly other?: WrittenPolicy;
  /** Unset: the protocol that the policy names, else http. */
  readonly protocol?: Exclude<Protocol, "tls">;
  readonly exchange?: WrittenExchange;
  /** A cases document, YAML or JSON. */
  readonly cases?: string;
  /** An assertions document, YAML or JSON. */
  readonly assertions?: string;
  /** The URL of the internal endpoint that the migrated policy forwards to at its end. */
  readonly forwardTo?: string;
  readonly pane?: Pane;
}

export const emptyState: PlaygroundState = { policy: { language: "yaml", text: "" } };

/** The maximum length of all texts of a state together, in characters. */
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
 * Validates a value as a state. Ignores unknown members, which a later version may have written.
 *
 * @returns a sentence about the problem when the value is not a state
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
