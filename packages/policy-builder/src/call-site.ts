/** Where in the running code something was built; line and column count from 1. */
export interface Origin {
  /** The `file:` URL or path of the module, as the JavaScript engine names it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A recorded call. Rendering its stack as text costs far more than recording it, so that is deferred. */
export type CallSite = Error;

// Engines other than V8 may have no such limit.
const engine = Error as { stackTraceLimit?: number | undefined };

/** Records the call of the calling function. A new error is the cheapest object that holds a stack. */
export function callSite(): CallSite {
  const limit = engine.stackTraceLimit;
  engine.stackTraceLimit = 3;
  const site = new Error();
  engine.stackTraceLimit = limit;
  return site;
}

/** Returns the place of a recorded call; undefined if the JavaScript engine does not report it. */
export function originOf(site: CallSite | undefined): Origin | undefined {
  const frames = (site?.stack ?? "").split("\n").filter((line) => /^ *at |@/.test(line));
  // The first frame is `callSite` itself, the second is the function that was called.
  const match = /((?:file:|[^\s(@]).*?):(\d+):(\d+)\)?$/.exec(
    // A place in parentheses follows the name of a function; a path may have them, too.
    (frames[2] ?? "").replace(/^ *at (?:.*? \((?=.*\)$))?|^[^@]*@/, ""),
  );
  if (match === null) return undefined;
  const [, file = "", line, column] = match;
  return { file, line: Number(line), column: Number(column) };
}
