import { interpolations } from "@traffic-policy/policy-language";
import { text, type Text } from "../text.ts";
import type { Restriction } from "../restriction.generated.ts";
import { code, imported, joined, type Built, type Code } from "./code.ts";
import { escaped, unprintable } from "./escape.ts";
import type { AnyExpression } from "./expression/any-expression.ts";
import { typedExpression } from "./expression/typed-expression.ts";

/** A config string with interpolations as `` text`…` ``, when all of them are typed calls. */
export function typedText(written: string): Built<Text<Restriction>> | undefined {
  const { parts, errors } = interpolations(written);
  if (errors.length > 0) return undefined;
  const literals = [""];
  const values: AnyExpression[] = [];
  const pieces: (Code | string)[] = [];
  for (const part of parts) {
    if (part.kind === "text") {
      literals[literals.length - 1] = part.text;
      pieces.push(templateText(part.text));
      continue;
    }
    const built = typedExpression(part.expression);
    if (built === undefined) return undefined;
    values.push(built.value);
    literals.push("");
    pieces.push(code`${"${"}${built.code}}`);
  }
  if (values.length === 0) return undefined;
  const value = text(Object.assign(literals, { raw: literals }), ...values);
  if (value.toString() !== written) return undefined;
  return { code: code`${imported("text")}${"`"}${joined(pieces, "")}${"`"}`, value };
}

function templateText(part: string): string {
  return part
    .replace(/[\\`]|\$(?=\{)/g, (character) => `\\${character}`)
    .replace(unprintable, escaped);
}
