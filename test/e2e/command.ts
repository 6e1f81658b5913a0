import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn as spawnOnTerminal } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { apiKey, showsKey } from "../recognisable-key.ts";
import { CommandHosts, type Result } from "../../scripts/command-hosts.ts";
import { userEnvironment } from "../../scripts/user-environment.js";

/** The built command, as it is published. */
const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

export { apiKey, type Result };

/** Code without an end that takes no processor: the tests beside it go on meanwhile. */
export const endless = "for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);";

/** What is answered to a question. */
export type Answer = string | (() => Promise<string>);

/** How the command is run. */
export interface Options {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input holds; nothing when left out. */
  readonly input?: string | Uint8Array;
  /** Whether permissions count as they do for everybody, also when root runs the tests. */
  readonly unprivileged?: boolean;
  /** What a shell lets lead elsewhere: `>/dev/full`. */
  readonly redirect?: string | undefined;
  /** Blocks of 512 bytes to which each file that it writes may grow: as on a disk that is nearly full. */
  readonly fileBlocks?: number | undefined;
}

/** By what launches them. */
const hosts = new Map<string, CommandHosts>();

/** Runs the command as a user does; nobody can be asked. */
export async function run(args: readonly string[], options: Options): Promise<Result> {
  if (needsProcess(args, options)) return runAlone(args, options);
  const { cwd, env = {}, input, ...how } = options;
  const launcher = launcherFor(how);
  const key = launcher.join(" ");
  const own = hosts.get(key) ?? new CommandHosts(launcher);
  hosts.set(key, own);
  const result = await own.run({
    args,
    cwd,
    env: { ...userEnvironment(), ...env },
    ...(input !== undefined && { input }),
  });
  if (showsKey(result.out + result.err)) throw new Error(`${args.join(" ")} prints the API key.`);
  return result;
}

/** Whether a command line is about the process that runs it. */
function needsProcess(args: readonly string[], { env = {}, ...how }: Options): boolean {
  return (
    how.redirect !== undefined ||
    Object.keys(env).some((name) => name.startsWith("NODE_")) ||
    args.some((arg) => /^\/(?:dev|proc)\//.test(arg))
  );
}

/** The same in a process of its own. */
export function runAlone(
  args: readonly string[],
  { cwd, env = {}, input, ...how }: Options,
): Promise<Result> {
  const options = { cwd, env: { ...userEnvironment(), ...env }, maxBuffer: 100_000_000 };
  const [program = "", ...before] = programFor(how);
  return new Promise((settle, refuse) => {
    const child = execFile(program, [...before, ...args], options, (_error, out, err) => {
      // Whatever a test is about: the key is never printed.
      if (showsKey(out + err)) refuse(new Error(`${args.join(" ")} prints the API key.`));
      else settle({ status: child.exitCode, out, err });
    });
    child.stdin?.end(input);
  });
}

/** Runs a line of a shell in which `$TRAFFIC_POLICY` is the command. */
export function shell(
  line: string,
  { cwd }: Pick<Options, "cwd">,
): Promise<{ readonly status: number | null; readonly output: string }> {
  const env = { ...userEnvironment(), TRAFFIC_POLICY: `${process.execPath} ${command}` };
  return new Promise((settle) => {
    const child = execFile("sh", ["-c", line], { cwd, env }, (_error, out, err) =>
      settle({ status: child.exitCode, output: out + err }),
    );
  });
}

type Launch = Pick<Options, "unprivileged" | "redirect" | "fileBlocks">;

/** What runs the command, as a program and its first arguments. */
function programFor(how: Launch): string[] {
  return [...launcherFor(how), process.execPath, command];
}

function launcherFor({ unprivileged = false, redirect, fileBlocks }: Launch): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...(fileBlocks === undefined ? [] : ["sh", "-c", `ulimit -f ${fileBlocks}; exec "$0" "$@"`]),
    ...(redirect === undefined ? [] : ["sh", "-c", `exec "$0" "$@" ${redirect}`]),
    ...(unprivileged && isRoot ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []),
  ];
}

/** What somebody at a terminal does. */
export interface AtTerminal extends Options {
  /**
   * Answers to the questions in their order; a control character is a key that is pressed instead. A
   * function gives its answer once something else has happened.
   */
  readonly answers?: readonly Answer[];
  /** How questions end; those that are answered by yes or no when left out. */
  readonly prompt?: string;
  /** The signal that ends the command once this is shown. */
  readonly signal?: readonly [at: string, signal: NodeJS.Signals];
}

/** Runs the command on a terminal, answers its questions in this order, and gives all that appeared. */
export async function terminal(args: readonly string[], options: AtTerminal): Promise<string> {
  return (await runOnTerminal(args, options)).shown;
}

/** The same, with how the command ended. */
export function runOnTerminal(
  args: readonly string[],
  {
    cwd,
    env = {},
    answers = [],
    prompt = "[y/N] ",
    redirect,
    signal: [at, signal] = ["", "SIGTERM"],
  }: AtTerminal,
): Promise<{ readonly shown: string; readonly status: number; readonly signal?: number }> {
  const [program = "", ...before] = programFor({ redirect });
  const child = spawnOnTerminal(program, [...before, ...args], {
    cwd,
    env: { ...userEnvironment(), TERM: "xterm", ...env },
    cols: 200,
  });
  let shown = "";
  let asked = 0;
  let isSent = at === "";
  const press = (answer: string): void =>
    child.write(answer.length === 1 && answer < " " ? answer : `${answer}\r`);
  child.onData((data) => {
    shown += data;
    while (shown.split(prompt).length - 1 > asked) {
      const answer = answers[asked] ?? "n";
      asked += 1;
      if (typeof answer === "string") press(answer);
      else void answer().then(press);
    }
    if (!isSent && shown.includes(at)) {
      isSent = true;
      child.kill(signal);
    }
  });
  return new Promise((settle) =>
    child.onExit(({ exitCode: status, signal: by }) =>
      settle({ shown, status, ...(by !== undefined && by > 0 && { signal: by }) }),
    ),
  );
}

/** Starts the command and leaves it running; it is ended with the test. */
export function start(args: readonly string[], { cwd, env = {}, ...how }: Options): ChildProcess {
  const [program = "", ...before] = programFor(how);
  const child = spawn(program, [...before, ...args], {
    cwd,
    env: { ...userEnvironment(), ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Makes a folder with these files in it; it is removed with the test. */
export function project(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A configuration as JSON with the targets `ssh` and `web`. */
export function configuration(overrides: object = {}): string {
  return JSON.stringify({
    service: "emulator",
    targets: {
      ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.json" },
      web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.json" },
    },
    ...overrides,
  });
}
