import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const configuration = (...targets: readonly string[]): object => ({
  service: "emulator",
  targets: Object.fromEntries(
    targets.map((name) => [
      name,
      { kind: "https-route", edge: "edge_1", route: name, policy: `./${name}.policy.json` },
    ]),
  ) as object,
});

test("the policies without cases of all projects are named in one sentence, with the folders", async () => {
  const { folder, write, run } = projectOf({
    "traffic-policy.config.json": { projects: ["services/*"] },
  });
  for (const [name, targets] of [
    ["api", ["web", "old"]],
    ["shop", ["web"]],
  ] as const) {
    const home = `services/${name}`;
    mkdirSync(join(folder, home), { recursive: true });
    write(`${home}/traffic-policy.config.json`, configuration(...targets));
    for (const target of targets) write(`${home}/${target}.policy.json`, { inbound: [] });
  }
  write("services/api/old.cases.json", {
    cases: [
      { name: "A", request: { url: "https://a.example/" }, expect: { outcome: "forwarded" } },
    ],
  });
  const { status, out, err } = await run("test");
  expect(out).toMatch(
    "Not tested: services/api/web.policy.json, services/shop/web.policy.json (no cases).\n",
  );
  expect({ status, err }).toEqual({ status: 0, err: "" });
});

const one = (): ReturnType<typeof projectOf> =>
  projectOf({
    "traffic-policy.config.json": configuration("web", "old"),
    "web.policy.json": { inbound: [] },
    "old.policy.json": { inbound: [] },
    "old.cases.json": {
      cases: [
        { name: "A", request: { url: "https://a.example/" }, expect: { outcome: "forwarded" } },
      ],
    },
  });

test.each([
  ["json", '"reason": "no cases"'],
  [
    "junit",
    '<testcase name="Not tested" classname="web.policy.json"><skipped message="no cases"/>',
  ],
  ["github", "::notice file=web.policy.json::Not tested: web.policy.json (no cases).\n"],
  ["markdown", "Not tested: <code>web&#46;policy&#46;json</code> (no cases)."],
])("with --format %s, what has no cases does not look tested", async (format, text) => {
  const { out, err } = await one().run("test", "--format", format);
  expect(out).toMatch(text);
  expect(err).toBe("");
});

test("GitLab has no place for it, so it is on stderr", async () => {
  const { out, err } = await one().run("test", "--format", "gitlab");
  expect({ out, err }).toEqual({ out: "[]\n", err: "Not tested: web.policy.json (no cases).\n" });
});
