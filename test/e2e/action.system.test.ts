import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { act, action, type StepOutcome } from "./action.ts";
import { project } from "./command.ts";
import { Repository } from "./repository.ts";

const lint = (
  folder: string,
  inputs?: Readonly<Record<string, string>>,
  env?: Readonly<Record<string, string>>,
): Promise<StepOutcome> => act("Lint", folder, { ...(inputs && { inputs }), ...(env && { env }) });

const bad = '{ "inbound": [{ "name": "a", "actions": [] }] }\n';
const nameless = '{ "inbound": [{ "actions": [{ "type": "deny" }] }] }\n';

async function repository(files: Readonly<Record<string, string>>): Promise<string> {
  const made = await Repository.create();
  for (const [file, text] of Object.entries(files)) made.write(file, text);
  return made.folder;
}

describe("the action", () => {
  test("is made of steps of a shell, in whose text nothing is put", () => {
    expect(action.runs.using).toBe("composite");
    expect(action.runs.steps.map(({ name }) => name)).toEqual(["Lint", "Compare", "Comment"]);
    for (const { shell, run } of action.runs.steps) {
      expect(shell).toBe("bash");
      expect(run).not.toContain("${{");
    }
  });

  test("gives every input to a step, and every input has a description and a default", () => {
    const used = JSON.stringify(action.runs.steps);
    for (const [name, { description, default: value }] of Object.entries(action.inputs)) {
      expect(used).toMatch(new RegExp(`inputs\\.${name} (?:\\}|==)`));
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(typeof value).toBe("string");
    }
  });

  test("comments on a pull request when lint fails, too, and changes nothing about its status", () => {
    const [, ...others] = action.runs.steps;
    for (const step of others) {
      expect(step.if).toBe(
        "${{ !cancelled() && inputs.comment == 'true' && github.event.pull_request != null }}",
      );
      expect(step["continue-on-error"]).toBe(true);
    }
  });

  test("gives the token to the last step alone, which runs nothing of the pull request", () => {
    const withToken = action.runs.steps.filter((step) => JSON.stringify(step).includes("token"));
    expect(withToken.map(({ name }) => name)).toEqual(["Comment"]);
  });
});

describe("the step that lints", () => {
  test("annotates what is found, and fails", async () => {
    const folder = await repository({ "p/a.policy.json": bad, "b.policy.json": bad });
    const { status, out } = await lint(folder, { paths: "p\nb.policy.json\n" });
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => line.split(",")[0]),
    ).toEqual(["::error file=p/a.policy.json", "::error file=b.policy.json"]);
    expect(status).toBe(1);
  });

  test("finds policies by their content when there are no paths and no configuration", async () => {
    const folder = await repository({
      "deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\n",
      "edge/traffic-policy.yml": "on_http_request:\n  - name: a\n    actions: []\n",
    });
    const { status, out } = await lint(folder);
    expect(out).toMatch(/^::error file=edge\/traffic-policy\.yml,line=3,/);
    expect(status).toBe(1);
  });

  test("lints the targets of the configuration when there are no paths", async () => {
    const config = {
      service: "emulator",
      targets: { a: { kind: "tcp-edge", edge: "e", policy: "a.json" } },
    };
    const folder = await repository({
      "a.json": bad,
      "traffic-policy.config.json": JSON.stringify(config),
    });
    const { status, out } = await lint(folder);
    expect(out).toMatch(/^::error file=a\.json,line=1,/);
    expect(status).toBe(1);
  });

  test("takes the format, the preset and the number of warnings", async () => {
    const policy =
      "inbound:\n  # traffic-policy-ignore-next-line document/rule-name\n  - actions:\n      - type: teleport\n";
    const folder = await repository({ "a.yaml": policy });
    const inputs = { paths: "a.yaml", format: "unix" };
    expect(await lint(folder, inputs)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^a\.yaml:4:15: warning: .*\n$/),
    });
    expect((await lint(folder, { ...inputs, preset: "strict" })).out).toContain(
      "[document/ignore-reason]",
    );
    expect((await lint(folder, { ...inputs, "max-warnings": "0" })).status).toBe(1);
  });

  test("runs in another folder; annotations are named from the root, the command is found above", async () => {
    const folder = await repository({ "my edge/p/a.policy.json": bad });
    const { status, out } = await lint(folder, { "working-directory": "my edge", paths: "p" });
    expect(out).toMatch(/^::error file=my edge\/p\/a\.policy\.json,/);
    expect(status).toBe(1);
  });

  test("tells what to do when the command is not installed", async () => {
    const folder = project({ "a.json": bad });
    const { status, out } = await lint(folder, { paths: "a.json" });
    expect(out).toBe(
      "::error::traffic-policy is not installed: run npm ci before, or set the input version.\n",
    );
    expect(status).toBe(2);
  });
});

