import type { Target } from "@traffic-policy/api";
import type { HistoryEntry } from "./history-entry.ts";

/** The place that an entry is about. */
export function targetOf({ kind, edge, route = "" }: HistoryEntry): Target {
  return kind === "tcp-edge" ? { kind, edge } : { kind, edge, route };
}
