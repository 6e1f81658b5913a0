import { fieldNames } from "../fields.ts";
import type { ColumnFormat } from "./formats/columns.ts";
import {
  caddy,
  combined,
  csv,
  envoy,
  envoyText,
  events,
  har,
  otel,
  parquet,
} from "./formats/index.ts";
import type { LogFormat } from "./log-format.ts";

/**
 * The format that a log seems to have; nothing where none is likely.
 *
 * @param firstLines - how the file begins, uncompressed; the last line may be cut off
 * @param fileName - only its end is looked at
 */
export function detectFormat(
  firstLines: string,
  fileName: string,
): LogFormat | ColumnFormat | undefined {
  const plainName = fileName.toLowerCase().replace(/\.(?:gz|zst)$/, "");
  if (plainName.endsWith(".parquet") || firstLines.startsWith("PAR1")) return parquet;
  if (plainName.endsWith(".har")) return har;
  const text = firstLines.replace(/^\uFEFF/, "");
  if (/^\s*\{\s*"log"\s*:\s*\{/.test(text)) return har;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  for (const line of lines) {
    const found = line.trimStart().startsWith("{") ? formatOfObject(line) : formatOfLine(line);
    if (found !== undefined) return found;
  }
  const names = (lines[0] ?? "")
    .split(",")
    .map((name) => name.trim().replace(/^"|"$/g, "").toLowerCase());
  const isCsv = names.some((name) => (fieldNames as readonly string[]).includes(name));
  return isCsv && (names.length > 1 || plainName.endsWith(".csv")) ? csv : undefined;
}

function formatOfLine(line: string): LogFormat | undefined {
  if (/^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] "[^"]*" \d+ \S+ \d+ \d+ /.test(line)) return envoyText;
  // Two patterns, one after the other: in one, each of many spaces could be where the second begins.
  const isCombined =
    /^\S+ \S+ /.test(line) &&
    /\[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] "/.test(line);
  return isCombined ? combined : undefined;
}

function formatOfObject(line: string): LogFormat | undefined {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(line) as typeof value;
  } catch {
    return undefined;
  }
  if (typeof value["event_type"] === "string" && "object" in value) return events;
  if (Array.isArray(value["resourceSpans"])) return otel;
  const { request } = value;
  if (typeof request === "object" && request !== null && "uri" in request && "ts" in value)
    return caddy;
  if ("response_code" in value && ("start_time" in value || "downstream_remote_address" in value))
    return envoy;
  return undefined;
}
