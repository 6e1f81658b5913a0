import {
  checkExpression,
  interpolations,
  parseExpression,
  typeText,
  type Dialect,
} from "@traffic-policy/policy-language";
import { isOpen } from "@traffic-policy/policy-language/internal";

/**
 * Returns the type of a text where a value of any type is allowed: a text that is a single `${…}` takes the type of
 * its value, other texts stay strings. Undefined when the type is not known.
 */
export function textType(text: string, dialect: Dialect): string | undefined {
  if (!text.includes("${")) return "string";
  const { parts, errors } = interpolations(text);
  const [part, ...others] = parts;
  if (errors.length > 0 || part === undefined) return undefined;
  if (part.kind === "text" || others.length > 0) return "string";
  const parsed = parseExpression(part.expression);
  if (!parsed.ok) return undefined;
  const checked = checkExpression(parsed.tree, { dialect });
  return checked.errors.length > 0 || isOpen(checked.type) ? undefined : typeText(checked.type);
}

/** Returns the type of a number as written; undefined when some parsers read it as an integer and others do not. */
export function numberType(written: string): string | undefined {
  const value = Number(written);
  if (/^-?\d+$/.test(written)) return Number.isSafeInteger(value) ? "int" : undefined;
  return Number.isFinite(value) && !Number.isInteger(value) ? "double" : undefined;
}
