import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { spawn as spawnOnTerminal } from "@lydell/node-pty";
import { describe, expect, test } from "vitest";
import { formats } from "@traffic-policy/report/formats";
import { otherCommands, otherOptions } from "../../packages/cli/src/program/program-command.ts";
import { userEnvironment } from "../../scripts/user-environment.js";
import { project, run } from "./command.ts";
import { everyCommand } from "../../scripts/every-command.ts";

const executable = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);
const commands = await everyCommand();

test("every command has an example, but those that only hold others", () => {
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ examples, isGroup }) => !isGroup && examples.length === 0)).toEqual([]);
});

test.each(commands)("traffic-policy $words", ({ command, words, examples }) => {
  const help = command.configureHelp({ helpWidth: 80 }).helpInformation();
  expect(help).toMatch(new RegExp(`^Usage: ${["traffic-policy", ...words].join(" ")} .*\n\n[A-Z]`));
  for (const { what, line } of examples) {
    expect(help).toContain(`  # ${what}\n  ${line}\n`);
    expect(line.length).toBeLessThan(90);
  }
  const lines = new Set(examples.map(({ line }) => `  ${line}`));
  const tooLong = help.split("\n").filter((line) => line.length > 80 && !lines.has(line));
  expect(tooLong).toEqual([]);
});

describe("help", () => {
  const help = (...args: readonly string[]): Promise<string> =>
    run(args, { cwd: project({}) }).then(({ out }) => out);

  test("of a command comes in three ways", async () => {
    const text = await help("edges", "create", "--help");
    const create = commands.find(({ words }) => words.join() === "edges,create")?.command;
    expect(text).toBe(create?.configureHelp({ helpWidth: 80 }).helpInformation());
    expect(await help("help", "edges", "create")).toBe(text);
    expect(await help("edges", "create", "-h")).toBe(text);
  });

  test("lists every command under a heading", async () => {
    expect(await help("--help")).not.toContain("\nCommands:\n");
  });

  test("lists the commands in at most 24 lines, the servers of editors and agents in one", async () => {
    const text = await help("--help");
    const lists = text.slice(
      text.indexOf("Write and check policies:"),
      text.indexOf("Exit status:"),
    );
    const lines = lists.split("\n").filter((line) => line.startsWith("  "));
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.at(-1)).toMatch(/^ {2}completion, lsp, mcp /);
  });

  test("is as wide as the terminal", async () => {
    const examples = new Set(
      commands.flatMap((one) => one.examples.map(({ line }) => `  ${line}`)),
    );
    const widest = async (columns: number): Promise<number> => {
      const shown = await shownOnTerminal(["lint", "--help"], columns);
      const lines = shown.split("\n").filter((line) => !examples.has(line));
      return Math.max(...lines.map((line) => line.length));
    };
    expect(await widest(60)).toBeLessThanOrEqual(60);
    const wide = await widest(120);
    expect(wide).toBeLessThanOrEqual(120);
    expect(wide).toBeGreaterThan(100);
  });
});

function shownOnTerminal(args: readonly string[], columns: number): Promise<string> {
  const child = spawnOnTerminal(process.execPath, [executable, ...args], {
    cwd: project({}),
    env: { ...userEnvironment(), TERM: "xterm" },
    cols: columns,
    rows: 200,
  });
  let shown = "";
  child.onData((data) => (shown += data));
  return new Promise((settle) =>
    child.onExit(() => settle(stripVTControlCharacters(shown).replaceAll("\r", ""))),
  );
}

