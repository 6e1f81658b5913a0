import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { userEnvironment } from "../../scripts/user-environment.js";
import { elements, rendered, texts } from "../rendered-markdown.ts";
import { project, run } from "./command.ts";
import { Repository } from "./repository.ts";

const builder = fileURLToPath(new URL("../../packages/policy-builder", import.meta.url));

/** Stands for GitHub, which is not here: keeps what it is called with, and says which comments there are. */
const gh = `#!/bin/sh
for word in "$@"; do echo "$word"; done > "$GH_CALLS/$(ls "$GH_CALLS" | wc -l)"
case "$*" in
  *--jq*) cat "$GH_COMMENTS" ;;
esac
`;

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A project as `init` makes it, with the steps of its workflow that make the comment. */
async function started(): Promise<{
  readonly repository: Repository;
  readonly steps: readonly Step[];
}> {
  const repository = await Repository.create();
  const { status } = await run(["init", "--for", "tcp-edge", "--hook", "none", "--ci", "github"], {
    cwd: repository.folder,
  });
  expect(status).toBe(0);
  // What the policy imports.
  const scope = join(repository.folder, "node_modules/@traffic-policy");
  mkdirSync(scope);
  symlinkSync(builder, join(scope, "policy-builder"));
  const file = join(repository.folder, ".github/workflows/traffic-policy.yml");
  const { jobs } = parse(readFileSync(file, "utf8")) as {
    readonly jobs: { readonly comment: { readonly steps: readonly Step[] } };
  };
  await repository.git("add", ".");
  await repository.git("commit", "--quiet", "--message", "First");
  return { repository, steps: jobs.comment.steps.filter(({ name }) => name !== undefined) };
}

interface Posted {
  /** The words of each call of `gh`, in their order. */
  readonly calls: readonly string[][];
  readonly comment: string;
  readonly summary: string;
  readonly log: string;
}

/** Runs the steps as the runner does, with the comments that the pull request has. */
async function act({ folder }: Repository, steps: readonly Step[], comments = ""): Promise<Posted> {
  const temporary = project({ "bin/gh": gh, comments, summary: "" });
  chmodSync(join(temporary, "bin/gh"), 0o755);
  const calls = join(temporary, "calls");
  mkdirSync(calls);
  const { PATH = "", ...env } = userEnvironment();
  const values: Readonly<Record<string, string>> = {
    "secrets.TRAFFIC_POLICY_API_KEY": "",
    "github.token": "token",
    "github.event.number": "7",
  };
  let log = "";
  for (const step of steps) {
    const given = Object.entries(step.env ?? {}).map(([name, text]): [string, string] => [
      name,
      text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_all, key: string) => values[key] ?? "?"),
    ]);
    const own = {
      ...env,
      PATH: join(temporary, "bin") + delimiter + PATH,
      RUNNER_TEMP: temporary,
      GITHUB_STEP_SUMMARY: join(temporary, "summary"),
      GITHUB_WORKSPACE: folder,
      GITHUB_REPOSITORY: "edge/policies",
      GH_CALLS: calls,
      GH_COMMENTS: join(temporary, "comments"),
      ...Object.fromEntries(given),
    };
    const script = join(temporary, "step.sh");
    writeFileSync(script, step.run ?? "");
    log += await new Promise<string>((settle, refuse) => {
      const child = execFile(
        "bash",
        ["-e", script],
        { cwd: folder, env: own },
        (error, out, err) => {
          if (error === null) settle(out + err);
          else refuse(new Error(`${step.name} failed:\n${out}${err}`));
        },
      );
      child.stdin?.end();
    });
  }
  const words: string[][] = [];
  for (let number = 0; existsSync(join(calls, `${number}`)); number++) {
    words.push(
      readFileSync(join(calls, `${number}`), "utf8")
        .trimEnd()
        .split("\n"),
    );
  }
  const read = (name: string): string =>
    existsSync(join(temporary, name)) ? readFileSync(join(temporary, name), "utf8") : "";
  return { calls: words, comment: read("comment.md"), summary: read("summary"), log };
}

