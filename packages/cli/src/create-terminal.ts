import { Secret } from "@traffic-policy/api/secret";
import { forLog, forTerminal } from "@traffic-policy/project/internal";
import {
  CommandError,
  type Environment,
  type Style,
  type Terminal,
  type Written,
} from "./context.ts";
import { OutputStream, type Streams } from "./output-stream.ts";
import { printError } from "./report/error.ts";
import { laidOut, withoutColors } from "@traffic-policy/report";

/** @param colors - enables or disables colours; by default, environment variables and the streams decide */
export async function createTerminal(
  streams: Streams,
  env: Environment,
  colors?: boolean,
): Promise<Terminal> {
  // There is nobody left to report this to.
  const err = new OutputStream(streams.err, () => {});
  const out = new OutputStream(streams.out, (code) =>
    printError(new CommandError(`The output cannot be written (${code}).`), { terminal }),
  );
  const style = await styleFor(out, env, colors);
  const errStyle = await styleFor(err, env, colors);
  const terminal: Terminal = {
    out: (text, how) => out.write(harmless(text, style, how)),
    document: (text) => out.write(out.isTerminal ? forTerminal(text, withoutColors) : text),
    print: (text) => out.write(harmless(laidOut(text, style), style)),
    err: (text, how) => {
      const shown = how?.hasCommands === true ? text : laidOut(text, errStyle);
      err.write(harmless(shown, errStyle, how));
    },
    style,
    errStyle,
    get interactive() {
      return streams.input().isTTY === true && out.isTerminal && err.isTerminal;
    },
    get showsProgress() {
      return err.isTerminal && env["TERM"] !== "dumb";
    },
    async question(text) {
      const { createInterface } = await import("node:readline/promises");
      const lines = createInterface({ input: streams.input(), output: err.stream() });
      const closed = new Promise<undefined>((settle) => {
        lines.once("close", () => settle(undefined));
      });
      // Closing lets newer versions of Node reject the question, too.
      const asked = lines.question(text).catch(() => undefined);
      const answer = await Promise.race([asked, closed]);
      lines.close();
      return answer;
    },
    async readAll() {
      const chunks: Buffer[] = [];
      for await (const chunk of streams.input()) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    input: () => streams.input(),
    errStream: () => err.stream() as NodeJS.WriteStream,
    takeAll() {
      out.takeAll();
      err.takeAll();
    },
    hide(key) {
      out.hide(key);
      err.hide(key);
    },
    async flushed() {
      await out.flushed();
      if (out.hasHidden) printHiddenKey(terminal);
      await err.flushed();
      return !out.hasFailed && !err.hasFailed;
    },
    waitForNobody() {
      out.waitForNobody();
      err.waitForNobody();
    },
  };
  return terminal;
}

export function harmless(
  text: string,
  style: Style,
  { hasCommands = false }: Written = {},
): string {
  return hasCommands ? forTerminal(text, style) : forLog(text, style);
}

async function styleFor(
  stream: OutputStream,
  env: Environment,
  colors = usesColor(stream, env),
): Promise<Style> {
  return {
    ...(colors ? await colorStyle() : withoutColors),
    hasBlocks: showsBlocks(stream, env),
    // Asked for each time, because somebody may change it while a command watches files.
    get width() {
      return widthOf(stream, env);
    },
  };
}

async function colorStyle(): Promise<Omit<Style, "width" | "hasBlocks">> {
  // Loaded only here, because it opens standard output.
  const { default: picocolors } = await import("picocolors");
  return picocolors.createColors(true);
}

/** Below this, nothing stands beside anything else. */
const narrowest = 40;

function widthOf(stream: OutputStream, { COLUMNS = "" }: Environment): number {
  // What another program reads, or somebody searches, stays on one line.
  if (!stream.isTerminal) return Infinity;
  const told = /^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : 80;
  return Math.max(narrowest, stream.columns || told);
}

function showsBlocks(stream: OutputStream, env: Environment): boolean {
  const { LC_ALL, LC_CTYPE, LANG, TERM, WT_SESSION } = env;
  const locale = LC_ALL || LC_CTYPE || LANG || "";
  const isUnicode = /utf-?8/i.test(locale) || WT_SESSION !== undefined;
  return stream.isTerminal && TERM !== "dumb" && isUnicode;
}

function usesColor(stream: OutputStream, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0";
  return TERM !== "dumb" && stream.isTerminal;
}

function printHiddenKey({ err, errStyle }: Terminal): void {
  const label = errStyle.yellow(errStyle.bold("warning:"));
  err(`${label} The results held the API key: they show ${Secret.mark} in its place.\n`);
}
