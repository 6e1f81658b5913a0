import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiKey, project, run } from "./command.ts";
import { Deploying, policy, sshAndWeb } from "./deploying/service.ts";

const files = { "ssh.json": policy("norway"), "web.json": policy("france") };

const notes = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");

/** The files below a folder, without those that git itself keeps. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((file) => !/(?:^|\/)\.git\//.test(file))
    .toSorted();
}

/** What a command adds to a folder. */
async function added(folder: string, command: () => Promise<{ status: number | null }>) {
  const before = new Set(filesOf(folder));
  expect((await command()).status).toBeLessThan(2);
  return filesOf(folder).filter((file) => !before.has(file));
}

test("each command writes where SECURITY.md says, and nowhere else beside the configuration", async () => {
  const deploying = await Deploying.start(files);
  const written = (...args: readonly string[]) =>
    added(deploying.cwd, () => deploying.run(...args));

  expect(await written("lint")).toEqual([]);
  expect(await written("plan")).toEqual([]);
  expect(await written("doctor")).toEqual([]);
  expect(await written("lint", "--cache")).toEqual([
    ".traffic-policy/.gitignore",
    ".traffic-policy/lint-cache.json",
  ]);
  expect(await written("plan", "--out", "plan.json")).toEqual(["plan.json"]);
  expect(await written("draw", "--out", "pictures")).toEqual([
    "pictures/ssh.svg",
    "pictures/web.svg",
  ]);
  expect(await written("build")).toEqual(["dist/policies/ssh.json", "dist/policies/web.json"]);
  expect(await written("deploy", "--yes")).toEqual([
    expect.stringMatching(/^\.traffic-policy\/history\/ssh\/[^/]+\.json$/),
    expect.stringMatching(/^\.traffic-policy\/history\/web\/[^/]+\.json$/),
  ]);
  expect(await written("diff")).toEqual([]);
  expect(await written("pull", "--dry-run")).toEqual([]);

  const empty = project({});
  const env = {
    TRAFFIC_POLICY_BASE_URL: deploying.emulator.baseUrl,
    TRAFFIC_POLICY_API_KEY: apiKey,
  };
  expect(await added(empty, () => run(["pull", "--all"], { cwd: empty, env }))).toEqual([
    "policies/edge-1.policy.ts",
    "traffic-policy.config.ts",
  ]);

  const top = project({});
  execFileSync("git", ["init", "--quiet"], { cwd: top });
  const below = join(top, "edge");
  mkdirSync(below);
  expect(await added(top, () => run(["init", "--for", "tcp-edge"], { cwd: below }))).toEqual([
    ".github/workflows/traffic-policy.yml",
    "edge/.gitignore",
    "edge/package.json",
    "edge/policies/ssh.cases.ts",
    "edge/policies/ssh.policy.ts",
    "edge/traffic-policy.config.ts",
    "edge/tsconfig.json",
  ]);

  for (const place of [
    ".traffic-policy/lint-cache.json",
    "dist/policies",
    ".traffic-policy/.gitignore",
    ".traffic-policy/history",
    "policies/",
    ".github/workflows/traffic-policy.yml",
  ]) {
    expect(notes).toContain(place);
  }
}, 60_000);

test("what only looks sends no request that writes, and a deploy with nobody to ask sends none either", async () => {
  const deploying = await Deploying.start(files);
  await deploying.write(sshAndWeb.ssh, policy("sweden"));
  for (const args of [
    ["lint"],
    ["plan"],
    ["diff"],
    ["pull", "--dry-run"],
    ["doctor"],
    ["history"],
    ["edges", "list"],
    ["deploy"],
    ["rollback"],
    ["edges", "delete", "edge_1"],
    ["routes", "policy", "delete", "edge_2", "route_1"],
  ]) {
    await deploying.run(...args);
  }
  expect(deploying.requests.length).toBeGreaterThan(5);
  expect(deploying.requests.filter(({ method }) => method !== "GET")).toEqual([]);
}, 60_000);