describe("a mistake on the command line: a sentence, what to do, exit status 2", () => {
  test.each<[string[], string, string]>([
    [["lnit"], '`traffic-policy` has no command "lnit".', 'Did you mean "lint"?'],
    [["edges", "lst"], '`traffic-policy edges` has no command "lst".', 'Did you mean "list"?'],
    [
      ["teleport"],
      '`traffic-policy` has no command "teleport".',
      "`traffic-policy --help` lists all of them.",
    ],
    [
      ["help", "edges", "lst"],
      '`traffic-policy edges` has no command "lst".',
      'Did you mean "list"?',
    ],
    [["lint", "--ruel=x"], "`traffic-policy lint` has no option --ruel.", "Did you mean --rule?"],
    [
      ["lint", "-x"],
      "`traffic-policy lint` has no option -x.",
      "`traffic-policy lint --help` lists all of them.",
    ],
    [
      ["lint", "--watchd"],
      "`traffic-policy lint` has no option --watchd.",
      "Did you mean --watch?",
    ],
    [
      ["lint", "--colour"],
      "`traffic-policy lint` has no option --colour.",
      "Did you mean --color?",
    ],
    [["validate"], '`traffic-policy` has no command "validate".', 'Did you mean "lint"?'],
    [["apply"], '`traffic-policy` has no command "apply".', 'Did you mean "deploy"?'],
    [["status"], '`traffic-policy` has no command "status".', 'Did you mean "diff"?'],
    [["eval"], '`traffic-policy` has no command "eval".', 'Did you mean "simulate"?'],
    [
      ["simulate", "a.json", "--ip", "192.0.2.1"],
      "`traffic-policy simulate` has no option --ip.",
      "Did you mean --client-ip?",
    ],
    [
      ["simulate", "a.json", "--at", "2026-01-01T00:00:00Z"],
      "`traffic-policy simulate` has no option --at.",
      "Did you mean --time?",
    ],
    [["lint", "--color=never"], "--color takes no value.", "Write --color or --no-color."],
    [["lint", "--fix=all"], "--fix takes no value.", "Write --fix."],
    [
      ["--quiet", "lint"],
      "`traffic-policy` has no option --quiet.",
      "Write it after the command: `traffic-policy lint --quiet`.",
    ],
    [
      ["lint", "--format", "jsno"],
      '"jsno" is not a valid value for --format.',
      `Did you mean "json"? Allowed choices are ${Object.keys(formats).join(", ")}.`,
    ],
    [
      ["completion", "tcl"],
      '"tcl" is not a valid value for <shell>.',
      "Allowed choices are bash, zsh, fish, powershell.",
    ],
    [
      ["lint", "--max-warnings", "many"],
      '"many" is not a valid value for --max-warnings.',
      "It must be a whole number.",
    ],
    [
      ["lint", "--rule"],
      "--rule needs a value.",
      "Write it like `--rule <name=severity>`. `traffic-policy lint --help` shows its usage.",
    ],
    [
      ["explain", "a", "b"],
      '`traffic-policy explain` takes one argument; remove "b".',
      "`traffic-policy explain --help` shows its usage.",
    ],
    [
      ["simulate", "web.json", "GET", "/admin"],
      '`traffic-policy simulate` takes one argument; remove "GET" "/admin".',
      "Write the request as an option: --request 'GET /admin'.",
    ],
    [
      ["impact", "a.json", "b.json", "access log"],
      '`traffic-policy impact` takes 2 arguments; remove "access log".',
      "Name the files of a log with an option: --log 'access log'.",
    ],
    [
      ["draw", "a.json", "-o", "a.svg"],
      "`traffic-policy draw` has no option -o.",
      "Did you mean --out?",
    ],
    [
      ["doctor", "a", "b"],
      '`traffic-policy doctor` takes no arguments; remove "a" "b".',
      "`traffic-policy doctor --help` shows its usage.",
    ],
    [
      ["edges", "create", "--enabled", "--disabled"],
      "--enabled and --disabled cannot be used together.",
      "Remove one of them.",
    ],
    [
      ["routes", "policy", "set", "e", "r"],
      "`traffic-policy routes policy set` needs --policy <file>, the traffic policy: a .ts, .js, .json or .yaml file.",
      "`traffic-policy routes policy set --help` shows its usage.",
    ],
  ])("%j", async (args, sentence, help) => {
    expect(await run(args, { cwd: project({}) })).toEqual({
      status: 2,
      out: "",
      err: `error: ${sentence}\n  help: ${help}\n`,
    });
  });
});

test.each([
  [["lint", "--format", "json", "--watchd"], "`traffic-policy lint` has no option --watchd."],
  [["validate", "--format=json"], '`traffic-policy` has no command "validate".'],
  [["simulate", "none.json", "--format", "json"], "none.json: There is no such file."],
])("%j: the error is JSON, too", async (args, message) => {
  const { status, out, err } = await run(args, { cwd: project({}) });
  expect(status).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ version: 1, error: { message } });
  expect(err).toContain(`error: ${message}\n`);
});

test("what other tools call something is another name for what there is", () => {
  const names = new Set(commands.map(({ words: [name] }) => name));
  expect(Object.values(otherCommands).filter((name) => !names.has(name))).toEqual([]);
  const own = Object.keys(otherCommands).filter((name) => names.has(name));
  expect(own).toEqual([]);
  const flags = new Set(commands.flatMap(({ command }) => command.options.map(({ long }) => long)));
  expect(
    Object.values(otherOptions).flatMap((all) => all?.filter((one) => !flags.has(one))),
  ).toEqual([]);
});

test("--version tells Node and the platform, too", async () => {
  const { out } = await run(["--version"], { cwd: project({}) });
  const { versions, platform, arch } = process;
  expect(out).toBe(`traffic-policy 0.1.0 (Node ${versions.node}, ${platform} ${arch})\n`);
});
