import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { configuration, project, run, start } from "../command.ts";
import { clean, mistaken } from "./findings.ts";

/** A running `lint --watch`, whose output is read as it comes. */
class Watching {
  /** What the last run told beside its report. */
  told = "";
  readonly #child: ChildProcess;
  #out = "";
  #err = "";
  #read = 0;

  constructor(cwd: string, ...args: string[]) {
    const unprivileged = args[0] === "unprivileged";
    const all = ["lint", "--watch", "--format", "unix", ...args.slice(Number(unprivileged))];
    this.#child = start(all, { cwd, unprivileged });
    this.#child.stdout?.on("data", (data: Buffer) => (this.#out += data.toString()));
    this.#child.stderr?.on("data", (data: Buffer) => (this.#err += data.toString()));
  }

  /** What the next run reports, when it is done. */
  async report(): Promise<string> {
    const waiting = "Waiting for changes; press Ctrl-C to stop.\n";
    const end = this.#err.indexOf(waiting);
    if (end === -1) {
      await once(this.#child.stderr ?? this.#child, "data");
      return this.report();
    }
    // What the run wrote before that is there by now, but perhaps not read yet.
    await new Promise(setImmediate);
    this.told = this.#err.slice(0, end);
    this.#err = this.#err.slice(end + waiting.length);
    const report = this.#out.slice(this.#read);
    this.#read = this.#out.length;
    return report;
  }

  async interrupted(signal: NodeJS.Signals): Promise<unknown> {
    this.#child.kill(signal);
    const [status] = await once(this.#child, "exit");
    return status;
  }
}

const error = (file: string): string =>
  `${file}:1:35: error: The rule "a" has no actions. [document/rule-actions]\n`;

describe("--watch", () => {
  test("lints again when a file changes, and ends with 0 when it is interrupted", async () => {
    const cwd = project({ "a.json": clean });
    const watching = new Watching(cwd, "a.json");
    expect(await watching.report()).toBe("");
    writeFileSync(join(cwd, "a.json"), mistaken());
    expect(await watching.report()).toBe(error("a.json"));
    expect(watching.told).toBe("\na.json changed.\n");
    writeFileSync(join(cwd, "a.json"), clean);
    expect(await watching.report()).toBe("");
    expect(await watching.interrupted("SIGINT")).toBe(0);
  });

  test("SIGTERM ends it as well", async () => {
    const watching = new Watching(project({ "a.json": clean }), "a.json");
    await watching.report();
    expect(await watching.interrupted("SIGTERM")).toBe(0);
  });

  test("a file that is put in the place of the old one, as editors do", async () => {
    const cwd = project({ "a.json": clean });
    const watching = new Watching(cwd, "a.json");
    await watching.report();
    writeFileSync(join(cwd, ".a.json.new"), mistaken());
    renameSync(join(cwd, ".a.json.new"), join(cwd, "a.json"));
    expect(await watching.report()).toBe(error("a.json"));
  });

  test("a module that a policy imports", async () => {
    const cwd = project({
      "parts/name.ts": "export const actions: object[] = [{ type: 'deny' }];\n",
      "a.ts":
        'import { actions } from "./parts/name.ts";\nexport default { inbound: [{ name: "a", actions }] };\n',
    });
    const watching = new Watching(cwd, "a.ts");
    expect(await watching.report()).toBe("");
    writeFileSync(join(cwd, "parts/name.ts"), "export const actions: object[] = [];\n");
    expect(await watching.report()).toBe(error("a.ts").replace(":1:35:", ":2:41:"));
  });

  test("the configuration, and what it imports", async () => {
    const config = (severity: string): string =>
      `import { severity } from "./severity.ts";\nexport default { service: "emulator", targets: {}, lint: { rules: { "document/rule-actions": severity, "document/rule-name": "${severity}" } } };\n`;
    const cwd = project({
      "a.json": mistaken(),
      "severity.ts": 'export const severity = "error";\n',
      "traffic-policy.config.ts": config("info"),
    });
    const watching = new Watching(cwd, "a.json");
    expect(await watching.report()).toBe(error("a.json"));
    writeFileSync(join(cwd, "severity.ts"), 'export const severity = "off";\n');
    expect(await watching.report()).toBe("");
    writeFileSync(
      join(cwd, "traffic-policy.config.ts"),
      "export default { service: 'emulator', targets: {} };\n",
    );
    expect(await watching.report()).toBe(error("a.json"));
  });

  test("a policy that comes new into a folder, or goes", async () => {
    const cwd = project({ "p/a.policy.json": clean });
    mkdirSync(join(cwd, "p/deep"));
    const watching = new Watching(cwd, "p");
    expect(await watching.report()).toBe("");
    writeFileSync(join(cwd, "p/b.policy.json"), mistaken());
    expect(await watching.report()).toBe(error("p/b.policy.json"));
    rmSync(join(cwd, "p/b.policy.json"));
    expect(await watching.report()).toBe("");
  });

  test.each([
    ["removed, and made anew", "p", (p: string) => rmSync(p, { recursive: true })],
    ["moved away, and another one made", "p", (p: string) => renameSync(p, `${p}.old`)],
    ["removed with the one that it is in", ".", (p: string) => rmSync(p, { recursive: true })],
  ])("a folder that is %s, as a switch of branches does", async (_what, above, remove) => {
    const cwd = project({ "p/q/a.policy.json": clean });
    const folder = above === "p" ? join(cwd, "p/q") : join(cwd, "p");
    const watching = new Watching(cwd, "p/q");
    expect(await watching.report()).toBe("");
    for (const [text, expected] of [
      [mistaken(), error("p/q/a.policy.json")],
      [clean, ""],
      [mistaken(), error("p/q/a.policy.json")],
    ] as const) {
      remove(folder);
      mkdirSync(join(cwd, "p/q"), { recursive: true });
      writeFileSync(join(cwd, "p/q/a.policy.json"), text);
      // It may be linted before all is there.
      await expect.poll(() => watching.report(), { timeout: 20_000 }).toBe(expected);
      rmSync(join(cwd, "p/q.old"), { recursive: true, force: true });
    }
    writeFileSync(join(cwd, "p/q/b.policy.json"), clean.replace("a", "b"));
    await watching.report();
    expect(watching.told).toBe("\np/q/b.policy.json changed.\n");
  });

  test("a folder that cannot be watched is told, and the others are watched", async () => {
    const cwd = project({ "no/a.json": clean, "b.json": clean });
    chmodSync(join(cwd, "no"), 0o311);
    const watching = new Watching(cwd, "unprivileged", "no/a.json", "b.json");
    await watching.report();
    const { told } = watching;
    chmodSync(join(cwd, "no"), 0o755);
    writeFileSync(join(cwd, "b.json"), mistaken());
    expect(await watching.report()).toBe(error("b.json"));
    expect(told).toContain(
      "error: no: The folder cannot be watched (EACCES): changes in it are not noticed.\n",
    );
  });

  test("goes on after a failure: a file that is not there yet, and a configuration with a mistake", async () => {
    const cwd = project({ "clean.json": clean });
    const watching = new Watching(cwd, "a.json");
    expect(await watching.report()).toBe("");
    writeFileSync(join(cwd, "a.json"), mistaken());
    expect(await watching.report()).toBe(error("a.json"));
    writeFileSync(join(cwd, "traffic-policy.config.json"), "{");
    expect(await watching.report()).toBe("");
    writeFileSync(join(cwd, "traffic-policy.config.json"), configuration({ targets: {} }));
    expect(await watching.report()).toBe(error("a.json"));
  });

  test("a file that is saved while the first run goes on", async () => {
    const cwd = project({
      "a.json": clean,
      "slow.ts": `import { readFileSync, writeFileSync } from "node:fs";
const times = Number(readFileSync("times", "utf8"));
writeFileSync("times", String(times + 1));
if (times === 0) writeFileSync("a.json", ${JSON.stringify(mistaken())});
export default { inbound: [{ name: "slow", actions: [{ type: "deny" }] }] };
`,
      times: "0",
    });
    const watching = new Watching(cwd, "a.json", "slow.ts");
    // A change ends the run that is going on: whether the first one still reported is a matter of luck.
    const first = await watching.report();
    expect(first === "" ? await watching.report() : first).toBe(error("a.json"));
  });

  test("standard input cannot be watched", async () => {
    const { status, err } = await run(["lint", "--watch", "--stdin-filename", "a.json"], {
      cwd: project({}),
    });
    expect(err).toMatch(/^error: Standard input cannot be watched\.\n/);
    expect(status).toBe(2);
  });
});
