import { execFile } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../scripts/generate/root.ts";
import { userEnvironment } from "../../scripts/user-environment.js";
import { project } from "../e2e/command.ts";

const command = fileURLToPath(new URL("packages/cli/bin/traffic-policy.cjs", root));

function example(name: string): string {
  return readFileSync(new URL(`docs/examples/operations/${name}`, root), "utf8");
}

const policy = (name: string): string =>
  JSON.stringify({ on_http_request: [{ name, actions: [{ type: "deny" }] }] });

/** A project that is deployed to its emulator, where the command is installed. */
async function deployed(): Promise<string> {
  const cwd = project({
    "web.json": policy("Closed"),
    "traffic-policy.config.json": JSON.stringify({
      service: "emulator",
      targets: { web: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "web.json" } },
    }),
    "node_modules/.bin/traffic-policy": `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`,
    key: "key_of_this_test\n",
  });
  chmodSync(join(cwd, "node_modules/.bin/traffic-policy"), 0o755);
  await expectRun("node_modules/.bin/traffic-policy deploy --yes", cwd, 0);
  return cwd;
}

async function expectRun(
  line: string,
  cwd: string,
  status: number,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const own = { ...userEnvironment(), ...env };
  const ran = await new Promise<{ status: number | null; output: string }>((settle) => {
    const child = execFile("bash", ["-e", "-c", line], { cwd, env: own }, (_error, out, err) =>
      settle({ status: child.exitCode, output: out + err }),
    );
    child.stdin?.end();
  });
  expect(ran, ran.output).toMatchObject({ status });
  return ran.output;
}

/** Something to differ from the service. */
function drift(cwd: string): void {
  writeFileSync(join(cwd, "web.json"), policy("Other"));
}

test("the line for cron prints nothing until something differs", async () => {
  const cwd = await deployed();
  const [, line = ""] = /^17(?: \*){4} (.*)$/m.exec(example("drift.crontab")) ?? [];
  const here = line.replace("/srv/site-policies", cwd).replace("/etc/traffic-policy.key", "key");
  expect(here).not.toMatch(/%|\/srv|\/etc/);
  expect(await expectRun(here, "/", 0)).toBe("");
  drift(cwd);
  expect(await expectRun(here, "/", 0)).toBe("traffic-policy diff: exit status 1\n");
});

test("the service of systemd fails when something differs, and its timer starts it", async () => {
  const cwd = await deployed();
  const units = [example("drift.service"), example("drift.timer")];
  for (const line of units.join("").split("\n")) expect(line).toMatch(/^(?:|\[\w+\]|[A-Z]\w+=.+)$/);
  const [, line = ""] = /^ExecStart=(.*)$/m.exec(example("drift.service")) ?? [];
  const [, from] = /^WorkingDirectory=(.*)$/m.exec(example("drift.service")) ?? [];
  expect(line.startsWith(`${from}/node_modules/.bin/traffic-policy diff --quiet `)).toBe(true);
  expect(example("drift.service")).toContain("LoadCredential=key:");
  const here = line.replace("/srv/site-policies", cwd);
  const env = { CREDENTIALS_DIRECTORY: cwd };
  expect(await expectRun(here, cwd, 0, env)).toBe("");
  drift(cwd);
  expect(await expectRun(here, cwd, 1, env)).toBe("");
});

/** Stands for GitHub, which is not here: keeps what it is called with, and says which issue there is. */
const gh = `#!/bin/sh
echo "$1 $2" >> "$GH_CALLS"
case "$2" in
  list) printf '%s' "$GH_ISSUE" ;;
  create|edit) while [ "$1" != --body-file ]; do shift; done; cat "$2" > "$GH_BODY" ;;
esac
`;

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
}

test("the workflow opens an issue with the differences, or edits it, and fails when nothing could be compared", async () => {
  const cwd = await deployed();
  const temporary = project({ "bin/gh": gh, calls: "", summary: "", output: "", body: "" });
  chmodSync(join(temporary, "bin/gh"), 0o755);
  const { on, permissions, jobs } = parse(example("drift.yml")) as {
    on: { schedule: { cron: string }[] };
    permissions: object;
    jobs: { drift: { steps: Step[] } };
  };
  expect(on.schedule[0]?.cron).toMatch(/^\d+ \d+ \* \* \*$/);
  expect(permissions).toEqual({ contents: "read", issues: "write" });
  const [compare, open] = jobs.drift.steps.slice(-2);
  expect(compare?.id).toBe("compare");
  expect(open?.if).toBe("steps.compare.outputs.status == '1'");
  const at = (name: string): string => join(temporary, name);
  const env = {
    PATH: at("bin") + delimiter + (process.env["PATH"] ?? ""),
    RUNNER_TEMP: temporary,
    GITHUB_STEP_SUMMARY: at("summary"),
    GITHUB_OUTPUT: at("output"),
    GH_CALLS: at("calls"),
    GH_BODY: at("body"),
    GH_ISSUE: "",
  };
  const last = (): string | undefined =>
    readFileSync(at("output"), "utf8").trim().split("\n").at(-1);
  await expectRun(compare?.run ?? "", cwd, 0, env);
  expect(last()).toBe("status=0");
  drift(cwd);
  await expectRun(compare?.run ?? "", cwd, 0, env);
  expect(last()).toBe("status=1");
  await expectRun(open?.run ?? "", cwd, 0, env);
  await expectRun(open?.run ?? "", cwd, 0, { ...env, GH_ISSUE: "7" });
  const calls = readFileSync(at("calls"), "utf8").trim().split("\n");
  expect(calls).toEqual(["issue list", "issue create", "issue list", "issue edit"]);
  expect(readFileSync(at("body"), "utf8")).toContain("1 target: 1 different.");
  writeFileSync(join(cwd, "web.json"), "{");
  await expectRun(compare?.run ?? "", cwd, 1, env);
  expect(last()).toBe("status=2");
});

test("the jobs of GitLab deploy, and fail when something differs or could not be compared", async () => {
  const cwd = await deployed();
  const { deploy, drift: compare } = parse(example("gitlab-ci.yml")) as Record<
    string,
    { rules: { if: string }[]; script: string[] }
  >;
  const linesOf = (job: typeof deploy): string => job?.script.join("\n") ?? "";
  expect(await expectRun(linesOf(compare), cwd, 0)).toMatch(/^web  identical /);
  drift(cwd);
  expect(await expectRun(linesOf(compare), cwd, 1)).toContain('rule "Other"');
  expect(await expectRun(linesOf(deploy), cwd, 0)).toContain("1 applied and verified.");
  await expectRun(linesOf(compare), cwd, 0);
  writeFileSync(join(cwd, "web.json"), "{");
  await expectRun(linesOf(compare), cwd, 2);
  // Neither runs for a merge request, whose code nobody has read yet.
  const conditions = [deploy, compare].flatMap((job) => job?.rules.map((rule) => rule.if));
  expect(conditions).toEqual([
    '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    '$CI_PIPELINE_SOURCE == "schedule"',
  ]);
});
