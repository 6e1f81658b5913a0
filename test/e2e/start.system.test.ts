import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sitePolicy } from "../bench/fixtures/site-policies.ts";
import { damages } from "../damage.ts";
import { connectionTo, TestEditor } from "../language-server/editor.ts";
import { seedAndRuns } from "../seeded.ts";
import { project, runAlone as run } from "./command.ts";

const policy = '{"inbound": [{"name": "a", "actions": [{"type": "deny"}]}]}';
const args = ["lint", "a.json"];
const cli = fileURLToPath(new URL("../../packages/cli", import.meta.url));

describe("the machine code of the command is kept", () => {
  test("in a folder that is the user's own, and the next run is the same", async () => {
    const { cwd, env, folder } = user();
    const first = await run(args, { cwd, env });
    expect(first).toEqual({ status: 0, out: "No findings in 1 file.\n", err: "" });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [name, ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(name).toMatch(/^[\da-f]{16}-v\d+\.\d+\.\d+-\w+-main-[\da-f]+-lint-data$/);
    expect(statSync(join(folder, name ?? "")).mode & 0o777).toBe(0o600);
    expect(await run(args, { cwd, env })).toEqual(first);
  });

  test("and made anew when it is damaged", async () => {
    const { cwd, env, folder } = user();
    await run(args, { cwd, env });
    const file = join(folder, readdirSync(folder)[0] ?? "");
    const whole = readFileSync(file);
    const [seed, count] = seedAndRuns(6, 100);
    for (const { name, bytes } of damages(whole, seed, count)) {
      writeFileSync(file, bytes);
      expect(await run(args, { cwd, env }), name).toMatchObject({
        status: 0,
        out: "No findings in 1 file.\n",
      });
      const made = readFileSync(file);
      expect(made.equals(bytes), name).toBe(false);
      expect(made.length, name).toBeGreaterThan(100_000);
    }
  });

  test("and not waited for where something else is in its place", async () => {
    const { cwd, env, folder } = user();
    const first = await run(args, { cwd, env });
    const file = join(folder, readdirSync(folder)[0] ?? "");
    rmSync(file);
    expect(spawnSync("sh", ["-c", `mkfifo "$0"`, file]).status).toBe(0);
    expect(await run(args, { cwd, env })).toEqual(first);
  });

  test("for each place of the command, so that stack traces name the file that runs", async () => {
    const { cwd, env } = user();
    writeFileSync(
      join(cwd, "hook.cjs"),
      `const fs = require("node:fs");
const { readFileSync } = fs;
fs.readFileSync = (file, ...more) => {
  if (/a[.]json$/.test(file)) fs.writeSync(2, new Error().stack);
  return readFileSync(file, ...more);
};`,
    );
    const hooked = { ...env, NODE_OPTIONS: `--require=${join(cwd, "hook.cjs")}` };
    for (const name of ["one", "other"]) {
      const copy = join(cwd, name);
      for (const part of ["bin", "dist", "package.json"]) {
        cpSync(join(cli, part), join(copy, part), { recursive: true });
      }
      const bin = join(copy, "bin/traffic-policy.cjs");
      const { stderr } = spawnSync(process.execPath, [bin, ...args], {
        cwd,
        env: { ...process.env, ...hooked },
        encoding: "utf8",
      });
      expect(stderr).toContain(join(copy, "dist/main.cjs"));
    }
  });

  test("but not where others could write it", async () => {
    const { cwd, env, folder } = user();
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    expect((await run(args, { cwd, env })).status).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("nor where nothing can be written", async () => {
    const { cwd, env } = user();
    writeFileSync(join(cwd, "caches"), "a file");
    expect(await run(args, { cwd, env })).toEqual({
      status: 0,
      out: "No findings in 1 file.\n",
      err: "",
    });
  });

  test("nor when Node is told to keep none", async () => {
    const { cwd, env, folder } = user();
    await run(args, { cwd, env: { ...env, NODE_DISABLE_COMPILE_CACHE: "1" } });
    expect(existsSync(folder)).toBe(false);
  });

  test("and that of an editor's server and of the thread beside it is taken by the next one", async () => {
    const { cwd, env, folder } = user();
    await editorSession({ cwd, env, opened: [""] });
    const first = written(folder);
    expect(first.filter((name) => name.includes("-lspchecker"))).not.toEqual([]);
    expect(first.filter((name) => name.includes("-lsp "))).not.toEqual([]);
    await editorSession({ cwd, env, opened: [""] });
    expect(written(folder)).toEqual(first);
  });

  test("and made anew by a run that had to compile most of what it used", async () => {
    const { cwd, env, folder } = user();
    const opened = [JSON.stringify(sitePolicy(1, 50))];
    await editorSession({ cwd, env, opened: [] });
    const short = written(folder);
    await editorSession({ cwd, env, opened });
    const long = written(folder);
    expect(short.filter((name) => !long.includes(name))).not.toEqual([]);
    await editorSession({ cwd, env, opened });
    expect(written(folder)).toEqual(long);
  });

  test("and code of the user's can be imported by a run that uses it", async () => {
    const { cwd, env } = user();
    writeFileSync(join(cwd, "b.ts"), `import { a } from "./a.ts";\nexport default a;`);
    writeFileSync(join(cwd, "a.ts"), `export const a: object = ${policy};`);
    const first = await run(["lint", "b.ts"], { cwd, env });
    expect(first).toEqual({ status: 0, out: "No findings in 1 file.\n", err: "" });
    expect(await run(["lint", "b.ts"], { cwd, env })).toEqual(first);
  });
});

describe("a TypeScript policy without its types is kept", () => {
  const code = (name: string): string =>
    `const name: string = "${name}";\nexport default { inbound: [{ name, actions: [{ type: "deny" }] }] };`;

  test("and made anew when the policy or what is kept is another one", async () => {
    const { cwd, env, folder } = user();
    const lint = async (text: string): Promise<string> => {
      writeFileSync(join(cwd, "b.ts"), text);
      return (await run(["lint", "b.ts"], { cwd, env })).out;
    };
    expect(await lint(code("a"))).toBe("No findings in 1 file.\n");
    const kept = join(folder, readdirSync(folder).find((name) => name.startsWith("types-")) ?? "");
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const whole = readFileSync(kept);
    const text = whole.toString("utf8", 0, whole.length - 4);
    const at = text.lastIndexOf('"a"');
    const other = Buffer.from(`${text.slice(0, at)}""${text.slice(at + 3)}`);
    // What is kept is what is run: without the name there is a finding.
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(other));
    writeFileSync(kept, Buffer.concat([other, checksum]));
    expect(await lint(code("a"))).toContain("document/rule-name");
    writeFileSync(kept, Buffer.concat([other, whole.subarray(-4)]));
    expect(await lint(code("a"))).toBe("No findings in 1 file.\n");
    expect(await lint(code("b"))).toBe("No findings in 1 file.\n");
    writeFileSync(kept, "something else");
    expect(await lint(code("b"))).toBe("No findings in 1 file.\n");
    expect(readFileSync(kept, "utf8")).toContain('"b"');
  });
});

function user(): { cwd: string; env: Record<string, string>; folder: string } {
  const cwd = project({ "a.json": policy });
  const caches = join(cwd, "caches");
  return { cwd, env: { XDG_CACHE_HOME: caches }, folder: join(caches, "traffic-policy", "code") };
}

/** What is kept; a file that is written again is another one. */
function written(folder: string): string[] {
  return readdirSync(folder).map((name) => `${name} ${statSync(join(folder, name)).ino}`);
}

/** Starts an editor's server, opens these policies, waits for the findings of each, and ends. */
async function editorSession({
  cwd,
  env,
  opened,
}: {
  cwd: string;
  env: Record<string, string>;
  opened: readonly string[];
}): Promise<void> {
  const child = spawn(process.execPath, [join(cli, "bin/traffic-policy.cjs"), "lsp"], {
    cwd,
    env: { ...process.env, ...env },
  });
  const ended = new Promise((settle) => child.once("exit", settle));
  const editor = await TestEditor.over(connectionTo(child));
  for (const [index, text] of opened.entries()) {
    await editor.open(pathToFileURL(join(cwd, `${String(index)}.policy.json`)).href, text);
  }
  await editor.connection.sendRequest("shutdown");
  await editor.connection.sendNotification("exit");
  expect(await ended).toBe(0);
}

test("in a folder that was removed, nothing is looked at: this is no finding", () => {
  const script = 'mkdir gone && cd gone && rmdir ../gone && "$0" "$1" lint';
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-c", script, process.execPath, join(cli, "bin/traffic-policy.cjs")],
    { cwd: project({}), encoding: "utf8" },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr: "error: This folder was removed.\n  help: Change to one that exists.\n",
  });
});
