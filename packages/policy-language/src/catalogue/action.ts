import type { Static, TObject } from "@sinclair/typebox";
import type { ObjectSchema } from "../schema/json-schema.ts";
import type { Protocol, VariableDefinition } from "./variable.ts";

/** The catalogue entry of an action type. */
export interface ActionDefinition {
  /** The action's `type`, as policy documents write it. */
  readonly type: string;
  /** One sentence: what the action does. */
  readonly description: string;
  /** The shape of the action's `config`. */
  readonly config: ObjectSchema;
  /** Where the action may stand: for each protocol the top-level keys, none when it may not be used. */
  readonly sections: Readonly<Record<Protocol, readonly string[]>>;
  /** Further top-level keys that only a part of the documentation lists; nothing is concluded from it. */
  readonly unsureSections?: Readonly<Partial<Record<Protocol, readonly string[]>>>;
  /** Tells when the action ends processing, so that nothing after it runs. */
  readonly endsProcessing: EndsProcessing;
  /** Namespaces of variables that may have other values after it; all of them when left out. */
  readonly changes?: readonly string[];
  /** The results that the action leaves behind for later expressions, until it runs again. */
  readonly results?: readonly ActionResult[];
  /** Config fields in whose texts, however deep, `${expression}` is replaced. */
  readonly interpolated: readonly string[];
  /** Config fields whose texts, however deep, are secrets: no report prints them; named as in `formats`. */
  readonly secrets?: readonly string[];
  /** Config fields that hold a regular expression (RE2); named as in `formats`. */
  readonly regularExpressions: readonly string[];
  /** Other config texts with a syntax of their own, by field; `a.b` is the field `b` of `a`. */
  readonly formats?: Readonly<Record<string, ConfigFormat>>;
  /** Config fields that only policies of these protocols may have. */
  readonly fieldProtocols?: Readonly<Record<string, readonly Protocol[]>>;
  /** Config fields that only rules of these sections may have. */
  readonly fieldSections?: Readonly<Record<string, readonly string[]>>;
  /** For a field that is CEL: names that exist only there. */
  readonly bindings?: Readonly<Record<string, BoundNames>>;
  /** Config fields that are given together or not at all. */
  readonly fieldsTogether?: readonly (readonly string[])[];
  /** Config fields that the service had once. */
  readonly deprecatedFields?: Readonly<Record<string, DeprecatedField>>;
  /** Config fields with a list of texts that a part of the documentation has as one text. */
  readonly perhapsTexts?: readonly string[];
  /** The field with the variables that the action sets: a list of objects, or one, from name to value. */
  readonly setsVariables?: string;
  /** Set when it sends the exchange to another upstream: the response then comes from that upstream. */
  readonly forwards?: true;
  /** Set when it closes the connection without an answer, in any section. */
  readonly closes?: true;
  /** Set when clients sign in with it; a policy can have only one such action. */
  readonly authenticates?: true;
  /** Config fields with an object that a part of the documentation has as a list; named as in `formats`. */
  readonly perhapsLists?: readonly string[];
  /** Names of config fields in other versions of the service, with the names here. */
  readonly otherFieldNames?: Readonly<Record<string, string>>;
  /** For an action that answers the client: what the answer is made of. */
  readonly answer?: Answer;
  /**
   * The config field with headers that are set, or with the names of those that are removed; and names of headers that
   * have no effect when they are set, each with the reason as a sentence.
   */
  readonly headers?:
    | { readonly sets: string; readonly ineffective?: Readonly<Record<string, string>> }
    | { readonly removes: string };
  /** The fields with names and passwords that clients sign in with. */
  readonly credentials?: Credentials;
  /** The field with the texts that stand before tokens and are removed as they are; named as in `formats`. */
  readonly tokenPrefixes?: string;
  /** For an action that changes the URL. */
  readonly rewrite?: Rewrite;
  /** For an action that compresses: the field with the names of the algorithms to choose from. */
  readonly compression?: string;
  /** For an action that lets addresses through: the fields that say which. */
  readonly addressLists?: AddressLists;
  /** Fields with URLs whose content is trusted, so that they should be `https`; named as in `formats`. */
  readonly trustedUrls?: readonly string[];
  /** The field with names of algorithms for signing tokens; named as in `formats`. */
  readonly signingAlgorithms?: string;
  /**
   * For a field that is CEL: the expressions that the documentation lists. A text in them stands for
   * any text.
   */
  readonly listedExpressions?: Readonly<Record<string, readonly string[]>>;
  /** A config as one would write it. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Points that the service's documentation leaves open; no check relies on them. */
  readonly unsure?: readonly string[];
}

