import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { GatewayError, startGateway } from "@traffic-policy/gateway";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { ask, listening, recordingUpstream, sendRaw, serve, upstreamOf } from "./world.ts";

const nowhere = "http://127.0.0.1:1";
const act = (type: string, config: object) => ({ type, config });
const onRequest = (...actions: object[]) => ({ on_http_request: [{ actions }] });
const answer = (body: string) => act("custom-response", { status_code: 200, body });

/** A port that nothing listens on any more. */
async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((settle) => void server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  await new Promise((settle) => server.close(settle));
  return port;
}

/** The names that are looked up from now on, with either of the functions for it. */
function lookedUp(): unknown[] {
  const looked: unknown[] = [];
  const restored = [dns, dns.promises].map((module) => {
    const { lookup } = module;
    const noted = (...args: unknown[]): unknown => {
      looked.push(args[0]);
      return (lookup as (...all: unknown[]) => unknown)(...args);
    };
    module.lookup = noted as never;
    return () => void (module.lookup = lookup as never);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const restore of restored) restore();
    syncBuiltinESMExports();
  });
  return looked;
}

describe("forward-internal", () => {
  const forward = (config: object = {}) =>
    act("forward-internal", { url: "https://billing.internal", ...config });

  test("goes to the server that stands for the endpoint, with the host of the client", async () => {
    const upstream = await recordingUpstream();
    const billing = await recordingUpstream((_request, response) => response.end("billing"));
    const policy = {
      on_http_request: [
        { expressions: ["req.url.path.startsWith('/bills')"], actions: [forward()] },
      ],
      on_http_response: [{ actions: [act("add-headers", { headers: { "x-a": "1" } })] }],
    };
    const { gateway, exchanges } = await serve(policy, upstream.url, {
      endpoints: { "https://billing.internal": billing.url },
    });
    const got = await ask(`${gateway.url}/bills?a=1`, {
      method: "POST",
      body: "a body",
      headers: { host: "shop.example" },
    });
    expect([got.body.toString(), got.headers["x-a"]]).toEqual(["billing", "1"]);
    await ask(gateway.url);
    expect(upstream.received.map(({ url }) => url)).toEqual(["/"]);
    const [received] = billing.received;
    expect([received?.url, received?.body.toString()]).toEqual(["/bills?a=1", "a body"]);
    expect(received?.headers).toMatchObject({
      host: "shop.example",
      "x-forwarded-host": "shop.example",
      "x-forwarded-proto": "http",
      "x-forwarded-for": "127.0.0.1",
    });
    expect(exchanges.map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each([
    "https://BILLING.internal",
    "https://billing.internal:443",
    "https://billing.internal/",
  ])("endpoints are the same whose URLs mean the same: %s", async (url) => {
    const billing = await recordingUpstream();
    const endpoints = { [url]: billing.url };
    const { gateway } = await serve(onRequest(forward()), nowhere, { endpoints });
    expect((await ask(gateway.url)).status).toBe(200);
  });

  test("to an endpoint that nothing stands for is answered with a sentence, and not sent to the upstream", async () => {
    const upstream = await recordingUpstream();
    const { gateway, exchanges } = await serve(onRequest(forward()), upstream.url, {
      endpoints: { "http://billing.internal": upstream.url },
    });
    const { status, body } = await ask(gateway.url, { method: "POST", body: "a" });
    const sentence =
      "No local server stands for the endpoint https://billing.internal:443; name one (endpoints in a program, --endpoint on the command line).";
    expect([status, body.toString()]).toEqual([502, `${sentence}\n`]);
    expect(upstream.received).toEqual([]);
    expect(exchanges.map((one) => [one.status, one.upstreamError])).toEqual([[502, sentence]]);
  });

  test("to a server that is not there is 502, or the next action runs", async () => {
    const endpoints = { "https://billing.internal": `http://127.0.0.1:${await closedPort()}` };
    const halts = await serve(onRequest(forward(), answer("not reached")), nowhere, { endpoints });
    const { status, body } = await ask(halts.gateway.url);
    const reason = "The server for https://billing.internal refuses connections; is it running?";
    expect([status, body.toString()]).toEqual([502, `${reason}\n`]);

    const name = "actions.ngrok.forward_internal";
    const next = answer(`\${${name}.url}: \${${name}.error.message}`);
    const goesOn = await serve(onRequest(forward({ on_error: "continue" }), next), nowhere, {
      endpoints,
    });
    const got = await ask(goesOn.gateway.url, { method: "POST", body: "a" });
    expect([got.status, got.body.toString()]).toEqual([
      200,
      `https://billing.internal:443: ${reason}`,
    ]);
  });

  test("of a connection that is handed over, no rule of a request runs", async () => {
    const other = await recordingUpstream((_request, response) => response.end("other"));
    const policy = {
      on_tcp_connect: [{ actions: [forward()] }],
      on_http_request: [{ actions: [act("deny", {})] }],
    };
    const endpoints = { "https://billing.internal": other.url };
    const { gateway } = await serve(policy, nowhere, { endpoints });
    expect((await ask(gateway.url)).body.toString()).toBe("other");
  });

  test("of a TCP policy goes to the server, or the connection is closed", async () => {
    const server = createTcpServer((socket: Socket) => socket.end("ssh"));
    const endpoints = { "tcp://ssh.internal:22": `tcp://127.0.0.1:${await listening(server)}` };
    const to = (config: object) => ({
      on_tcp_connect: [{ actions: [act("forward-internal", config)] }],
    });
    const options = { protocol: "tcp", endpoints } as const;
    const upstream = `tcp://127.0.0.1:${await closedPort()}`;
    const there = await serve(to({ url: "tcp://ssh.internal:22" }), upstream, options);
    expect(await sendRaw(there.gateway.url, "")).toBe("ssh");
    const probed = await serve(
      to({ url: "tcp://ssh.internal:22", on_error: "continue" }),
      upstream,
      options,
    );
    expect(await sendRaw(probed.gateway.url, "")).toBe("ssh");
    const none = await serve(to({ url: "tcp://ssh.internal:23" }), upstream, options);
    expect(await sendRaw(none.gateway.url, "")).toBe("");
    expect(none.exchanges[0]?.upstreamError).toMatch(
      /^No local server stands for the endpoint tcp:\/\/ssh\.internal:23; /,
    );
  });
});

describe("what stands for an endpoint", () => {
  const start = async (endpoints: Record<string, string>, port = 0) =>
    startGateway({
      policy: await compilePolicy({ on_http_request: [] }),
      upstream: nowhere,
      endpoints,
      port,
    });

  test.each([
    [
      "http://192.0.2.1",
      /^"http:\/\/192\.0\.2\.1" cannot stand for https:\/\/a\.internal: it is not on this machine\.$/,
    ],
    ["http://[2001:db8::1]:80", /it is not on this machine/],
    ["http://0.0.0.0:80", /it is not on this machine/],
    ["tcp://127.0.0.1:80", /cannot be the upstream of a policy for http/],
    ["127.0.0.1", /cannot be the upstream of a policy for http/],
  ])("is a local server: not %s", async (server, message) => {
    await expect(start({ "https://a.internal": server })).rejects.toThrow(message);
    await expect(start({ "https://a.internal": server })).rejects.toBeInstanceOf(GatewayError);
  });

  test.each([
    "a.internal",
    "ftp://a.internal",
    "https://a.internal/path",
    "https://",
    "tcp://a.internal",
  ])("is for an endpoint: not for %s", async (url) => {
    await expect(start({ [url]: "http://127.0.0.1:1" })).rejects.toThrow(
      `"${url}" cannot be the URL of an endpoint.`,
    );
  });

  test("is not the gateway itself", async () => {
    const port = await closedPort();
    await expect(start({ "https://a.internal": `http://localhost:${port}` }, port)).rejects.toThrow(
      `The server for https://a.internal is the gateway itself: both have the port ${port}.`,
    );
  });
});

describe("http-request", () => {
  const result = (name: string) => `\${actions.ngrok.http_request.${name}}`;
  const shown = answer(
    `${result("res.status_code")} ${result("res.body")}${result("error.message")}`,
  );
  const failure = answer(result("error.message"));
  const http = (config: object) => act("http-request", config);

  test("is really sent to this machine, and its response can be read", async () => {
    const tiers = await recordingUpstream((_request, response) => {
      response.writeHead(201, { "content-encoding": "gzip" }).end(gzipSync("gold ü"));
    });
    const config = {
      url: `${tiers.url}/of/\${req.url.path}?a=1`,
      method: "POST",
      query_params: [{ key: "b", value: "${req.method}" }],
      headers: { "X-Name": "n" },
      body: "a body",
    };
    const { gateway, exchanges } = await serve(onRequest(http(config), shown), nowhere);
    expect((await ask(`${gateway.url}/x`)).body.toString()).toBe("201 gold ü");
    const [received] = tiers.received;
    expect(received).toMatchObject({ method: "POST", url: "/of//x?a=1&b=GET" });
    expect(received?.body.toString()).toBe("a body");
    expect(received?.headers).toMatchObject({
      host: new URL(tiers.url).host,
      "x-name": "n",
      "user-agent": "ngrok/cloud",
      "ngrok-req-type": "http-request",
      "x-forwarded-for": "127.0.0.1",
    });
    expect(exchanges[0]?.outcome.notSimulated).toEqual([]);
  });

  test("goes to the server that stands for an endpoint, which gets the endpoint's host", async () => {
    const tiers = await recordingUpstream((_request, response) => response.end("gold"));
    const policy = onRequest(http({ url: "https://tiers.internal/a" }), shown);
    const endpoints = { "https://tiers.internal": tiers.url };
    const { gateway } = await serve(policy, nowhere, { endpoints });
    expect((await ask(gateway.url)).body.toString()).toBe("200 gold");
    expect(tiers.received[0]?.headers.host).toBe("tiers.internal");
  });

  test.each([
    "https://tiers.internal/a",
    "http://192.0.2.1/",
    "http://[2001:db8::1]:8080/",
    "http://0.0.0.0:8080/",
    "http://169.254.169.254/latest",
    "http://localhost.example/",
    "http://127.0.0.1.example/",
  ])("is not sent to %s, nor is that name looked up", async (url) => {
    const upstream = await recordingUpstream();
    const looked = lookedUp();
    const { gateway, exchanges } = await serve(onRequest(http({ url })), upstream.url);
    expect((await ask(gateway.url)).status).toBe(501);
    expect(upstream.received).toEqual([]);
    const { notSimulated } = exchanges[0]?.outcome ?? {};
    expect(notSimulated?.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^The request to \S+ is not sent: that host is not this machine\. No local server stands for /,
      ),
    ]);
    // The gateway's own address is looked up by nobody else.
    expect(looked.filter((host) => host !== "127.0.0.1")).toEqual([]);
  });

  test("follows redirects on this machine, and no further", async () => {
    const server = await recordingUpstream((request, response) => {
      const [, step = ""] = /^\/(\w+)/.exec(request.url ?? "") ?? [];
      const to = {
        one: "/two",
        two: "three",
        away: "http://192.0.2.1/",
        loop: "/loop",
        post: "/three",
      }[step];
      const kept = step === "post" ? 307 : 302;
      if (to === undefined) response.end(`${request.method} ${request.url}`);
      else response.writeHead(kept, { location: to }).end();
    });
    const got = async (path: string, config: object = {}) => {
      const policy = onRequest(
        http({ url: server.url + path, method: "POST", body: "b", ...config }),
        shown,
      );
      const served = await serve(policy, nowhere);
      const { body } = await ask(served.gateway.url);
      return { body: body.toString(), outcome: served.exchanges[0]?.outcome };
    };
    expect((await got("/one")).body).toBe("200 GET /three");
    expect((await got("/post")).body).toBe("200 POST /three");
    expect(server.received.at(-1)?.body.toString()).toBe("b");
    const most = http({ url: `${server.url}/loop`, max_redirects: 2 });
    const { gateway } = await serve(onRequest(most, failure), nowhere);
    const before = server.received.length;
    expect((await ask(gateway.url)).body.toString()).toBe(
      `GET ${server.url}/loop: There are more than 2 redirects.`,
    );
    expect(server.received.length - before).toBe(3);
    expect((await got("/away")).outcome?.notSimulated[0]?.message).toMatch(
      /^The request to 192\.0\.2\.1 is not sent: /,
    );
  });

  test("fails after its time, with a body that is too large, and without a server", async () => {
    const server = await upstreamOf((request, response) => {
      if (request.url === "/large") response.end("a".repeat(262_145));
      else if (request.url === "/bomb") {
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a".repeat(262_145)));
      } else if (request.url === "/right") response.end("a".repeat(262_144));
    });
    const closed = `http://127.0.0.1:${await closedPort()}/`;
    const message = async (url: string) => {
      const action = http({ url, timeout: "1s" });
      const { gateway } = await serve(onRequest(action, failure), nowhere);
      return (await ask(gateway.url)).body.toString();
    };
    expect(await message(`${server}/silent`)).toBe(
      `GET ${server}/silent: There was no response in time.`,
    );
    const tooLarge = (path: string) =>
      `The response to GET ${server}${path} is larger than 262144 bytes.`;
    expect(await message(`${server}/large`)).toBe(tooLarge("/large"));
    expect(await message(`${server}/bomb`)).toBe(tooLarge("/bomb"));
    expect(await message(`${server}/right`)).toBe("");
    expect(await message(closed)).toBe(
      `GET ${closed}: The server refuses connections; is it running?`,
    );
    expect(await message("ftp://127.0.0.1/")).toBe(
      '"ftp://127.0.0.1/" is not the URL of an HTTP request.',
    );
  });

  test("is tried again while its condition says so", async () => {
    let asked = 0;
    const server = await upstreamOf((_request, response) => {
      response.statusCode = ++asked < 3 ? 503 : 200;
      response.end(`try ${asked}`);
    });
    const retry_condition = "last_attempt.res.status_code >= 500";
    const policy = onRequest(http({ url: server, retry_condition }), shown);
    const { gateway } = await serve(policy, nowhere);
    expect((await ask(gateway.url)).body.toString()).toBe("200 try 3");
  });

  test("stops a policy that asks its own gateway, after three", async () => {
    const url = "${req.url.path == '/' ? req.headers['x-self'][0] : ''}";
    const policy = onRequest(http({ url, headers: { "x-self": url } }), failure);
    const { gateway, exchanges } = await serve(policy, nowhere);
    const got = await ask(gateway.url, { headers: { "x-self": `${gateway.url}/` } });
    expect(got.status).toBe(200);
    expect(exchanges).toHaveLength(4);
    expect(String(exchanges[0]?.outcome.response?.body)).toMatch(
      /is not sent: 3 requests of policies have led here, as in a loop\.$/,
    );
  });

  test("is sent whatever a client says of other requests", async () => {
    const tiers = await recordingUpstream((_request, response) => response.end("gold"));
    const policy = onRequest(http({ url: tiers.url }), shown);
    const { gateway } = await serve(policy, nowhere);
    const foreign = `${"0123456789abcdef".repeat(2)}.1`;
    for (const said of ["3", "99", "3, 3", foreign]) {
      const got = await ask(gateway.url, { headers: { "traffic-policy-hops": said } });
      expect(got.body.toString()).toBe("200 gold");
    }
    // Another gateway counts what it has sent, also where it was not the last one.
    const own = expect.stringMatching(/^[0-9a-f]{32}\.1$/);
    const kept = expect.stringMatching(new RegExp(`^[0-9a-f]{32}\\.1, ${foreign}$`));
    const told = tiers.received.map(({ headers }) => headers["traffic-policy-hops"]);
    expect(told).toEqual([own, own, own, kept]);
  });

  test("in rules of the response, the response waits for it, and loses nothing", async () => {
    const large = "0123456789".repeat(50_000);
    const server = await upstreamOf((request, response) => {
      if (request.url === "/asked") setTimeout(() => response.end("asked"), 50);
      else if (request.url === "/large") response.end(large);
      else response.end("small");
    });
    const rules = [
      http({ url: `${server}/asked` }),
      act("add-headers", { headers: { "x-a": result("res.body") } }),
    ];
    const { gateway } = await serve({ on_http_response: [{ actions: rules }] }, server);
    const small = await ask(`${gateway.url}/`);
    expect([small.body.toString(), small.headers["x-a"]]).toEqual(["small", "asked"]);
    const whole = await ask(`${gateway.url}/large`);
    expect([whole.body.toString() === large, whole.headers["x-a"]]).toEqual([true, "asked"]);
    const head = await ask(`${gateway.url}/`, { method: "HEAD" });
    expect([head.status, head.headers["x-a"]]).toEqual([200, "asked"]);
  });

  test("runs in an answer of the policy, too, and ends with its client", async () => {
    const server = await upstreamOf((request, response) => {
      if (request.url !== "/silent") response.end("asked");
    });
    const response = [
      {
        actions: [
          http({ url: server }),
          act("add-headers", { headers: { "x-a": result("res.body") } }),
        ],
      },
    ];
    const policy = { ...onRequest(answer("own")), on_http_response: response };
    const { gateway } = await serve(policy, nowhere);
    expect((await ask(gateway.url)).headers["x-a"]).toBe("asked");

    const silent = await serve(
      onRequest(http({ url: `${server}/silent`, timeout: "30s" })),
      nowhere,
    );
    const controller = new AbortController();
    const gone = ask(silent.gateway.url, { signal: controller.signal }).catch(() => "gone");
    await expect.poll(() => silent.gateway.open).toBe(1);
    controller.abort();
    expect(await gone).toBe("gone");
    await expect.poll(() => silent.gateway.open).toBe(0);
    expect([silent.exchanges, silent.problems]).toEqual([[], []]);
  });
});
