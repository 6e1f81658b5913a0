import { expect, test } from "vitest";
import { projectOf, type Project } from "../../project.ts";

const deny = [{ type: "deny" }];

const policy = {
  inbound: [
    { name: "Admin", expressions: ["req.url.path.startsWith('/admin')"], actions: deny },
    { name: "Health", expressions: ["req.url.path == '/admin/health'"], actions: deny },
    {
      name: "Both",
      expressions: ["req.method == 'GET' && req.method == 'PUT' || req.host == 'b.example'"],
      actions: deny,
    },
    { name: "Posts", expressions: ["req.method == 'POST'"], actions: deny },
  ],
};

const exchanges = ["https://a.example/", "https://a.example/admin", "https://b.example/"];

function projectWith(urls: readonly string[]): Project {
  const cases = urls.map((url) => ({
    name: url,
    request: { url },
    expect: { outcome: url === "https://a.example/" ? "forwarded" : "denied" },
  }));
  return projectOf({ "web.policy.json": policy, "web.cases.json": { cases } });
}

test("what no case can cover is said to be so, with the reason, and does not count", async () => {
  const { run } = projectWith(exchanges);
  const { out, status } = await run("test", "--coverage");
  expect(out).toContain(
    "unreachable: req.url.path == '/admin/health' is never true in the inbound rule \"Health\".",
  );
  expect(out).toContain('  note: It never happens: the rule "Admin" takes all of its requests.\n');
  expect(out).toContain(
    "uncovered: req.method == 'POST' is never true in the inbound rule \"Posts\".",
  );
  expect(status).toBe(0);
});

test("with cases for all that can be reached, everything is covered", async () => {
  const project = projectWith(exchanges);
  expect(await project.run("test", "--min-coverage", "100")).toMatchObject({ status: 1 });
  expect(await project.run("test", "--write", "--min-coverage", "100")).toMatchObject({
    status: 0,
  });
  const { out } = await project.run("test", "--coverage", "--format", "json");
  const { coverage } = JSON.parse(out) as {
    coverage: {
      percent: number;
      policies: [{ gaps: { never: string; text: string; unreachable?: string }[] }];
    };
  };
  expect(coverage.percent).toBe(100);
  const [{ gaps }] = coverage.policies;
  expect(gaps.map(({ unreachable = "" }) => unreachable)).not.toContain("");
  expect(gaps.map(({ text, never }) => `${text} ${never}`)).toContain(
    "req.url.path == '/admin/health' true",
  );
});

test("the other formats say it, too", async () => {
  const { run } = projectWith(exchanges);
  const { out: github } = await run("test", "--coverage", "--format", "github");
  expect(github).toContain("title=Unreachable::req.url.path == '/admin/health' is never true");
  expect(github).toContain("title=Uncovered::req.method == 'POST' is never true");
  const { out: markdown } = await run("test", "--coverage", "--format", "markdown");
  expect(markdown).toContain("note: It never happens: the rule");
});
