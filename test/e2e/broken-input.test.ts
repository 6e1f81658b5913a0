import { createEmulator } from "@traffic-policy/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { apiKey, configuration, project, run } from "./command.ts";

const good = '{"inbound": [{"name": "a", "actions": [{"type": "deny"}]}]}\n';

describe("policies: one sentence, the place, exit status 1", () => {
  test.each([
    {
      what: "invalid JSON",
      text: '{\n  "inbound": [\n    { "name": "a" "actions": [] }\n  ]\n}',
      place: "web.json:3:19",
      sentence: "A comma is missing before this.",
    },
    {
      what: "a rule without actions",
      text: '{\n  "inbound": [{ "name": "a", "actions": [] }]\n}',
      place: "web.json:2:41",
      sentence: 'The rule "a" has no actions.',
    },
    {
      what: "a string that is not closed in an expression",
      text: `{"inbound": [{"name": "a", "expressions": ["conn.client_ip == '1.2.3.4"], "actions": [{"type": "deny"}]}]}`,
      place: "web.json:1:63",
      sentence: "The string that starts with '1.2.3.4 is not closed.",
    },
  ])("$what", async ({ text, place, sentence }) => {
    const { status, out, err } = await run(["lint", "web.json"], {
      cwd: project({ "web.json": text }),
    });
    expect({ status, err }).toEqual({ status: 1, err: "" });
    expect(out).toContain(`error: ${sentence}`);
    expect(out).toContain(`  --> ${place}\n`);
    expect(out).toMatch(/1 error in 1 file\.\n$/);
  });

  test("what is wrong in an expression of a TypeScript policy is found where it is written", async () => {
    const text = [
      'import { cel, deny, policy, rule, type Condition } from "@traffic-policy/policy-builder";',
      "const bad: Condition =",
      "  cel`conn.client_ip == '1.2.3.4`;",
      'export default policy({ protocol: "tcp" }).inbound(rule("a").when(bad).do(deny()));',
    ].join("\n");
    const { status, out } = await run(["lint", "ssh.ts"], { cwd: project({ "ssh.ts": text }) });
    expect(status).toBe(1);
    expect(out).toContain("  --> ssh.ts:3:25\n");
  });
});

describe("files that cannot be linted: one sentence, exit status 2, and the others are linted", () => {
  test.each([
    ["a file that is not there", {}, "bad.ts", "bad.ts: There is no such file."],
    ["JSON that is not there", {}, "bad.json", "bad.json: There is no such file."],
    [
      "a folder",
      { "bad.json/x": "" },
      "bad.json",
      "bad.json: There is no policy file in this folder.",
    ],
    [
      "another kind of file",
      { "bad.txt": "" },
      "bad.txt",
      "bad.txt: This kind of file cannot hold a policy.",
    ],
    [
      "a policy that throws",
      {
        "bad.ts":
          'type A = 1;\n\nexport default build();\nfunction build(): A {\n  throw new Error("no such country");\n}\n',
      },
      "bad.ts",
      "bad.ts:5:9: It throws Error: no such country.",
    ],
    [
      "a policy that throws in what it imports",
      {
        "bad.ts": 'import "./lib/part.js";\n',
        "lib/part.ts": "interface A {}\n(undefined as any).x;\n",
      },
      "bad.ts",
      "lib/part.ts:2:20: It throws TypeError: Cannot read properties of undefined (reading 'x'). bad.ts imports it.",
    ],
    [
      "a value that CEL has no literal for",
      {
        "bad.ts":
          'import { policy, req, rule } from "@traffic-policy/policy-builder";\nexport default policy().inbound(\n  rule("a").when(req.contentLength.gt(0.5)),\n);\n',
      },
      "bad.ts",
      "bad.ts:3:39: 0.5 is not a whole number.",
    ],
    [
      "a policy that throws text",
      { "bad.mjs": 'throw "no";\n' },
      "bad.mjs",
      "bad.mjs: It throws no.",
    ],
    [
      "text that is not TypeScript",
      { "bad.ts": "const a = 1;\nconst b: = 2;\n" },
      "bad.ts",
      "bad.ts:2:10: This is not TypeScript: Unexpected token.",
    ],
    [
      "text that is not JavaScript",
      { "bad.mjs": "const a = ;\n" },
      "bad.mjs",
      "bad.mjs:1:11: This is not JavaScript: Unexpected token.",
    ],
    [
      "a module without a policy",
      { "bad.ts": "export const a = 1;\n" },
      "bad.ts",
      "bad.ts: It exports no policy.",
    ],
    [
      "a package that is not installed",
      { "bad.ts": 'import "no-such-package";\n' },
      "bad.ts",
      "bad.ts:1:8: Cannot find package 'no-such-package'.",
    ],
  ])("%s", async (_what, files, name, sentence) => {
    const cwd = project({ "good.json": good, ...files });
    const { status, out, err } = await run(["lint", name, "good.json"], { cwd });
    expect(err.split("\n")[0]).toBe(`error: ${sentence}`);
    // Beside help, there may be the line that is meant.
    expect(err.replace(/^ +(?:\d+ )?\|.*\n/gm, "").split("\n").length).toBeLessThanOrEqual(3);
    expect(out).toBe("No findings in 1 file, 1 file could not be linted.\n");
    expect(status).toBe(2);
  });
});

