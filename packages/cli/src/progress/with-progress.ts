import { makePlan, type Plan, type WantedPolicy } from "@traffic-policy/api";
import type { NamedTarget } from "@traffic-policy/project/selection";
import type { Context } from "../context.ts";
import type { ServiceAccess } from "../program/options.ts";
import { connectAll, type Connections } from "../service/connections.ts";
import { Phase, type Progress } from "./phase.ts";

export async function connected<T>(
  targets: readonly NamedTarget[],
  options: ServiceAccess & { readonly concurrency?: number },
  context: Context,
  work: (connections: Connections, progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = await progressOn(context);
  const connections = await connectAll(targets, options, context, (event) =>
    progress.happened(event),
  );
  try {
    return await work(connections, progress);
  } finally {
    await connections.close();
  }
}

async function progressOn({ terminal, clock }: Context): Promise<Progress> {
  if (terminal.showsProgress) {
    const { TerminalProgress } = await import("./shown-progress.ts");
    return new TerminalProgress(terminal, clock);
  }
  const { PlainProgress } = await import("./shown-progress.ts");
  return new PlainProgress(terminal, clock);
}

export function planTargets(
  { clients, concurrency }: Connections,
  wanted: readonly WantedPolicy[],
  { progress, anyValue }: { readonly progress: Progress; readonly anyValue?: boolean },
): Promise<Plan> {
  const phase = new Phase("Reading", wanted.length, progress.clock);
  return progress.during(phase, () =>
    makePlan(clients, wanted, {
      ...(anyValue && { anyValue }),
      concurrency,
      onProgress: (event) => phase.planned(event),
    }),
  );
}
