import type { Static, TObject } from "@sinclair/typebox";
import type { ObjectSchema } from "./json-schema.ts";
import type { Protocol } from "./protocol.ts";

/** What the catalogue knows of one action type. */
export interface ActionDefinition {
  /** The action's `type`, as policy documents write it. */
  readonly type: string;
  /** One sentence: what the action does. */
  readonly description: string;
  /** The shape of the action's `config`. */
  readonly config: ObjectSchema;
  /** Where the action may stand: for each protocol the directions, none when it may not be used. */
  readonly directions: Readonly<Record<Protocol, readonly string[]>>;
  /** Whether the action ends processing, so that nothing after it runs. */
  readonly endsProcessing: EndsProcessing;
  /** Config fields in which `${expression}` is replaced. */
  readonly interpolated: readonly string[];
  /** Config fields that hold a regular expression (RE2). */
  readonly regularExpressions: readonly string[];
  /** Other config texts with a syntax of their own, by field; `a.b` is the field `b` of `a`. */
  readonly formats?: Readonly<Record<string, ConfigFormat>>;
  /** Config fields that only policies of these protocols may have. */
  readonly fieldProtocols?: Readonly<Record<string, readonly Protocol[]>>;
  /** A config as one would write it. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What the service's documentation leaves open; nothing is concluded from it. */
  readonly unsure?: readonly string[];
}

/** Always, never, or on a condition: `when` completes "ends processing when …". */
export type EndsProcessing = "always" | "never" | { readonly when: string };

/** What a text of a config, or each text of a list, holds; an expression is CEL without `${}`. */
export type ConfigFormat = "cidr" | "expression" | "url" | DurationFormat;

/** A length of time, written like `90s`, between bounds that are written the same way. */
export interface DurationFormat {
  readonly minimum: string;
  readonly maximum: string;
  readonly multipleOf: string;
}

/** An action whose example and field names are checked against its config. */
interface TypedActionDefinition<Config extends TObject> extends ActionDefinition {
  readonly config: Config;
  readonly interpolated: readonly (keyof Static<Config> & string)[];
  readonly regularExpressions: readonly (keyof Static<Config> & string)[];
  readonly fieldProtocols?: {
    readonly [Field in keyof Static<Config>]?: readonly Protocol[];
  } & ActionDefinition["fieldProtocols"];
  readonly example: Static<Config> & Record<string, unknown>;
}

/** Defines an action of the catalogue; the example and the field names are checked against the config. */
export function defineAction<Config extends TObject>(
  definition: TypedActionDefinition<Config>,
): ActionDefinition {
  return definition;
}
