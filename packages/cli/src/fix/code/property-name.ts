import type { ObjectProperty } from "oxc-parser";

/** The name of a property; nothing when it is computed. */
export function keyOf({ key, computed }: ObjectProperty): string | undefined {
  if (computed) return undefined;
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}

/** `status_code` as the builder calls it. */
export function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_match, letter: string) => letter.toUpperCase());
}
