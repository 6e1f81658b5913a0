import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { apiKey, configuration, endless, project, run, runAlone } from "./command.ts";

const policy = JSON.stringify({ inbound: [{ name: "Closed", actions: [{ type: "deny" }] }] });

test("a configuration in code is run by whatever looks for one, with the environment and the rights of the command", async () => {
  const cwd = project({
    "policies/a.json": policy,
    "traffic-policy.config.js": `
      import { writeFileSync } from "node:fs";
      writeFileSync("seen", process.env.TRAFFIC_POLICY_API_KEY);
      export default ${configuration({ targets: {} })};`,
  });
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  // Found from a folder below, by the lint of a file of data.
  await run(["lint", "a.json"], { cwd: join(cwd, "policies"), env });
  expect(readFileSync(join(cwd, "policies/seen"), "utf8")).toBe(apiKey);
});

test("nothing in a policy or a configuration of data is run", async () => {
  const code = "require('node:fs').writeFileSync('seen', '')";
  const cwd = project({
    "a.json": JSON.stringify({ inbound: [{ name: code, expressions: [code], actions: [] }] }),
    "b.yaml": `inbound:\n  - name: !!js/function "function () { ${code} }"\n    actions: []\n`,
    "traffic-policy.config.json": configuration({ targets: { [code]: {} } }),
  });
  for (const file of ["a.json", "b.yaml"]) await run(["lint", file], { cwd });
  expect(() => readFileSync(join(cwd, "seen"))).toThrow("ENOENT");
});

const closed = `export default ${policy};\n`;

const target = '{ kind: "tcp-edge", edge: "e", policy: "./a.json" }';

test.each([
  [
    "throws",
    '{ service: "emulator", get targets() { throw new Error("no"); } }',
    "1:61: It throws Error: no.",
  ],
  [
    "throws further in",
    '{ service: "emulator", targets: { get web() { throw null; } } }',
    " It throws null.",
  ],
  [
    "does not end",
    `{ service: "emulator", targets: { web: { ...${target}, get policy() { ${endless} } } } }`,
    " It did not finish within 5 seconds.",
  ],
  [
    "is endless",
    `{ service: "emulator", targets: { web: { ...${target}, tags: Array(4e9) } } }`,
    " It throws TypeError: A list of the configuration has 4000000000 items.",
  ],
  [
    "throws when it is waited for",
    '{ then() { throw new Error("no"); } }',
    ' Unknown key "then". (at /then)',
  ],
])("a configuration in which something %s is told in a sentence", async (_what, code, sentence) => {
  const cwd = project({ "a.json": policy, "traffic-policy.config.js": `export default ${code};` });
  const { status, err } = await run(["plan"], { cwd });
  expect(err).toContain(`error: traffic-policy.config.js:${sentence}\n`);
  expect(status).toBe(2);
});

test("a configuration that holds itself is told in a sentence", async () => {
  const code = "const c = { service: 'emulator', targets: {} };\nc.targets.c = c.targets;\n";
  const cwd = project({ "traffic-policy.config.js": `${code}export default c;` });
  expect(await run(["plan"], { cwd })).toMatchObject({
    status: 2,
    err: expect.stringContaining("A part of the configuration contains itself.\n"),
  });
});

