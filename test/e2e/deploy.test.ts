import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, NotFound, type Client } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { apiKey, configuration, project, run } from "./command.ts";

const ssh = '{"inbound": [{"name": "closed", "actions": [{"type": "deny"}]}]}';

const web = `import { cel, compressResponse, customResponse, deny, policy, req, rule, urlRewrite } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" })
  .inbound(
    rule("Teapot").when(cel\`req.url.path == "/tea" && conn.server_port < 10\`).do(
      customResponse({ statusCode: 418, headers: { "content-type": "text/html" }, content: "<b>short & stout</b>" }),
    ),
    rule("Closed").when(req.method.eq("DELETE")).do(deny({ statusCode: 403 })),
    rule("Old").do(urlRewrite({ from: "/v1/(.*)", to: "/v2/$1" })),
  )
  .outbound(rule("Compress").do(compressResponse({ algorithms: ["br", "gzip"] })));
`;

/** A project whose service is an emulator of the test's own. */
async function setUp(options: { apiKey?: string } = {}): Promise<{
  deploy: (...args: string[]) => ReturnType<typeof run>;
  diff: (...args: string[]) => ReturnType<typeof run>;
  client: Client;
  cwd: string;
}> {
  const emulator = await createEmulator({ apiKey, tcpEdges: ["edge_1"], ...options });
  const client = createClient({ baseUrl: emulator.baseUrl, apiKey });
  onTestFinished(async () => {
    await client.close();
    await emulator.close();
  });
  const targets = {
    ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.json" },
    web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.ts" },
  };
  const cwd = project({
    "ssh.json": ssh,
    "web.ts": web,
    "traffic-policy.config.json": configuration({
      service: { baseUrl: emulator.baseUrl },
      targets,
    }),
  });
  const env = { TRAFFIC_POLICY_API_KEY: apiKey };
  return {
    deploy: (...args) => run(["deploy", ...args], { cwd, env }),
    diff: (...args) => run(["diff", ...args], { cwd, env }),
    client,
    cwd,
  };
}

describe("deploy", () => {
  test("a policy of all four actions lints clean, deploys and reads back identical", async () => {
    const { deploy, diff, client, cwd } = await setUp();
    expect(await run(["lint"], { cwd })).toEqual({
      status: 0,
      out: "No findings in 2 files.\n",
      err: "",
    });

    const deployed = await deploy("--yes", "--format", "json");
    expect(JSON.parse(deployed.out)).toEqual({
      version: 1,
      targets: [
        { target: "ssh", outcome: "applied", verified: true },
        { target: "web", outcome: "applied", verified: true },
      ],
    });
    expect(deployed).toMatchObject({ status: 0, err: "" });

    const stored = await client.httpsRoutes.trafficPolicy.get("edge_2", "route_1");
    expect(stored.value).toContain("\\u0026\\u0026 conn.server_port \\u003c 10");
    expect(stored.value.indexOf('"actions"')).toBeLessThan(stored.value.indexOf('"name"'));

    const compared = await diff("--format", "json");
    expect(JSON.parse(compared.out)).toEqual({
      version: 1,
      targets: [
        { target: "ssh", kind: "tcp-edge", state: "identical", changes: [] },
        { target: "web", kind: "https-route", state: "identical", changes: [] },
      ],
    });
    expect(compared.status).toBe(0);
  });

  test("a target that does not exist stops it before anything is written", async () => {
    const { deploy, client, cwd } = await setUp();
    const file = join(cwd, "traffic-policy.config.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("edge_1", "edge_none"));
    const { status, err } = await deploy("--yes");
    expect(status).toBe(2);
    expect(err).toMatch(/^error: ssh: The service does not know .*\n/);
    expect(err).toContain("\nNothing was deployed: a target could not be planned.\n");
    await expect(client.httpsRoutes.trafficPolicy.get("edge_2", "route_1")).rejects.toThrow(
      NotFound,
    );
  });

  test("never prints the API key", async () => {
    const { deploy, diff } = await setUp();
    const results = [
      await deploy(),
      await deploy("--yes"),
      await diff(),
      await diff("--base-url", "http://127.0.0.1:9"),
    ];
    for (const { out, err } of results) expect(out + err).not.toContain(apiKey);
  });
});
