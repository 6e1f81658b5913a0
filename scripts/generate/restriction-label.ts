import { protocols } from "@traffic-policy/policy-language";

/** Where something may be used: for each protocol the directions. */
export type Availability = Readonly<Partial<Record<string, readonly string[]>>>;

/**
 * What the builder's types call a restriction to some places: `HTTP outbound`; undefined where
 * nothing is restricted.
 */
export function restrictionLabel(
  available: Availability,
  directions: readonly string[],
): string | undefined {
  const known = protocols.filter((protocol) => (available[protocol] ?? []).length > 0);
  const wordsFor = (protocol: string): string => {
    const names = available[protocol] ?? [];
    return directions.every((direction) => names.includes(direction)) ? "" : names.join(" and ");
  };
  const words = [...new Set(known.map(wordsFor))];
  if (words.length > 1) {
    return known.map((name) => `${name.toUpperCase()} ${wordsFor(name)}`.trim()).join(" or ");
  }
  const everyProtocol = known.length === protocols.length;
  const names = everyProtocol ? "" : known.map((name) => name.toUpperCase()).join(" or ");
  return `${names} ${words[0] ?? ""}`.trim() || undefined;
}

/** As the type argument of an expression: `"HTTP outbound"`, or `never`. */
export function restrictionType(label: string | undefined): string {
  return label === undefined ? "never" : JSON.stringify(label);
}
