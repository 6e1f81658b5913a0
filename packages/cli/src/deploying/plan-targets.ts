import { makePlan, type Plan, type WantedPolicy } from "@traffic-policy/api";
import { Phase, type Progress } from "../progress/phase.ts";
import type { Connection } from "../service/connect.ts";

/** Reads what targets hold and compares, while the progress is shown. */
export function planTargets(
  { client }: Connection,
  wanted: readonly WantedPolicy[],
  {
    progress,
    concurrency,
    anyValue,
  }: {
    readonly progress: Progress;
    readonly concurrency?: number | undefined;
    readonly anyValue?: boolean;
  },
): Promise<Plan> {
  const phase = new Phase("Reading", wanted.length, progress.clock);
  return progress.during(phase, () =>
    makePlan(client, wanted, {
      ...(anyValue && { anyValue }),
      concurrency,
      onProgress: (event) => phase.planned(event),
    }),
  );
}
