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

test("the policies without cases of all projects are named in one note, with the folders", async () => {
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
  const { status, err } = await run("test");
  expect(err).toBe(
    "note: There are no cases for the policy of services/api:web, services/shop:web.\n",
  );
  expect(status).toBe(0);
});
