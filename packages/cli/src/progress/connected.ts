import type { Context } from "../context.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { ServiceAccess } from "../program/options.ts";
import { connect, type Connection } from "../service/connect.ts";
import type { Progress } from "./phase.ts";

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
    const { TerminalProgress } = await import("./terminal-progress.ts");
    return new TerminalProgress(terminal, clock);
  }
  const { PlainProgress } = await import("./plain-progress.ts");
  return new PlainProgress(terminal, clock);
}
