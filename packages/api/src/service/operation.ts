import { InvalidRequest } from "../errors/refusals.ts";

/** One operation of the service, as its description lists them. */
export interface Operation {
  /** What it does, in words: `update TCP edge`. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path, relative to the base URL. */
  readonly path: string;
}

/** What may be said of any single request. */
export interface RequestOptions {
  /** Ends the request with a `Cancelled` error. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Puts identifiers into the path of an operation, each in place of one `{}`. Identifiers are
 * opaque: every text is taken and percent-encoded.
 *
 * @throws InvalidRequest for an identifier that no path can hold
 */
export function operation(
  name: string,
  method: Operation["method"],
  path: string,
  ...identifiers: readonly string[]
): Operation {
  const [first = "", ...parts] = path.split("{}");
  const segments = identifiers.map((identifier, index) => {
    if (identifier !== "" && identifier.isWellFormed()) return segment(identifier) + parts[index];
    throw new InvalidRequest({
      operation: { name, method, path },
      message: `An identifier to ${name} is empty or not well-formed text.`,
      help: "Give the identifier as the service wrote it.",
      effect: "none",
    });
  });
  return { name, method, path: first + segments.join("") };
}

function segment(identifier: string): string {
  // `.` and `..` would be taken for steps in the path.
  return /^\.\.?$/.test(identifier)
    ? identifier.replaceAll(".", "%2E")
    : encodeURIComponent(identifier);
}
