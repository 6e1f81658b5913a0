import { printable } from "@traffic-policy/policy-lint/report/printable";
import { forLog } from "../harmless.ts";
import { guardOutput } from "./guard-output.ts";
import { guardTimers } from "./guard-timers.ts";
import { noteFailure } from "./late-failures.ts";
import { readable } from "./readable.ts";
import { replaceFunction } from "./replace-function.ts";
import type { UserCodeError } from "./user-code-error.ts";
import { userPlacesOf } from "./user-place.ts";

/** Code of the user's wants to end the process. */
export class ProcessEndedError extends Error {
  override readonly name = "ProcessEndedError";
  /** What it calls: `process.exit`. */
  readonly call: string;

  constructor(call: string) {
    super(`${call} was called.`);
    this.call = call;
  }
}

/**
 * Keeps code of the user's from doing harm to a run: what it prints is no result and goes to
 * stderr, it cannot end the process, and what it throws later, when nobody waits for it, is told
 * and lets the run fail, but go on.
 *
 * @param describe - puts an error into words
 */
export function guardProcess(describe: (error: unknown) => UserCodeError): void {
  guardOutput();
  guardTimers();
  const note = (thrown: unknown): void => {
    const error = readable(thrown);
    noteFailure(error, () => {
      const { place, message, reason } = describe(error);
      const text = error instanceof Error ? String(error.stack) : reason;
      const what = place === undefined ? text : printable(message);
      process.stderr.write(forLog(`error: ${what}\n`, { isColorSupported: false }));
    });
  };
  const refuse = (call: string): never => {
    const error = new ProcessEndedError(call);
    note(error);
    throw error;
  };
  for (const name of ["abort", "exit", "reallyExit"]) {
    replaceFunction(process, name, () => refuse(`process.${name}`));
  }
  replaceFunction(process, "kill", ({ args, instead }) => {
    const [id, signal] = args;
    const isOwn = [process.pid, -process.pid, 0, -1].includes(Number(id));
    // What ends this process after a signal does it in this way, too.
    const isUsers = isOwn && signal !== 0 && userPlacesOf(new Error()).length > 0;
    return isUsers ? refuse("process.kill") : instead(...args);
  });
  replaceFunction(process, "chdir", () => refuse("process.chdir"));
  replaceFunction(process, "umask", ({ args, instead }) =>
    args.length === 0 ? instead() : refuse("process.umask"),
  );
  if (process.report !== undefined) replaceFunction(process.report, "writeReport", () => "");
  // Unlike a listener, code of the user's cannot take it away. Rejections come to it, too, but as errors.
  process.setUncaughtExceptionCaptureCallback(note);
  process.on("unhandledRejection", note);
}
