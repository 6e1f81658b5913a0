import { makePlan, type Plan, type WantedPolicy } from "@traffic-policy/api";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { Context } from "../context.ts";
import type { ServiceAccess } from "../program/options.ts";
import { connect, type Connection } from "../service/connect.ts";
import { Phase, type Progress } from "./phase.ts";

/**
 * Connects to the service for work with many targets, which is shown in place on a terminal, and as a line
 * now and then elsewhere.
 */
export async function connected<T>(
  configuration: LoadedConfiguration,
  options: ServiceAccess & { readonly concurrency?: number },
  context: Context,
  work: (connection: Connection, progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = await progressOn(context);
  const connection = await connect(configuration, options, context, {
    concurrency: options.concurrency,
    onEvent: (event) => progress.happened(event),
  });
  try {
    return await work(connection, progress);
  } finally {
    await connection.close();
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
