import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { elements, rendered } from "../rendered-markdown.ts";
import { act, type StepOutcome } from "./action.ts";
import { project } from "./command.ts";
import { GithubComments } from "./github-comments.ts";
import { Repository } from "./repository.ts";

const example = (file: string): string =>
  readFileSync(new URL(`../../docs/examples/manifests/${file}`, import.meta.url), "utf8");

const manifest = example("cluster/wiki.yaml");
const site = example("terraform/site.yaml");
const onlyPost = { "wiki.yaml": manifest.replace("'post'", "'POST'") };

/** A repository on GitHub with a manifest, and a policy that Terraform reads; a pull request changes it. */
class PullRequest {
  readonly upstream: Repository;
  readonly github: GithubComments;
  #head = "";

  private constructor(upstream: Repository, github: GithubComments) {
    this.upstream = upstream;
    this.github = github;
  }

  static async open(files: Readonly<Record<string, string>>): Promise<PullRequest> {
    const upstream = await Repository.create();
    upstream.write("wiki.yaml", manifest);
    upstream.write("main.tf", example("terraform/main.tf"));
    await upstream.git("add", ".");
    await upstream.commit("site.yaml", site);
    await upstream.git("switch", "--quiet", "--create", "change");
    const opened = new PullRequest(upstream, await GithubComments.start());
    await opened.push(files);
    return opened;
  }

  /** Pushes a commit; GitHub then merges the pull request for a trial. */
  async push(files: Readonly<Record<string, string>>): Promise<void> {
    const { upstream } = this;
    for (const [file, text] of Object.entries(files)) upstream.write(file, text);
    await upstream.git("add", ".");
    await upstream.git("commit", "--quiet", "--message", "Change", "--allow-empty");
    this.#head = (await upstream.git("rev-parse", "HEAD")).output.trim();
    await upstream.git("switch", "--quiet", "--detach", "main");
    await upstream.git("merge", "--quiet", "--no-ff", "--message", "Merge", "change");
    await upstream.git("update-ref", "refs/pull/7/merge", "HEAD");
    await upstream.git("switch", "--quiet", "change");
  }

