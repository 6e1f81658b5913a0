import { directionsDialect, protocols } from "@traffic-policy/policy-language";
import { ofAction, ofName, within } from "./availabilities.ts";
import { docComment } from "./doc-comment.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { pascalCase } from "./names.ts";
import { restrictionLabel, type Availability } from "./restriction-label.ts";

const { actions, namespaces, functions } = directionsDialect;
const sections = [...directionsDialect.sections.keys()];

const places = protocols.flatMap((protocol) =>
  sections.map((direction) => ({ protocol, direction })),
);
type Place = (typeof places)[number];

/** Where the parts of a policy may be used, as types and as sets of places, from the catalogue. */
export function builderRestrictions(): GeneratedFile {
  const labels = restrictions();
  return {
    path: "packages/policy-builder/src/restriction.generated.ts",
    text: [
      `// Generated from the catalogue by "pnpm generate"; do not edit.`,
      "",
      docComment("Where something may be used only: one entry of the catalogue, or several."),
      `export type Restriction = ${[...labels.keys()].map((label) => `"${label}"`).join(" | ")};`,
      ...places.flatMap((place) => [
        "",
        docComment(`What ${place.direction} rules of a policy for ${place.protocol} may use.`),
        `type ${typeName(place)} = ${allowed(labels, place)};`,
      ]),
      "",
      docComment("What the rules of a policy may use, by protocol and direction."),
      "export interface Allowed {",
      ...protocols.map(
        (protocol) =>
          `${protocol}: { ${sections
            .map((direction) => `${direction}: ${typeName({ protocol, direction })}`)
            .join("; ")} };`,
      ),
      "}",
      "",
      docComment("A set of places, one bit for each direction of each protocol."),
      "export type PlaceSet = number;",
      "",
      docComment("The bit of each place."),
      "export const placeBits = {",
      ...protocols.map(
        (protocol) =>
          `${protocol}: { ${sections
            .map((direction) => `${direction}: ${bits({ [protocol]: [direction] })}`)
            .join(", ")} },`,
      ),
      "} as const;",
      "",
      docComment("All places."),
      `export const everywhere: PlaceSet = ${2 ** places.length - 1};`,
      "",
      docComment("The places that a restriction leaves."),
      "export const only: Readonly<Record<Restriction, PlaceSet>> = {",
      ...[...labels].map(([label, available]) => `"${label}": ${bits(available)},`),
      "};",
      "",
    ].join("\n"),
  };
}

function restrictions(): Map<string, Availability> {
  const all = [
    ...[...actions.values()].flatMap((action) => [
      ofAction(action),
      ...Object.values(action.fieldProtocols ?? {}).map((names) => within(ofAction(action), names)),
    ]),
    ...namespaces.flatMap(({ variables }) => variables.map(ofName)),
    ...[...functions.values()].filter((one) => one.protocols !== undefined).map(ofName),
    // So that a place has a name in messages even where nothing is only for it.
    ...places.map(({ protocol, direction }) => ({ [protocol]: [direction] })),
  ];
  return new Map(
    all
      .flatMap((available): [string, Availability][] => {
        const label = restrictionLabel(available, sections);
        return label === undefined ? [] : [[label, available]];
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function allowed(labels: ReadonlyMap<string, Availability>, place: Place): string {
  const names = [...labels]
    .filter(([, available]) => available[place.protocol]?.includes(place.direction))
    .map(([label]) => `"${label}"`);
  return names.join(" | ");
}

function bits(available: Availability): number {
  return places
    .map(({ protocol, direction }, index) =>
      available[protocol]?.includes(direction) === true ? 2 ** index : 0,
    )
    .reduce((sum, bit) => sum + bit, 0);
}

function typeName({ protocol, direction }: Place): string {
  return pascalCase(`${protocol}-${direction}`);
}
