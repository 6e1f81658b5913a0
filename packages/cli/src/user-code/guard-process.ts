import { printable } from "@traffic-policy/policy-lint/report/printable";
import { exitStatus } from "../exit-status.ts";
import { harmlessMessage } from "../harmless.ts";
import type { UserCodeError } from "./user-code-error.ts";

/** Code of the user's wants to end the process. */
export class ProcessEndedError extends Error {
  override readonly name = "ProcessEndedError";
}

/**
 * Keeps code of the user's from doing harm to a run: what it prints is no result and goes to
 * stderr, it cannot end the process, and what it throws later, when nobody waits for it, is told
 * and lets the run fail, but go on.
 *
 * @param describe - puts an error into words
 */
export function guardProcess(describe: (error: unknown) => UserCodeError): void {
  // The console asks for it, too, when it is used first.
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  process.exit = () => {
    throw new ProcessEndedError("process.exit was called.");
  };
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => {
    const { place, message } = describe(error);
    const what = place === undefined ? String(error.stack) : printable(message);
    process.stderr.write(harmlessMessage(`error: ${what}\n`, { isColorSupported: false }));
    process.once("exit", () => {
      process.exitCode = exitStatus.failure;
    });
  });
}
