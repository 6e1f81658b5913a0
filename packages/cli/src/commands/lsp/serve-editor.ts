import { serve, type Host } from "@traffic-policy/language-server";
import {
  type ConsoleFeature,
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { printable } from "@traffic-policy/policy-language/internal";
import { exitStatus, type ExitStatus } from "../../context.ts";
import { version } from "../../version.ts";

export function serveEditor(host: Host, isTrusted: boolean): Promise<ExitStatus> {
  const reader = new StreamMessageReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  const connection = createConnection({ __brand: "features", console: untilGone }, reader, writer);
  serve(connection, {
    host,
    timers: {
      after(milliseconds, call) {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    version: version(),
    isTrusted,
  });
  return new Promise((settle) => {
    connection.onExit(() => settle(exitStatus.ok));
    const failed = (): void => settle(exitStatus.failure);
    process.stdin.once("end", failed);
    // After a broken message, nothing says where the next one begins.
    reader.onError(({ message }) => {
      process.stderr.write(`error: The editor sent what is no message: ${printable(message)}\n`);
      failed();
    });
    // An editor that reads no more has disconnected, too.
    process.stdout.on("error", failed);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, failed);
  });
}

/** The console of an editor, which is told nothing once it is gone: the library would tell it that it is. */
const untilGone: ConsoleFeature<object> = (Console) =>
  class extends Console {
    override error(message: string): void {
      try {
        super.error(message);
      } catch {
        // Nobody is there to be told.
      }
    }
  };
