import type { Files } from "@traffic-policy/project";
import type { Style } from "@traffic-policy/report";

/** What a run of the command gets from outside: below its entry nobody asks the process for any of this. */
export interface Context {
  /** The working directory; absolute path. */
  readonly cwd: string;
  readonly env: Environment;
  readonly operator: Operator;
  readonly clock: Clock;
  readonly files: Files;
  readonly terminal: Terminal;
  /** Runs another command line, as the language server does for an editor; gives its exit status. */
  run(args: readonly string[], context: Context): Promise<number>;
}

/** Who runs the command; what cannot be found out is left out. */
export interface Operator {
  /** The name of the user, as the system knows it. */
  readonly user?: string;
  /** The name of the machine. */
  readonly host?: string;
}

/** Variables of an environment by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment; nobody sets it back. */
  elapsed(): number;
}

/** A moment as it is written in files and reports. */
export function isoTime({ now }: Clock): string {
  return new Date(now()).toISOString();
}

export type { Style };

/** What is known of a text that is written. */
export interface Written {
  /** Whether it holds commands for the log of GitHub Actions, in which all else is escaped. */
  readonly hasCommands?: boolean;
}

/** Where a command writes, and what it knows of the other side. */
export interface Terminal {
  /** Results: what another program may read. What a terminal or a log would obey is escaped, as JSON does. */
  out(text: string, how?: Written): void;
  /**
   * A result that is the text of a file or a patch for one: a file or a pipe gets it as it is, and only
   * a terminal what it does not obey.
   */
  document(text: string): void;
  /** Everything else. */
  err(text: string, how?: Written): void;
  /** Colours for results. */
  readonly style: Style;
  /** Colours for everything else. */
  readonly errStyle: Style;
  /** Whether somebody can be asked: reads questions and results, and can answer. */
  readonly interactive: boolean;
  /** Whether somebody sees how what is not a result changes in its place. */
  readonly showsProgress: boolean;
  /** Asks for a line; nothing when there is none: after Ctrl-C, Ctrl-D, or at the end of the input. */
  question(text: string): Promise<string | undefined>;
  /** All that is on standard input, to its end. */
  readAll(): Promise<Buffer>;
  /** The stream for everything else, for what draws on a terminal. */
  errStream(): NodeJS.WriteStream;
  /** From now on, what other code of this process prints comes by here, too. */
  takeAll(): void;
  /** From now on, an API key is hidden in all that comes by here. */
  hide(key: string): void;
  /** Waits until everything is written, and gives whether it could be. */
  flushed(): Promise<boolean>;
  /** From now on a reader that does not read is not waited for: what it misses is kept for it. */
  waitForNobody(): void;
}

/** The same, but results go where everything else goes. */
export function toErr<Around extends { readonly terminal: Terminal }>(context: Around): Around {
  const { terminal } = context;
  // Not a copy: that would ask whether somebody can be asked.
  const inherited = Object.create(terminal) as Terminal;
  const other = Object.assign(inherited, { out: terminal.err, style: terminal.errStyle });
  return { ...context, terminal: other };
}

/** The exit status of every command. */
export const exitStatus = {
  /** Nothing to report. */
  ok: 0,
  /** Findings: lint errors, differences, cases that fail. */
  findings: 1,
  /** The command could not do its job: usage, configuration, network, refused, a target not deployed. */
  failure: 2,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Why a command could not do its job: printed as one sentence, exit status 2. */
export { ExplainedError as CommandError } from "@traffic-policy/project";
