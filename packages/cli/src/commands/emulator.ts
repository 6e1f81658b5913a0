import { once } from "node:events";
import { resolve } from "node:path";
import type { Emulator } from "@traffic-policy/emulator";
import { CommandError } from "../command-error.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { EmulatorOptions } from "../options.ts";
import { apiKeyIfAny } from "../service/api-key.ts";
import { importEmulator } from "../service/import-emulator.ts";
import type { Terminal } from "../terminal.ts";

/** `traffic-policy emulator`: runs until SIGINT or SIGTERM. */
export async function emulator(options: EmulatorOptions, terminal: Terminal): Promise<ExitStatus> {
  const apiKey = apiKeyIfAny(options.apiKeyFile);
  const running = await start(options, apiKey);
  const { baseUrl } = running;
  if (options.format === "json") terminal.out(`${JSON.stringify({ version: 1, baseUrl })}\n`);
  else {
    const { bold } = terminal.style;
    const keys = apiKey === undefined ? "any API key" : "one API key only";
    terminal.out(`The emulator listens on ${bold(baseUrl)} and accepts ${keys}.\n`);
    terminal.err("Press Ctrl-C to end it.\n");
  }
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await running.close();
  return exitStatus.ok;
}

async function start(
  { port, data }: EmulatorOptions,
  apiKey: string | undefined,
): Promise<Emulator> {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) {
    throw new CommandError(`"${port}" is not a port.`, { help: "Ports are numbers up to 65535." });
  }
  try {
    const { createEmulator } = await importEmulator();
    return await createEmulator({
      port: Number(port),
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(data === undefined ? {} : { dataFile: resolve(data) }),
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandError(error.message, { cause: error });
  }
}
