import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, createGunzip, gunzipSync, inflateSync } from "node:zlib";
import { compilePolicy } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { request } from "undici";
import { describe, expect, test } from "vitest";
import { signedToken, signingKey } from "../policy-engine/tokens/signed-token.ts";
import { ask, recordingUpstream, sendRaw, serve, upstreamOf } from "./world.ts";

type Config = Readonly<Record<string, JsonValue>>;

const action = (type: string, config: Config = {}) => ({ actions: [{ type, config }] });
const nowhere = "http://127.0.0.1:9";

describe("what ends processing before the upstream", () => {
  test("deny answers with its status, and an empty body", async () => {
    const { gateway, exchanges } = await serve(
      { inbound: [action("deny", { status_code: 404 })] },
      nowhere,
    );
    const answer = await ask(gateway.url, { method: "POST", body: "x".repeat(100_000) });
    expect([answer.status, answer.headers["content-length"], answer.body.length]).toEqual([
      404,
      "0",
      0,
    ]);
    expect(exchanges[0]?.outcome.result).toBe("answered");
  });

  test("custom-response answers with its body, whatever length its headers tell", async () => {
    const config = {
      status_code: 451,
      content: "Nø",
      headers: { "content-length": "99", "x-a": "b" },
    };
    const { gateway } = await serve({ inbound: [action("custom-response", config)] }, nowhere);
    const answer = await ask(gateway.url);
    expect([answer.status, answer.headers["content-length"], answer.headers["x-a"]]).toEqual([
      451,
      "3",
      "b",
    ]);
    expect(answer.body.toString()).toBe("Nø");
    const head = await ask(gateway.url, { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([451, "3", 0]);
  });

  test("custom-response with 204 has neither body nor length", async () => {
    const config = { status_code: 204, content: "a" };
    const { gateway } = await serve({ inbound: [action("custom-response", config)] }, nowhere);
    const answer = await ask(gateway.url);
    expect([answer.status, answer.headers["content-length"], answer.body.length]).toEqual([
      204,
      undefined,
      0,
    ]);
  });

  test("redirect sends the client elsewhere", async () => {
    const config = { from: "/old/(.*)", to: "/new/$1" };
    const { gateway } = await serve({ inbound: [action("redirect", config)] }, nowhere);
    const answer = await ask(`${gateway.url}/old/a`);
    expect([answer.status, answer.headers.location]).toEqual([302, `${gateway.url}/new/a`]);
  });

  test("an expression that fails is answered with 500, and told", async () => {
    const rule = { expressions: ["req.headers['x-none'][0] == 'a'"], ...action("deny") };
    const { gateway, exchanges } = await serve({ inbound: [rule] }, nowhere);
    expect((await ask(gateway.url)).status).toBe(500);
    expect(exchanges[0]?.outcome).toMatchObject({ result: "failed", errors: [{}] });
  });

  test("a token is verified, and what was counted before it counts once", async () => {
    const url = "https://issuer.example/keys";
    const key = signingKey("ES256");
    const rule = action("jwt-validation", {
      issuer: { allow_list: [{ value: "a" }] },
      http: { tokens: [{ type: "jwt", method: "header", name: "x-token" }] },
      jws: { allowed_algorithms: ["ES256"], keys: { sources: { additional_jkus: [url] } } },
    });
    const limit = action("rate-limit", {
      name: "a",
      algorithm: "sliding_window",
      capacity: 3,
      rate: "60s",
      bucket_key: ["req.host"],
    });
    const { gateway } = await serve(
      { inbound: [limit, rule, action("custom-response", { status_code: 204 })] },
      nowhere,
      { simulation: { keySets: { [url]: { keys: [key.jwk] } } } },
    );
    const tokens = [signedToken(key, { iss: "a" }), signedToken(signingKey("ES256"), { iss: "a" })];
    const statuses: number[] = [];
    for (const token of [...tokens, tokens[0], tokens[0]]) {
      const { status } = await ask(gateway.url, { headers: { "x-token": token ?? "" } });
      statuses.push(status);
    }
    expect(statuses).toEqual([204, 401, 204, 429]);
  });

  test("a stub that closes hangs up without an answer", async () => {
    const { gateway, exchanges } = await serve({ inbound: [action("jwt-validation")] }, nowhere, {
      simulation: { stubs: { "jwt-validation": () => ({ close: true }) } },
    });
    expect(await sendRaw(gateway.url, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")).toBe("");
    expect(exchanges[0]).not.toHaveProperty("status");
  });
});

test("url-rewrite and add-headers change what the upstream gets", async () => {
  const { url, received } = await recordingUpstream();
  const { gateway } = await serve(
    {
      inbound: [
        action("url-rewrite", { from: "/v1/(\\w+)\\?(.*)", to: "/v2/$1/é?x=$2" }),
        action("add-headers", { headers: { "x-a": "${req.method}" } }),
      ],
    },
    url,
  );
  await ask(`${gateway.url}/v1/items?a=b`);
  expect(received[0]?.url).toBe("/v2/items/%C3%A9?x=a=b");
  expect(received[0]?.headers["x-a"]).toBe("GET");
});

test("the upstream gets the path of a URL whose host was rewritten", async () => {
  const { url, received } = await recordingUpstream();
  const rewrite = action("url-rewrite", { from: "^http://[^/]*", to: "https://other.example" });
  const { gateway } = await serve({ inbound: [rewrite] }, url);
  await ask(`${gateway.url}/a?b`);
  expect(received[0]?.url).toBe("/a?b");
  expect(received[0]?.headers.host).toBe(new URL(gateway.url).host);
});

test("outbound rules see the response, and change it or answer in its place", async () => {
  const { url } = await recordingUpstream((incoming, response) => {
    response.writeHead(incoming.url === "/bad" ? 503 : 200, { server: "x", "content-length": "4" });
    response.end("body");
  });
  const { gateway, exchanges } = await serve(
    {
      outbound: [
        {
          expressions: ["res.status_code >= 500"],
          ...action("custom-response", { status_code: 500, content: "Sorry." }),
        },
        action("remove-headers", { headers: ["server", "content-length"] }),
        action("add-headers", { headers: { "x-status": "${res.status_code}" } }),
      ],
    },
    url,
  );
  const good = await ask(`${gateway.url}/good`);
  expect([good.status, good.body.toString()]).toEqual([200, "body"]);
  expect(good.headers).toMatchObject({ "x-status": "200", "transfer-encoding": "chunked" });
  expect(good.headers).not.toHaveProperty("server");
  const bad = await ask(`${gateway.url}/bad`);
  expect([bad.status, bad.body.toString(), bad.headers["content-length"]]).toEqual([
    500,
    "Sorry.",
    "6",
  ]);
  expect(exchanges.map(({ outcome }) => outcome.result)).toEqual(["forwarded", "answered"]);
});

test("rate-limit counts with the real time, and anew for another policy", async () => {
  const limit = (rate: string) => ({
    inbound: [
      action("rate-limit", {
        name: "a",
        algorithm: "sliding_window",
        capacity: 1,
        rate,
        bucket_key: ["conn.client_ip"],
      }),
    ],
  });
  const { url } = await recordingUpstream();
  const { gateway } = await serve(limit("1s"), url);
  expect((await ask(gateway.url)).status).toBe(200);
  const refused = await ask(gateway.url);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
  await sleep(1_050);
  expect((await ask(gateway.url)).status).toBe(200);
  gateway.setPolicy(await compilePolicy(limit("60s")));
  expect((await ask(gateway.url)).status).toBe(200);
  expect((await ask(gateway.url)).status).toBe(429);
});

test("another policy takes its place at once, and one for another protocol is refused", async () => {
  const { url } = await recordingUpstream();
  const { gateway } = await serve({}, url);
  expect((await ask(gateway.url)).status).toBe(200);
  gateway.setPolicy(await compilePolicy({ inbound: [action("deny")] }));
  expect((await ask(gateway.url)).status).toBe(403);
  const tcp = await compilePolicy({}, { protocol: "tcp" });
  expect(() => gateway.setPolicy(tcp)).toThrow(
    "The gateway runs a policy for http, but this one is for tcp.",
  );
});

test("what the service would know comes from the options, and not from headers", async () => {
  const content = "${conn.client_ip} ${conn.geo.country_code} ${conn.geo.city} ${conn.tls.version}";
  const { gateway } = await serve(
    { inbound: [action("custom-response", { status_code: 200, content })] },
    nowhere,
    {
      url: "https://shop.example",
      connection: { clientIp: "203.0.113.9", geo: { countryCode: "NO" } },
      variables: { "conn.geo.city": "Oslo" },
    },
  );
  const answer = await ask(gateway.url, { headers: { "x-forwarded-for": "192.0.2.1" } });
  expect(answer.body.toString()).toBe("203.0.113.9 NO Oslo 1.3");
});

describe("compress-response", () => {
  const text = "a long text, ".repeat(20_000);
  const decoders = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };
  const compress = (algorithms: readonly string[]): object => ({
    outbound: [action("compress-response", { algorithms })],
  });

  test.each(Object.entries(decoders))("compresses with %s", async (algorithm, decode) => {
    const { url } = await recordingUpstream((_request, response) => void response.end(text));
    const { gateway } = await serve(compress(["compress", algorithm]), url);
    const answer = await ask(gateway.url, {
      headers: { "accept-encoding": `compress, ${algorithm}` },
    });
    expect(answer.headers).toMatchObject({
      "content-encoding": algorithm,
      vary: "accept-encoding",
    });
    expect(answer.headers).not.toHaveProperty("content-length");
    expect(answer.body.length).toBeLessThan(text.length / 10);
    expect(decode(answer.body).toString()).toBe(text);
  });

  test("compresses what the policy itself answers", async () => {
    const { gateway } = await serve(
      {
        inbound: [action("custom-response", { status_code: 200, content: text })],
        outbound: [action("compress-response", { algorithms: ["gzip"] })],
      },
      nowhere,
      { simulation: { outboundAfterAnswer: true } },
    );
    const answer = await ask(gateway.url, { headers: { "accept-encoding": "gzip" } });
    expect(gunzipSync(answer.body).toString()).toBe(text);
  });

  test("lets events through one by one", async () => {
    let send = (): void => {};
    const upstream = await upstreamOf((_incoming, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      let number = 0;
      send = () => void response.write(`data: ${number++}\n\n`);
      send();
    });
    const { gateway } = await serve(compress(["gzip"]), upstream);
    const { body } = await request(gateway.url, { headers: { "accept-encoding": "gzip" } });
    const events = body.on("error", () => {}).pipe(createGunzip());
    const seen: string[] = [];
    events.on("error", () => {});
    for await (const chunk of events) {
      seen.push(String(chunk));
      if (seen.length === 3) break;
      send();
    }
    expect(seen).toEqual(["data: 0\n\n", "data: 1\n\n", "data: 2\n\n"]);
  });
});
