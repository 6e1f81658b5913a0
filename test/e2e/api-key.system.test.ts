import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { otherKeys, showsKey } from "../recognisable-key.ts";
import { apiKey, configuration, project, run, runAlone, runOnTerminal } from "./command.ts";

// `run` refuses whatever shows the key; these look that it was there to be shown.
const env = { TRAFFIC_POLICY_API_KEY: apiKey };
const nowhere = "http://127.0.0.1:1";

const policy = (name: string): string =>
  JSON.stringify({ inbound: [{ name, actions: [{ type: "deny" }] }] });

const printing = `
const key = process.env.TRAFFIC_POLICY_API_KEY ?? "";
console.log("log", key, { key }, [key]);
console.error(new Error(key));
console.warn("base64", Buffer.from("user:" + key).toString("base64"));
process.stdout.write(key.slice(0, 9));
process.stderr.write(key.slice(9) + "\\n");
for (const character of key) process.stderr.write(Buffer.from(character));
console.log();
process.emitWarning("warning " + key);
throw new Error(key, { cause: key });
`;

describe("what code of the user's prints and throws", () => {
  const files = { "a.ts": printing, "key.txt": `${apiKey}\n` };
  const told = [
    "log [API key]",
    "Error: [API key]",
    "base64",
    "warning [API key]",
    "It throws Error: [API key]",
  ];

  test.each([
    'process.on("exit", () => { throw new Error(key); });',
    "Promise.reject(new Error(key));",
    "setTimeout(() => { throw new Error(key); }, 1);",
    "setTimeout(() => { throw new Error(key); }, 200); await new Promise((done) => setTimeout(done, 300));",
  ])("does not show the key when it comes late: %s", async (code) => {
    const late = `const key = process.env.TRAFFIC_POLICY_API_KEY;\n${code}\nexport default {};`;
    const { status } = await runAlone(["lint", "a.ts"], { cwd: project({ "a.ts": late }), env });
    expect(status).toBe(2);
  });

  test("does not show the key in a pipe", async () => {
    const { status, out, err } = await run(["lint", "a.ts"], { cwd: project(files), env });
    for (const text of told) expect(err).toContain(text);
    expect(err).toMatch(/^\[API key\]\ntp\[API key\]\n/m);
    expect({ status, out }).toEqual({ status: 2, out: "Nothing could be linted.\n" });
  });

  test("does not show it on a terminal", async () => {
    const { shown, status } = await runOnTerminal(["lint", "a.ts"], { cwd: project(files), env });
    expect(showsKey(shown)).toBe(false);
    for (const text of told) expect(shown).toContain(text);
    expect(status).toBe(2);
  });

  test("does not show that of a file either", async () => {
    const reading = `import { readFileSync } from "node:fs";\nthrow new Error(readFileSync("key.txt", "utf8"));\n`;
    const cwd = project({ ...files, "traffic-policy.config.ts": reading });
    for (const option of [["--api-key-file", "key.txt"], ["--api-key-file=key.txt"]]) {
      const { status, err } = await run(["diff", ...option], { cwd });
      expect(err).toContain("It throws Error: [API key]");
      expect(status).toBe(2);
    }
  });
});

test.each([
  [[apiKey]],
  [["lint", apiKey]],
  [["lint", `${apiKey}.json`]],
  [["lint", `--${apiKey}`]],
  [["lint", "--format", apiKey]],
  [["deploy", "--target", apiKey]],
  [["edges", "get", apiKey, "--base-url", nowhere]],
  [["edges", "list", "--base-url", `https://${apiKey}.example.com`]],
  [["edges", "list", "--base-url", `https://user:${apiKey}@api.example.com`]],
  [["edges", "list", "--base-url", `${nowhere}/${apiKey}`]],
  [["edges", "list", "--base-url", `${nowhere}/?key=${apiKey}`]],
  [["edges", "list", "--base-url", apiKey]],
  [["edges", "list", "--base-url", nowhere, "--version-header", `Key: ${apiKey}`]],
  [["edges", "list", "--base-url", nowhere, "--api-key-file", apiKey]],
  [["doctor", "--base-url", `${nowhere}/${apiKey}`]],
])("the key is not repeated of %#", async (args) => {
  const files = { "traffic-policy.config.json": configuration(), "web.json": policy("a") };
  for (const known of args.includes("--api-key-file") ? [{}] : [env]) {
    const { status, out, err } = await run(args, { cwd: project(files), env: known });
    expect(status === 2 || args[0] === "doctor").toBe(true);
    expect(out + err).toMatch(/\[API key\]|API key|base URL|--api-key-file|version header/);
  }
});

