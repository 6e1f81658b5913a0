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
    const asker = isMainThread ? parentProcess() : parentThread();
    answerQuestions(asker, context, isMainThread);
    await asker.ended;
    return exitStatus.ok;
  }
  const { EditorHost } = await import("../../editor/editor-host.ts");
  const host = new EditorHost();
  const connection = createConnection(
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  serve(connection, {
    host,
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

/** Ends when it is asked to, so that the machine code of what was needed is kept for the next start. */
function parentThread(): EndingAsker {
  let take: (question: Question) => void = () => {};
  const ended = new Promise<void>((settle) => {
    parentPort?.on("message", (question: Question | undefined) => {
      if (question === undefined) settle();
      else take(question);
    });
  });
  return {
    ended,
    onQuestion(given) {
      take = given;
    },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node has none.
    answer: (answer) => parentPort?.postMessage(answer),
  };
}

function parentProcess(): EndingAsker {
  // Code of the workspace may put something else there.
  const send = process.send?.bind(process);
  return {
    ended: new Promise((settle) => process.once("disconnect", settle)),
    onQuestion: (take) => void process.on("message", (question: Question) => take(question)),
    // Who does not wait any more needs no answer, and no error about it.
    answer: (answer) => void send?.(answer, undefined, undefined, () => {}),
  };
}

interface EndingAsker extends Asker {
  readonly ended: Promise<void>;
}
