import type { LogFormat } from "../log-format.ts";
import { caddy } from "./caddy.ts";
import { csv, parquet, type ColumnFormat } from "./columns.ts";
import { combined } from "./combined.ts";
import { envoy } from "./envoy.ts";
import { envoyText } from "./envoy-text.ts";
import { events } from "./events.ts";
import { har } from "./har.ts";
import { otel } from "./otel.ts";

/** All formats that are known by name. */
export const logFormats: readonly (LogFormat | ColumnFormat)[] = [
  events,
  combined,
  caddy,
  envoy,
  envoyText,
  har,
  otel,
  csv,
  parquet,
];

export function formatNamed(name: string): LogFormat | ColumnFormat | undefined {
  return logFormats.find((format) => format.name === name);
}

export { caddy, combined, csv, envoy, envoyText, events, har, otel, parquet };
