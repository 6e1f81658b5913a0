import { serve, type Host } from "@traffic-policy/language-server";
import {
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { printable } from "@traffic-policy/policy-language/internal";
import { exitStatus, type ExitStatus } from "../../context.ts";
import { version } from "../../version.ts";

export function serveEditor(host: Host, isTrusted: boolean): Promise<ExitStatus> {
  const reader = new StreamMessageReader(process.stdin);
  const connection = createConnection(reader, new StreamMessageWriter(process.stdout));
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
