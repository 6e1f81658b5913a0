import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endless, project, run } from "../command.ts";
import { clean, mistaken } from "./findings.ts";

// Beside test/e2e/broken-input.test.ts, which has what is not there, throws or is no TypeScript.

/** What is told of a file, when a good one is linted after it. */
async function failure(
  files: Readonly<Record<string, string>>,
  name: string,
  ...args: string[]
): Promise<string[]> {
  const cwd = project({ "good.json": mistaken(), ...files });
  const { status, out, err } = await run(["lint", name, "good.json", ...args], { cwd });
  expect(out).toContain("1 error in 1 file, 1 file could not be linted.\n");
  expect(status).toBe(2);
  return err.trimEnd().split("\n");
}

const tooLong = (seconds: string): string[] => [
  `error: bad.ts: It did not finish within ${seconds}.`,
  "  help: Look for an endless loop or await; --timeout allows more time.",
];

describe("code that does not end: it is stopped, and the others are linted", () => {
  test.each([
    ["a loop", "while (true) {}\n"],
    ["a loop that catches everything", "for (;;) { try { for (;;) {} } catch {} finally {} }\n"],
    ["a loop in a promise", `Promise.resolve().then(() => { ${endless} });\nexport default {};\n`],
    ["a loop in a timer", `setTimeout(() => { ${endless} }, 0);\nexport default {};\n`],
    ["an await", "await new Promise(() => {});\nexport default { inbound: [] };\n"],
    ["a loop after an await", `await null;\n${endless}\n`],
    ["a getter", `export default { get inbound() { ${endless} } };\n`],
    [
      "a promise of a policy that never comes",
      "const it: any = await { then() {} };\nexport default it;\n",
    ],
  ])("%s", async (_what, text) => {
    expect(await failure({ "bad.ts": text }, "bad.ts", "--timeout", "0.5")).toEqual(
      tooLong("0.5 seconds"),
    );
  });

  test("in what it imports", async () => {
    const files = { "bad.ts": 'import "./loop.ts";\n', "loop.ts": `${endless}\n` };
    expect(await failure(files, "bad.ts", "--timeout", "0.5")).toEqual(tooLong("0.5 seconds"));
  });

  test("a second policy that imports it is told that it was stopped", async () => {
    const cwd = project({
      "a.ts": 'import "./loop.ts";\n',
      "b.ts": 'import "./loop.ts";\n',
      "loop.ts": `${endless}\n`,
    });
    const { status, err } = await run(["lint", "a.ts", "b.ts", "--timeout", "1"], { cwd });
    expect(err.split("\n").filter((line) => line.startsWith("error:"))).toEqual([
      "error: a.ts: It did not finish within 1 second.",
      "error: b.ts: It imports a module that was stopped because it did not finish.",
    ]);
    expect(status).toBe(2);
  });

  test("five seconds are the limit when nobody says", async () => {
    expect(await failure({ "bad.ts": `${endless}\n` }, "bad.ts")).toEqual(tooLong("5 seconds"));
  });

  test("a configuration", async () => {
    const cwd = project({ "good.json": clean, "traffic-policy.config.ts": `${endless}\n` });
    const { status, err } = await run(["lint", "good.json", "--timeout", "0.5"], { cwd });
    expect(err).toMatch(
      /^error: traffic-policy\.config\.ts: It did not finish within 0\.5 seconds\.\n/,
    );
    expect(status).toBe(2);
  });

  test.each(["0", "-1", "x", "1e9", "Infinity"])("--timeout %s is no limit", async (text) => {
    const { status, err } = await run(["lint", "good.json", `--timeout=${text}`], {
      cwd: project({ "good.json": clean }),
    });
    expect(err).toContain("It must be a number of seconds, at most a day.");
    expect(status).toBe(2);
  });

  test("what goes on in the background does not keep the command from ending", async () => {
    const cwd = project({
      "a.ts":
        "setInterval(() => {}, 10);\nexport default { inbound: [{ name: 'a', actions: [{ type: 'deny' }] }] };\n",
    });
    expect(await run(["lint", "a.ts"], { cwd })).toEqual({
      status: 0,
      out: "No findings in 1 file.\n",
      err: "",
    });
  });
});

