import { InvalidRequest } from "../errors/refusals.ts";
import type { Operation } from "./operation.ts";

/**
 * Puts identifiers into the path of an operation, each in place of one `{}`. Identifiers are
 * opaque: every text is taken and percent-encoded.
 *
 * @throws InvalidRequest for an identifier that no path can hold
 */
export function makeOperation(
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