describe("the service: one sentence, exit status 2", () => {
  const policies = { "ssh.json": good, "web.json": good };

  test.each(["diff", "deploy"])("a wrong API key for %s", async (name) => {
    const emulator = await createEmulator({ apiKey: "the right one", tcpEdges: ["edge_1"] });
    onTestFinished(() => emulator.close());
    const service = { baseUrl: emulator.baseUrl };
    const cwd = project({ ...policies, "traffic-policy.config.json": configuration({ service }) });
    const { status, out, err } = await run([name], {
      cwd,
      env: { TRAFFIC_POLICY_API_KEY: apiKey },
    });
    expect(status).toBe(2);
    expect(err).toMatch(/^error: ssh(, web)?: The service refused the API key \(401\)\./m);
    expect(out + err).not.toContain(apiKey);
  });

  test.each(["diff", "deploy"])("a service that cannot be reached for %s", async (name) => {
    const service = { baseUrl: "http://127.0.0.1:9" };
    const cwd = project({ ...policies, "traffic-policy.config.json": configuration({ service }) });
    const { status, out, err } = await run([name, "--target", "ssh"], {
      cwd,
      env: { TRAFFIC_POLICY_API_KEY: apiKey },
    });
    expect(status).toBe(2);
    expect(err).toMatch(
      /^error: ssh: Could not connect to http:\/\/127\.0\.0\.1:9: connection refused\./m,
    );
    expect(out + err).not.toContain(apiKey);
  });

  test("no API key", async () => {
    const service = { baseUrl: "https://api.example.com" };
    const cwd = project({ ...policies, "traffic-policy.config.json": configuration({ service }) });
    const { status, err } = await run(["diff"], { cwd });
    expect(err).toMatch(/^error: There is no API key\.\n {2}help: .*TRAFFIC_POLICY_API_KEY/);
    expect(status).toBe(2);
  });

  test("a key file that cannot be read", async () => {
    const service = { baseUrl: "https://api.example.com" };
    const cwd = project({ ...policies, "traffic-policy.config.json": configuration({ service }) });
    const { status, err } = await run(["diff", "--api-key-file", "nowhere"], { cwd });
    expect(err).toBe(
      "error: --api-key-file: There is no such file.\n  help: Name a file that holds the key, not the key itself.\n",
    );
    expect(status).toBe(2);
  });

  test("plain HTTP to another machine, where the key could be read on the way", async () => {
    const service = { baseUrl: "http://api.example.com" };
    const cwd = project({ ...policies, "traffic-policy.config.json": configuration({ service }) });
    const { status, err } = await run(["diff"], { cwd, env: { TRAFFIC_POLICY_API_KEY: apiKey } });
    expect(err).toMatch(
      /^error: The base URL would send the API key unencrypted to another machine\.\n {2}help: Use https/,
    );
    expect(err).not.toContain(apiKey);
    expect(status).toBe(2);
  });
});