describe("code that fails: one sentence, with the place where it is known", () => {
  test.each([
    [
      "throws an error of several lines",
      'throw new Error("one\\ntwo");',
      "bad.ts:1:7: It throws Error: one.",
    ],
    ["throws null", "throw null;", "bad.ts: It throws null."],
    [
      "throws an error whose message throws",
      'throw Object.defineProperty(new Error("x"), "message", { get() { throw 1; } });',
      "bad.ts: It throws Error: an error that cannot be read.",
    ],
    [
      "throws what throws when it is looked at",
      "throw new Proxy({}, { getPrototypeOf() { throw 1; } });",
      "bad.ts: It throws Error: an error that cannot be read.",
    ],
    ["ends the process", "\nprocess.exit(0);", "bad.ts:2:9: It calls process.exit."],
    [
      "exports a function",
      "export default () => 1;",
      "bad.ts: It exports a function of the environment, but no environment is known.",
    ],
    ["exports a promise", "export default Promise.resolve({});", "bad.ts: It exports no policy."],
    ["exports null", "export default null;", "bad.ts: It exports no policy."],
    [
      "has a getter that throws",
      'export default { get inbound() { throw new Error("no") } };',
      "bad.ts: Its policy cannot be written as JSON: no.",
    ],
    [
      "contains itself",
      "const a: any = {};\na.a = a;\nexport default a;",
      "bad.ts: Its policy cannot be written as JSON: /a contains itself.",
    ],
    [
      "imports a file that is not there",
      'import x from "./lib/nope.ts";\nexport default x;',
      "bad.ts:1:15: Cannot find module 'lib/nope.ts'.",
    ],
    [
      "imports what is not exported",
      '\nimport { x } from "./part.ts";\nexport default x;',
      "bad.ts:2:10: It throws SyntaxError: The requested module './part.ts' does not provide an export named 'x'.",
    ],
    [
      "imports a module that imports a file that is not there",
      'import "./importing.ts";',
      "importing.ts:1:8: Cannot find module 'gone'. bad.ts imports it.",
    ],
  ])("a policy that %s", async (_what, text, sentence) => {
    const files = {
      "bad.ts": text,
      "part.ts": "export const y = 1;\n",
      "importing.ts": 'import "./gone";\n',
    };
    const [first] = await failure(files, "bad.ts");
    expect(first).toBe(`error: ${sentence}`);
  });

  test("a policy on standard input", async () => {
    const input = 'const name: string = "x";\nthrow new Error(name);\n';
    const { status, err } = await run(["lint", "--stdin-filename", "new.ts"], {
      cwd: project({}),
      input,
    });
    expect(err).toBe("error: new.ts:2:7: It throws Error: x.\n");
    expect(status).toBe(2);
  });
});

describe("files that cannot be read", () => {
  test.each([
    ["a folder in a folder", ["p"], "p/no"],
    ["a folder that is named", ["p/yes", "p/no"], "p/no"],
    ["a folder in what a glob names", ["p/**/*.policy.json"], "p/no"],
  ])("%s: what else there is is linted", async (_what, names, unread) => {
    const cwd = project({ "p/yes/a.policy.json": clean, "p/no/b.policy.json": mistaken() });
    chmodSync(join(cwd, "p/no"), 0);
    const { status, out, err } = await run(["lint", ...names], { cwd, unprivileged: true });
    chmodSync(join(cwd, "p/no"), 0o755);
    expect(err).toBe(
      `error: ${unread}: The folder cannot be read (EACCES).\n  help: Make it readable, or name the files to lint.\n`,
    );
    expect(out).toBe("No findings in 1 file, 1 file could not be linted.\n");
    expect(status).toBe(2);
  });

  test("what is in a folder that is closed, a link to itself, a name that is too long", async () => {
    const cwd = project({ "good.json": clean, "no/b.json": clean });
    chmodSync(join(cwd, "no"), 0);
    symlinkSync("self.json", join(cwd, "self.json"));
    const long = `${"a".repeat(300)}.json`;
    const args = ["lint", "no/b.json", "self.json", long, "good.json"];
    const { status, err } = await run(args, { cwd, unprivileged: true });
    chmodSync(join(cwd, "no"), 0o755);
    expect(err).toBe(`error: no/b.json: It cannot be read (EACCES).
error: self.json: It cannot be read (ELOOP).
error: ${long}: It cannot be read (ENAMETOOLONG).
`);
    expect(status).toBe(2);
  });

  test("a link that leads nowhere", async () => {
    const cwd = project({ "good.json": clean });
    symlinkSync(join(cwd, "gone"), join(cwd, "bad.json"));
    const { status, out, err } = await run(["lint", "bad.json", "good.json"], { cwd });
    expect(err).toBe("error: bad.json: There is no such file.\n");
    expect(out).toBe("No findings in 1 file, 1 file could not be linted.\n");
    expect(status).toBe(2);
  });

  test("a folder that a target names", async () => {
    const config = {
      service: "emulator",
      targets: { a: { kind: "tcp-edge", edge: "e", policy: "bad.json" } },
    };
    const cwd = project({ "traffic-policy.config.json": JSON.stringify(config) });
    mkdirSync(join(cwd, "bad.json"));
    const { status, err } = await run(["lint"], { cwd });
    expect(err).toBe("error: bad.json: It is a folder.\n");
    expect(status).toBe(2);
  });

  test("several failures are all told, arguments that name nothing first", async () => {
    const cwd = project({ "b.txt": "", "c.ts": "export const a = 1;\n" });
    const { status, out, err } = await run(["lint", "a.json", "b.txt", "*.yaml", "c.ts"], { cwd });
    expect(err.split("\n").filter((line) => line.startsWith("error:"))).toEqual([
      "error: No policy file matches *.yaml.",
      "error: a.json: There is no such file.",
      "error: b.txt: This kind of file cannot hold a policy.",
      "error: c.ts: It exports no policy.",
    ]);
    expect(out).toBe("Nothing could be linted.\n");
    expect(status).toBe(2);
  });
});
