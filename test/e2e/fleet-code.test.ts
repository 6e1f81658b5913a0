import { describe, expect, test } from "vitest";
import { fleet, keys, nothingKept, nowhere, services, ssh } from "../cli/fleet.ts";
import { project, run, type Result } from "./command.ts";

/** A folder with these files, in which commands have the keys of all services. */
function projectOf(files: Readonly<Record<string, string | object>>): {
  readonly folder: string;
  readonly run: (...args: readonly string[]) => Promise<Result>;
} {
  const texts = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? content : JSON.stringify(content),
  ]);
  const folder = project(Object.fromEntries(texts) as Readonly<Record<string, string>>);
  return { folder, run: (...args) => run(args, { cwd: folder, env: keys }) };
}

describe("a configuration in code", () => {
  test.each(["ts", "mts", "mjs"])("may be a .%s file", async (ending) => {
    const cwd = project({
      [`traffic-policy.config.${ending}`]:
        'export default { service: "emulator", targets: { ssh: { kind: "tcp-edge", edge: "e", policy: "ssh.json" } } };',
      "ssh.json": JSON.stringify(ssh),
    });
    const { status, out } = await run(["plan"], { cwd });
    expect(out).toMatch(/^ssh +create +tcp-edge e$/m);
    expect(status).toBe(0);
  });

  test("with two environments that hold one place is refused with both", async () => {
    const one = { targets: { ssh: { edge: "edge_s" } } };
    const { run: command } = projectOf({
      "traffic-policy.config.mts": `export default ${JSON.stringify({
        ...fleet(nowhere),
        service: { baseUrl: nowhere[0] },
        environments: { staging: one, production: one },
      })};\n`,
      "ssh.json": ssh,
    });
    const { status, err } = await command("plan", "-e", "staging");
    expect(err).toContain("/environments/staging/targets/ssh");
    expect(err).toContain("/environments/production/targets/ssh");
    expect(status).toBe(2);
  });

  test.each([
    ["./throws.mts", "throws.mts:1:7: It throws Error: no."],
    ["./nothing.mts", "nothing.mts: It has no default export."],
    ["./circle.mts", "circle.mts: The configuration extends itself. (at /extends)"],
  ])("that cannot be extended is reported at its place: %s", async (name, error) => {
    const { run: command } = projectOf({
      "traffic-policy.config.json": { extends: name },
      "throws.mts": 'throw new Error("no");\n',
      "nothing.mts": "export const one = 1;\n",
      "circle.mts": 'export default { extends: "./traffic-policy.config.json" };\n',
    });
    const ran = await command("plan", "-e", "staging");
    expect(ran.err.split("\n")[0]).toBe(`error: ${error}`);
    expect(ran).toMatchObject({ status: 2, out: "" });
  });
});

