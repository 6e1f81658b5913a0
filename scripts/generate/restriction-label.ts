import { protocols, type Dialect, type Protocol } from "@traffic-policy/policy-language";
import type { Availability } from "../../packages/policy-builder/src/places.ts";

/** The sections that policies for a protocol have. */
export function sectionsFor({ sections }: Dialect, protocol: Protocol): string[] {
  return [...sections.values()]
    .filter(({ stages }) => stages[protocol] !== undefined)
    .map(({ name }) => name);
}

/** An availability without sections that its protocols do not have. */
export function knownSections(
  dialect: Dialect,
  available: Availability,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(available).map(([protocol, names]) => {
      const own = sectionsFor(dialect, protocol as Protocol);
      return [protocol, own.filter((name) => names.includes(name))];
    }),
  );
}

/**
 * What the builder's types call a restriction to some places: `HTTP outbound`, or
 * `HTTP except on_tcp_connect`; undefined where nothing is restricted.
 */
export function restrictionLabel(available: Availability, dialect: Dialect): string | undefined {
  const known = protocols.filter((protocol) => (available[protocol] ?? []).length > 0);
  const wordsFor = (protocol: Protocol): string => {
    const all = sectionsFor(dialect, protocol);
    const names = all.filter((name) => available[protocol]?.includes(name));
    const others = all.filter((name) => !names.includes(name));
    if (others.length === 0) return "";
    return others.length < names.length ? `except ${others.join(" and ")}` : names.join(" and ");
  };
  const words = [...new Set(known.map(wordsFor))];
  if (words.length > 1) {
    // Those without words first: they are no part of what is left out of another one.
    const inOrder = known.toSorted((one, other) => wordsFor(one).length - wordsFor(other).length);
    return inOrder.map((name) => `${name.toUpperCase()} ${wordsFor(name)}`.trim()).join(" or ");
  }
  const everyProtocol = known.length === protocols.length;
  const names = everyProtocol ? "" : known.map((name) => name.toUpperCase()).join(" or ");
  return `${names} ${words[0] ?? ""}`.trim() || undefined;
}

/** As the type argument of an expression: `"HTTP outbound"`, or `never`. */
export function restrictionType(label: string | undefined): string {
  return label === undefined ? "never" : JSON.stringify(label);
}
