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
 * `all but on_tcp_connect`; undefined where nothing is restricted.
 */
export function restrictionLabel(available: Availability, dialect: Dialect): string | undefined {
  const namesFor = (protocol: Protocol): string[] =>
    sectionsFor(dialect, protocol).filter((name) => available[protocol]?.includes(name));
  const known = protocols.filter((protocol) => namesFor(protocol).length > 0);
  const sections = [...dialect.sections.keys()];
  const anywhere = sections.filter((name) => known.some((one) => namesFor(one).includes(name)));
  // The protocols go without saying where each has all of these sections that it can have.
  const isOfSections = protocols.every((protocol) => {
    const own = sectionsFor(dialect, protocol).filter((name) => anywhere.includes(name));
    return own.length === namesFor(protocol).length;
  });
  if (isOfSections) return labelOf(anywhere, sections) || undefined;
  const words = new Set(known.map((one) => labelOf(namesFor(one), sectionsFor(dialect, one))));
  if (words.size > 1) {
    return known
      .map((one) => `${one.toUpperCase()} ${labelOf(namesFor(one), sectionsFor(dialect, one))}`)
      .map((one) => one.trim())
      .toSorted((one, other) => one.length - other.length)
      .join(" or ");
  }
  const [label = ""] = words;
  return `${known.map((one) => one.toUpperCase()).join(" or ")} ${label}`.trim();
}

/** Some sections of these in few words; none for all of them. */
function labelOf(names: readonly string[], all: readonly string[]): string {
  const others = all.filter((name) => !names.includes(name));
  if (others.length === 0) return "";
  return others.length < names.length ? `all but ${others.join(" and ")}` : names.join(" and ");
}

/** As the type argument of an expression: `"HTTP outbound"`, or `never`. */
export function restrictionType(label: string | undefined): string {
  return label === undefined ? "never" : JSON.stringify(label);
}
