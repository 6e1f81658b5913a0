import type { Body } from "./exchange.ts";

/** The size of a body in bytes. */
export function sizeOf(body: Body): number {
  if (typeof body !== "string") return body.length;
  let size = 0;
  for (const character of body) {
    const code = character.codePointAt(0) ?? 0;
    size += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return size;
}