describe("hostile inputs are only text", () => {
  const names = [
    "a b.policy.json",
    "$(touch pwned).policy.json",
    "`touch pwned`.policy.json",
    "'; touch pwned; '.policy.json",
    '"; touch pwned; ".policy.json',
    "--help",
    "-x.policy.json",
    "a\\b & touch pwned | x.policy.json",
    "*",
    "~",
    "${HOME}.policy.json",
  ];

  test.each(names)("the path %s", async (name) => {
    const file = `${name}`.endsWith(".json") ? name : `${name}.json`;
    const folder = await repository({ [file]: bad, "other.json": nameless });
    const { out, status } = await lint(folder, { paths: file, format: "unix" });
    expect(out).toBe(`${file}:1:41: error: The rule "a" has no actions. [document/rule-actions]\n`);
    expect(status).toBe(1);
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  test.each(["--help", "--update-baseline", "~", "$HOME"])(
    "the path %s is no option and no folder",
    async (name) => {
      const folder = await repository({ "other.json": nameless });
      const { status, out, err } = await lint(folder, { paths: name, format: "unix" });
      expect({ status, out }).toEqual({ status: 2, out: "" });
      expect(err).toContain(`error: There is no file, folder or target "${name}".\n`);
    },
  );

  test("several paths, with an empty line between them", async () => {
    const folder = await repository({ "a b.json": bad, "c.json": bad });
    const { out } = await lint(folder, { paths: "\na b.json\n\nc.json", format: "unix" });
    expect(out.trimEnd().split("\n")).toHaveLength(2);
  });

  test.each(["format", "preset", "max-warnings"])("the input %s", async (input) => {
    const folder = await repository({ "a.json": nameless });
    const hostile = `x$(touch pwned)'"; touch pwned\ntouch pwned`;
    const { status, err } = await lint(folder, { paths: "a.json", [input]: hostile });
    expect(err).toContain(`is not a valid value for --${input}.`);
    expect(err).toContain("x$(touch pwned)");
    expect(status).toBe(2);
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  test.each([
    "$(touch pwned)",
    "1; touch pwned",
    "1 2",
    "1\n2",
    "-g",
    "../x",
    "npm:other@1",
    "file:..",
    "1.0.0 --yes",
  ])("the version %j is refused", async (version) => {
    const folder = await repository({ "a.json": bad });
    const { status, out } = await lint(folder, { paths: "a.json", version });
    expect({ status, out }).toEqual({
      status: 2,
      out: "::error::The input version is no version.\n",
    });
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });
});

// The package cannot be fetched from a registry here: what is seen is what npx would be told.
test.each(["1.2.3", "latest", "2.0.0-rc.1"])("the version %s is fetched", async (version) => {
  const tools = project({ npx: '#!/bin/sh\nfor word; do printf "<%s>" "$word"; done\n' });
  chmodSync(join(tools, "npx"), 0o755);
  const folder = project({ "a.json": bad });
  writeFileSync(join(folder, "b c.json"), bad);
  const env = { PATH: `${tools}${delimiter}${process.env["PATH"]}` };
  const { out } = await lint(folder, { paths: "a.json\nb c.json", version }, env);
  expect(out).toBe(
    `<--yes><--><traffic-policy@${version}><lint><--format=github><--><a.json><b c.json>`,
  );
});
