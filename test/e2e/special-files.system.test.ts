import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { apiKey, configuration, project, run, shell } from "./command.ts";

// Nobody writes to the pipes here: a command that opens one would wait for the test's time to be up.

const good = '{"inbound": [{"name": "a", "actions": [{"type": "deny"}]}]}\n';

/** A folder with named pipes and a good policy in it. */
function withPipes(names: readonly string[], files: Readonly<Record<string, string>> = {}): string {
  const cwd = project({ "good.json": good, ...files });
  const make = (name: string): Buffer => execFileSync("sh", ["-c", `mkfifo '${name}'`], { cwd });
  for (const name of names) make(name);
  return cwd;
}

const request = "GET https://example.com/";

describe("a named pipe is refused in one sentence", () => {
  test.each([
    ["p.json", ["lint", "p.json"]],
    ["p.json", ["lint", "p.json", "--cache"]],
    ["p.yaml", ["lint", "p.yaml", "--fix"]],
    ["p.ts", ["lint", "p.ts"]],
    ["p.json", ["lint", "good.json", "--baseline", "p.json"]],
    ["p.json", ["lint", "good.json", "--baseline", "p.json", "--update-baseline"]],
    ["p.json", ["convert", "p.json"]],
    ["p.json", ["simulate", "p.json", "--request", request]],
    ["p.json", ["simulate", "good.json", "--exchange", "p.json"]],
    ["body", ["simulate", "good.json", "--request", request, "--body-file", "body"]],
    ["body", ["simulate", "good.json", "--curl", "curl https://example.com/ -d @body"]],
    ["p.cases.yaml", ["test", "p.cases.yaml"]],
    ["p.json", ["serve", "p.json", "--upstream", "http://127.0.0.1:9"]],
    ["p.json", ["emulator", "--faults", "p.json"]],
    ["data", ["emulator", "--data", "data", "--port", "0"]],
  ])("%s: %j", async (pipe, args) => {
    const { status, err } = await run(args, { cwd: withPipes([pipe]) });
    const [first] = err.split("\n");
    expect(first).toMatch(/^error: .*\b(?:is a named pipe, not a file|is not a regular file)\.$/i);
    expect(first).toContain(pipe);
    expect(status).toBe(2);
  });

  test.each([["ts"], ["mjs"]])("that a module in .%s imports", async (ending) => {
    const text = `import { x } from "./part.${ending}";\nexport default x;\n`;
    const cwd = withPipes([`part.${ending}`], { [`bad.${ending}`]: text });
    const { status, out, err } = await run(["lint", `bad.${ending}`, "good.json"], { cwd });
    expect(err).toContain(`part.${ending}: It is a named pipe, not a file.`);
    expect(out).toBe("No findings in 1 file, 1 file could not be linted.\n");
    expect(status).toBe(2);
  });

  test.each([["lint"], ["plan"], ["deploy", "--yes"], ["diff"], ["build", "--out", "built"]])(
    "that a target names: %s",
    async (...args) => {
      const files = { "traffic-policy.config.json": configuration(), "web.json": good };
      const { status, err } = await run(args, { cwd: withPipes(["ssh.json"], files) });
      expect(err).toContain("ssh.json: It is a named pipe, not a file.");
      expect(status).toBe(2);
    },
  );

  test.each(["ts", "json"])("that is the configuration: .%s", async (ending) => {
    const name = `traffic-policy.config.${ending}`;
    const { status, err } = await run(["lint"], { cwd: withPipes([name]) });
    expect(err).toBe(`error: ${name}: It is a named pipe, not a file.\n`);
    expect(status).toBe(2);
  });

  test("that a plan would be written to, and it stays a pipe", async () => {
    const files = {
      "traffic-policy.config.json": configuration(),
      "ssh.json": good,
      "web.json": good,
    };
    const cwd = withPipes(["plan"], files);
    const { status, err } = await run(["plan", "--out", "plan"], { cwd });
    expect(err).toContain("plan: It is a named pipe, not a file.");
    expect(status).toBe(2);
    expect(statSync(join(cwd, "plan")).isFIFO()).toBe(true);
  });
});

test("a device is refused", async () => {
  const { status, err } = await run(["simulate", "good.json", "--exchange", "/dev/zero"], {
    cwd: withPipes([]),
  });
  expect(err).toMatch(/^error: .*dev\/zero: It is a device, not a file\.\n$/);
  expect(status).toBe(2);
});

