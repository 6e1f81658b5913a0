import type { Readable } from "node:stream";
import type { Files } from "@traffic-policy/project";
import type { Style } from "@traffic-policy/report";

/** The external world of a command run. Code below the entry point does not access the process for any of this. */
export interface Context {
  /** The working directory, as an absolute path. */
  readonly cwd: string;
  readonly env: Environment;
  readonly operator: Operator;
  readonly clock: Clock;
  readonly files: Files;
  readonly terminal: Terminal;
  /** Runs another command line, as the language server does for an editor, and returns its exit status. */
  run(args: readonly string[], context: Context): Promise<number>;
}

export interface Operator {
  readonly user?: string;
  readonly host?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a monotonic clock. */
  elapsed(): number;
}

export function isoTime({ now }: Clock): string {
  return new Date(now()).toISOString();
}

export type { Style };

export interface Written {
  /** True when the text holds GitHub Actions workflow commands, in which everything else is already escaped. */
  readonly hasCommands?: boolean;
}

export interface Terminal {
  /**
   * Prints results, which another program may read. Control characters that a terminal or a log would obey are
   * escaped, as in JSON.
   */
  out(text: string, how?: Written): void;
  /** Prints results for people alone: the same, with lines that end before the terminal does. */
  print(text: string): void;
  /**
   * Prints a result that is the text of a file, or a patch for a file: unchanged to a file or a pipe, escaped only on
   * a terminal.
   */
  document(text: string): void;
  /** Prints everything else. Where that is for people, its lines end before the terminal does. */
  err(text: string, how?: Written): void;
  readonly style: Style;
  readonly errStyle: Style;
  /** True when a user can read questions and answer them. */
  readonly interactive: boolean;
  /** True when a user sees progress output that changes in place. */
  readonly showsProgress: boolean;
  /** Asks for a line; undefined after Ctrl-C, Ctrl-D, or at the end of the input. */
  question(text: string): Promise<string | undefined>;
  readAll(): Promise<Buffer>;
  /** Standard input, as it comes. */
  input(): Readable;
  errStream(): NodeJS.WriteStream;
  /** Routes all later output of other code in this process through this terminal. */
  takeAll(): void;
  /** Hides an API key in all later output. */
  hide(key: string): void;
  /** Waits until everything is written; false when that failed. */
  flushed(): Promise<boolean>;
  /** Stops waiting for a slow reader; output is buffered for it instead. */
  waitForNobody(): void;
}

export function toErr<Around extends { readonly terminal: Terminal }>(context: Around): Around {
  const { terminal } = context;
  // Not a copy: that would ask whether somebody can be asked.
  const inherited = Object.create(terminal) as Terminal;
  const other = Object.assign(inherited, {
    out: terminal.err,
    print: terminal.err,
    style: terminal.errStyle,
  });
  return { ...context, terminal: other };
}

/** The same where nothing is printed: for work whose caller tells what could not be done. */
export function unseen(context: Context): Context {
  const value = (): void => {};
  const terminal = Object.create(context.terminal, {
    out: { value },
    print: { value },
    err: { value },
    showsProgress: { value: false },
  }) as Terminal;
  return { ...context, terminal };
}

export const exitStatus = {
  ok: 0,
  /** Findings: lint errors, differences, cases that fail. */
  findings: 1,
  /** The command could not do its job: usage, configuration, network, refused, a target not deployed. */
  failure: 2,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** The error that a command could not do its job: printed as a sentence, with exit status 2. */
export { ExplainedError as CommandError } from "@traffic-policy/project";