test("a pull request gets one comment with lint and tests, which is updated in place", async () => {
  const { repository, steps } = await started();
  const { calls, comment, summary } = await act(repository, steps);
  expect(comment.startsWith("<!-- traffic-policy -->\n\n### Lint\n")).toBe(true);
  const root = rendered(comment.replace(/^<!--.*-->\n/, ""));
  expect(texts(root, "h3")).toEqual(["Lint", "Tests"]);
  expect(texts(root, "p")).toEqual([
    "No findings in 1 file.",
    "2 passed in 1 file. 100 % is covered.",
  ]);
  expect(comment.endsWith(summary.slice(-50))).toBe(true);

  const list = "repos/edge/policies/issues/7/comments";
  expect(
    calls.map(([first, ...words]) => [
      first,
      ...words.filter((word) => /^(repos|POST|PATCH|body)/.test(word)),
    ]),
  ).toEqual([
    ["api", list],
    ["api", "POST", list, expect.stringMatching(/^body=@.*\/comment\.md$/)],
  ]);
  expect(calls[0]?.join(" ")).toContain('startswith("<!-- traffic-policy -->")');

  const again = await act(repository, steps, "101\n102\n");
  expect(again.calls).toHaveLength(2);
  expect(again.calls[1]).toEqual(
    expect.arrayContaining(["PATCH", "repos/edge/policies/issues/comments/101"]),
  );
});

test("the plan of a pull request is for all environments of the configuration", async () => {
  const { repository } = await started();
  const configuration = {
    targets: { ssh: { kind: "tcp-edge", policy: "./policies/ssh.policy.ts" } },
    environments: {
      staging: { service: { emulator: "test" }, targets: { ssh: { edge: "edge_1" } } },
      production: { service: { emulator: "real" }, targets: { ssh: { edge: "edge_2" } } },
    },
  };
  repository.write(
    "traffic-policy.config.ts",
    `export default ${JSON.stringify(configuration)};\n`,
  );
  const workflow = readFileSync(
    new URL("../../docs/examples/hooks/plan.yml", import.meta.url),
    "utf8",
  );
  const { jobs } = parse(workflow) as {
    readonly jobs: { readonly plan: { readonly steps: readonly Step[] } };
  };
  const steps = jobs.plan.steps.filter(({ env }) => env !== undefined);
  const { summary } = await act(repository, steps);
  const root = rendered(summary);
  expect(texts(root, "td")).toEqual(expect.arrayContaining(["ssh@staging", "ssh@production"]));
});

test("findings do not stop it, and a part without a result says so", async () => {
  const { repository, steps } = await started();
  repository.write(
    "policies/ssh.policy.ts",
    `import { policy, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "tcp" }).inbound(rule("Nothing").do());
`,
  );
  const found = await act(repository, steps);
  const root = rendered(found.comment.replace(/^<!--.*-->\n/, ""));
  expect(texts(root, "p")[0]).toBe("1 error in 1 file.");
  expect(texts(root, "td")).toContain("error");
  repository.write("traffic-policy.config.ts", "export default 1;\n");
  const { comment, log } = await act(repository, steps);
  expect(comment).toMatch(/### Tests\n\nThere is no result\. The log of this job says why\.\n$/);
  expect(log).toContain("error: traffic-policy.config.ts");
});

test("a part for which there is no room is left out, and says so; all of it is in the summary", async () => {
  const { repository, steps } = await started();
  const stub = `#!/bin/sh
awk 'BEGIN { while (n++ < 40000) printf "x" }'
`;
  repository.write("bin/long", stub);
  chmodSync(join(repository.folder, "bin/long"), 0o755);
  const [first, ...others] = steps;
  const command = "node_modules/.bin/traffic-policy";
  const long = { ...first, run: (first?.run ?? "").replaceAll(command, "bin/long") };
  const { comment, summary } = await act(repository, [long, ...others]);
  expect(comment.length).toBeLessThan(65_536);
  expect(comment.match(/x{40000}/g)).toHaveLength(1);
  expect(comment).toContain("### Tests\n\nOmitted, because the comment would be too long.");
  expect(summary.match(/x/g)).toHaveLength(80_000);
  expect(elements(rendered(comment.replace(/^<!--.*-->\n/, "")), "h3")).toHaveLength(1);
});
