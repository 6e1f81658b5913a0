import type { Dialect } from "@traffic-policy/policy-language";
import type { GeneratedFile } from "./generated-file.ts";

/** A dialect for which files of the builder are generated. */
export interface BuilderDialect {
  readonly dialect: Dialect;
  /** The first bit of its places: two dialects have none in common. */
  readonly firstBit: number;
  /** Where the catalogue has it. */
  readonly source: { readonly name: string; readonly module: string };
}

/** A generated file of the builder; `name` is that of the file. */
export function builderFile(
  { dialect }: BuilderDialect,
  name: string,
  lines: readonly string[],
): GeneratedFile {
  return {
    path: `packages/policy-builder/src/${dialect.name}/${name}.generated.ts`,
    text: [
      `// Generated from the catalogue's ${name} by "pnpm generate"; do not edit.`,
      ...lines,
      "",
    ].join("\n"),
  };
}

/** The imports of those names that a code uses, by module; types all of them. */
export function typeImports(
  code: string,
  names: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(names).flatMap(([module, all]) => {
    const used = all.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    return used.length === 0
      ? []
      : [`import type { ${used.toSorted().join(", ")} } from "${module}";`];
  });
}