  /** Runs the steps after lint in a clone as `actions/checkout` makes it. */
  async comment({
    depth = 0,
    base = "main",
    inputs = {},
    command,
  }: Commenting = {}): Promise<Commented> {
    const clone = await Repository.create();
    const address = pathToFileURL(this.upstream.folder).href;
    await clone.git("remote", "add", "origin", address);
    const branches = depth === 0 ? ["+refs/heads/*:refs/remotes/origin/*"] : [`--depth=${depth}`];
    const refs = [...branches, "+refs/pull/7/merge:refs/remotes/pull/7/merge"];
    await clone.git("fetch", "--quiet", "origin", ...refs);
    await clone.git("checkout", "--quiet", "--force", "refs/remotes/pull/7/merge");
    if (command !== undefined) replaceCommand(clone, command);
    const event = { pull_request: { number: 7, base: { ref: base }, head: { sha: this.#head } } };
    const runner = project({ "event.json": JSON.stringify(event), "summary.md": "" });
    const running = {
      inputs,
      context: { "github.token": "secret-token", "runner.temp": runner },
      env: {
        GITHUB_API_URL: this.github.apiUrl,
        GITHUB_EVENT_PATH: join(runner, "event.json"),
        GITHUB_REPOSITORY: "edge/cluster",
        GITHUB_STEP_SUMMARY: join(runner, "summary.md"),
      },
    };
    const compared = await act("Compare", clone.folder, running);
    const commented = await act("Comment", clone.folder, running);
    return {
      statuses: [compared.status, commented.status],
      out: compared.out + commented.out,
      err: compared.err + commented.err,
      summary: readFileSync(join(runner, "summary.md"), "utf8"),
      folder: clone.folder,
    };
  }
}

function replaceCommand({ folder }: Repository, script: string): void {
  const file = join(folder, "node_modules/.bin/traffic-policy");
  rmSync(file);
  writeFileSync(file, script);
  chmodSync(file, 0o755);
}

interface Commenting {
  readonly depth?: number;
  readonly base?: string;
  /** A script in the place of the installed command. */
  readonly command?: string;
  readonly inputs?: Readonly<Record<string, string>>;
}

interface Commented extends Omit<StepOutcome, "status"> {
  readonly statuses: readonly (number | null)[];
  readonly summary: string;
  readonly folder: string;
}

const quiet = { statuses: [0, 0], out: "", err: "" };

test("one comment shows what a pull request changes, and later pushes update it", async () => {
  const pull = await PullRequest.open(onlyPost);
  const { github } = pull;
  const first = await pull.comment();
  expect(first).toMatchObject(quiet);
  const [comment, ...others] = github.comments;
  expect(others).toEqual([]);
  expect(comment?.body).toMatch(
    /^<!-- traffic-policy diff -->\n### Traffic policies\n\nComparison of .*origin\/main.*: 1 different\.\n/,
  );
  expect(comment?.body).toContain("wiki&#46;yaml&#35;NgrokTrafficPolicy/wiki");
  expect(comment?.body).toContain("\n+ ");
  expect(first.summary).toBe(comment?.body.split("\n").slice(1).join("\n"));

  await pull.push({ "site.yaml": site.replace("/debug", "/internal") });
  expect(await pull.comment()).toMatchObject(quiet);
  expect(github.comments).toHaveLength(1);
  expect(comment?.body).toContain("2 different");
  expect(comment?.body).toContain("<code>site&#46;yaml</code>");
  expect([...github.tokens]).toEqual(["Bearer secret-token"]);
  expect(github.calls.map((call) => call.replace(/ .*\/issues/, " …"))).toEqual([
    "GET …/7/comments?per_page=100&page=1",
    "POST …/7/comments",
    "GET …/7/comments?per_page=100&page=1",
    "PATCH …/comments/101",
  ]);
});

test("what the base changed meanwhile is not the pull request's", async () => {
  const pull = await PullRequest.open(onlyPost);
  const { upstream, github } = pull;
  await upstream.git("switch", "--quiet", "main");
  await upstream.commit("site.yaml", site.replace("/debug", "/other"));
  await upstream.git("switch", "--quiet", "change");
  await pull.push({});
  await pull.comment();
  expect(github.comments[0]?.body).toContain("1 different");
  expect(github.comments[0]?.body).not.toContain("site");
});

test("without a change of a policy there is no comment; one that is there says so", async () => {
  const ingress = { "wiki.yaml": manifest.replace("wiki.example.com", "docs.example.com") };
  const pull = await PullRequest.open(ingress);
  const { github } = pull;
  expect(await pull.comment()).toMatchObject({ ...quiet, summary: "" });
  expect(github.comments).toEqual([]);
  await pull.push(onlyPost);
  await pull.comment();
  await pull.push({ "wiki.yaml": manifest });
  expect(await pull.comment()).toMatchObject(quiet);
  expect(github.comments.map(({ body }) => body)).toEqual([
    "<!-- traffic-policy diff -->\n### Traffic policies\n\nThis pull request no longer changes a policy in JSON or YAML.\n",
  ]);
});

test("a policy in code that is not compared makes a comment that says so", async () => {
  const pull = await PullRequest.open({ "web.policy.ts": "export default { inbound: [] };\n" });
  await pull.comment();
  expect(pull.github.comments[0]?.body).toMatch(
    /Not compared: <code>web&#46;policy&#46;ts<\/code> \(no code of a revision is run\)\./,
  );
});

test("a comparison that failed does not look like one without differences", async () => {
  const pull = await PullRequest.open(onlyPost);
  const { err } = await pull.comment({ command: "#!/bin/sh\necho It broke. >&2\nexit 2\n" });
  expect(err).toBe("It broke.\n");
  expect(pull.github.comments.map(({ body }) => body)).toEqual([
    "<!-- traffic-policy diff -->\n### Traffic policies\n\nThere is no result. The log of this job says why.\n",
  ]);
});

test("a comment of somebody else is never edited, however many there are", async () => {
  const pull = await PullRequest.open(onlyPost);
  const { github } = pull;
  const text = "<!-- traffic-policy diff -->\nCopied.";
  for (let index = 0; index < 230; index += 1) github.add("somebody", text);
  github.add("github-actions[bot]", "<!-- traffic-policy -->\nLint and tests.");
  const own = github.add("github-actions[bot]", "<!-- traffic-policy diff -->\nOld.");
  await pull.comment();
  expect(own.body).toContain("1 different");
  expect(github.comments).toHaveLength(232);
  expect(github.comments.filter(({ body }) => body !== text)).toHaveLength(2);
  expect(github.calls.filter((call) => call.startsWith("GET"))).toHaveLength(3);
});

test("with another token, a warning says whose comments are to be updated", async () => {
  const pull = await PullRequest.open(onlyPost);
  const { out } = await pull.comment({ inputs: { "comment-author": "somebody" } });
  expect(out).toBe(
    "::warning::The next push will not find the comment, because github-actions[bot] wrote it. Set comment-author: github-actions[bot]\n",
  );
});

test.each([1, 2])(
  "a clone of depth %d cannot be compared, and a warning says so",
  async (depth) => {
    const pull = await PullRequest.open(onlyPost);
    expect(await pull.comment({ depth })).toMatchObject({
      ...quiet,
      out: "::warning::The policies are not compared, because the clone does not have the commits of the pull request and of its base. Set fetch-depth: 0 in the step of actions/checkout.\n",
    });
    expect(pull.github.calls).toEqual([]);
  },
);

test.each([
  [
    403,
    "GitHub refuses it (403). The job needs the permission pull-requests: write, which pull requests of forks and of Dependabot do not have.",
  ],
  [500, "GitHub answers POST repos/edge/cluster/issues/7/comments with 500."],
])("that writing ends with %d is a warning", async (status, reason) => {
  const pull = await PullRequest.open(onlyPost);
  pull.github.refusal = status;
  const { summary, ...others } = await pull.comment();
  const out = `::warning::There is no comment on the pull request: ${reason}\n`;
  expect(others).toMatchObject({ ...quiet, out });
  expect(summary).toContain("1 different");
});

test("the token does not follow a redirection", async () => {
  const pull = await PullRequest.open(onlyPost);
  const other = await GithubComments.start();
  pull.github.redirect = other.apiUrl.replace("/api/v3", "");
  const { out, statuses } = await pull.comment();
  expect(out).toMatch(/^::warning::There is no comment on the pull request: .*redirect/);
  expect(statuses).toEqual([0, 0]);
  expect(other.calls).toEqual([]);
});

test("a comment that would be too long says what it leaves out; the summary has it", async () => {
  const policies = Array.from({ length: 400 }, (_, index) => {
    const text = `on_http_request:\n${"  - actions: [{ type: deny }]\n".repeat(9)}`;
    return [`policies/${index}.yaml`, text] as const;
  });
  const pull = await PullRequest.open(Object.fromEntries(policies));
  const { statuses, summary } = await pull.comment();
  const body = pull.github.comments[0]?.body ?? "";
  expect(statuses).toEqual([0, 0]);
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body).toContain(
    "The rest is omitted, because a comment holds at most 65,536 characters. The summary of the job shows it.",
  );
  expect(summary.length).toBeGreaterThan(body.length - 500);
  const details = elements(rendered(body), "details");
  expect(details.length).toBeGreaterThan(10);
  expect(body.match(/<details>/g)).toHaveLength(details.length);
  expect(body.match(/<\/details>/g)).toHaveLength(details.length);
});

test("what is secret is masked, and what both do to requests is said where it is asked for", async () => {
  const rule = (key: string): string =>
    `on_http_request:\n  - actions:\n      - type: basic-auth\n        config: { credentials: ["me:${key}"] }\n`;
  const pull = await PullRequest.open({ "site.yaml": rule("hunter2hunter2") });
  const { summary } = await pull.comment({ inputs: { semantic: "true" } });
  const body = pull.github.comments[0]?.body ?? "";
  expect(body).toContain("behaviour");
  expect(body + summary).not.toContain("hunter2");
});

test("a plan of Terraform has a section of its own in the same comment", async () => {
  const resource = (traffic_policy: string): object => ({
    root_module: {
      resources: [
        {
          address: "ngrok_cloud_endpoint.site",
          mode: "managed",
          type: "ngrok_cloud_endpoint",
          name: "site",
          values: { url: "https://site.example.com", traffic_policy },
        },
      ],
    },
  });
  const plan = {
    format_version: "1.2",
    terraform_version: "1.9.0",
    planned_values: resource(site),
    prior_state: { format_version: "1.0", values: resource(site.replace("/debug", "/old")) },
  };
  const pull = await PullRequest.open({ ...onlyPost, "plan.json": JSON.stringify(plan) });
  expect(await pull.comment({ inputs: { plan: "plan.json" } })).toMatchObject(quiet);
  const [, revisions = "", planned = ""] = pull.github.comments[0]?.body.split(/^### .*$/m) ?? [];
  expect(revisions).toContain("wiki");
  expect(planned).toContain("site");
  expect(planned).toContain("/old");
  expect(pull.github.comments[0]?.body).toMatch(/^### Plan of Terraform$/m);
});

test("each folder has a comment of its own, and names of files are explained", async () => {
  const pull = await PullRequest.open({ ...onlyPost, "a--b/site.yaml": site });
  await pull.comment();
  await pull.comment({ inputs: { "working-directory": "a--b" } });
  const [first, second] = pull.github.comments.map(({ body }) => body);
  expect(first).toContain("wiki");
  expect(second).toMatch(/^<!-- traffic-policy diff a-%2Db -->\n/);
  expect(second).toContain("Files are named from the folder <code>a--b</code>.");
  expect(second).not.toContain("wiki");
});

test("hostile names are only text", async () => {
  const pull = await PullRequest.open(onlyPost);
  const { folder, out } = await pull.comment({
    base: "main$(touch pwned)`touch pwned`;touch pwned",
  });
  expect(out).toMatch(/^::warning::The policies are not compared/);
  const other = await pull.comment({
    inputs: { semantic: "$(touch pwned)", version: "1;touch pwned" },
  });
  expect(other.out).toBe("Nothing is compared, because traffic-policy was not found.\n");
  for (const one of [folder, other.folder]) expect(existsSync(join(one, "pwned"))).toBe(false);
});
