import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { once } from "node:events";
import { GatewayError, startPage, type ServedPage } from "@traffic-policy/gateway";
import { printable } from "@traffic-policy/policy-language/internal";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { printError } from "../../report/error.ts";
import type { PlaygroundOptions } from "./command.ts";
import { localFiles } from "./local-files.ts";
import type { PlaygroundOutput } from "./output.ts";

/**
 * The sources that the page may load. The frame in which TypeScript runs sets its own policy, which allows nothing.
 */
const contentSecurityPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

/** Runs `traffic-policy playground [policy]` until SIGINT or SIGTERM. */
export default async function playground(
  name: string | undefined,
  options: PlaygroundOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal } = context;
  const folder = pageFolder(context);
  const read = async (): Promise<object> =>
    name === undefined ? {} : (await localFiles(name, options, context)).state;
  if (name !== undefined) {
    // What is wrong with the file is said before anything listens.
    const { notes } = await localFiles(name, options, context);
    for (const note of notes) terminal.err(`${printable(note)}\n`);
  }
  const page = await start({
    folder,
    port: options.port,
    local: read,
    contentSecurityPolicy: (file) =>
      file === "code-frame.html" ? undefined : contentSecurityPolicy,
    onProblem: (error) => printError(error, context),
  });
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const output: PlaygroundOutput = { version: 1, link: page.link };
  if (options.format === "json") terminal.out(`${JSON.stringify(output)}\n`);
  else {
    terminal.print(`The playground listens on ${terminal.style.bold(page.link)}\n`);
    terminal.err("The link opens it once. Press Ctrl-C to stop.\n");
  }
  await ended;
  await page.close();
  return exitStatus.ok;
}

async function start(options: Parameters<typeof startPage>[0]): Promise<ServedPage> {
  try {
    return await startPage(options);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  }
}

function pageFolder({ cwd }: Context): string {
  for (const from of [`${cwd}/`, import.meta.url]) {
    try {
      const manifest = createRequire(from).resolve("@traffic-policy/playground/package.json");
      const folder = join(dirname(manifest), "dist/page");
      if (existsSync(join(folder, "index.html"))) return folder;
    } catch {
      // It may be installed beside the command only.
    }
  }
  throw new CommandError("The package of the playground is not installed.", {
    help: "Install @traffic-policy/playground in this project, from where traffic-policy was installed.",
  });
}