/** Names that exist only in one config field, each with what it stands for. */
export type BoundNames = Readonly<Record<string, BoundDefinition>>;

/** A name that exists only in a single config field. */
export interface BoundDefinition {
  /** The CEL type as text; see {@link VariableDefinition}. */
  readonly type: string;
  /** A phrase that describes its value. */
  readonly description: string;
  /** Of a map: its keys that are documented, each with what it holds, as a phrase. */
  readonly keys?: Readonly<Record<string, string>>;
}

/** A variable that an action sets when it runs; see {@link VariableDefinition}. */
export type ActionResult = Pick<VariableDefinition, "name" | "type" | "description"> &
  Partial<Pick<VariableDefinition, "missing" | "unsure">>;

/** The replacement of a deprecated config field. */
export interface DeprecatedField {
  /** The field of today; without one, the field has no effect any more. */
  readonly replacement?: string;
  /** Values with which it cannot just be left out. */
  readonly unless?: readonly string[];
}

/** Which config fields make the answer of an action. */
export interface Answer {
  readonly kind: "response" | "refusal" | "redirect";
  /** The field with the HTTP status. */
  readonly status: string;
  /** The field with the body. */
  readonly content?: string;
  /** Set when the documentation says that rules of the response run for it. */
  readonly reachesResponseRules?: true;
  /** A status that is none of HTTP, and was the default of the service once. */
  readonly formerStatus?: number;
}

/** Which config fields hold names and passwords. */
export interface Credentials {
  /** The field with a list of texts, each a name and a password with a colon between. */
  readonly pairs: string;
  /** How many characters a password has at least, and at most. */
  readonly passwordLength: readonly [least: number, most: number];
  /** The field with the realm, which is ASCII. */
  readonly realm: string;
}

interface AddressLists {
  readonly allow: string;
  /** The field with the CIDRs of addresses that are refused even if allowed. */
  readonly deny: string;
  readonly others: readonly string[];
}

/** Which config fields make a new URL out of the one of the request. */
export interface Rewrite {
  /** The field with the regular expression; the whole URL is replaced when it is left out. */
  readonly from: string;
  /** The field with the replacement, in which `$1` is the first capture group. */
  readonly to: string;
  /** Other names allowed for `$name` there; `arg_*` stands for all names with that prefix. */
  readonly variables: readonly string[];
  /** Config values with which it is not documented how a name after `$` is read. */
  readonly otherNaming?: Readonly<Record<string, string>>;
}

/**
 * Always, never, or on a condition: `when` completes "ends processing when …". With `unless`, it ends processing
 * except when the config has these values.
 */
type EndsProcessing =
  | "always"
  | "never"
  | { readonly when: string; readonly unless?: Readonly<Record<string, string>> };

/** The format of a config text, or of each text of a list. An expression is CEL without `${}`. */
export type ConfigFormat = "cidr" | "expression" | "url" | DurationFormat;

/** A length of time, written like `90s`, between bounds that are written the same way. */
export interface DurationFormat {
  readonly minimum?: string;
  readonly maximum?: string;
  readonly multipleOf?: string;
}

interface TypedActionDefinition<Config extends TObject> extends ActionDefinition {
  readonly config: Config;
  readonly interpolated: readonly (keyof Static<Config> & string)[];
  readonly fieldProtocols?: {
    readonly [Field in keyof Static<Config>]?: readonly Protocol[];
  } & ActionDefinition["fieldProtocols"];
  readonly example: Static<Config> & Record<string, unknown>;
}

/** Defines an action of the catalogue. TypeScript checks the example and the field names against the config. */
export function defineAction<Config extends TObject>(
  definition: TypedActionDefinition<Config>,
): ActionDefinition {
  return definition;
}
