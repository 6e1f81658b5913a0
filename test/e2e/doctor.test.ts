import { chmodSync, readFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEmulator, type EmulatorOptions } from "@traffic-policy/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { apiKey, configuration, project, run } from "./command.ts";

interface Found {
  readonly name: string;
  readonly state: string;
  readonly reason?: string;
  readonly message: string;
  readonly help?: string;
}

interface Diagnosis {
  readonly status: number | null;
  readonly of: Readonly<Record<string, Found>>;
}

const whole = {
  "traffic-policy.config.json": configuration({ service: { baseUrl: "https://localhost" } }),
  "ssh.json": "{}",
  "web.json": "{}",
};

/** What is found in a folder with these files. */
async function diagnosis(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Diagnosis> {
  const cwd = project(files);
  const key = { TRAFFIC_POLICY_API_KEY: apiKey };
  const result = await run(["doctor", "--format", "json", ...args], {
    cwd,
    env: { ...key, ...env },
  });
  expect(result.err).toBe("");
  const { checks } = JSON.parse(result.out) as { checks: readonly Found[] };
  return { status: result.status, of: Object.fromEntries(checks.map((one) => [one.name, one])) };
}

/** What is found of a service. */
async function diagnosisOf(
  baseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Diagnosis> {
  return diagnosis(whole, ["--base-url", baseUrl, "--timeout", "2"], env);
}

async function emulator(options: EmulatorOptions = {}): Promise<string> {
  const running = await createEmulator({ apiKey, ...options });
  onTestFinished(() => running.close());
  return running.baseUrl;
}

async function listening(server: Server, scheme: string): Promise<string> {
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => void server.close());
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
}

function http(answer: RequestListener): Promise<string> {
  return listening(createHttpServer(answer), "http");
}

const page = '{"endpoints":[],"uri":"","next_page_uri":null}';

function certificate(name: string): string {
  return fileURLToPath(new URL(`fixtures/tls/${name}.pem`, import.meta.url));
}

function https(name: string): Promise<string> {
  const files = { key: readFileSync(certificate("key")), cert: readFileSync(certificate(name)) };
  return listening(
    createHttpsServer(files, (_request, answer) => answer.end(page)),
    "https",
  );
}

test("all is well: a line for each check, and exit status 0", async () => {
  const cwd = project({ ...whole, "key.txt": `${apiKey}\n` });
  chmodSync(join(cwd, "key.txt"), 0o600);
  const baseUrl = await emulator();
  const { status, out, err } = await run(
    ["doctor", "--base-url", baseUrl, "--api-key-file", "key.txt"],
    { cwd },
  );
  expect(out).toBe(
    `ok  configuration  traffic-policy.config.json.
ok  targets        2 targets, and each policy exists.
ok  places         No two targets are the same edge, route or endpoint.
ok  api-key        From key.txt, which only you can access.
ok  connection     ${baseUrl} responds and accepts the key.

No problems found.
`,
  );
  expect({ status, err }).toEqual({ status: 0, err: "" });
});

describe("the connection", () => {
  test.each<[string, string, string | (() => Promise<string>)]>([
    ["a host that does not exist", "dns", "https://does-not-exist.invalid"],
    ["a port where nothing listens", "refused", "http://127.0.0.1:1"],
    ["a certificate that nobody signed", "tls", () => https("localhost")],
    [
      "a port that speaks no TLS",
      "tls",
      async () => (await http((_, a) => a.end())).replace("http", "https"),
    ],
    ["a service that takes another key", "key", () => emulator({ apiKey: "another" })],
    [
      "a service that wants another version header",
      "version-header",
      () => emulator({ versionHeader: { name: "Ngrok-Version", value: "2" } }),
    ],
    ["a key that may not list", "permission", () => http((_, a) => a.writeHead(403).end())],
    ["a path where nothing is", "base-url", () => http((_, a) => a.writeHead(404).end())],
    ["a page for people", "base-url", () => http((_, a) => a.end("<html><title>Hello</title>"))],
    [
      "a redirect",
      "base-url",
      () => http((_, a) => a.writeHead(301, { location: "https://localhost" }).end()),
    ],
    ["a service that fails", "service", () => http((_, a) => a.writeHead(500).end())],
    ["a service that says nothing", "timeout", () => http(() => undefined)],
    [
      "a connection that is closed at once",
      "network",
      () =>
        listening(
          createSocketServer((socket) => socket.destroy()),
          "http",
        ),
    ],
    ["another machine without encryption", "configuration", "http://service.example"],
  ])("%s: %s", async (_what, reason, service) => {
    const { status, of } = await diagnosisOf(
      typeof service === "string" ? service : await service(),
    );
    expect(of["connection"]).toMatchObject({ state: "problem", reason, help: expect.any(String) });
    expect(status).toBe(1);
  });

  test.each([
    ["a certificate that is over", "expired", /clock of this machine/],
    ["a certificate for another host", "elsewhere", /host name/],
  ])("%s, from somebody who is trusted", async (_what, name, help) => {
    const { of } = await diagnosisOf(await https(name), { NODE_EXTRA_CA_CERTS: certificate(name) });
    expect(of["connection"]).toMatchObject({
      state: "problem",
      reason: "tls",
      help: expect.stringMatching(help),
    });
  });

  test("a certificate that is trusted by NODE_EXTRA_CA_CERTS, as the help of another one says", async () => {
    const { of, status } = await diagnosisOf(await https("localhost"), {
      NODE_EXTRA_CA_CERTS: certificate("localhost"),
    });
    expect(of["connection"]).toMatchObject({ state: "ok" });
    expect(status).toBe(0);
  });

  test("a service with too many requests is a warning: it is there, and takes the key", async () => {
    const { of, status } = await diagnosisOf(await http((_, a) => a.writeHead(429).end()));
    expect(of["connection"]).toMatchObject({ state: "warning", reason: "busy" });
    expect(status).toBe(0);
  });

  test("one request is sent, which reads", async () => {
    const requests: string[] = [];
    await diagnosisOf(
      await http(({ method = "", url = "" }, answer) => {
        requests.push(`${method} ${url}`);
        answer.writeHead(503).end();
      }),
    );
    expect(requests).toEqual(["GET /endpoints"]);
  });
});

describe("the configuration", () => {
  test("there is none", async () => {
    const { of, status } = await diagnosis({}, [], { TRAFFIC_POLICY_API_KEY: "" });
    expect(of).toMatchObject({
      configuration: { state: "warning", help: "`traffic-policy init` writes one." },
      connection: { state: "skipped" },
    });
    expect(of["targets"]).toBeUndefined();
    expect(status).toBe(0);
  });

  test("it cannot be read; the service that it may name is not asked", async () => {
    const { of, status } = await diagnosis({ "traffic-policy.config.json": "{" }, []);
    expect(of).toMatchObject({
      configuration: { state: "problem", message: expect.stringContaining("config.json:1:") },
      connection: { state: "skipped" },
    });
    expect(status).toBe(1);
  });

  test("its code throws", async () => {
    const { of } = await diagnosis(
      { "traffic-policy.config.ts": 'throw new Error("no vault");' },
      [],
    );
    expect(of["configuration"]).toMatchObject({
      state: "problem",
      message: expect.stringContaining("no vault"),
    });
  });

  test("a policy is missing", async () => {
    const { of, status } = await diagnosis({ ...whole, "web.json": "{}", "ssh.json": "" }, []);
    expect(of["targets"]).toMatchObject({ state: "ok" });
    expect(status).toBe(1);
    const { "web.json": _gone, ...others } = whole;
    expect((await diagnosis(others, [])).of["targets"]).toMatchObject({
      state: "problem",
      message: 'There is no web.json of the target "web".',
    });
  });

  test("the emulator is the service: no key and nothing else is needed", async () => {
    const files = { ...whole, "traffic-policy.config.json": configuration() };
    const { of, status } = await diagnosis(files, [], { TRAFFIC_POLICY_API_KEY: "" });
    expect(of).toMatchObject({ "api-key": { state: "ok" }, connection: { state: "ok" } });
    expect(status).toBe(0);
  });
});

describe("the API key", () => {
  test("there is none, and nothing is sent", async () => {
    const { of, status } = await diagnosis(whole, [], { TRAFFIC_POLICY_API_KEY: "" });
    expect(of).toMatchObject({
      "api-key": { state: "problem", message: "There is no API key." },
      connection: { state: "skipped" },
    });
    expect(status).toBe(1);
  });

  test.each([
    ["does not exist", [], "--api-key-file: There is no such file."],
    ["is empty", [["key.txt", "\n"]], "The file key.txt holds no API key."],
  ])("its file %s", async (_what, files, message) => {
    const { of } = await diagnosis({ ...whole, ...Object.fromEntries(files) }, [
      "--api-key-file",
      "key.txt",
    ]);
    expect(of["api-key"]).toMatchObject({ state: "problem", message });
  });

  test.each([
    [0o600, "ok"],
    [0o640, "warning"],
    [0o620, "warning"],
  ])("its file has mode %o: %s", async (mode, state) => {
    const folder = project({ "key.txt": apiKey });
    chmodSync(join(folder, "key.txt"), mode);
    const file = join(folder, "key.txt");
    const { of } = await diagnosis(whole, [
      "--api-key-file",
      file,
      "--base-url",
      "http://127.0.0.1:1",
    ]);
    expect(of["api-key"]).toMatchObject({ state });
  });

  test("holds what a header cannot hold", async () => {
    const { of } = await diagnosis(whole, [], { TRAFFIC_POLICY_API_KEY: "two words" });
    expect(of["connection"]).toMatchObject({ state: "problem", reason: "configuration" });
  });
});

test("called wrongly, it exits with 2", async () => {
  const { status } = await run(["doctor", "--timeout", "never"], { cwd: project({}) });
  expect(status).toBe(2);
});
