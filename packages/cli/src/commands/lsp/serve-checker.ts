import { isMainThread, parentPort } from "node:worker_threads";
import type { Context } from "../../context.ts";
import { answerQuestions, type Asker, type Question } from "../../editor/messages.ts";

export async function serveChecker(context: Context): Promise<void> {
  // A thread cannot be stopped whatever it does, so code runs only in a process.
  const asker = isMainThread ? parentProcess() : parentThread();
  answerQuestions(asker, context, isMainThread);
  await asker.ended;
}

/** Ends on request instead of being stopped, so that the compile cache is kept for the next start. */
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
