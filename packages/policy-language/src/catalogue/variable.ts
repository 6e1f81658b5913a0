import type { Protocol } from "./protocol.ts";

/** What the catalogue knows of one variable. */
export interface VariableDefinition {
  /** The full name, as expressions write it: `req.url.path`. */
  readonly name: string;
  /** The CEL type as text: `string`, `map(string, list(cookie))`; see `parseType`. */
  readonly type: string;
  /** What it holds, as a phrase: "the HTTP method of the request". */
  readonly description: string;
  readonly protocols: readonly Protocol[];
  /** The directions in which it exists. */
  readonly directions: readonly string[];
  /** For a name of an earlier era: the name of today, when there is one. */
  readonly renamedTo?: string;
  /** For a name of an earlier era without a name of today: it is known, and should not be used. */
  readonly outdated?: true;
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
