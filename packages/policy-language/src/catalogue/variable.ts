/** The kind of traffic that a policy applies to: `http` on an HTTPS route, `tcp` on a TCP edge. */
export type Protocol = (typeof protocols)[number];

/** All protocols of the catalogue. */
export const protocols = ["http", "tcp", "tls"] as const;

/** The catalogue entry of a variable. */
export interface VariableDefinition {
  /** The full name, as expressions write it: `req.url.path`. */
  readonly name: string;
  /** The CEL type as text: `string`, `map(string, list(cookie))`; see `parseType`. */
  readonly type: string;
  /** A phrase that describes its value: "the HTTP method of the request". */
  readonly description: string;
  readonly protocols: readonly Protocol[];
  /** The top-level keys in whose rules it exists. */
  readonly sections: readonly string[];
  /** How the names of headers are written that are the keys of this map. */
  readonly headerKeys?: "lower-case";
  /** How its texts are written, when none of them is written otherwise. */
  readonly form?: TextForm;
  /** The list of which it is the first value, `req.headers['user-agent']`; without one it is empty. */
  readonly firstOf?: string;
  /** Of a whole number: what it is at least, and at most. */
  readonly range?: readonly [least: number, greatest: number];
  /** Of a list of texts: the values that are documented, parts of which before a dot are values as well. */
  readonly values?: readonly string[];
  /** Set when it is the status of an HTTP response. */
  readonly isStatus?: true;
  /** Of which URL it is which part. */
  readonly urlPart?: UrlPartOf;
  /** When it has no value, so that an expression that reads it fails. */
  readonly missing?: Absence;
  /** For a result of an action: the type of the action that sets it. It has no value before. */
  readonly setBy?: string;
  /** Who alone knows its value: an exchange that does not give it leaves it unknown. */
  readonly knownBy?: "service";
  /** Of what only the service knows: whether it certainly has a value. */
  readonly isAlwaysSet?: true;
  /** Set when its value can change while the same request is processed. */
  readonly varies?: true;
  /** For a deprecated name: the name of today, when there is one. */
  readonly renamedTo?: string;
  /** For a name without a replacement, deprecated or never listed: known, not to be used. */
  readonly outdated?: true;
  /** Points that the service's documentation leaves open; no check relies on them. */
  readonly unsure?: readonly string[];
}

/**
 * The relation of a variable to a URL, from which all parts follow: scheme, host (without user and port) and port,
 * path and query string, and both of these together.
 */
export interface UrlPartOf {
  /** The variable that is the whole URL. */
  readonly url: string;
  readonly part: "url" | "scheme" | "host" | "port" | "uri" | "path" | "query";
  /** Set when it is as sent: in any case, and with anything that follows a `#`. */
  readonly isRaw?: true;
}

export const ports = [0, 65_535] as const;

export const fromZero = [0, Infinity] as const;

/** When something has no value. */
export interface Absence {
  /** Completes "is missing when …": "the URL has no port". */
  readonly when: string;
  /** The documentation does not say so: it may have an empty value then. */
  readonly isInferred?: true;
  /** Conditions which are true only when there is a value: `'content-length' in req.headers`. */
  readonly guards?: readonly string[];
  /** The group of variables that are missing together: all with the same group name. */
  readonly group?: string;
}

/**
 * How a text is written: an HTTP method in upper case, a path that begins with `/`, the name or
 * address of a host without anything around it, or with a port after it, an IP address without a
 * prefix, a country as two upper case letters, `http` or `https`, a query string without the `?`, or a
 * media type without parameters.
 */
export type TextForm =
  | "method"
  | "path"
  | "host"
  | "host-and-port"
  | "ip-address"
  | "country-code"
  | "scheme"
  | "query"
  | "media-type";

/** A namespace of variables: all that begin with `req.`, say. */
export interface VariableNamespace {
  /** The first part of the names: `req`. */
  readonly name: string;
  /** A phrase that names the subject of the namespace. */
  readonly description: string;
  readonly variables: readonly VariableDefinition[];
}

export type NamespaceVariable = Pick<VariableDefinition, "name" | "type" | "description"> &
  Partial<VariableDefinition>;

/**
 * Defines a namespace of variables. `protocols` and `sections` are defaults for its variables; `unsure` applies to
 * all of them.
 */
export function defineNamespace(namespace: {
  name: string;
  description: string;
  protocols: readonly Protocol[];
  sections: readonly string[];
  unsure?: readonly string[];
  variables: readonly NamespaceVariable[];
}): VariableNamespace {
  const { name, description, sections, variables } = namespace;
  return {
    name,
    description,
    variables: variables.map((variable) => {
      const unsure = [...(variable.unsure ?? []), ...(namespace.unsure ?? [])];
      return {
        protocols: namespace.protocols,
        sections,
        ...variable,
        ...(unsure.length > 0 && { unsure }),
      };
    }),
  };
}

/** A type of the catalogue's own with named fields, such as a cookie. */
export interface RecordDefinition {
  /** The name, as types write it: `cookie`. */
  readonly name: string;
  /** A phrase that describes the record. */
  readonly description: string;
  readonly fields: readonly RecordField[];
  /** Points that the service's documentation leaves open about its fields: there may be more of them. */
  readonly unsure?: readonly string[];
}

/** One field of a record. */
export interface RecordField {
  readonly name: string;
  /** The CEL type as text; see `parseType`. */
  readonly type: string;
  /** A phrase that describes the field's value. */
  readonly description: string;
  /** When the field has no value. */
  readonly missing?: Absence;
  /** For a deprecated name: the name of today. */
  readonly renamedTo?: string;
  /** Points that the service's documentation leaves open; no check relies on them. */
  readonly unsure?: readonly string[];
}
