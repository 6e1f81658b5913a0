import { directionsDialect, protocols } from "@traffic-policy/policy-language";
import type { Availability } from "../../../packages/policy-builder/src/places.ts";
import type { GeneratedFile } from "../generated-file.ts";

/** A page of the reference of the catalogue. */
export function cataloguePage(name: string, lines: readonly string[]): GeneratedFile {
  return {
    path: `docs/catalogue/${name}.md`,
    text: [
      "<!-- Generated from the catalogue by `pnpm generate`; do not edit. -->",
      "",
      ...lines,
      "",
    ].join("\n"),
  };
}

/** What the service's documentation leaves open, as a list below what it is about. */
export function openLines(unsure: readonly string[] = []): string[] {
  if (unsure.length === 0) return [];
  return ["Not known for sure:", "", ...unsure.map((fact) => `- ${fact}`), ""];
}

/** Where something exists, in few words: "everywhere", or "HTTP and TLS, inbound". */
export function where(available: Availability): string {
  const groups = new Map<string, string[]>();
  for (const protocol of protocols) {
    const directions = available[protocol] ?? [];
    if (directions.length === 0) continue;
    const isBoth = directions.length === directionsDialect.sections.size;
    const key = isBoth ? "" : `, ${directions.join(" and ")}`;
    groups.set(key, [...(groups.get(key) ?? []), protocol.toUpperCase()]);
  }
  if (groups.get("")?.length === protocols.length) return "everywhere";
  return [...groups].map(([directions, names]) => `${listed(names)}${directions}`).join("; ");
}

function listed(names: readonly string[]): string {
  return names.length < 2
    ? names.join()
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}
