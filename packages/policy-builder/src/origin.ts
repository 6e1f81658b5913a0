/** Where in the running code something was built; line and column count from 1. */
export interface Origin {
  /** The `file:` URL or path of the module, as the JavaScript engine names it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Remembers a call; the place is worked out only when somebody asks. */
export class CallSite {
  readonly stack?: string;

  /** @param callee - the function whose caller is remembered */
  constructor(callee: (...args: never[]) => unknown) {
    // Only engines with this method tell the caller; elsewhere the origin stays unknown.
    const engine = Error as ErrorWithCapture;
    if (engine.captureStackTrace === undefined) return;
    const limit = engine.stackTraceLimit;
    engine.stackTraceLimit = 1;
    engine.captureStackTrace(this, callee);
    engine.stackTraceLimit = limit;
  }

  /** The place of the call, if the engine tells it. */
  get origin(): Origin | undefined {
    const match = /(?:\(|at )((?:file:|[^\s(]).*?):(\d+):(\d+)\)?$/m.exec(this.stack ?? "");
    if (match === null) return undefined;
    const [, file = "", line, column] = match;
    return { file, line: Number(line), column: Number(column) };
  }
}

interface ErrorWithCapture {
  stackTraceLimit?: number | undefined;
  captureStackTrace?(target: object, callee: unknown): void;
}