describe("the configuration: one sentence, the place, exit status 2", () => {
  test.each([
    ["is not JSON", "{,}", "traffic-policy.config.json:1:2: A value is missing here."],
    [
      "has an unknown key",
      configuration({ tragets: {} }),
      "traffic-policy.config.json:1:",
      'Unknown key "tragets".',
    ],
    ["lacks targets", '{"service": "emulator"}', "The configuration has no targets."],
    [
      "names no service",
      configuration({ service: "emulater" }),
      '"service" is "emulater", which is not a service.',
    ],
    [
      "has a route without a route",
      configuration({ targets: { web: { kind: "https-route", edge: "e", policy: "web.json" } } }),
      'The HTTPS route "web" has no "route".',
    ],
    [
      "has a target without a name",
      configuration({ targets: { "": { kind: "tcp-edge", edge: "e", policy: "web.json" } } }),
      "A target has an empty name.",
    ],
    [
      "has an unknown lint rule",
      configuration({ lint: { rules: { "document/rule-nam": "off" } } }),
      'There is no lint rule "document/rule-nam".\n  help: Did you mean "document/rule-name"?',
    ],
    [
      "sets a lint rule to nonsense",
      configuration({ lint: { rules: { "document/rule-name": "eror" } } }),
      'Did you mean "error"?',
    ],
  ])("one that %s", async (_what, text, ...sentences) => {
    const { status, err } = await run(["lint"], {
      cwd: project({ "traffic-policy.config.json": text }),
    });
    for (const sentence of sentences) expect(err).toContain(sentence);
    expect(err).toMatch(/^error: /);
    expect(status).toBe(2);
  });

  test("one in TypeScript that throws", async () => {
    const cwd = project({
      "traffic-policy.config.ts":
        'const name: string = "X";\nthrow new Error(`${name} is not set`);\n',
    });
    const { status, err } = await run(["lint"], { cwd });
    expect(err).toBe("error: traffic-policy.config.ts:2:7: It throws Error: X is not set.\n");
    expect(status).toBe(2);
  });

  test("one in TypeScript without a default export", async () => {
    const cwd = project({ "traffic-policy.config.ts": "export const a = 1;\n" });
    const { status, err } = await run(["lint"], { cwd });
    expect(err).toContain("traffic-policy.config.ts: It has no default export.");
    expect(status).toBe(2);
  });

  test.each([
    ["diff", "`traffic-policy init` writes one."],
    [
      "lint",
      "`traffic-policy init` writes one; or name policy files, or . for all in this folder.",
    ],
  ])("none at all, for %s", async (command, help) => {
    const { status, err } = await run([command], { cwd: project({}) });
    expect(err).toBe(
      `error: There is no traffic-policy.config.ts here or in a folder above.\n  help: ${help}\n`,
    );
    expect(status).toBe(2);
  });

  test("a target in the place of a saved plan", async () => {
    const cwd = project({ "traffic-policy.config.json": configuration() });
    const { status, err } = await run(["deploy", "ssh"], { cwd });
    expect(err).toBe("error: ssh: There is no such file.\n  help: Did you mean --target ssh?\n");
    expect(status).toBe(2);
    expect((await run(["deploy", "ssg"], { cwd })).err).toBe(
      "error: ssg: There is no such file.\n  help: Did you mean --target ssh?\n",
    );
    expect((await run(["deploy", "plan.json"], { cwd })).err).toContain(
      "\n  help: The argument is a plan that `plan --out` has saved; targets are named with --target.\n",
    );
    expect((await run(["plan", "ssg"], { cwd })).err).toBe(
      "error: ssg: There is no such file.\n  help: Did you mean --target ssh?\n",
    );
  });

  test("a target that it does not have", async () => {
    const cwd = project({ "traffic-policy.config.json": configuration() });
    const { status, err } = await run(["diff", "--target", "webb"], { cwd });
    expect(err).toBe(
      'error: The configuration has no target "webb".\n  help: Did you mean "web"?\n',
    );
    expect(status).toBe(2);
  });
});

describe("the command line: exit status 2", () => {
  test.each([
    [["lnit"], '`traffic-policy` has no command "lnit".', 'Did you mean "lint"?'],
    [
      ["lint", "--formt", "json"],
      "`traffic-policy lint` has no option --formt.",
      "Did you mean --format?",
    ],
    [["lint", "--format", "yaml"], '"yaml" is not a valid value for --format.', "pretty, json"],
    [
      ["emulator", "--port", "x"],
      '"x" is not a valid value for --port.',
      "It must be a whole number.",
    ],
    [["emulator", "--port", "99999"], '"99999" is not a port.', ""],
  ])("%j", async (args, ...sentences) => {
    const { status, out, err } = await run(args, { cwd: project({}) });
    for (const sentence of sentences) expect(err).toContain(sentence);
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });

  test("without arguments it shows its help", async () => {
    const { status, err } = await run([], { cwd: project({}) });
    expect(err).toContain("Usage: traffic-policy");
    expect(status).toBe(2);
  });

  test.each([["--help"], ["lint", "--help"], ["--version"]])(
    "%s %s is no failure",
    async (...args) => {
      const { status, out, err } = await run(args.filter(Boolean), { cwd: project({}) });
      expect({ status, err }).toEqual({ status: 0, err: "" });
      expect(out).not.toBe("");
    },
  );
});
