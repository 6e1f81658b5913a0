import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Service } from "../../api/server.ts";
import { apiKey, project, run } from "../command.ts";
import { edge, route } from "./account.ts";

const web = `import { cel, compressResponse, deny, policy, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" })
  .inbound(rule("Tee & Café").when(cel\`req.url.path == "/ü" && conn.server_port < 10\`).do(deny()))
  .outbound(rule("Compress").do(compressResponse({ algorithms: ["br"] })));
`;

const files = {
  "web.ts": web,
  "ssh.json":
    '{"outbound": [], "inbound": [{"name": "10", "actions": [{"type": "restrict-ips", "config": {"enforce": true, "deny": ["10.0.0.0/8"]}}]}]}',
  "db.yaml": "inbound:\n  - name: DB\n    actions: [{type: deny}]\n",
};

const targets = {
  web: route("e/r", "web.ts"),
  "ssh/a b": edge("edge_1", "ssh.json"),
  "..": edge("edge_2", "db.yaml", { enabled: false }),
};

function configuration(given: object, baseUrl = "http://127.0.0.1:9"): string {
  return JSON.stringify({ service: { baseUrl }, targets: given });
}

test("each file holds byte for byte what deploy sends", async () => {
  const service = await Service.start();
  service.addEdges({ id: "edge_1" }, { id: "edge_2" });
  const cwd = project({
    ...files,
    "traffic-policy.config.json": configuration(targets, service.baseUrl),
  });
  expect(await run(["build"], { cwd })).toEqual({
    status: 0,
    err: "",
    out: `web      written    dist/policies/web.json
ssh/a b  written    dist/policies/ssh%2Fa%20b.json
..       written    dist/policies/%2E..json
`,
  });
  expect(service.seen).toEqual([]);
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  expect((await run(["deploy", "--yes"], { cwd, env })).status).toBe(0);
  // This service keeps what it gets as it is.
  const { edges, routes } = service.snapshot();
  const built = (name: string): string => readFileSync(join(cwd, "dist/policies", name), "utf8");
  expect(built("web.json")).toBe(routes["e r"]?.value);
  expect(built("ssh%2Fa%20b.json")).toBe(edges["edge_1"]?.traffic_policy?.value);
  expect(built("%2E..json")).toBe(edges["edge_2"]?.traffic_policy?.value);
});

test("a second build writes nothing, and tells of files whose targets are gone", async () => {
  const cwd = project({ ...files, "traffic-policy.config.json": configuration(targets) });
  await run(["build", "--out", "out"], { cwd });
  writeFileSync(join(cwd, "out/mine.json"), '{"inbound": []}');
  writeFileSync(join(cwd, "out/notes.txt"), "mine");
  writeFileSync(
    join(cwd, "traffic-policy.config.json"),
    configuration({ web: targets.web, "..": targets[".."] }),
  );
  expect(await run(["build", "--out", "out", "--target", "web"], { cwd })).toEqual({
    status: 0,
    out: "web  unchanged  out/web.json\n",
    err: "out/ssh%2Fa%20b.json is from an earlier build: no target has this name.\n",
  });
  const { out } = await run(["build", "--out", "out", "--format", "json"], { cwd });
  expect(JSON.parse(out)).toEqual({
    version: 1,
    targets: [
      {
        target: "web",
        kind: "https-route",
        file: "out/web.json",
        enabled: true,
        outcome: "unchanged",
      },
      {
        target: "..",
        kind: "tcp-edge",
        file: "out/%2E..json",
        enabled: false,
        outcome: "unchanged",
      },
    ],
    stale: ["out/ssh%2Fa%20b.json"],
  });
  expect(readdirSync(join(cwd, "out")).toSorted()).toEqual(
    ["%2E..json", "mine.json", "notes.txt", "ssh%2Fa%20b.json", "web.json"].toSorted(),
  );
});

describe("nothing is written", () => {
  test("when a policy has lint errors, unless --no-lint says so", async () => {
    const cwd = project({
      "ssh.json": '{"inbound": [{"name": "a", "actions": []}]}',
      "traffic-policy.config.json": configuration({ ssh: edge("edge_1", "ssh.json") }),
    });
    const { status, out, err } = await run(["build"], { cwd });
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toContain('The rule "a" has no actions.');
    expect(err).toContain("Nothing was written: a policy did not pass lint.\n");
    expect(existsSync(join(cwd, "dist"))).toBe(false);
    expect((await run(["build", "--no-lint"], { cwd })).status).toBe(0);
  });

  test("over a file that no build wrote", async () => {
    const mine = '{\n  "name": "mine"\n}\n';
    const cwd = project({
      ...files,
      "package.json": mine,
      "traffic-policy.config.json": configuration({ ...targets, package: targets.web }),
    });
    const { status, out, err } = await run(["build", "--out", "."], { cwd });
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain("error: package.json already exists and is not from a build.\n");
    expect(readFileSync(join(cwd, "package.json"), "utf8")).toBe(mine);
    expect(existsSync(join(cwd, "web.json"))).toBe(false);
  });

  test.each([
    [["--target", "web", "--out", "ssh.json"], "ssh.json: The folder cannot be created (EEXIST)."],
    [["--target", "wbe"], 'The configuration has no target "wbe".'],
    [["--target", "missing"], "missing.json: There is no such file."],
    [["--no-lint", "--target", "missing"], "missing.json: There is no such file."],
    [["--target", "W*", "--target", "web"], 'The targets "web" and "Web" would share one file.'],
  ])("with %j, which ends with one sentence and status 2", async (args, sentence) => {
    const more = { ...targets, Web: targets.web, missing: edge("edge_3", "missing.json") };
    const cwd = project({ ...files, "traffic-policy.config.json": configuration(more) });
    const { status, out, err } = await run(["build", ...args], { cwd });
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(sentence);
    expect(existsSync(join(cwd, "dist"))).toBe(false);
  });
});
