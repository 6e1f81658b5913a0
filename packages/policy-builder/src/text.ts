import {
  interpolations,
  printExpression,
  printInterpolations,
  type TextPart,
} from "@traffic-policy/policy-language";
import { inArgument, describeValue } from "./errors.ts";
import { CelExpression, content, places, type restriction } from "./expressions/cel-expression.ts";
import { everywhere, type PlaceSet } from "./places.ts";
import type { Restriction } from "./restriction.ts";

const writtenText = Symbol("text");

/** Text for a config, in which the service puts the values of expressions; see {@link text}. */
export class Text<out R extends Restriction = never> {
  declare readonly [restriction]: R;
  readonly [writtenText]: string;
  readonly [places]: PlaceSet;

  constructor(written: string, where: PlaceSet) {
    this[writtenText] = written;
    this[places] = where;
  }

  /** The text as the policy document has it: `${…}` for each expression. */
  toString(): string {
    return this[writtenText];
  }

  /** @throws TypeError, because JSON.stringify() would write quotes and backslashes into expressions */
  toJSON(): never {
    throw new TypeError(
      'JSON.stringify() cannot write text`…`: write the JSON inside it, as in text`{"…": "${…}"}`.',
    );
  }
}

/** Text for a config: a {@link text} with expressions, or a string that is written as it is. */
export type TextValue<R extends Restriction> = string | Text<R>;

export type JsonTextValue<R extends Restriction> =
  | TextValue<R>
  | number
  | boolean
  | null
  | readonly JsonTextValue<R>[]
  | JsonTextObject<R>;

export interface JsonTextObject<R extends Restriction> {
  readonly [key: string]: JsonTextValue<R>;
}

/**
 * Text for a config, in which the service puts the values of expressions. What is embedded as an
 * expression becomes `${…}`; what is embedded as a string or a number is literal text, and so is
 * everything else, even if it looks like `${…}`.
 *
 * In a field that holds a regular expression the value of an expression is a part of the pattern.
 *
 * @throws SyntaxError for an escape that JavaScript does not know
 * @throws TypeError for an embedded value of another kind
 *
 * @example
 * ```ts
 * customResponse({ statusCode: 451, content: text`not available in ${conn.geo.country}` })
 * ```
 */
export function text<R extends Restriction = never>(
  literals: TemplateStringsArray,
  ...values: readonly (string | number | bigint | CelExpression<R>)[]
): Text<R> {
  let common = everywhere;
  const parts: TextPart[] = [];
  if (!Array.isArray(literals)) throw new TypeError("text is a tag, as in text`…`.");
  for (const [index, literal] of (literals as readonly (string | undefined)[]).entries()) {
    if (literal === undefined) throw new SyntaxError("text`…` has an invalid escape.");
    parts.push({ text: literal });
    if (index === values.length) break;
    const value = values[index];
    if (value instanceof CelExpression) {
      common &= value[places];
      parts.push({ expression: interpolated(value) });
    } else if (isPlain(value)) {
      parts.push({ text: String(value) });
    } else {
      const error = new TypeError(
        `text\`…\` takes text, finite numbers and expressions, not ${describeValue(value)}.`,
      );
      throw inArgument(error, index);
    }
  }
  return new Text(printInterpolations(parts), common);
}

/** Returns the text of an expression, in which nothing can end the interpolation before its closing brace. */
function interpolated(value: CelExpression<Restriction>): string {
  const written = value.toString();
  if (typeof value[content] !== "string") return written;
  const tree = value.toExpression();
  // A comment at the end hides the brace.
  return interpolations(`\${${written}}`).errors.length === 0 ? written : printExpression(tree);
}

function isPlain(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "bigint";
}
