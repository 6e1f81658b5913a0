import { comparePolicy, readModule, type TrafficPolicyModule } from "@traffic-policy/api";
import type { Change } from "@traffic-policy/policy-language";
import type { LoadedConfiguration } from "@traffic-policy/project";
import type { Context } from "../../context.ts";
import { type KeptEntry, targetOf } from "../../history/history.ts";
import { connect, isExpected } from "../../service/connect.ts";
import type { HistoryShowOptions } from "./command.ts";
import type { FoundEntry } from "./find-entry.ts";

export type ComparedEntry =
  | {
      readonly with: KeptEntry | "service";
      readonly later: TrafficPolicyModule | undefined;
      readonly changes: readonly Change[];
      readonly reason?: never;
    }
  | { readonly with: "nothing"; readonly reason: string };

/**
 * Compares an entry with its replacement: the next entry of the target, or for the latest entry, the current policy
 * on the service. If the service cannot be asked, the entry can still be shown.
 */
export async function compareEntry(
  { entry, next }: FoundEntry,
  configuration: LoadedConfiguration,
  options: HistoryShowOptions,
  context: Context,
): Promise<ComparedEntry> {
  if (next !== undefined) return compared(entry, next, next.stored ?? undefined);
  try {
    const connection = await connect(configuration, options, context);
    try {
      const { service, description } = connection;
      if (service !== entry.service) {
        return {
          with: "nothing",
          reason: `The entry is for ${entry.service}, not for ${description}.`,
        };
      }
      return compared(entry, "service", await connection.client.readPolicy(targetOf(entry)));
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { with: "nothing", reason: `What the service holds now is unknown. ${error.message}` };
  }
}

function compared(
  { stored }: KeptEntry,
  source: KeptEntry | "service",
  later: TrafficPolicyModule | undefined,
): ComparedEntry {
  const before = stored === null ? undefined : readModule(stored);
  // No policy is compared as an empty one.
  const after =
    later === undefined ? { enabled: before?.enabled ?? true, document: {} } : readModule(later);
  const { changes } = comparePolicy(after, before);
  return {
    with: source,
    later,
    changes: before === undefined && later === undefined ? [] : changes,
  };
}
