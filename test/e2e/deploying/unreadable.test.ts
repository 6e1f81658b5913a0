import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Service } from "../../api/server.ts";
import { apiKey, project, run } from "../command.ts";

const cut = '{"inbound":[{"name":"\u001b[2Jweb';
const yaml = `# By hand.
inbound:
  - name: Closed
    actions: [{type: deny, config: {status_code: 403}}]
`;
const local =
  '{"inbound":[{"name":"Closed","actions":[{"type":"deny","config":{"status_code":404}}]}]}';

/** A project for a service that takes every text: one target holds a cut policy, one YAML, one none. */
async function broken() {
  const service = await Service.start();
  service.addEdges(
    { id: "edge_1", traffic_policy: { enabled: true, value: cut } },
    { id: "edge_2", traffic_policy: { enabled: true, value: yaml } },
    { id: "edge_3" },
  );
  const targets = Object.fromEntries(
    ["cut", "yaml", "none"].map((name, index) => [
      name,
      { kind: "tcp-edge", edge: `edge_${index + 1}`, policy: `${name}.json` },
    ]),
  );
  const cwd = project({
    "cut.json": local,
    "yaml.json": local,
    "none.json": local,
    "traffic-policy.config.json": JSON.stringify({
      service: { baseUrl: service.baseUrl },
      targets,
    }),
  });
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  const stored = () =>
    Object.values(service.snapshot().edges).map(({ traffic_policy }) => traffic_policy?.value);
  return { cwd, stored, command: (...args: readonly string[]) => run(args, { cwd, env }) };
}

test("what is no JSON is planned, deployed with --force, kept, and put back to the letter", async () => {
  const { command, stored } = await broken();
  const plan = await command("plan");
  expect(plan.out).toContain(
    "  note: The stored policy is not a JSON document: A string is not closed on its line.\n",
  );
  expect(plan.out).toContain("  note: The stored policy is YAML, not JSON.\n");
  expect(plan.out).toContain("1 to create, 2 to change.\n");
  expect(plan.out).toContain("use --force cut.");
  expect(plan.out).not.toContain("\u001b[2J");
  expect(plan.status).toBe(0);

  const refused = await command("deploy", "--yes");
  expect(refused.err).toContain('The policy of "cut" would be overwritten, but it cannot be read.');
  expect(refused.status).toBe(2);
  expect(stored()).toEqual([cut, yaml, undefined]);

  expect((await command("deploy", "--yes", "--force", "cut")).status).toBe(0);
  expect(stored()).toEqual([local, local, local]);
  const history = await command("history");
  expect(history.out).toMatch(/cut .* enabled, not JSON/);
  expect(history.out).toMatch(/yaml .* enabled, 1 inbound rule/);

  expect(await command("rollback", "cut", "yaml", "--yes")).toMatchObject({ status: 0, err: "" });
  expect(stored()).toEqual([cut, yaml, local]);
});

test("what is no JSON is pulled as a text, and never into a file that is run", async () => {
  const { command, cwd } = await broken();
  const { status, out, err } = await command("pull", "--force");
  expect(out).toMatch(
    /cut {3}written {4}cut\.txt\n {2}note: .* Its exact text is in cut\.txt, and cut\.json stays as it is\.\n/,
  );
  expect(readFileSync(join(cwd, "cut.txt"), "utf8")).toBe(cut);
  expect(readFileSync(join(cwd, "cut.json"), "utf8")).toBe(local);
  expect(JSON.parse(readFileSync(join(cwd, "yaml.json"), "utf8"))).toMatchObject({
    inbound: [{ name: "Closed" }],
  });
  expect({ status, err }).toEqual({ status: 1, err: "" });
  expect((await command("pull", "cut")).out).toMatch(/cut {2}unchanged {2}cut\.txt\n/);
  writeFileSync(join(cwd, "cut.txt"), "mine");
  const again = await command("pull", "cut");
  expect(again.err).toContain("cut.txt holds another text, so it was not changed.");
  expect(again.status).toBe(2);
});

test("commands for single places show and replace what is no JSON", async () => {
  const { command, stored } = await broken();
  const list = await command("edges", "list");
  expect(list.out).toMatch(/edge_1 .* enabled, not JSON/);
  expect(list.out).toMatch(/edge_2 .* enabled, 1 inbound rule/);
  const update = await command("edges", "update", "edge_1", "--policy", "cut.json", "--yes");
  expect(update.err).toContain("note: The stored policy is not a JSON document: ");
  expect(update.status).toBe(0);
  expect(stored()[0]).toBe(local);
  await command("rollback", "cut", "--yes");
  expect(stored()[0]).toBe(cut);
});