describe("what nobody waits for makes a run a failure", () => {
  test.each([
    ["a promise", 'Promise.reject(new Error("late"));', "a.ts:1:16: It throws Error: late."],
    ["a promise that is rejected with a text", 'Promise.reject("late");', "a.ts: It throws late."],
    [
      "a timer",
      'setTimeout(() => { throw new Error("late"); }, 0);',
      "a.ts:1:26: It throws Error: late.",
    ],
    ["an import", 'import("./gone.js");', "a.ts: Cannot find module 'gone.js'."],
    ["an imported module", 'import("./throws.mjs");', "throws.mjs:1:7: It throws Error: no."],
    [
      "an exit",
      "Promise.resolve().then(() => process.exit(0));",
      "a.ts:1:38: It calls process.exit.",
    ],
    [
      "an exit that is caught",
      "try { process.exit(0); } catch {}",
      "a.ts:1:15: It calls process.exit.",
    ],
    [
      "a promise, without the listeners of the process",
      'process.removeAllListeners(); Promise.reject(new Error("late"));',
      "a.ts:1:46: It throws Error: late.",
    ],
    ["another folder", 'process.chdir("/");', "a.ts:1:9: It calls process.chdir."],
    ["another mode for files", "process.umask(0o777);", "a.ts:1:9: It calls process.umask."],
    ["an abort", "process.abort();", "a.ts:1:9: It calls process.abort."],
    ["a signal", 'process.kill(process.pid, "SIGKILL");', "a.ts:1:9: It calls process.kill."],
    [
      "what Node ends with",
      "(process as any).reallyExit(0);",
      "a.ts:1:18: It calls process.reallyExit.",
    ],
  ])("%s: lint, build and deploy, before anything is written", async (_what, text, sentence) => {
    const cwd = project({
      "a.ts": `${text}\n${closed}`,
      "throws.mjs": 'throw new Error("no");\n',
      "traffic-policy.config.json": configuration({
        targets: { web: { kind: "https-route", edge: "e", route: "r", policy: "./a.ts" } },
      }),
    });
    // What tells a process which command to run next are listeners, too; and it does not wait for files that are
    // still being read, as a process does before it ends.
    const runs = /removeAllListeners|import\(/.test(text) ? runAlone : run;
    const told = { status: 2, err: expect.stringContaining(`error: ${sentence}\n`) };
    expect(await runs(["lint"], { cwd })).toMatchObject(told);
    expect(await runs(["build", "--no-lint"], { cwd })).toMatchObject(told);
    expect(await runs(["deploy", "--yes", "--no-lint"], { cwd })).toMatchObject(told);
    expect(existsSync(join(cwd, "dist"))).toBe(false);
    expect(existsSync(join(cwd, ".traffic-policy"))).toBe(false);
  });

  test("what comes when all is done is told, and the status says it", async () => {
    const cwd = project({
      "a.ts": `process.on("exit", () => { process.exitCode = 0; throw new Error("late"); });\n${closed}`,
      "b.ts": `let n = 0; const i = setInterval(() => { if (++n > 20) throw new Error("late"); }, 1);\n${closed}`,
      "c.ts": `await new Promise((done) => setTimeout(done, 500));\n${closed}`,
    });
    expect(await runAlone(["lint", "a.ts"], { cwd })).toEqual({
      status: 2,
      out: "No findings in 1 file.\n",
      err: "error: Code that ran at exit threw an error.\n",
    });
    expect((await runAlone(["lint", "b.ts", "c.ts"], { cwd })).err).toBe(
      "error: b.ts:1:62: It throws Error: late.\n",
    );
  });
});

test("code that does not end at the exit is stopped, and the status says it", async () => {
  const texts = [
    `process.on("exit", () => { ${endless} });`,
    `process.emit = () => { ${endless} };`,
  ];
  const results = await Promise.all(
    texts.map((text) =>
      runAlone(["lint", "a.ts"], { cwd: project({ "a.ts": `${text}\n${closed}` }) }),
    ),
  );
  const stopped = {
    status: 2,
    out: "No findings in 1 file.\n",
    err: "error: Code that ran at exit did not finish within 5 seconds.\n",
  };
  expect(results).toEqual([stopped, stopped]);
});

describe("what would wait for somebody else without an end is refused", () => {
  const from = (names: string): string => `import { ${names} } from "node:fs"; `;
  test.each([
    ["readFileSync", `${from("readFileSync")}readFileSync("pipe");`],
    ["openSync", `${from("openSync")}openSync("pipe", "r");`],
    ["readFile", `${from("readFile")}readFile("pipe", () => {});`],
    ["readFile", `${from("promises")}await promises.readFile("pipe");`],
    ["createReadStream", `${from("createReadStream")}createReadStream("pipe");`],
  ])("%s: %s", async (name, text) => {
    const cwd = project({ "a.ts": `${text}\n${closed}` });
    execFileSync("mkfifo", ["pipe"], { cwd });
    const { status, err } = await runAlone(["lint", "a.ts"], { cwd });
    expect(err).toContain(
      `It throws Error: fs.${name} would wait for a pipe, perhaps without an end.\n`,
    );
    expect(status).toBe(2);
  });
});

describe("a built-in object that code changes makes the run a failure, and is put back", () => {
  const route = { kind: "https-route", edge: "e", route: "r", policy: "./a.ts" };
  test.each([
    ["Array.prototype.map", "Array.prototype.map = () => [];"],
    ["Array.prototype.filter", "Array.prototype.filter = () => { for (;;); };"],
    ["Array.prototype[Symbol.iterator]", "Array.prototype[Symbol.iterator] = function* () {};"],
    ["an iterator.next", "[].values().__proto__.next = () => ({ done: true });"],
    ["TypedArray.prototype.slice", "Uint8Array.prototype.__proto__.slice = () => 1;"],
    ["Buffer.from", "Buffer.from = () => new Uint8Array(0);"],
    ["the prototype of Array.prototype", "Object.setPrototypeOf(Array.prototype, {});"],
    ["Map.prototype.get", "Map.prototype.get = () => undefined;"],
    ["JSON.stringify", "JSON.stringify = () => '{}';"],
    ["Promise.prototype.then", "Promise.prototype.then = function () { return this; };"],
    ["Object.prototype.toJSON", "Object.prototype.toJSON = () => 1;"],
    ["Array.prototype.toJSON", "Array.prototype.toJSON = () => 1;"],
  ])("%s", async (name, text) => {
    for (const ending of ["ts", "mjs"]) {
      const cwd = project({
        [`a.${ending}`]: `${text}\n${closed}`,
        "traffic-policy.config.json": configuration({
          targets: { web: { ...route, policy: `./a.${ending}` } },
        }),
      });
      const sentence = `error: a.${ending}: It changes ${name}, which all other code uses, too.\n`;
      for (const args of [["lint"], ["deploy", "--yes", "--no-lint"]]) {
        const { status, err } = await run(args, { cwd });
        expect(err).toContain(sentence);
        expect(status).toBe(2);
      }
      expect(existsSync(join(cwd, ".traffic-policy"))).toBe(false);
    }
  });

  test("is told when the module throws then, too, which may come from it", async () => {
    const cwd = project({ "a.ts": `Array.prototype.map = () => []; throw new Error("no");` });
    const { status, err } = await run(["lint", "a.ts"], { cwd });
    expect(err).toContain("a.ts: It changes Array.prototype.map,");
    expect(status).toBe(2);
  });

  test("that changes later is told at the end, and nothing is written", async () => {
    const later = "setTimeout(() => { Array.prototype.map = () => []; }, 15);";
    const cwd = project({
      "a.ts": `${later}\n${closed}`,
      "b.ts": `await new Promise((done) => setTimeout(done, 300));\n${closed}`,
    });
    const { status, err } = await runAlone(["lint", "a.ts", "b.ts"], { cwd });
    expect(err).toMatch(/^error: (?:[ab]\.ts: It changes|Code changed) Array\.prototype\.map/m);
    expect(status).toBe(2);
  });

  test("what is added changes nothing, and stays", async () => {
    const added = "Object.assign(Array.prototype, { last() { return this.at(-1); } });";
    const cwd = project({ "a.ts": `${added}\n${closed}` });
    const { status, err } = await runAlone(["lint", "a.ts"], { cwd });
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });
});

test("what it prints goes to stderr, whatever it prints with", async () => {
  const writing = `
    import fs, { createWriteStream, openSync, writeFileSync, writeSync, closeSync } from "node:fs";
    import { writeFile } from "node:fs/promises";
    import { promisify } from "node:util";
    import { execFileSync, fork, spawn, spawnSync } from "node:child_process";
    const ended = (child: any) => new Promise((done) => child.on("exit", done));
    console.log("01");
    process.stdout.write("02\\n");
    writeSync(1, "03\\n");
    writeFileSync(1, "04\\n");
    fs.appendFileSync("/dev/stdout", "05\\n");
    fs.appendFileSync(new URL("file:///proc/self/fd/1"), "06\\n");
    writeSync(openSync("/dev/fd/1", "a"), "07\\n");
    await writeFile("/dev/stdout", "08\\n", { flag: "a" });
    await promisify(fs.write)(1, "09\\n");
    await new Promise((done) => createWriteStream("", { fd: 1 }).end("10\\n", done));
    execFileSync("echo", ["11"], { stdio: "inherit" });
    spawnSync("echo", ["12"], { stdio: ["ignore", process.stdout, 2] });
    spawnSync("echo 13", { shell: true, stdio: [0, "inherit"] });
    await ended(spawn("echo", ["14"], { stdio: "inherit" }));
    await ended(spawn("echo", ["15"], { stdio: [0, 1, 2] }));
    await ended(fork("./prints.cjs"));
    process.getBuiltinModule("child_process").execSync("echo 17", { stdio: "inherit" });
    fs.symlinkSync("/proc/self/task/" + process.pid + "/fd/1", "link");
    writeFileSync("link", "18\\n", { flag: "a" });
    process.report.writeReport("stdout");
    closeSync(1);
    if (openSync("file", "w") === 1) throw new Error("It is standard output.");
  `;
  const cwd = project({
    "a.ts": `${writing}\n${closed}`,
    "b.ts": `import { spawnSync } from "node:child_process"; spawnSync("echo", ["01"], { stdio: "inherit" });\n${closed}`,
    "prints.cjs": "console.log(16);\n",
  });
  const args = (file: string): string[] => ["lint", file, "--format", "json"];
  // Node's own pipes have no name that could be opened.
  const { status, out } = await runAlone(args("a.ts"), { cwd, redirect: "2>>printed" });
  expect({ status, report: JSON.parse(out) as unknown }).toMatchObject({
    status: 0,
    report: { files: 1, diagnostics: [], failures: [] },
  });
  const lines = Array.from({ length: 18 }, (_, index) => `${index + 1}`.padStart(2, "0"));
  expect(readFileSync(join(cwd, "printed"), "utf8").trim().split("\n")).toEqual(lines);
  expect(await runAlone(args("b.ts"), { cwd })).toEqual({ status: 0, out, err: "01\n" });
  rmSync(join(cwd, "link"));
  // Into a file, the command writes by the functions that code gets other ones of.
  await runAlone(args("a.ts"), { cwd, redirect: ">report.json 2>>printed" });
  expect(readFileSync(join(cwd, "report.json"), "utf8")).toBe(out);
});

describe("a process that does not end is ended with the time of the code that waits for it", () => {
  const line = "sleep 600 & echo $! >pid; wait";

  test.each([
    ["at once", `import { execSync } from "node:child_process";\nexecSync("${line}");\n`],
    [
      "after an await",
      `import { execSync } from "node:child_process";\nawait null;\nexecSync("${line}");\n`,
    ],
    [
      "and goes on",
      `import { spawnSync } from "node:child_process";\nfor (;;) spawnSync("sh", ["-c", "${line}"]);\n`,
    ],
    [
      "by a promise",
      `import { exec } from "node:child_process";\nimport { promisify } from "node:util";\nawait promisify(exec)("${line}");\n`,
    ],
  ])("%s", async (_how, text) => {
    const cwd = project({ "a.ts": text });
    const { status, err } = await runAlone(["lint", "a.ts", "--timeout", "0.5"], { cwd });
    expect(err).toContain("error: a.ts: It did not finish within 0.5 seconds.\n");
    expect(status).toBe(2);
    const id = Number(readFileSync(join(cwd, "pid"), "utf8"));
    // One that has ended may be known until its parent hears of it.
    await expect.poll(() => isRunning(id), { timeout: 30_000 }).toBe(false);
  });
});

function isRunning(id: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${id}/stat`, "utf8"));
  } catch {
    return false;
  }
}