test.each([
  ["pipe", "a named pipe"],
  ["/dev/zero", "a device"],
])("a package.json that leads to %s is refused", async (place, kind) => {
  const cwd = withPipes(["pipe"], { "below/web.policy.json": good });
  symlinkSync(place, join(cwd, "package.json"));
  for (const named of ["good.json", "below/web.policy.json", "below"]) {
    const { status, err } = await run(["lint", named], { cwd });
    expect(err).toBe(`error: package.json: It is ${kind}, not a file.\n`);
    expect(status).toBe(2);
  }
});

test.each([
  ["pipe", "It is a named pipe, not a file."],
  ["/dev/zero", "It is a device, not a file."],
  ["/proc/self/environ", "It is not stored on a disk."],
  ["big", "It has 900,000,000 bytes, more than the 5,000,000 that this command reads."],
])("a package.json beside code that leads to %s is not left to Node", async (place, reason) => {
  const code = `export default ${good.trim()};\n`;
  const cwd = withPipes(["pipe"], {
    big: "",
    "near/web.policy.js": code,
    "near/web.policy.ts": code,
    "web.policy.ts": `import policy from "./near/web.policy.js";\nexport default policy;\n`,
  });
  truncateSync(join(cwd, "big"), 900_000_000);
  symlinkSync(place.startsWith("/") ? place : `../${place}`, join(cwd, "near/package.json"));
  for (const named of ["near/web.policy.js", "near/web.policy.ts", "web.policy.ts"]) {
    const { status, out, err } = await run(["lint", named], { cwd });
    expect(err).toContain(`near/package.json: ${reason}\n`);
    expect(out + err).not.toContain("not valid JSON");
    expect(status).toBe(2);
  }
});

test("a file that the system makes up is not shown", async () => {
  const cwd = withPipes([]);
  const refused = async (file: string, args: readonly string[]): Promise<void> => {
    if (!existsSync(join(cwd, file))) symlinkSync("/proc/self/environ", join(cwd, file));
    const { status, out, err } = await run(args, { cwd });
    expect(err).toContain(`${file}: It is not stored on a disk.`);
    expect(out + err).not.toContain("PATH=");
    expect(status).toBe(2);
  };
  for (const ending of ["json", "yaml", "ts", "mts", "js", "mjs"]) {
    const file = `web.policy.${ending}`;
    for (const command of ["lint", "convert", "draw"]) await refused(file, [command, file]);
    await refused(file, ["simulate", file, "--request", request]);
    await refused(file, ["diff", file, "good.json"]);
  }
  for (const kind of ["yaml", "ts"]) {
    await refused(`web.cases.${kind}`, ["test", `web.cases.${kind}`]);
    await refused(`web.assertions.${kind}`, ["prove", `web.assertions.${kind}`]);
  }
  const simulated = ["simulate", "good.json", "--request", request];
  for (const option of ["--secrets", "--body-file"]) {
    await refused("values", [...simulated, option, "values"]);
  }
  await refused("values", ["lint", "good.json", "--baseline", "values"]);
  await refused("values", ["simulate", "good.json", "--exchange", "values"]);
  await refused("values", ["simulate", "good.json", "--curl", "curl https://a.test/ -d @values"]);
});

test.each(["traffic-policy.config.json", "traffic-policy.config.ts"])(
  "a huge %s is not read",
  async (name) => {
    const cwd = withPipes([], { [name]: "" });
    truncateSync(join(cwd, name), 900_000_000);
    const { status, err } = await run(["lint", "good.json"], { cwd });
    expect(err).toBe(
      `error: ${name}: It has 900,000,000 bytes, more than the 5,000,000 that this command reads.\n`,
    );
    expect(status).toBe(2);
  },
);

test.each(["pipe", "/proc/self/environ"])("an entry of the history is no %s", async (place) => {
  const cwd = withPipes(["pipe"], {
    "traffic-policy.config.json": configuration(),
    "web.json": good,
    "ssh.json": good,
  });
  const folder = join(cwd, ".traffic-policy/history/web");
  mkdirSync(folder, { recursive: true });
  const leadsTo = place === "pipe" ? join(cwd, "pipe") : place;
  symlinkSync(leadsTo, join(folder, "2026-01-01T00-00-00Z-1.json"));
  const { err } = await run(["history", "list"], { cwd });
  expect(err).toMatch(/Z-1\.json: It is (?:a named pipe, not a file|not stored on a disk)\.$/m);
});

