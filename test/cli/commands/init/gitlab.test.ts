import { expect, test } from "vitest";
import { parse } from "yaml";
import { Files } from "@traffic-policy/project";
import { NewProject } from "../../../../packages/cli/src/commands/init/new-project.ts";
import { templates } from "../../../../packages/cli/src/commands/init/templates.ts";
import { ciSteps } from "../../../../packages/cli/src/commands/init/ci.ts";
import { projectOf } from "../../project.ts";

type Job = Readonly<Record<string, unknown>> & {
  readonly cache: { readonly key: { readonly files: readonly string[] }; readonly paths: string[] };
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: Readonly<Record<string, string>> };
};

/** The job that `init` writes in a folder of a repository, and where its file is. */
function jobIn(
  files: Readonly<Record<string, string | object>>,
  place = ".",
): Job & { readonly path: string } {
  const { folder } = projectOf({ ".git/HEAD": "", ...files });
  const at = place === "." ? folder : `${folder}/${place}`;
  const [step] = ciSteps(new NewProject(at, new Files(at), templates["cloud-endpoint"]), "gitlab");
  const { "traffic-policy": job } = parse(step?.text ?? "") as { "traffic-policy": Job };
  return { ...job, path: step?.path ?? "" };
}

// Keywords of "CI/CD YAML syntax reference" of GitLab that a job may have.
const keywords = ["image", "rules", "variables", "cache", "before_script", "script", "artifacts"];

test.each([
  ["npm", "package-lock.json", ".npm/"],
  ["pnpm", "pnpm-lock.yaml", ".pnpm-store/"],
  ["yarn", "yarn.lock", ".yarn-cache/"],
  ["bun", "bun.lock", ".bun-cache/"],
])("%s: a job of GitLab's keywords keeps downloads by %s, in %s", (manager, lockFile, cached) => {
  const { path, ...job } = jobIn({ "package.json": { packageManager: `${manager}@1.0.0` } });
  expect(path).toBe(".gitlab-ci.yml");
  expect(keywords).toEqual(expect.arrayContaining(Object.keys(job)));
  expect(job.cache).toEqual({ key: { files: [lockFile], prefix: manager }, paths: [cached] });
  // Where the program puts its downloads is what is kept.
  expect(JSON.stringify([job["variables"], job.before_script])).toContain(
    `$CI_PROJECT_DIR/${cached.slice(0, -1)}`,
  );
  expect(job.script.join("\n")).not.toMatch(/npx|bunx/);
  const written = job.script.flatMap((line) => / > (\S+)/.exec(line)?.[1] ?? []);
  expect(Object.values(job.artifacts.reports)).toEqual(written);
});

test("in a folder of the repository, the file is at its top, and its paths begin there", () => {
  const job = jobIn({ "services/edge/package.json": {} }, "services/edge");
  expect(job.path).toBe("../../.gitlab-ci.yml");
  expect(job.before_script[0]).toBe("cd services/edge");
  expect(job.cache.key.files).toEqual(["services/edge/package-lock.json"]);
  expect(job.artifacts.reports).toEqual({
    codequality: "services/edge/gl-code-quality-report.json",
    junit: "services/edge/traffic-policy-tests.xml",
  });
});

test("the shell takes the name of a folder as it is", () => {
  const folder = "our ed'ge $(touch x)";
  const job = jobIn({ [`${folder}/package.json`]: {} }, folder);
  expect(job.before_script[0]).toBe("cd 'our ed'\\''ge $(touch x)'");
});

test.each([
  ["package-lock.json", "../../node_modules/.bin/traffic-policy lint ."],
  ["bun.lock", "../../node_modules/.bin/traffic-policy lint ."],
  ["pnpm-lock.yaml", "node_modules/.bin/traffic-policy lint ."],
  ["yarn.lock", "yarn traffic-policy lint ."],
])("in a workspace with %s, the command is where its program puts it", (lockFile, line) => {
  const files = { [lockFile]: "", "services/edge/package.json": {} };
  const job = jobIn(files, "services/edge");
  expect(job.cache.key.files).toEqual([lockFile]);
  expect(job.script).toContain(line);
});
