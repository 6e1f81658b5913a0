import { fileURLToPath } from "node:url";
import type { Origin } from "@traffic-policy/policy-builder";
import type { Position } from "@traffic-policy/policy-language";

/** Where in the user's file something was written that ran at a place; the path is absolute. */
export function placeOfOrigin({ file, line, column }: Origin): Position & { file: string } {
  return { file: file.startsWith("file:") ? fileURLToPath(file) : file, line, column };
}
