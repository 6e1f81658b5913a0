import type { Static, TObject } from "@sinclair/typebox";
import type { Protocol } from "./protocol.ts";

/** What the catalogue knows of one action type. */
export interface ActionDefinition {
  /** The action's `type`, as policy documents write it. */
  readonly type: string;
  /** One sentence: what the action does. */
  readonly description: string;
  /** The shape of the action's `config`. */
  readonly config: TObject;
  /** Where the action may stand: for each protocol the directions, none when it may not be used. */
  readonly directions: Readonly<Record<Protocol, readonly string[]>>;
  /** Whether the action ends processing, so that nothing after it runs. */
  readonly endsProcessing: "always" | "never";
  /** Config fields in which `${expression}` is replaced. */
  readonly interpolated: readonly string[];
  /** Config fields that hold a regular expression (RE2). */
  readonly regularExpressions: readonly string[];
  /** A config as one would write it. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What the service's documentation leaves open; nothing is concluded from it. */
  readonly unsure?: readonly string[];
}

/** An action whose example and field names are checked against its config. */
interface TypedActionDefinition<Config extends TObject> extends ActionDefinition {
  readonly config: Config;
  readonly interpolated: readonly (keyof Static<Config> & string)[];
  readonly regularExpressions: readonly (keyof Static<Config> & string)[];
  readonly example: Static<Config> & Record<string, unknown>;
}

/** Defines an action of the catalogue; the example and the field names are checked against the config. */
export function defineAction<Config extends TObject>(
  definition: TypedActionDefinition<Config>,
): ActionDefinition {
  return definition;
}
