import { once } from "node:events";
import { dialectNamed } from "@traffic-policy/policy-language";
import type { Emulator, FaultScript, EmulatorOptions as Settings } from "@traffic-policy/emulator";
import { placeIn, type Files } from "@traffic-policy/project";
import { readJson } from "@traffic-policy/project/internal";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import type { EmulatorOptions } from "./command.ts";
import type { EmulatorOutput } from "./output.ts";
import { apiKeyIfAny, usualVariable } from "../../configuration/api-key.ts";
import { parseVersionHeader } from "../../service/connect.ts";

/** Runs `traffic-policy emulator` until SIGINT or SIGTERM. */
export default async function emulator(
  options: EmulatorOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal } = context;
  const { apiKeyFile: file } = options;
  const key = file === undefined ? { variable: usualVariable } : { file, by: "--api-key-file" };
  const apiKey = apiKeyIfAny(key, context);
  const running = await start(options, apiKey, context.files);
  const { baseUrl } = running;
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const output: EmulatorOutput = { version: 1, baseUrl };
  if (options.format === "json") terminal.out(`${JSON.stringify(output)}\n`);
  else {
    const { bold } = terminal.style;
    const keys = apiKey === undefined ? "any API key" : "one API key only";
    terminal.print(`The emulator listens on ${bold(baseUrl)} and accepts ${keys}.\n`);
    terminal.err("Press Ctrl-C to stop.\n");
  }
  await ended;
  await running.close();
  return exitStatus.ok;
}

async function start(
  options: EmulatorOptions,
  apiKey: string | undefined,
  files: Files,
): Promise<Emulator> {
  const { createEmulator } = await import("@traffic-policy/emulator");
  const { port, data, versionHeader, tunnel, pageSize, requestsPerMinute } = options;
  if (port > 65_535) {
    throw new CommandError(`"${port}" is not a port.`, { help: "Ports are numbers up to 65535." });
  }
  const settings: Settings = {
    port,
    apiKey,
    dataFile: data === undefined ? undefined : files.resolve(data),
    versionHeader: versionHeader === undefined ? undefined : parseVersionHeader(versionHeader),
    tunnels: tunnel,
    pageSize,
    requestsPerMinute,
    dialect: await dialectNamed("phases"),
    faults: options.faults === undefined ? undefined : await readFaults(options.faults, files),
  };
  try {
    return await createEmulator(settings);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandError(error.message, { cause: error });
  }
}

async function readFaults(file: string, files: Files): Promise<FaultScript> {
  const { checkFaultScript, InvalidFaultScript } = await import("@traffic-policy/emulator");
  const source = readJson(files.resolve(file), files);
  try {
    return checkFaultScript(source.document);
  } catch (error) {
    if (!(error instanceof InvalidFaultScript)) throw error;
    throw new CommandError(`${placeIn(source, error.path)}: ${error.sentence}`, {
      help: error.help,
      cause: error,
    });
  }
}
