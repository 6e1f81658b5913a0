import type { Gateway } from "@traffic-policy/gateway";
import type { Exchange } from "@traffic-policy/policy-engine";
import { counted } from "@traffic-policy/policy-language/internal";
import type { Files } from "@traffic-policy/project";
import { CommandError, type Terminal } from "../../context.ts";
import { checkGiven, exchangeOf, withOptions } from "../../exchange/given-exchange.ts";
import type { ServeOptions } from "./command.ts";

export function knownOfConnections(
  options: ServeOptions,
  files: Files,
): Pick<Exchange, "connection" | "variables"> {
  const { clientIp, country, variable } = options;
  const given = withOptions(
    { exchange: {}, folder: files.folder, files, place: () => "" },
    {
      ...(clientIp !== undefined && { clientIp }),
      ...(country !== undefined && { country }),
      ...(variable !== undefined && { variable }),
    },
  );
  checkGiven(given);
  const { connection, variables } = exchangeOf(given);
  return { ...(connection && { connection }), ...(variables && { variables }) };
}

export function endpointsIn(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [, url, server] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
      if (url !== undefined && server !== undefined) return [url, server];
      throw new CommandError(`--endpoint: "${text}" is not an endpoint with a server.`, {
        help: "Write two URLs with = between them, like https://billing.internal=http://localhost:3001.",
      });
    }),
  );
}

/** Waits for SIGINT or SIGTERM, then for exchanges in progress; a second signal aborts them. */
export async function untilClosed(
  gateway: Pick<Gateway, "open" | "close">,
  { err }: Terminal,
): Promise<void> {
  let signals = 0;
  await new Promise<void>((settle) => {
    const stop = (): void => {
      signals += 1;
      const isFirst = signals === 1;
      if (isFirst && gateway.open > 0) {
        const what = counted(gateway.open, "request");
        err(`\nWaiting for ${what} to end; press Ctrl-C again to stop now.\n`);
      }
      void gateway.close({ now: !isFirst }).then(settle);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
  });
}