test("a build takes nothing that it did not write for its own", async () => {
  const files = {
    "traffic-policy.config.json": configuration(),
    "web.json": good,
    "ssh.json": good,
  };
  const cwd = withPipes([], files);
  mkdirSync(join(cwd, "built"));
  symlinkSync("/proc/self/environ", join(cwd, "built/old.json"));
  const { status, out, err } = await run(["build", "--out", "built"], { cwd });
  expect(out + err).not.toContain("old.json");
  expect(status).toBe(0);
});

test("a file that is larger than a key is none", async () => {
  const cwd = withPipes([], { key: "" });
  truncateSync(join(cwd, "key"), 200_000_000);
  const args = ["edges", "list", "--base-url", "http://127.0.0.1:9", "--api-key-file", "key"];
  const { status, err } = await run(args, { cwd });
  expect(err).toContain("--api-key-file: The file is larger than 10000 bytes.");
  expect(status).toBe(2);
});

test("what the shell has opened is read", async () => {
  const cwd = withPipes([], {
    "traffic-policy.config.json": configuration(),
    key: apiKey,
    "exchange.json": '{"request": {"url": "https://example.com/"}}',
  });
  const { status, output } = await shell(
    "cat exchange.json | $TRAFFIC_POLICY simulate good.json --exchange /dev/stdin",
    { cwd },
  );
  expect(output).toContain("deny");
  expect(status).toBe(0);
  const keyed = await shell("cat key | $TRAFFIC_POLICY doctor --api-key-file /dev/fd/0", { cwd });
  expect(keyed.output).toMatch(/api-key +From \/dev\/fd\/0/);
});

describe("an empty argument or value is a mistake", () => {
  test.each([
    [["lint", ""], "<path>"],
    [["lint", "good.json", ""], "<path>"],
    [["lint", "--baseline", ""], "--baseline"],
    [["convert", ""], "<policy>"],
    [["convert", "good.json", "--out", ""], "--out"],
    [["simulate", "", "--request", request], "<policy>"],
    [["simulate", "good.json", "--exchange="], "--exchange"],
    [["test", ""], "<path>"],
    [["serve", "", "--upstream", "http://127.0.0.1:9"], "<policy>"],
    [["plan", "--target", ""], "--target"],
    [["plan", "--out", ""], "--out"],
    [["deploy", ""], "<plan>"],
    [["pull", "ssh", ""], "<target>"],
    [["build", "--out", ""], "--out"],
    [["init", ""], "<folder>"],
    [["edges", "get", ""], "<id>"],
    [["edges", "list", "--api-key-file", ""], "--api-key-file"],
  ])("%j", async (args, name) => {
    const { status, out, err } = await run(args, { cwd: withPipes([]) });
    expect(err).toMatch(new RegExp(`^error: ${name} is empty\\.\n  help: .*\n$`));
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });

  test("but a text may be", async () => {
    const args = ["simulate", "good.json", "--request", request, "--body", ""];
    const { err } = await run(args, { cwd: withPipes([]) });
    expect(err).toBe("");
  });
});

describe("a policy that is too large is refused before it is parsed", () => {
  const most = 5_000_000;
  const document = (bytes: number): string => `{"x": "${"x".repeat(bytes - 10)}"}\n`;

  test.each([
    ["big.json", document(most + 1)],
    ["big.yaml", document(most + 1)],
    ["big.mjs", `export default { x: "x".repeat(${most}) };\n`],
  ])("%s", async (name, text) => {
    const { status, err } = await run(["lint", name], { cwd: project({ [name]: text }) });
    expect(err).toMatch(
      /^error: big\.\w+: The policy has 5,000,00\d bytes, more than the 5,000,000 that this command accepts\.\n {2}help: .*\n$/,
    );
    expect(status).toBe(2);
  });

  test("on standard input", async () => {
    const { status, err } = await run(["lint", "--stdin-filename", "big.json"], {
      cwd: project({}),
      input: document(most + 1),
    });
    expect(err).toContain("The policy has 5,000,001 bytes");
    expect(status).toBe(2);
  });

  test("and one of just this size is linted", async () => {
    const cwd = project({ "big.json": document(most) });
    expect(readFileSync(join(cwd, "big.json")).length).toBe(most);
    const { status, err } = await run(["lint", "big.json"], { cwd });
    expect({ status, err }).toEqual({ status: 1, err: "" });
  });
});
