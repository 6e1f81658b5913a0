import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer as createTcpServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ask, listening, recordingUpstream } from "../../gateway/world.ts";
import { configuration, project, run } from "../command.ts";
import { Serving } from "./serving.ts";

const web = {
  inbound: [
    {
      name: "Old API",
      expressions: ["req.url.path.startsWith('/v1/')"],
      actions: [
        { type: "log", config: { metadata: { path: "${req.url.path}" } } },
        { type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } },
      ],
    },
    {
      name: "Not from everywhere",
      expressions: ["conn.geo.country_code == 'BR'"],
      actions: [{ type: "custom-response", config: { status_code: 451, content: "Not here." } }],
    },
    {
      expressions: ["req.url.path == '/fails' && req.headers['x-none'][0] == 'a'"],
      actions: [{ type: "deny" }],
    },
    {
      name: "Token",
      expressions: ["req.url.path == '/token'"],
      actions: [{ type: "jwt-validation" }],
    },
  ],
  outbound: [
    {
      name: "Compress",
      actions: [{ type: "compress-response", config: { algorithms: ["gzip"] } }],
    },
  ],
};

const ssh = {
  inbound: [
    { name: "Norway", expressions: ["conn.geo.country_code != 'NO'"], actions: [{ type: "deny" }] },
  ],
};

const files = {
  "traffic-policy.config.json": configuration(),
  "web.json": JSON.stringify(web, undefined, 2),
  "ssh.json": JSON.stringify(ssh),
};

const abroad = ["--country", "NO"];

test("requests do not wait for whoever reads what is told of them", async () => {
  const { url } = await recordingUpstream((_request, response) => response.end("text"));
  const serving = await Serving.start(["web", ...abroad, "--upstream", url, "--trace"], {
    cwd: project(files),
  });
  serving.child.stdout?.pause();
  const told = "a".repeat(4_000);
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(`${serving.url}/v1/${told}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  }
  serving.child.stdout?.resume();
  await serving.printed("/v2/");
});

test("one line for each request says which rule did what", async () => {
  const { url, received } = await recordingUpstream((_request, response) =>
    response.end("text ".repeat(50)),
  );
  const serving = await Serving.start(["web", ...abroad, "--upstream", url], {
    cwd: project(files),
  });
  await ask(`${serving.url}/v1/a?b`, { headers: { "accept-encoding": "gzip" } });
  await ask(`${serving.url}/plain`, { method: "POST", body: "a" });
  await ask(`${serving.url}/fails`);
  await ask(`${serving.url}/token`);
  await ask(`${serving.url}/token`);
  expect(received.map((one) => one.url)).toEqual(["/v2/a?b", "/plain"]);
  await expect.poll(() => serving.out.match(/ms$/gm)).toHaveLength(5);
  expect(await serving.printed("\n")).toBe(
    [
      "200  GET /v1/a?b → /v2/a?b   Old API: log, url-rewrite; Compress: compress-response; compressed with gzip   0 ms",
      '     logs  {"path":"/v1/a"}',
      "200  POST /plain   Compress: compress-response   0 ms",
      "500  GET /fails   fails   0 ms",
      '     fails  web.json:43:38: There is no key "x-none".',
      "501  GET /token   Token: jwt-validation; not known here   0 ms",
      '     not known  web.json:57:9: Only the service can run "jwt-validation". Set --stub jwt-validation=next, or =close, =fail or a status.',
      "501  GET /token   Token: jwt-validation; not known here   0 ms",
      '     not known  web.json:57:9: Only the service can run "jwt-validation". Set --stub jwt-validation=next, or =close, =fail or a status.',
      "",
    ].join("\n"),
  );
  expect(await serving.ended()).toBe(0);
});

test("--country, --variable, --url, --option and --stub say what is not known", async () => {
  const { url } = await recordingUpstream();
  const echo = {
    inbound: [
      {
        name: "Stub",
        expressions: ["req.url.path == '/token'"],
        actions: [{ type: "jwt-validation" }],
      },
      {
        name: "Open",
        expressions: ["req.headers['x-none'][0] == 'a'"],
        actions: [{ type: "deny" }],
      },
      {
        name: "Echo",
        actions: [
          {
            type: "custom-response",
            config: {
              status_code: 200,
              content: "${req.url} ${conn.client_ip} ${conn.geo.country_code} ${conn.geo.city}",
            },
          },
        ],
      },
    ],
  };
  const serving = await Serving.start(
    [
      "echo.json",
      "--upstream",
      url,
      "--url",
      "https://shop.example",
      "--country",
      "BR",
      "--client-ip",
      "203.0.113.9",
      "--variable",
      "conn.geo.city=Manaus",
      "--option",
      "onExpressionError=no-match",
      "--stub",
      "jwt-validation=401",
    ],
    { cwd: project({ "echo.json": JSON.stringify(echo) }) },
  );
  expect((await ask(`${serving.url}/a`)).body.toString()).toBe(
    "https://shop.example/a 203.0.113.9 BR Manaus",
  );
  expect((await ask(`${serving.url}/token`)).status).toBe(401);
});

test("--trace shows everything that simulate --trace shows", async () => {
  const { url } = await recordingUpstream();
  const cwd = project(files);
  const serving = await Serving.start(["web", "--upstream", url, "--trace", "--country", "BR"], {
    cwd,
  });
  await ask(`${serving.url}/v1/a`);
  const printed = await serving.printed("Not here.");
  const simulated = await run(
    ["simulate", "web", "--trace", "--request", `GET ${serving.url}/v1/a`, "--country", "BR"],
    { cwd },
  );
  const tree = /\ninbound\n[^]*\noutbound\n/.exec(simulated.out)?.[0] ?? "";
  expect(tree).toContain("✓ req.url.path.startsWith('/v1/')");
  expect(printed).toContain(tree);
  expect(printed).toContain(
    'answered with 451 by custom-response of inbound rule "Not from everywhere"',
  );
});

test("--format json prints a line of JSON for each request", async () => {
  const { url } = await recordingUpstream();
  const serving = await Serving.start(
    ["web", ...abroad, "--upstream", url, "--format", "json", "--trace"],
    {
      cwd: project(files),
    },
  );
  await ask(`${serving.url}/v1/a`);
  const line = JSON.parse(await serving.printed("\n")) as Record<string, unknown>;
  expect(line).toMatchObject({
    version: 1,
    part: "whole",
    asked: `GET ${serving.url}/v1/a`,
    status: 200,
    outcome: {
      result: "forwarded",
      matched: [{ name: "Old API" }, { name: "Compress" }],
      trace: { rules: [{}, {}, {}, {}, {}] },
    },
  });
});

test("curl gets what a browser would get", async () => {
  const text = "a page, ".repeat(1_000);
  const { url } = await recordingUpstream((_request, response) => response.end(text));
  const serving = await Serving.start(["web", ...abroad, "--upstream", url], {
    cwd: project(files),
  });
  const got = await new Promise<string>((settle) => {
    execFile(
      "curl",
      ["--silent", "--compressed", "--include", `${serving.url}/v1/a`],
      (_error, out) => settle(out),
    );
  });
  expect(got).toContain("content-encoding: gzip");
  expect(got.endsWith(text)).toBe(true);
});

test("a TCP policy stands in front of a TCP server", async () => {
  const server = createTcpServer((socket) => void socket.pipe(socket));
  const upstream = `tcp://127.0.0.1:${await listening(server)}`;
  const cwd = project(files);
  const talk = async ({ url }: Serving): Promise<string> => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let heard = "";
    const closed = new Promise((settle) => socket.once("close", settle));
    // A connection that is closed with something unread is reset.
    socket.on("data", (data) => (heard += data.toString())).on("error", () => {});
    socket.end("hello");
    await closed;
    return heard;
  };
  const open = await Serving.start(["ssh", "--upstream", upstream, "--country", "NO"], { cwd });
  expect(await talk(open)).toBe("hello");
  expect(await open.printed("\n")).toMatch(
    /^open {4}connection from 127\.0\.0\.1, port \d+ {3}no rule matched {3}0 ms\n$/,
  );
  const closed = await Serving.start(["ssh", "--upstream", upstream, "--country", "SE"], { cwd });
  expect(await talk(closed)).toBe("");
  expect(await closed.printed("\n")).toMatch(
    /^closed {2}connection from .* {3}Norway: deny {3}0 ms\n$/,
  );
});

