import { isMainThread, parentPort } from "node:worker_threads";
import { serve } from "@traffic-policy/language-server";
import {
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { exitStatus, type Context, type ExitStatus } from "../../context.ts";
import type { Asker, Question } from "../../editor/messages.ts";
import { version } from "../../version.ts";
import type { LspOptions } from "./command.ts";

/** `traffic-policy lsp`: serves an editor until it disconnects. */
export default async function lsp(
  { checker, trust }: LspOptions,
  context: Context,
): Promise<ExitStatus> {
  if (checker) {
    const { answerQuestions } = await import("../../editor/messages.ts");
    // A thread cannot be stopped whatever it does, so code runs only in a process.
    answerQuestions(isMainThread ? parentProcess() : parentThread(), context, isMainThread);
    return new Promise(() => {});
  }
  const { EditorHost } = await import("../../editor/editor-host.ts");
  const connection = createConnection(
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  serve(connection, {
    host: new EditorHost(),
    timers: {
      after(milliseconds, call) {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    version: version(),
    isTrusted: trust === true,
  });
  return new Promise((settle) => {
    connection.onExit(() => settle(exitStatus.ok));
    process.stdin.once("end", () => settle(exitStatus.failure));
  });
}

function parentThread(): Asker {
  return {
    onQuestion: (take) =>
      void parentPort?.on("message", (question: Question | undefined) => {
        // At the end, the machine code of what was needed is kept for the next start.
        if (question === undefined) process.exit(exitStatus.ok);
        take(question);
      }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node has none.
    answer: (answer) => parentPort?.postMessage(answer),
  };
}

function parentProcess(): Asker {
  // Code of the workspace may put something else there.
  const send = process.send?.bind(process);
  process.once("disconnect", () => process.exit(exitStatus.ok));
  return {
    onQuestion: (take) => void process.on("message", (question: Question) => take(question)),
    answer: (answer) => void send?.(answer),
  };
}
