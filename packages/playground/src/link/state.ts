import type { GivenAnswer } from "@traffic-policy/policy-engine";
import type { JsonSchema, Protocol } from "@traffic-policy/policy-language";
import { questionKinds } from "@traffic-policy/policy-engine/internal";
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

/** An exchange in a form that is not shown, and what it became in the next one: unchanged, that leads back to it. */
interface ReplacedExchange {
  readonly exchange: WrittenExchange;
  readonly became: string;
}

/** An answer to a question that only the service can answer. */
export type WrittenAnswer = Readonly<GivenAnswer>;

export type Pane = "outcome" | "cases" | "proof" | "compare" | "migrate" | "json" | "drawing";

/** Everything that the user has written on the page: the content of a link. */
export interface PlaygroundState {
  readonly policy: WrittenPolicy;
  readonly other?: WrittenPolicy;
  /** Unset: the protocol that the policy names, else http. */
  readonly protocol?: Exclude<Protocol, "tls">;
  /** The name of the holder whose policy is simulated, of a text that holds several. */
  readonly holder?: string;
  readonly exchange?: WrittenExchange;
  /** Unset: an exchange document is shown as a form. */
  readonly form?: "form" | "document";
  /** The exchange in the forms that were left, each once. */
  readonly replaced?: readonly ReplacedExchange[];
  readonly answers?: readonly WrittenAnswer[];
  /** A document with stubs, secrets and others for a simulation, YAML or JSON. */
  readonly settings?: string;
  /** A cases document, YAML or JSON. */
  readonly cases?: string;
  /** An assertions document, YAML or JSON. */
  readonly assertions?: string;
  /** The URL of the internal endpoint that the migrated policy forwards to at its end. */
  readonly forwardTo?: string;
  readonly pane?: Pane;
  /** The name of the example that it began as. */
  readonly example?: string;
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

const exchangeSchema = {
  type: "object",
  properties: {
    format: { type: "string", enum: ["exchange", "curl", "har"] },
    text: { type: "string" },
    entry: { type: "integer", minimum: 1 },
    beside: { type: "string" },
  },
  required: ["format", "text"],
} as const satisfies JsonSchema;

const stateSchema = {
  type: "object",
  properties: {
    policy: policySchema,
    other: policySchema,
    protocol: { type: "string", enum: ["http", "tcp"] },
    holder: { type: "string" },
    exchange: exchangeSchema,
    form: { type: "string", enum: ["form", "document"] },
    replaced: {
      type: "array",
      maxItems: 3,
      items: {
        type: "object",
        properties: { exchange: exchangeSchema, became: { type: "string" } },
        required: ["exchange", "became"],
      },
    },
    answers: {
      type: "array",
      items: {
        type: "object",
        properties: {
          kind: { type: "string", enum: [...questionKinds] },
          text: { type: "string" },
          answer: { type: "boolean" },
        },
        required: ["kind", "text", "answer"],
      },
    },
    settings: { type: "string" },
    cases: { type: "string" },
    assertions: { type: "string" },
    forwardTo: { type: "string" },
    pane: { type: "string", enum: panes },
    example: { type: "string" },
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
  const { policy, other, exchange, replaced, answers, ...rest } = value as PlaygroundState;
  const { protocol, holder, form, settings, cases, assertions, forwardTo, pane, example } = rest;
  const state: PlaygroundState = {
    policy: policyOf(policy),
    ...(other && { other: policyOf(other) }),
    ...(protocol && { protocol }),
    ...(holder !== undefined && { holder }),
    ...(exchange && { exchange: exchangeOf(exchange) }),
    ...(form && { form }),
    ...(replaced && { replaced: replaced.map(replacedOf) }),
    ...(answers && { answers: answers.map(answerOf) }),
    ...(settings !== undefined && { settings }),
    ...(cases !== undefined && { cases }),
    ...(assertions !== undefined && { assertions }),
    ...(forwardTo !== undefined && { forwardTo }),
    ...(pane && { pane }),
    ...(example !== undefined && { example }),
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

function replacedOf({ exchange, became }: ReplacedExchange): ReplacedExchange {
  return { exchange: exchangeOf(exchange), became };
}

function answerOf({ kind, text, answer }: WrittenAnswer): WrittenAnswer {
  return { kind, text, answer };
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + lengthOf(one), 0);
}
