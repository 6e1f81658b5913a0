import { shellWord } from "@traffic-policy/policy-language/internal";
import { stringify } from "yaml";
import { checksOf, reportLine } from "./ci-checks.ts";
import type { NewProject, PackageManager } from "./new-project.ts";

/**
 * The pipeline of GitLab that lints, tests and type-checks the policies. Merge requests show its reports: GitLab gives
 * a job no token that could write a comment.
 *
 * @param tests - true when there are cases
 */
export function gitlabPipeline(project: NewProject, tests: boolean): string {
  const { placeInRepository, packageManager } = project;
  const { command, lockFile, name } = packageManager;
  const { cached, variables, install } = installing(packageManager);
  const isTop = placeInRepository === ".";
  const inRepository = (file: string): string => (isTop ? file : `${placeInRepository}/${file}`);
  const junit = tests
    ? [reportLine(`${command} test --format junit`, "traffic-policy-tests.xml")]
    : [];
  const job = {
    image: "node:22",
    rules: [
      { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' },
      { if: "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH" },
    ],
    ...(variables && { variables }),
    cache: { key: { files: [lockFile], prefix: name }, paths: [`${cached}/`] },
    before_script: [...(isTop ? [] : [`cd ${shellWord(placeInRepository)}`]), ...install],
    script: [
      reportLine(`${command} lint . --format gitlab`, "gl-code-quality-report.json"),
      ...junit,
      ...checksOf(project, tests),
    ],
    artifacts: {
      when: "always",
      reports: {
        codequality: inRepository("gl-code-quality-report.json"),
        ...(tests ? { junit: inRepository("traffic-policy-tests.xml") } : {}),
      },
    },
  };
  return stringify({ "traffic-policy": job }, { lineWidth: 0 });
}

/** How packages are installed, and the folder of downloads that GitLab keeps between jobs. */
function installing({ name, installLocked }: PackageManager): {
  readonly cached: string;
  readonly install: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
} {
  const inProject = (folder: string): string => `"$CI_PROJECT_DIR/${folder}"`;
  switch (name) {
    case "npm":
      return {
        cached: ".npm",
        install: [`${installLocked} --cache ${inProject(".npm")} --prefer-offline`],
      };
    case "pnpm":
      return {
        cached: ".pnpm-store",
        install: ["corepack enable", `${installLocked} --store-dir ${inProject(".pnpm-store")}`],
      };
    case "yarn":
      return {
        cached: ".yarn-cache",
        install: ["corepack enable", installLocked],
        variables: {
          YARN_CACHE_FOLDER: "$CI_PROJECT_DIR/.yarn-cache",
          YARN_ENABLE_GLOBAL_CACHE: "false",
        },
      };
    case "bun":
      return {
        cached: ".bun-cache",
        install: [
          "npm install --global bun",
          `${installLocked} --cache-dir ${inProject(".bun-cache")}`,
        ],
      };
  }
}