test("what only the service knows is told at the start, and not taken for passed", async () => {
  const { url, received } = await recordingUpstream();
  const policy = {
    on_http_request: [
      { name: "Log in", actions: [{ type: "oauth", config: { provider: "google" } }] },
      {
        expressions: ["conn.client_ip.geo.location.country_code == 'SE'"],
        actions: [{ type: "deny" }],
      },
    ],
  };
  const cwd = project({ "web.json": JSON.stringify(policy) });
  const serving = await Serving.start(["web.json", "--upstream", url], { cwd });
  expect(await serving.told("=VALUE.\n")).toContain(
    [
      "not known here: Only the service knows the following. Where the outcome depends on it, a request is answered with 501.",
      '  action "oauth" (web.json:1:49): set --stub oauth=next, or =close, =fail or a status.',
      "  conn.client_ip.geo.location.country_code: set --country CODE or --variable conn.client_ip.geo.location.country_code=VALUE.",
      "",
    ].join("\n"),
  );
  const answer = await ask(serving.url);
  expect([answer.status, received.length]).toEqual([501, 0]);
  expect(answer.body.toString()).toBe(
    'The outcome is not known here. Only the service can run "oauth".\n',
  );
  expect(await serving.printed("Set --stub")).toMatch(
    /^501 {2}GET \/ {3}Log in: oauth; not known here {3}0 ms\n {5}not known {2}web\.json:1:49: Only the service can run "oauth"\. Set --stub/,
  );
  await serving.ended();

  const known = await Serving.start(
    ["web.json", "--upstream", url, "--stub", "oauth=next", "--format", "json"],
    { cwd },
  );
  expect(await known.told("VALUE.\n")).not.toContain("oauth");
  expect((await ask(known.url)).status).toBe(501);
  expect(JSON.parse(await known.printed("\n"))).toMatchObject({
    status: 501,
    outcome: { unknown: { kind: "condition", path: "/on_http_request/1/expressions/0" } },
  });
});