describe("a configuration", () => {
  const targets = { [apiKey]: { kind: "tcp-edge", edge: "edge_1", policy: "./web.json" } };

  test("with a target of the key's name is refused, and nothing is written", async () => {
    const config = JSON.stringify({ service: { baseUrl: nowhere }, targets });
    const cwd = project({ "traffic-policy.config.json": config, "web.json": policy("a") });
    const { status, err } = await run(["deploy", "--yes", "--no-lint"], { cwd, env });
    expect(err).toContain("error: The name of a target contains the API key.");
    expect(status).toBe(2);
    expect(readdirSync(cwd).toSorted()).toEqual(["traffic-policy.config.json", "web.json"]);
  });

  test("with the key in it shows it in no result", async () => {
    const config = JSON.stringify({ service: "emulator", targets });
    const cwd = project({ "traffic-policy.config.json": config, "web.json": policy(apiKey) });
    for (const command of ["plan", "diff"]) {
      expect((await run([command], { cwd, env })).out).toContain("[API key]  ");
      const { out } = await run([command, "--format", "json"], { cwd, env });
      expect(JSON.parse(out)).toMatchObject({ targets: [{ target: "[API key]" }] });
    }
  });
});

describe("the keys of environments, in a variable and in a file,", () => {
  const inFile = otherKeys["small letters and numbers, which a host name keeps"];
  const named = { STAGING_KEY: apiKey };
  const config = JSON.stringify({
    targets: { web: { kind: "tcp-edge", policy: "./web.policy.mjs" } },
    environments: {
      staging: {
        service: { baseUrl: nowhere, apiKeyVariable: "STAGING_KEY" },
        targets: { web: { edge: "edge_s" } },
      },
      production: {
        service: { baseUrl: "http://127.0.0.1:2", apiKeyFile: "./production.key" },
        targets: { web: { edge: "edge_p" } },
      },
    },
  });
  const saying = `
import { readFileSync } from "node:fs";
const keys = process.env.STAGING_KEY + " " + readFileSync("production.key", "utf8");
console.log("log", keys);
`;
  const throwing = `${saying}export default () => { throw new Error(keys); };\n`;
  const holding = `${saying}export default ${policy("NAME").replace('"NAME"', "keys")};\n`;
  const files = { "traffic-policy.config.json": config, "production.key": `${inFile}\n` };

  test.each([
    [["lint"]],
    [["lint", "web.policy.mjs"]],
    [["build", "-e", "staging"]],
    [["plan", "-e", "staging"]],
    [["plan", "-e", "*", "--no-lint"]],
    [["deploy", "-e", "staging", "--yes"]],
    [["diff", "-e", "production"]],
    [["promote", "staging", "production", "--yes"]],
    [["simulate", "web", "-e", "staging", "--client-ip", "192.0.2.1"]],
    [["serve", "web", "-e", "staging", "--upstream", "tcp://127.0.0.1:1"]],
    [["convert", "web.policy.mjs"]],
  ])("are shown by nothing that runs a policy that throws them: %j", async (args) => {
    const cwd = project({ ...files, "web.policy.mjs": throwing });
    const { status, err } = await runAlone(args, { cwd, env: named });
    expect(err).toContain("log [API key] [API key]");
    expect(status).toBe(2);
  });

  test.each([
    [["lint", "--format", "json"]],
    [["build", "-e", "staging"]],
    [["plan", "-e", "staging", "--no-lint", "--format", "json"]],
    [["simulate", "web", "-e", "staging", "--client-ip", "192.0.2.1"]],
    [["convert", "web.policy.mjs"]],
  ])("are shown by nothing that prints a policy with them: %j", async (args) => {
    const cwd = project({ ...files, "web.policy.mjs": holding });
    const { err } = await runAlone(args, { cwd, env: named });
    expect(err).toContain("log [API key] [API key]");
  });
});

test("a document that holds the key is printed without it, with a warning", async () => {
  const cwd = project({ "a.json": policy(`rule ${apiKey}`) });
  const { out, err } = await run(["convert", "a.json"], { cwd, env });
  expect(out).toContain('"rule [API key]"');
  expect(err).toBe("warning: The results held the API key: they show [API key] in its place.\n");
  const linted = await run(["lint", "a.json", "--format", "json"], { cwd, env });
  expect(() => JSON.parse(linted.out) as unknown).not.toThrow();
});

test("a key that nobody would guess the rest of is asked for, but on this machine", async () => {
  const cwd = project({});
  const short = { TRAFFIC_POLICY_API_KEY: "any" };
  const args = ["edges", "list", "--base-url"];
  const refused = await run([...args, "https://api.example.com"], { cwd, env: short });
  expect(refused.err).toContain("error: The API key has fewer than 8 characters.");
  const taken = await run([...args, nowhere], { cwd, env: short });
  expect(taken.err).toContain("refused");
});
