import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { fileURLToPath } from "node:url";
import { createEmulator } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { connectProxy, listening } from "../connect-proxy.ts";
import { showsKey } from "../recognisable-key.ts";
import { apiKey, configuration, project, run, type Result } from "./command.ts";

const service = "https://elsewhere.example";

function file(name: string): string {
  return fileURLToPath(new URL(`fixtures/tls/${name}.pem`, import.meta.url));
}

function tls(name: string): { key: Buffer; cert: Buffer } {
  return { key: readFileSync(file("key")), cert: readFileSync(file(name)) };
}

/** The service, with the certificate of another host, that answers with one edge. */
async function started(): Promise<{ port: number; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const answer: RequestListener = ({ headers }, response) => {
    keys.push(headers.authorization);
    const edge = {
      id: "edge_1",
      created_at: "2026-01-01T00:00:00Z",
      uri: `${service}/edges/tcp/edge_1`,
      hostports: null,
      backend: null,
      ip_restriction: null,
      traffic_policy: null,
    };
    const list = { uri: "", next_page_uri: null };
    response.end(JSON.stringify({ ...list, endpoints: [], tcp_edges: [edge] }));
  };
  const server = createServer(tls("elsewhere"), answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: await listening(server), keys };
}

/** Runs a command with these variables, which trusts the certificates of the tests. */
function command(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  baseUrl = service,
): Promise<Result> {
  const trusted = readFileSync(file("elsewhere"), "utf8") + readFileSync(file("localhost"), "utf8");
  const cwd = project({ "trusted.pem": trusted });
  return run([...args, "--base-url", baseUrl], {
    cwd,
    env: { TRAFFIC_POLICY_API_KEY: apiKey, NODE_EXTRA_CA_CERTS: `${cwd}/trusted.pem`, ...env },
  });
}

test.each(["http", "https"])(
  "requests go through a proxy (%s:), which sees neither the key nor anything else of them",
  async (scheme) => {
    const { port, keys } = await started();
    const proxy = await connectProxy(() => port, scheme === "https" ? tls("localhost") : undefined);
    const { status, out, err } = await command(["edges", "list", "--format", "json"], {
      HTTPS_PROXY: `${scheme}://me:secret@localhost:${proxy.port}`,
    });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({ edges: [{ id: "edge_1" }] });
    expect(keys).toEqual([`Bearer ${apiKey}`]);
    expect(proxy.requests).toEqual([
      {
        method: "CONNECT",
        url: "elsewhere.example:443",
        headers: {
          host: "elsewhere.example:443",
          connection: "close",
          "proxy-authorization": `Basic ${Buffer.from("me:secret").toString("base64")}`,
        },
      },
    ]);
    expect(proxy.seen().length).toBeGreaterThan(1000);
    expect(showsKey(proxy.seen())).toBe(false);
    expect(proxy.seen()).not.toMatch(/authorization|edge_1/i);
  },
);

test("the service's certificate counts also behind a proxy", async () => {
  const { port, keys } = await started();
  const proxy = await connectProxy(() => port);
  const env = { HTTPS_PROXY: proxy.origin };
  const { status, err } = await command(["edges", "list"], env, "https://another.example");
  expect(err).toMatch(/^error: Could not connect to https:\/\/another\.example: /);
  expect(status).toBe(2);
  expect(keys).toEqual([]);
});

test("a host in NO_PROXY and this machine are reached without it", async () => {
  const proxy = await connectProxy(() => "403 Forbidden");
  const env = { HTTPS_PROXY: proxy.origin, HTTP_PROXY: proxy.origin, http_proxy: proxy.origin };
  const direct = await command(["edges", "list"], { ...env, NO_PROXY: ".example" });
  expect(direct.err).toContain(`Could not connect to ${service}: `);
  const emulator = await createEmulator({ apiKey });
  onTestFinished(() => emulator.close());
  expect(await command(["edges", "list"], env, emulator.baseUrl)).toMatchObject({ status: 0 });
  const cwd = project({ "traffic-policy.config.json": configuration({ targets: {} }) });
  expect(await run(["edges", "list"], { cwd, env })).toMatchObject({ status: 0 });
  expect(proxy.requests).toEqual([]);
});

test.each([
  ["407 Proxy Authentication Required", "refused the user name and the password (407)."],
  ["403 Forbidden", "refused to connect to elsewhere.example:443 (403)."],
])("a proxy that answers %s is named without its password", async (answer, sentence) => {
  const proxy = await connectProxy(() => answer);
  const HTTPS_PROXY = proxy.origin.replace("//", "//me:secret@");
  const { status, out, err } = await command(["edges", "list"], { HTTPS_PROXY });
  expect(err).toContain(`error: The proxy ${proxy.origin} ${sentence}\n`);
  expect(err).not.toContain("secret");
  expect({ status, out }).toEqual({ status: 2, out: "" });
});

test("what is no URL of a proxy is not repeated", async () => {
  const { status, err } = await command(["edges", "list"], { HTTPS_PROXY: "socks5://me:secret@a" });
  expect(err).toContain("error: The URL of the proxy is not an http: or https: URL.\n");
  expect(err).not.toContain("secret");
  expect(status).toBe(2);
});

test("doctor tells of a proxy, and of one that refuses", async () => {
  const { port } = await started();
  const proxy = await connectProxy(() => port);
  const HTTPS_PROXY = proxy.origin.replace("//", "//me:secret@");
  const { status, out } = await command(["doctor"], { HTTPS_PROXY });
  expect(out).toContain(`Requests go through the proxy ${proxy.origin}, set in HTTPS_PROXY.\n`);
  expect(out).not.toContain("secret");
  expect(status).toBe(0);
  const refusing = await connectProxy(() => "403 Forbidden");
  const refused = await command(["doctor", "--format", "json"], { HTTPS_PROXY: refusing.origin });
  const { checks } = JSON.parse(refused.out) as { checks: readonly object[] };
  expect(checks).toContainEqual(
    expect.objectContaining({ name: "connection", state: "problem", reason: "proxy" }),
  );
  expect(refused.status).toBe(1);
});
