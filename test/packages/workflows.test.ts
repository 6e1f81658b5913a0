import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { nodeVersions } from "../../scripts/packages/node-versions.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly strategy?: {
    readonly matrix: {
      readonly node?: readonly (string | number)[];
      readonly runner?: readonly string[];
    };
  };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const root = new URL("../../", import.meta.url);
const folder = new URL(".github/workflows/", root);
const files = readdirSync(folder).map((file) => {
  const text = readFileSync(new URL(file, folder), "utf8");
  return { file, text, workflow: parse(text) as Workflow };
});
const named = (name: string) => files.find(({ file }) => file === name)?.workflow as Workflow;
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
  engines: { node: string };
};

describe.each(files)("$file", ({ text, workflow }) => {
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test("pins each action to one commit, and says which version that is", () => {
    const lines = [...text.matchAll(/^.*\buses: (.*)$/gm)].map(([, line]) => line);
    expect(lines.length).toBe(steps.filter(({ uses }) => uses !== undefined).length);
    for (const line of lines)
      expect(line).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("may only read, where a job does not say otherwise", () => {
    expect([{}, { contents: "read" }]).toContainEqual(workflow.permissions);
  });

  test("leaves no credentials in the clone", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    for (const step of checkouts) expect(step.with).toEqual({ "persist-credentials": false });
  });

  test("puts nothing of an event into the text of a script", () => {
    for (const { run = "" } of steps) expect(run).not.toContain("${{");
  });

  test("runs scripts that exist", () => {
    const scripts = steps.flatMap(({ run = "" }) =>
      [...run.matchAll(/\bnpm (?:run )?(test|check:\w+|setup|build)\b/g)].map(([, name]) => name),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  });

  test("is ended when it hangs", () => {
    for (const job of jobs) expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
  });

  test("is never run with the rights of this repository for a change from outside", () => {
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
  });
});

test("CI runs on each Node.js that the packages are tried on, from the oldest one promised", () => {
  const matrix = (named("ci.yml").jobs["test"]?.strategy?.matrix.node ?? []).map(String);
  const tried = nodeVersions.map((version, at) => (at === 0 ? version : version.split(".")[0]));
  expect(matrix).toEqual(tried);
  expect(manifest.engines.node).toBe(`>=${nodeVersions[0]}`);
});

test("CI runs all tests, the packages as strangers get them, the coverage and the site", () => {
  const { jobs } = named("ci.yml");
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run));
  expect(commands).toEqual(
    expect.arrayContaining([
      "npm test",
      "npm run check:packages",
      "npm run check:coverage",
      "npm run site",
      'sudo env "PATH=$PATH" npm run release:dry',
    ]),
  );
});

test("there is no secret: the registry trusts the workflow that publishes", () => {
  for (const { text } of files) expect(text).not.toContain("secrets.");
});

test("a release is published with provenance, after all checks, and its signatures are looked at", () => {
  const { check, publish, verify } = named("release.yml").jobs;
  const commands = (job?: Job) => job?.steps.map(({ run }) => run).join("\n");
  expect(publish?.permissions).toEqual({ contents: "read", "id-token": "write" });
  expect(publish?.environment).toBe("npm");
  expect(publish?.needs).toBe("check");
  expect(JSON.stringify(publish)).toContain('"NPM_CONFIG_PROVENANCE":"true"');
  expect(commands(check)).toMatch(/npm test[^]*check:packages/);
  expect(verify?.needs).toBe("publish");
  expect(commands(verify)).toContain("npm audit signatures --json --include-attestations");
  expect(commands(check)).toMatch(/^node scripts\/release\.ts "\$GITHUB_REF_NAME"\n/m);
  expect(publish?.outputs).toEqual({ published: "${{ steps.packages.outputs.published }}" });
  expect(verify?.steps.map(({ env }) => env?.["PUBLISHED"])).toContain(
    "${{ needs.publish.outputs.published }}",
  );
  for (const job of [check, verify]) expect(job?.permissions).not.toHaveProperty("id-token");
});

test("the files of a release are made on machines of each kind, and their provenance is stated", () => {
  const { executables, files: attached } = named("release.yml").jobs;
  expect(executables?.strategy?.matrix).toEqual({ runner: ["ubuntu-24.04", "ubuntu-24.04-arm"] });
  expect(executables?.needs).toBe("check");
  expect(attached?.needs).toEqual(["publish", "executables"]);
  const actions = attached?.steps.map(({ uses }) => uses?.split("@")[0]) ?? [];
  const attesting = actions.indexOf("actions/attest-build-provenance");
  expect(attached?.steps[attesting]?.with).toEqual({
    "subject-checksums": "dist/release/SHA256SUMS",
  });
  expect(
    attached?.steps.findIndex(({ run }) => run?.includes("gh release create")),
  ).toBeGreaterThan(attesting);
});