describe("an upstream with https", () => {
  const tls = (name: string): string =>
    fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url));

  async function upstream(certificate: string): Promise<string> {
    const server = createHttpsServer(
      { key: readFileSync(tls("key.pem")), cert: readFileSync(tls(certificate)) },
      (incoming, response) => response.end(`secure ${incoming.headers.host ?? ""}`),
    );
    return `https://localhost:${await listening(server)}`;
  }

  test("is asked when its certificate is right, whatever host the request is for", async () => {
    const url = await upstream("localhost.pem");
    const env = { NODE_EXTRA_CA_CERTS: tls("localhost.pem") };
    const cwd = project(files);
    const serving = await Serving.start(["web", ...abroad, "--upstream", url], { cwd, env });
    const answer = await ask(serving.url, { headers: { host: "other.example" } });
    expect(answer.body.toString()).toBe("secure other.example");
    const own = await Serving.start(
      ["web", ...abroad, "--upstream", url, "--host-header", "upstream"],
      {
        cwd,
        env,
      },
    );
    expect((await ask(own.url)).body.toString()).toBe(`secure ${new URL(url).host}`);
  });

  test.each(["localhost.pem", "elsewhere.pem", "expired.pem"])(
    "is not when it is wrong: %s",
    async (name) => {
      const url = await upstream(name);
      const env = name === "localhost.pem" ? {} : { NODE_EXTRA_CA_CERTS: tls(name) };
      const serving = await Serving.start(["web", ...abroad, "--upstream", url], {
        cwd: project(files),
        env,
      });
      const answer = await ask(serving.url);
      expect(answer.status).toBe(502);
      expect(answer.body.toString()).toContain("The certificate of the upstream is not accepted: ");
    },
  );
});

describe("Ctrl-C", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s lets requests end that are under way",
    async (signal) => {
      let answer = (): void => {};
      const { url, received } = await recordingUpstream((_request, response) => {
        answer = () => response.end("late");
      });
      const serving = await Serving.start(["web", ...abroad, "--upstream", url], {
        cwd: project(files),
      });
      const asked = ask(serving.url);
      await expect.poll(() => received.length).toBe(1);
      const ended = serving.ended(signal);
      expect(await serving.told("stop now")).toContain(
        "Waiting for 1 request to end; press Ctrl-C again to stop now.\n",
      );
      answer();
      expect((await asked).body.toString()).toBe("late");
      expect(await ended).toBe(0);
      expect(serving.out).toContain("200  GET /");
    },
  );

  test("a second one breaks them off", async () => {
    const { url, received } = await recordingUpstream(() => {});
    const serving = await Serving.start(["web", ...abroad, "--upstream", url], {
      cwd: project(files),
    });
    const asked = ask(serving.url).catch((error: Error) => error.message);
    await expect.poll(() => received.length).toBe(1);
    const ended = serving.ended();
    await serving.told("stop now");
    serving.child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(await asked).toBe("other side closed");
  });
});

describe("what cannot be served is told in a sentence, with status 2", () => {
  const at = ["--upstream", "http://127.0.0.1:9"];
  const sentences: readonly (readonly [args: readonly string[], sentence: string])[] = [
    [["web"], "`traffic-policy serve` needs --upstream <url>"],
    [["wep", ...at], 'The configuration has no target "wep".'],
    [["ssh", ...at], '"http://127.0.0.1:9" cannot be the upstream of a policy for tcp.'],
    [
      ["web", "--upstream", "localhost:3000"],
      '"localhost:3000" cannot be the upstream of a policy for http.',
    ],
    [["web", ...at, "--host", "0.0.0.0"], 'The gateway does not listen on "0.0.0.0"'],
    [["web", ...at, "--port", "99999"], '"99999" is not a port.'],
    [["web", ...at, "--url", "shop"], '"shop" cannot be the URL of an endpoint for http.'],
    [["web", ...at, "--client-ip", "x"], '--client-ip: "x" is not an IP address.'],
    [["web", ...at, "--country", "Norway"], '--country: "Norway" is not a country code.'],
    [
      ["web", ...at, "--variable", "conn.geo.cty=x"],
      "--variable conn.geo.cty: There is no variable",
    ],
    [
      ["web", ...at, "--option", "denyStatus=x"],
      '--option: "x" is not a valid answer for denyStatus.',
    ],
    [["web", ...at, "--stub", "jwt=401"], '--stub: The policy has no action "jwt".'],
  ];

  test("that names what is wrong", async () => {
    const cwd = project(files);
    for (const [args, sentence] of sentences) {
      const { status, out, err } = await run(["serve", ...args], { cwd });
      expect([status, out], args.join(" ")).toEqual([2, ""]);
      expect(err.split("\n")[0]).toContain(sentence);
      expect(err.match(/^error: /gm), err).toHaveLength(1);
    }
  });
});
