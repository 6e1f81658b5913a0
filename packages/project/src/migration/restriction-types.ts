import { protocols, type Dialect } from "@traffic-policy/policy-language";
import { counterpartOf } from "@traffic-policy/policy-language/internal";
import type { Node } from "oxc-parser";

/**
 * Translates a restriction type such as `"HTTP inbound"` to another dialect: the places that it allows.
 *
 * @param allowed - the name of the builder's type `Allowed`
 */
export function restrictionType(
  restriction: string,
  from: Dialect,
  to: Dialect,
): ((allowed: string) => string) | undefined {
  const words = restriction.split(" ");
  const named = protocols.filter((protocol) => words.includes(protocol.toUpperCase()));
  const sections = [...from.sections.values()].filter(({ name }) => words.includes(name));
  if (named.length + sections.length === 0) return undefined;
  const places = (named.length > 0 ? named : protocols).flatMap((protocol) =>
    (sections.length > 0 ? sections : [...from.sections.values()]).flatMap((section) => {
      const target = counterpartOf(section, protocol, to.sections);
      return target === undefined ? [] : [`["${protocol}"]["${target}"]`];
    }),
  );
  if (places.length === 0) return undefined;
  return (allowed) => [...new Set(places)].map((place) => allowed + place).join(" & ");
}

/** Returns the literal types in type arguments: both of `RuleBuilder<"HTTP" | "inbound">`. */
export function literalTypesIn(type: Node): { value: string; start: number; end: number }[] {
  switch (type.type) {
    case "TSTypeParameterInstantiation":
      return type.params.flatMap(literalTypesIn);
    case "TSUnionType":
      return type.types.flatMap(literalTypesIn);
    case "TSLiteralType": {
      const { literal, start, end } = type;
      return literal.type === "Literal" && typeof literal.value === "string"
        ? [{ value: literal.value, start, end }]
        : [];
    }
    default:
      return [];
  }
}
