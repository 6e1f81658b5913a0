import { notSent } from "./errors/service-error.ts";
import type { Operation, OperationTemplate } from "./operation.ts";

/**
 * Puts identifiers into the path of an operation, in place of names such as `{id}`. Identifiers are opaque: every
 * text is accepted and percent-encoded.
 *
 * @throws InvalidRequest for an identifier that no path can hold
 */
export function makeOperation(
  template: OperationTemplate,
  ...identifiers: readonly string[]
): Operation {
  const { name, method, path } = template;
  const left = identifiers.values();
  const complete = path.replaceAll(/\{(\w+)\}/g, (_place, field: string) => {
    const { value: identifier } = left.next();
    if (isIdentifier(identifier)) return segment(identifier);
    const help = "Give the identifier as the service wrote it.";
    throw notSent(template, `"${field}" is empty or not well-formed text`, { field, help });
  });
  return { name, method, path: complete };
}

export function identifierNames({ path }: OperationTemplate): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

export function isIdentifier(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.isWellFormed();
}

function segment(identifier: string): string {
  // `.` and `..` would be taken for steps in the path.
  return /^\.\.?$/.test(identifier)
    ? identifier.replaceAll(".", "%2E")
    : encodeURIComponent(identifier);
}
