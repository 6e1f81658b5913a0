import type { Protocol } from "./protocol.ts";

/** The CEL type of a variable. */
export type VariableType = "string" | "int" | "list(string)" | "map(string, list(string))";

/** What the catalogue knows of one variable. */
export interface VariableDefinition {
  /** The full name, as expressions write it: `req.url.path`. */
  readonly name: string;
  readonly type: VariableType;
  /** What it holds, as a phrase: "the HTTP method of the request". */
  readonly description: string;
  readonly protocols: readonly Protocol[];
  /** The directions in which it exists. */
  readonly directions: readonly string[];
  /** What the service's documentation leaves open; nothing is concluded from it. */
  readonly unsure?: readonly string[];
}

/** A namespace of variables: all that begin with `req.`, say. */
export interface VariableNamespace {
  /** The first part of the names: `req`. */
  readonly name: string;
  /** What the namespace is about, as a phrase. */
  readonly description: string;
  readonly variables: readonly VariableDefinition[];
}

/**
 * Defines a namespace of variables. `protocols` and `directions` hold for all of its variables
 * that do not say otherwise.
 */
export function defineNamespace(namespace: {
  name: string;
  description: string;
  protocols: readonly Protocol[];
  directions: readonly string[];
  variables: readonly (Pick<VariableDefinition, "name" | "type" | "description"> &
    Partial<VariableDefinition>)[];
}): VariableNamespace {
  const { name, description, protocols, directions } = namespace;
  return {
    name,
    description,
    variables: namespace.variables.map((variable) => ({ protocols, directions, ...variable })),
  };
}
