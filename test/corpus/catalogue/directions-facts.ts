import type { Protocol } from "@traffic-policy/policy-language";
import { jsonOf } from "../collected.ts";

/** What is known of one config field. */
export interface FieldFact {
  readonly type: string;
  readonly required: boolean;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly min?: number | string;
  readonly max?: number | string;
  readonly maxLength?: number;
  readonly multipleOf?: string;
  readonly range?: string;
  readonly forbid?: readonly string[];
  /** `null` where it is not said. */
  readonly interpolated?: boolean | string | null;
  readonly protocols?: readonly Protocol[];
  readonly removed?: string;
  readonly unsure?: readonly string[];
}

/** What is known of one action; fields are named by their path, such as `http.tokens[].type`. */
interface ActionFact {
  readonly config: Readonly<Record<string, FieldFact>>;
  readonly terminates: boolean | string;
  readonly directions: Readonly<Record<Protocol, readonly string[]>>;
  readonly directionsUnsure?: Readonly<Record<Protocol, readonly string[]>>;
  readonly results?: readonly { readonly name: string }[];
  /** The first day on which it was in the documentation. */
  readonly since?: string;
  readonly unsure?: readonly string[];
}

/** What is known of one variable, or with `[i]` in its name of the field of a record. */
export interface VariableFact {
  readonly name: string;
  readonly celType: string;
  readonly eras: readonly string[];
  readonly inbound: boolean;
  readonly outbound: boolean;
  readonly setBy?: string;
  /** The first and the last day on which it was in the documentation of the protocol. */
  readonly documented?: readonly [first: string, last: string];
  /** Seen in examples, and in no table: to be treated as unknown. */
  readonly examplesOnly?: true;
  readonly unsure?: readonly string[];
}

/** What is known of one function. */
interface FunctionFact {
  readonly name: string;
  readonly params: readonly string[];
  readonly returns: string;
  readonly directions: readonly string[];
  readonly protocols: readonly Protocol[];
  readonly note?: string;
  readonly unsure?: readonly string[];
}

/** What may have no value. */
interface AbsenceFacts {
  readonly documented: readonly AbsenceFact[];
  readonly documentedFunctions: readonly { readonly name: string; readonly guard: string }[];
  readonly inferred: readonly AbsenceFact[];
}

interface AbsenceFact {
  readonly name: string;
  /** A value that is `empty` is there all the same. */
  readonly kind?: "missing" | "empty";
}

interface Facts {
  readonly absences: AbsenceFacts;
  readonly actions: Readonly<Record<string, ActionFact>>;
  readonly variables: Readonly<Record<Protocol, readonly VariableFact[]>>;
  readonly functions: readonly FunctionFact[];
}

function variablesOf(protocol: Protocol): readonly VariableFact[] {
  const file = `facts/directions/variables-${protocol}.json` as const;
  return jsonOf<{ variables: readonly VariableFact[] }>(file).variables;
}

export const facts: Facts = {
  actions: jsonOf<Pick<Facts, "actions">>("facts/directions/actions.json").actions,
  variables: {
    http: variablesOf("http"),
    tcp: variablesOf("tcp"),
    tls: variablesOf("tls"),
  },
  absences: jsonOf<AbsenceFacts>("facts/directions/may-be-missing.json"),
  functions: jsonOf<{ macros: readonly FunctionFact[] }>("facts/directions/functions.json").macros,
};
