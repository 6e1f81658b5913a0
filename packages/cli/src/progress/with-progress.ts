import { makePlan, type Client, type Plan, type WantedPolicy } from "@traffic-policy/api";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { projectOf } from "../configuration/project.ts";
import type { Context } from "../context.ts";
import type { ServiceAccess, TargetOptions } from "../program/options.ts";
import { connect } from "../service/connect.ts";
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

/** The service that a run without targets works with. */
export interface OneService extends Pick<Connections, "concurrency"> {
  readonly clients: Client;
  readonly environment: string | undefined;
}

/** Connects to the service of the options or of the configuration, if there is one, without any target. */
export async function connectedToService<T>(
  options: ServiceAccess & TargetOptions & { readonly concurrency?: number },
  context: Context,
  work: (service: OneService, progress: Progress) => Promise<T>,
): Promise<T> {
  const configuration = await projectOf(options, context).configurations.ifAny();
  const { concurrency = configuration?.limits.concurrency } = options;
  const progress = await progressOn(context);
  const connection = await connect(configuration, options, context, {
    concurrency,
    onEvent: (event) => progress.happened(event),
  });
  const environment = configuration?.environment?.name;
  try {
    return await work({ clients: connection.client, concurrency, environment }, progress);
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

export function planTargets(
  { clients, concurrency }: Pick<Connections, "clients" | "concurrency">,
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
