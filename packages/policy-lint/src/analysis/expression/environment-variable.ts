import type { ExpressionNode } from "../../nodes/expression-node.ts";

/**
 * Checks whether an interpolation is the name of an environment variable, which the service does not know:
 * `${API_KEY}`, `${env.API_KEY}`, `${process.env.API_KEY}`.
 */
export function isEnvironmentVariable({ role, text, place }: ExpressionNode): boolean {
  if (role !== "interpolation") return false;
  const name = text.trim();
  if (/^(?:process\s*\.\s*)?env\s*\.\s*\w+$/.test(name))
    return !isNamespace(name.split(/[\s.]/)[0]);
  return /^[A-Z_][A-Z\d_]*$/.test(name) && /[A-Z]{2}/.test(name) && !isNamespace(name);

  function isNamespace(first: string | undefined): boolean {
    return place.dialect.namespaces.some((namespace) => namespace.name === first);
  }
}
