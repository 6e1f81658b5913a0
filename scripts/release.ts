// Refuses a release that would publish something wrong, and prints what it publishes; run by
// .github/workflows/release.yml, with the tag.
import { readFileSync } from "node:fs";
import { publishedPackages } from "./packages/published.ts";
import { releaseProblem } from "./packages/release-problem.ts";

const [tag = ""] = process.argv.slice(2);
const root = new URL("../package.json", import.meta.url);
const { repository } = JSON.parse(readFileSync(root, "utf8")) as { repository?: string };
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const manifests = publishedPackages().map(({ manifest }) => manifest);

const problem = releaseProblem({
  tag,
  version: manifests[0]?.version,
  repository,
  address: `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`,
});
if (problem === undefined) console.log(`published=${manifests.map(({ name }) => name).join(" ")}`);
else {
  console.error(problem);
  process.exitCode = 1;
}
