import { protocols, type Protocol } from "@traffic-policy/policy-language";
import {
  availabilityOf,
  availabilityOfName,
  availabilityWithConfig,
  type Availability,
} from "../../packages/policy-builder/src/places.ts";
import { builderFile, type BuilderDialect } from "./builder-dialect.ts";
import { docComment } from "./doc-comment.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { pascalCase } from "./names.ts";
import { restrictionLabel, sectionsFor } from "./restriction-label.ts";

/** Where the parts of a policy may be used, as types and as bits, from the catalogue. */
export function builderPlaces(of: BuilderDialect): GeneratedFile {
  const { dialect, source } = of;
  const labels = restrictions(of);
  const places = placesOf(of);
  const sections = [...dialect.sections.keys()];
  return builderFile(of, "places", [
    `import { ${source.name} } from "${source.module}";`,
    `import type { Vocabulary } from "../places.ts";`,
    "",
    `declare module "../restriction.ts" {`,
    "interface Restrictions {",
    ...[...labels.keys()].map((label) => `"${label}": never;`),
    "}",
    "}",
    ...places.flatMap(({ protocol, section }) => [
      "",
      docComment(`What ${section} rules of a policy for ${protocol} may use.`),
      `type ${typeName(protocol, section)} = ${allowed(labels, protocol, section)};`,
    ]),
    "",
    docComment("What the rules of a policy may use, by protocol and section."),
    "export interface Allowed {",
    ...protocols.map((protocol) => {
      const own = sectionsFor(dialect, protocol);
      const members = sections.map(
        (section) => `${section}: ${own.includes(section) ? typeName(protocol, section) : "never"}`,
      );
      return `${protocol}: { ${members.join("; ")} };`;
    }),
    "}",
    "",
    docComment("The dialect, and the bit of each of its places."),
    `export const ${dialect.name}: Vocabulary = {`,
    `dialect: ${source.name},`,
    "bits: {",
    ...protocols.map((protocol) => {
      const own = places.filter((place) => place.protocol === protocol);
      return `${protocol}: { ${own.map(({ section, bit }) => `${section}: ${bit}`).join(", ")} },`;
    }),
    "},",
    "};",
  ]);
}

interface BuilderPlace {
  readonly protocol: Protocol;
  readonly section: string;
  readonly bit: number;
}

function placesOf({ dialect, firstBit }: BuilderDialect): BuilderPlace[] {
  return protocols
    .flatMap((protocol) => sectionsFor(dialect, protocol).map((section) => ({ protocol, section })))
    .map((place, index) => ({ ...place, bit: 2 ** (firstBit + index) }));
}

function restrictions(of: BuilderDialect): Map<string, Availability> {
  const { actions, namespaces, functions } = of.dialect;
  const all: readonly Availability[] = [
    ...[...actions.values()].flatMap((action) => [
      availabilityOf(action),
      availabilityWithConfig(action),
    ]),
    ...[...namespaces.flatMap(({ variables }) => variables), ...functions.values()].map((one) =>
      availabilityOfName(one, of),
    ),
    // So that a place has a name in messages even where nothing is only for it.
    ...placesOf(of).map(({ protocol, section }) => ({ [protocol]: [section] })),
  ];
  return new Map(
    all
      .flatMap((available): [string, Availability][] => {
        const label = restrictionLabel(available, of.dialect);
        return label === undefined ? [] : [[label, available]];
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function allowed(
  labels: ReadonlyMap<string, Availability>,
  protocol: Protocol,
  section: string,
): string {
  const names = [...labels]
    .filter(([, available]) => available[protocol]?.includes(section))
    .map(([label]) => `"${label}"`);
  return names.join(" | ");
}

function typeName(protocol: Protocol, section: string): string {
  return pascalCase(`${protocol}-${section}`);
}
