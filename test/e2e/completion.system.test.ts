import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { configuration, endless, project, run, shell as shellLine } from "./command.ts";
import { InteractiveShell } from "./interactive-shell.ts";

// The others are not on every machine: TEST_SHELLS=bash,zsh,fish.
const shells = (process.env["TEST_SHELLS"] ?? "bash").split(",");

const command = fileURLToPath(
  new URL("../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);

const files = {
  "traffic-policy.config.json": configuration(),
  "ssh.json": "{}",
  "policies/web.policy.json": "{}",
  "a b.json": "{}",
  "spare/x.policy.json": "{}",
};

/** What is typed before the tab, and the line after it. */
const completed = {
  // a command
  "traffic-policy expl": "traffic-policy explain ",
  // a command of a command
  "traffic-policy routes policy ge": "traffic-policy routes policy get ",
  // an option
  "traffic-policy lint --max-w": "traffic-policy lint --max-warnings ",
  // the value of an option
  "traffic-policy lint --format js": "traffic-policy lint --format json ",
  // it after an equals sign
  "traffic-policy lint --format=js": "traffic-policy lint --format=json ",
  // a lint rule
  "traffic-policy explain expression/synt": "traffic-policy explain expression/syntax ",
  // a lint rule to be set
  "traffic-policy lint --rule expression/synt": "traffic-policy lint --rule expression/syntax=",
  // what it is set to
  "traffic-policy lint --rule expression/syntax=wa":
    "traffic-policy lint --rule expression/syntax=warning ",
  // a target
  "traffic-policy diff --target s": "traffic-policy diff --target ssh ",
  // a target where a policy file can stand, too
  "traffic-policy simulate w": "traffic-policy simulate web ",
  "traffic-policy serve w": "traffic-policy serve web ",
  "traffic-policy draw w": "traffic-policy draw web ",
  "traffic-policy draw ssh w": "traffic-policy draw ssh web ",
  "traffic-policy history w": "traffic-policy history web ",
  "traffic-policy rollback w": "traffic-policy rollback web ",
  "traffic-policy pull w": "traffic-policy pull web ",
  // a policy file where a target can stand, too
  "traffic-policy simulate ssh.j": "traffic-policy simulate ssh.json ",
  "traffic-policy serve policies/w": "traffic-policy serve policies/web.policy.json ",
  // what both have in common
  "traffic-policy simulate ss": "traffic-policy simulate ssh",
  // a file
  "traffic-policy lint policies/w": "traffic-policy lint policies/web.policy.json ",
  // a file after an equals sign
  "traffic-policy convert --out=policies/w":
    "traffic-policy convert --out=policies/web.policy.json ",
  // a file with a space in its name
  "traffic-policy lint a": String.raw`traffic-policy lint a\ b.json `,
};

describe.each(shells)("%s", (name) => {
  const start = (folder: string): InteractiveShell => {
    const commands = project({});
    symlinkSync(command, join(commands, "traffic-policy"));
    return InteractiveShell.start(name, folder, commands);
  };

  test("completes", async () => {
    const shell = start(project(files));
    const lines: Record<string, string> = {};
    for (const typed of Object.keys(completed)) lines[typed] = (await shell.complete(typed)).line;
    expect(lines).toEqual(completed);
  });

  test("says nothing into the line when the configuration is broken", async () => {
    const folder = project({ "traffic-policy.config.json": "{" });
    const { line, shown } = await start(folder).complete("traffic-policy diff --target s");
    expect(line).toBe("traffic-policy diff --target s");
    expect(shown).not.toMatch(/error|config/);
  });

  test("completes where the cursor is, whatever comes after it", async () => {
    const back = "\u0002".repeat(" --quiet".length);
    const { line } = await start(project(files)).complete(`traffic-policy lin --quiet${back}`);
    expect(line).toMatch(/^traffic-policy lint +--quiet$/);
  });

  test("offers what is possible when there is more than one", async () => {
    const shell = start(project(files));
    const { line, shown } = await shell.complete("traffic-policy edges ");
    expect(line).toBe("traffic-policy edges ");
    for (const word of ["list", "get", "create", "update", "delete"]) expect(shown).toContain(word);
    const policies = await shell.complete("traffic-policy simulate s");
    for (const word of ["ssh", "ssh.json", "spare/"]) expect(policies.shown).toContain(word);
  });

  test("takes the command that is typed, also by its path", async () => {
    const folder = project(files);
    symlinkSync(command, join(folder, "traffic-policy"));
    const { line } = await start(folder).complete("./traffic-policy lint --max-w");
    expect(line).toBe("./traffic-policy lint --max-warnings ");
  });
});

test("bash without compopt, as macOS has it, offers targets beside files", async () => {
  const folder = project(files);
  symlinkSync(command, join(folder, "traffic-policy"));
  const script = fileURLToPath(
    new URL("../../packages/cli/completion/traffic-policy.bash", import.meta.url),
  );
  const line = `bash --norc --noprofile -c '
    enable -n compopt; . "${script}"
    COMP_WORDS=(./traffic-policy simulate "") COMP_CWORD=2
    COMP_LINE="./traffic-policy simulate " COMP_POINT=26
    _traffic_policy ./traffic-policy; printf "%s\\n" "\${COMPREPLY[@]}"'`;
  const { output } = await shellLine(line, { cwd: folder });
  expect(output.split("\n")).toEqual(expect.arrayContaining(["ssh", "web", "ssh.json"]));
});

// PowerShell itself is on none of our machines.
describe("what the script for PowerShell asks", () => {
  const asked = async (cwd: string, word: string, ...words: string[]): Promise<string> =>
    (await run(["complete", `--word=${word}`, "--", ...words], { cwd })).out;

  test.each([
    ["an empty word", "", ["diff", "--target"]],
    ["the beginning of one", "w", ["diff", "--target"]],
    ["an option with a value", "--format=js", ["lint"]],
    ["an option", "--fix-d", ["lint"]],
    ["the first word", "expl", []],
    ["a file", "poli", ["lint"]],
    ["an option after the end of options", "--f", ["lint", "--"]],
    ["a rule to be set", "expression/synt", ["lint", "--rule"]],
  ])("%s gets the answer that other shells get", async (_what, word, words) => {
    const folder = project(files);
    const answer = await asked(folder, word, ...words);
    expect(answer).not.toBe("");
    expect(answer).toBe(await complete(folder, ...words, word));
  });

  test("is in it", async () => {
    const { status, out } = await run(["completion", "powershell"], { cwd: project({}) });
    expect(status).toBe(0);
    expect(out).toContain("Register-ArgumentCompleter -Native -CommandName traffic-policy ");
    expect(out).toContain(`complete "--word=$word" '--' @words 2>$null`);
    // What it is told beside words.
    for (const kind of [":files", ":folders", ":unfinished"]) expect(out).toContain(`'${kind}'`);
    // Windows PowerShell reads a file without a byte order mark in another encoding.
    expect(out).toMatch(/^[\n -~]*$/);
  });
});

/** What is completed at the end of a line. */
async function complete(cwd: string, ...words: readonly string[]): Promise<string> {
  return (await run(["complete", "--", ...words], { cwd })).out;
}

describe("a configuration in TypeScript", () => {
  const configurationFile = (code: string): string =>
    project({
      "traffic-policy.config.ts": `import { writeFileSync } from "node:fs";
writeFileSync(new URL("was-run", import.meta.url), "");
${code}
export default {
  service: "emulator",
  targets: {
    web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "web.json" },
    "two words": { kind: "tcp-edge", edge: "edge_1", policy: "ssh.json" },
  },
};`,
    });

  test("is run for the names of its targets", async () => {
    const folder = configurationFile("console.log('to be ignored');");
    expect(await complete(folder, "diff", "--target", "")).toBe(
      "web\thttps-route edge_2/route_1\ntwo words\ttcp-edge edge_1\n",
    );
  });

  test.each([
    ["a rule", ["explain", ""]],
    ["an option", ["diff", "--"]],
    ["a file", ["lint", ""]],
    ["a command", [""]],
  ])("is not run for %s", async (_what, words) => {
    const folder = configurationFile("");
    expect(await complete(folder, ...words)).not.toBe("");
    expect(existsSync(join(folder, "was-run"))).toBe(false);
  });

  test.each([
    ["throws", "throw new Error('broken');"],
    ["never ends", endless],
    ["waits for ever", "await new Promise((settle) => setTimeout(settle, 1e8));"],
    ["ends the process", "process.exit(3);"],
  ])("that %s completes nothing", async (_what, code) => {
    const cwd = configurationFile(code);
    const result = await run(["complete", "--", "diff", "--target", ""], { cwd });
    expect(result).toMatchObject({ status: 0, out: "" });
  });
});

describe("environments and projects", () => {
  const shop = {
    targets: { web: { kind: "https-route", policy: "web.json" } },
    environments: {
      staging: { targets: { web: { edge: "edge_s", route: "route_s" } } },
      production: { targets: { web: { edge: "edge_p", route: "route_p" } } },
    },
  };
  const edge = (name: string): object => ({
    ...shop,
    service: "emulator",
    targets: { ssh: { kind: "tcp-edge", edge: name, policy: "ssh.json" } },
    environments: { staging: {} },
  });
  const workspace = (): string =>
    project({
      "package.json": JSON.stringify({ workspaces: ["services/*"] }),
      "services/shop/traffic-policy.config.json": JSON.stringify({ ...shop, service: "emulator" }),
      "services/bastion/traffic-policy.config.json": JSON.stringify(edge("edge_1")),
      "services/broken/traffic-policy.config.json": "{",
    });

  test.each([
    ["an option", ["plan", "--environment", "p"], "production\t\n"],
    ["a short option", ["plan", "-e", ""], "staging\t\nproduction\t\n"],
    ["the first argument of promote", ["promote", "s"], "staging\t\n"],
    ["its second argument", ["promote", "staging", "p"], "production\t\n"],
    ["a target", ["plan", "--target", ""], "web\thttps-route edge_s/route_s\n"],
  ])("in a project, %s", async (_what, words, expected) => {
    expect(await complete(join(workspace(), "services/shop"), ...words)).toBe(expected);
  });

  test.each([
    ["an environment, each once", ["plan", "-e", ""], "staging\t\nproduction\t\n"],
    ["an argument of promote", ["promote", "staging", "pr"], "production\t\n"],
    [
      "a target, with its project",
      ["plan", "--target", ""],
      "services/bastion:ssh\ttcp-edge edge_1\nservices/shop:web\thttps-route edge_s/route_s\n",
    ],
  ])("in the root of a workspace with a broken project, %s", async (_what, words, expected) => {
    expect(await complete(workspace(), ...words)).toBe(expected);
  });
});

test.each([
  ["the commands after help", ["help", "edg"], ["edges"]],
  ["nothing in the place of an unknown value", ["edges", "get", ""], []],
  [
    "options where nothing else can stand",
    ["explain", "expression/syntax", ""],
    ["--config", "--format", "--help", "--color", "--no-color"],
  ],
  [
    "options after a value that looks like one",
    ["lint", "--baseline", "--fix", "--fix-d"],
    ["--fix-dry-run"],
  ],
  ["colours for every command", ["edges", "list", "--no-"], ["--no-color"]],
  ["actions for explain", ["explain", "rate-"], ["rate-limit"]],
  ["a command after colours", ["--no-color", "expl"], ["explain"]],
  ["files after the end of options", ["lint", "--", "--f"], [":files"]],
  ["targets and files for a policy", ["simulate", ""], ["ssh", "web", ":files"]],
  ["targets and files for what is served", ["serve", "w"], ["web", ":files"]],
  ["files for a policy that is set", ["edges", "update", "e", "--policy", ""], [":files"]],
  ["the other values of a variadic argument", ["lint", "a.json", ""], [":files"]],
  [
    "the program's own options after a command that does not exist",
    ["lnit", ""],
    ["--version", "--color", "--no-color", "--help"],
  ],
])("%s", async (_what, words, expected) => {
  const lines = (await complete(project(files), ...words)).split("\n").slice(0, -1);
  expect(lines.map((line) => line.split("\t")[0])).toEqual(expected);
});