describe("a workspace with a broken project", () => {
  /** The projects `one`, `two` and one that is broken, in a workspace of npm. */
  function workspace(
    urls: readonly [string, string],
    broken: Readonly<Record<string, string>>,
  ): ReturnType<typeof projectOf> {
    const of = (more: string): object =>
      JSON.parse(
        JSON.stringify(fleet(urls))
          .replace("edge_s", `edge_s${more}`)
          .replace("edge_p", `edge_p${more}`),
      ) as object;
    const inPlace = Object.entries(broken).map(([name, text]) => [
      name,
      text.replace(nowhere[0], urls[0]).replace(nowhere[1], urls[1]).replace("edge_s", "edge_s3"),
    ]);
    return projectOf({
      "package.json": { workspaces: ["services/*"] },
      "services/one/traffic-policy.config.json": of(""),
      "services/one/ssh.json": ssh,
      "services/two/traffic-policy.config.json": of("2"),
      "services/two/ssh.json": ssh,
      ...(Object.fromEntries(inPlace) as typeof broken),
    });
  }

  const third = JSON.stringify(fleet(nowhere)).replace("ssh.json", "ssh.mjs");

  const kinds = [
    {
      kind: "a configuration that breaks off",
      files: { "services/three/traffic-policy.config.json": '{ "targets": ' },
      error: "services/three/traffic-policy.config.json:1:14: ",
      lint: [] as string[],
    },
    {
      kind: "a policy that throws",
      files: {
        "services/three/traffic-policy.config.json": third,
        "services/three/ssh.mjs": 'export default () => { throw new Error("no"); };\n',
      },
      error: "services/three/ssh.mjs:1:30: It throws Error: no.",
      lint: [] as string[],
    },
    {
      kind: "a policy that throws, without lint,",
      files: {
        "services/three/traffic-policy.config.json": third,
        "services/three/ssh.mjs": 'export default () => { throw new Error("no"); };\n',
      },
      error: "services/three/ssh.mjs:1:30: It throws Error: no.",
      lint: ["--no-lint"],
    },
  ];

  test.each(kinds)("with $kind is planned without it", async ({ files, error, lint }) => {
    const { urls } = await services();
    const ran = await workspace(urls, files).run("plan", "-e", "staging", ...lint);
    expect(ran.err).toContain(`error: ${error}`);
    expect(ran.out).toContain("services/one:ssh");
    expect(ran.out).toContain("services/two:ssh");
    expect(ran.status).toBe(2);
  });

  test.each(kinds)(
    "with $kind is not deployed, but for the others on demand",
    async ({ files, error, lint }) => {
      const { urls, requests } = await services();
      const own = workspace(urls, files);
      const deploy = ["deploy", "-e", "staging", "--yes", "--max-changes", "100%", ...lint];
      const refused = await own.run(...deploy);
      expect(refused.err).toContain(`error: ${error}`);
      expect(refused.err).toContain("Nothing was deployed: ");
      expect(refused).toMatchObject({ status: 2, out: "" });
      expect(requests).toEqual({ staging: [], production: [] });
      const others = await own.run(...deploy, "--on-failure", "continue");
      expect(others.out).toContain("2 applied and verified.");
      expect(others.status).toBe(2);
    },
  );

  test.each(kinds)("with $kind is not promoted", async ({ files, error, lint }) => {
    const { urls, requests } = await services();
    const own = workspace(urls, files);
    const ran = await own.run("promote", "staging", "production", "--yes", ...lint);
    expect(ran.err).toContain(`error: ${error}`);
    expect(ran).toMatchObject({ status: 2, out: "" });
    expect(requests).toEqual({ staging: [], production: [] });
  });

  test.each([
    ["lint"],
    ["test"],
    ["diff", "-e", "staging"],
    ["history", "-e", "staging"],
    ["rollback", "-e", "staging", "--yes"],
  ])("names its configuration with %s, too", async (...args) => {
    const { urls } = await services();
    const own = workspace(urls, kinds[0]?.files ?? {});
    const ran = await own.run(...args);
    expect(ran.err).toContain(`error: ${kinds[0]?.error}`);
    expect(ran.status).toBe(2);
  });
});

describe("a policy that is a function", () => {
  test.each([
    ['() => { throw new Error("no"); }', "ssh.mjs:1:30: It throws Error: no."],
    ["async () => ({})", "ssh.mjs: Its function returns a promise for the environment staging."],
    ["() => {}", "ssh.mjs: Its function returns no policy for the environment staging."],
    ["() => () => ({})", "ssh.mjs: Its function returns no policy for the environment staging."],
    ["() => [1]", "ssh.mjs: Its function returns no policy for the environment staging."],
    [
      "() => ({ then() {} })",
      "ssh.mjs: Its policy cannot be written as JSON: /then is a function, which JSON cannot hold.",
    ],
    [
      "({ values }) => values.none.x",
      "ssh.mjs:1:44: It throws TypeError: Cannot read properties of undefined (reading 'x').",
    ],
  ])("%s is refused", async (code, error) => {
    const { urls, requests } = await services();
    const own = projectOf({
      "traffic-policy.config.json": JSON.stringify(fleet(urls)).replace("ssh.json", "ssh.mjs"),
      "ssh.mjs": `export default ${code};\n`,
    });
    for (const args of [
      ["deploy", "-e", "staging", "--yes"],
      ["promote", "staging", "production", "--yes"],
    ]) {
      const ran = await own.run(...args);
      expect(ran.err.split("\n")[0]).toBe(`error: ${error}`);
      expect(ran.status).toBe(2);
    }
    expect(requests).toEqual({ staging: [], production: [] });
    nothingKept(own.folder);
  });

  test("that changes its values changes those of no other environment, and of no other policy", async () => {
    const { urls } = await services();
    const values = { values: { list: ["a"] } };
    const text = JSON.stringify(fleet(urls, values)).replace("ssh.json", "ssh.mjs");
    const own = projectOf({
      "traffic-policy.config.json": text,
      "ssh.mjs": `export default ({ name, values }) => {
  values.list.push(name);
  return { inbound: [{ name: values.list.join(" "), actions: [{ type: "deny" }] }] };
};\n`,
    });
    const { out } = await own.run("plan", "-e", "*");
    expect(out).toContain('"a staging"');
    expect(out).toContain('"a production"');
  });
});
