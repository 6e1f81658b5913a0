import {
  checkExpression,
  interpolations,
  isOpen,
  parseExpression,
  typeText,
  type Dialect,
} from "@traffic-policy/policy-language";

/**
 * The type that a text has where a value of any type can stand: what is nothing but one `${…}` is replaced by its value,
 * and other texts stay texts. Nothing when it is not known.
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

/** The type of a number as it is written; nothing where one reader may take it for whole and another not. */
export function numberType(written: string): string | undefined {
  const value = Number(written);
  if (/^-?\d+$/.test(written)) return Number.isSafeInteger(value) ? "int" : undefined;
  return Number.isFinite(value) && !Number.isInteger(value) ? "double" : undefined;
}
