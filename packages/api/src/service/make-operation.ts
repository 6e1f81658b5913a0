import { InvalidRequest } from "../errors/refusals.ts";
import type { Operation, OperationTemplate } from "./operation.ts";

/**
 * Puts identifiers into the path of an operation, each in place of one `{}`. Identifiers are
 * opaque: every text is taken and percent-encoded.
 *
 * @throws InvalidRequest for an identifier that no path can hold
 */
export function makeOperation(
  template: OperationTemplate,
  ...identifiers: readonly string[]
): Operation {
  const { name, method, path } = template;
  const [first = "", ...parts] = path.split("{}");
  const segments = identifiers.map((identifier, index) => {
    if (isIdentifier(identifier)) return segment(identifier) + parts[index];
    throw new InvalidRequest({
      operation: template,
      message: `The request to ${name} was not sent: an identifier is empty or not well-formed text.`,
      help: "Give the identifier as the service wrote it.",
      effect: "none",
    });
  });
  return { name, method, path: first + segments.join("") };
}

/** Whether a value can be the identifier of a resource. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.isWellFormed();
}

function segment(identifier: string): string {
  // `.` and `..` would be taken for steps in the path.
  return /^\.\.?$/.test(identifier)
    ? identifier.replaceAll(".", "%2E")
    : encodeURIComponent(identifier);
}
