import { originalPositionFor, TraceMap, type EncodedSourceMap } from "@jridgewell/trace-mapping";
import type { Position } from "@traffic-policy/policy-language";
import { textOf } from "../file-text.ts";
import { transform } from "./strip-types.ts";

const maps = new Map<string, { readonly text: string; readonly map: TraceMap }>();

/**
 * Where in a file its author wrote what runs at a place: the same place in JavaScript, the place
 * before the types were taken out in TypeScript. The map is made when it is first asked for.
 */
export function originalPosition(file: string, { line, column }: Position): Position {
  if (!/\.m?ts$/.test(file)) return { line, column };
  const map = mapOf(file);
  if (map === undefined) return { line, column };
  const original = originalPositionFor(map, { line, column: column - 1 });
  return original.line === null
    ? { line, column }
    : { line: original.line, column: original.column + 1 };
}

function mapOf(file: string): TraceMap | undefined {
  const text = textOf(file);
  const known = maps.get(file);
  if (known?.text === text) return known.map;
  const made = transform(file, text, { sourcemap: true }).map;
  if (made === undefined) return undefined;
  const map = new TraceMap(made as unknown as EncodedSourceMap);
  maps.set(file, { text, map });
  return map;
}
