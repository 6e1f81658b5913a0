import { fork } from "node:child_process";
import { CommandError } from "../../context.ts";
import type { CallAnswer, Question } from "./answer-call.ts";

/** In milliseconds. */
const callTime = 120_000;

/**
 * Runs a call in a process of its own, which can be stopped whatever it does.
 *
 * @throws CommandError when it does not finish in time, is cancelled, or ends without an answer
 */
export function callInProcess(question: Question, cancelled: AbortSignal): Promise<CallAnswer> {
  const child = fork(process.argv[1] ?? "", ["mcp", "--call"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const stop = (): void => void child.kill("SIGKILL");
  // The client may end the server without waiting for it.
  process.once("exit", stop);
  return new Promise<CallAnswer>((settle, refuse) => {
    const stopFor = (reason: string): void => {
      refuse(new CommandError(`The call was stopped: ${reason}.`));
      stop();
    };
    const seconds = callTime / 1000;
    const timer = setTimeout(
      () => stopFor(`it did not finish within ${seconds} seconds`),
      callTime,
    );
    cancelled.addEventListener("abort", () => stopFor("it was cancelled"));
    child.once("message", (answer) => settle(answer as CallAnswer));
    child.once("error", refuse);
    child.once("exit", () => {
      clearTimeout(timer);
      process.off("exit", stop);
      refuse(new CommandError("The call ended without an answer."));
    });
    child.send(question, () => {});
  });
}
