import { existsSync, readFileSync } from "node:fs";
import { protocols, type Protocol } from "@traffic-policy/policy-language";

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
  readonly variables: Readonly<Partial<Record<Protocol, readonly VariableFact[]>>>;
  readonly functions: readonly FunctionFact[];
}

const folder = new URL("../../../../../shared/facts/directions/", import.meta.url);

/** All facts when they lie beside the repository, and otherwise a few of them. */
export const facts: Facts = existsSync(folder)
  ? {
      actions: read<Pick<Facts, "actions">>("actions").actions,
      variables: Object.fromEntries(
        protocols.map((protocol) => [
          protocol,
          read<{ variables: readonly VariableFact[] }>(`variables-${protocol}`).variables,
        ]),
      ),
      absences: read<AbsenceFacts>("may-be-missing"),
      functions: read<{ macros: readonly FunctionFact[] }>("functions").macros,
    }
  : aFew();

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as T;
}

function aFew(): Facts {
  const everywhere = { inbound: true, outbound: true };
  return {
    actions: {
      redirect: {
        config: {
          from: { type: "regex", required: false, interpolated: true },
          to: { type: "string", required: true, interpolated: true },
          status_code: { type: "int", required: false, default: 302, range: "300-399" },
          headers: { type: "map(string,string)", required: false, max: 10, interpolated: true },
          format: { type: "string", required: false, default: "ngrok", enum: ["ngrok", "nginx"] },
        },
        terminates: "when the URL is another one",
        directions: { http: ["inbound"], tcp: [], tls: [] },
      },
    },
    variables: {
      http: [
        { name: "req.cookies[k][i].name", celType: "string", eras: ["snake2"], ...everywhere },
        { name: "req.ContentLength", celType: "int", eras: ["camel"], ...everywhere },
        { name: "conn.tls.sni", celType: "string", eras: ["snake2"], ...everywhere },
      ],
      tcp: [{ name: "conn.bytes_in", celType: "int", eras: ["snake"], ...everywhere }],
      tls: [{ name: "conn.tls.sni", celType: "string", eras: ["snake2"], ...everywhere }],
    },
    absences: {
      documented: [{ name: "req.url.port", kind: "missing" }],
      documentedFunctions: [{ name: "getReqCookie", guard: "hasReqCookie('k')" }],
      inferred: [{ name: "res.cookies[k][i].path" }],
    },
    functions: [
      {
        name: "inCidrRanges",
        params: ["string", "list(string)"],
        returns: "bool",
        directions: ["inbound", "outbound"],
        protocols: ["http", "tcp", "tls"],
      },
    ],
  };
}
