import { originalPositionFor, TraceMap, type EncodedSourceMap } from "@jridgewell/trace-mapping";
import type { Position } from "@traffic-policy/policy-language";
import { transformSync } from "oxc-transform";
import { textOf } from "../file-text.ts";

const maps = new Map<string, TraceMap>();

/**
 * Where in a file its author wrote what runs at a place: the same place in JavaScript, the place
 * before the types were taken out in TypeScript. The map is made when it is first asked for.
 */
export function originalPosition(file: string, { line, column }: Position): Position {
  if (!/\.m?ts$/.test(file)) return { line, column };
  let map = maps.get(file);
  if (map === undefined) {
    const made = transformSync(file, textOf(file), { sourceType: "module", sourcemap: true }).map;
    if (made === undefined) return { line, column };
    map = new TraceMap(made as unknown as EncodedSourceMap);
    maps.set(file, map);
  }
  const original = originalPositionFor(map, { line, column: column - 1 });
  return original.line === null
    ? { line, column }
    : { line: original.line, column: original.column + 1 };
}
