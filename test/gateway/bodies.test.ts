import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ask, recordingUpstream, sendRaw, serve, simulatedAgain, upstreamOf } from "./world.ts";

const replaces = (of: string, from = "a", to = "b") => ({
  type: `${of}-body-find-replace`,
  config: { replacements: [{ from, to }] },
});
const onRequest = (...actions: object[]) => ({ on_http_request: [{ actions }] });
const onResponse = (...actions: object[]) => ({ on_http_response: [{ actions }] });

describe("the body of a request", () => {
  test("reaches the upstream as the policy made it, with its length", async () => {
    const upstream = await recordingUpstream();
    const { gateway, exchanges } = await serve(
      onRequest(replaces("request", "a", "üü")),
      upstream.url,
    );
    await ask(gateway.url, { method: "POST", body: "a and a" });
    const [received] = upstream.received;
    expect(received?.body.toString()).toBe("üü üünd üü");
    expect(received?.headers["content-length"]).toBe(String(received?.body.length));
    expect(received?.headers["transfer-encoding"]).toBeUndefined();
    expect(exchanges[0]?.exchange.request?.body).toBe("a and a");
    expect(simulatedAgain(exchanges[0])).toEqual(exchanges[0]?.outcome);
  });

  test("that comes in chunks goes on with its length, which is known when it is read", async () => {
    const upstream = await recordingUpstream();
    const { gateway } = await serve(onRequest(replaces("request")), upstream.url);
    const head =
      "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    await sendRaw(gateway.url, `${head}1\r\na\r\n2\r\nca\r\n0\r\n\r\n`);
    const [received] = upstream.received;
    expect(received?.body.toString()).toBe("bcb");
    expect(received?.headers["content-length"]).toBe("3");
    expect(received?.headers["transfer-encoding"]).toBeUndefined();
  });

  test("is asked for when the client waits to be asked, and only then", async () => {
    const upstream = await recordingUpstream();
    const rule = { expressions: ["req.url.path == '/a'"], actions: [replaces("request")] };
    const deny = { expressions: ["req.url.path == '/b'"], actions: [{ type: "deny" }] };
    const { gateway } = await serve({ on_http_request: [rule, deny] }, upstream.url);
    const { hostname, port } = new URL(gateway.url);
    const said = (path: string, body: string): Promise<string> =>
      new Promise((settle) => {
        const socket = connect(Number(port), hostname);
        let text = "";
        socket.on("data", (data) => {
          text += data.toString();
          if (data.toString().startsWith("HTTP/1.1 100")) socket.write(body);
        });
        socket.once("close", () => settle(text));
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
        );
      });
    expect(await said("/a", "aa")).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(await said("/b", "aa")).toMatch(/^HTTP\/1\.1 403 /);
    expect(upstream.received.map(({ body }) => body.toString())).toEqual(["bb"]);
  });

  test("that is too large goes on as it is, and what is not done is told", async () => {
    const upstream = await recordingUpstream();
    const limits = { bodySize: 100_000 };
    const policy = onRequest(replaces("request"));
    const { gateway, exchanges } = await serve(policy, upstream.url, { limits });
    const right = "a".repeat(100_000);
    const large = "a".repeat(300_001);
    await ask(gateway.url, { method: "POST", body: right });
    await ask(gateway.url, { method: "POST", body: large });
    const head =
      "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    await sendRaw(gateway.url, `${head}493e1\r\n${large}\r\n0\r\n\r\n`);
    expect(upstream.received.map(({ body }) => body.toString())).toEqual([
      right.replaceAll("a", "b"),
      large,
      large,
    ]);
    expect(exchanges.map(({ outcome }) => outcome.notSimulated[0]?.message)).toEqual([
      undefined,
      ...Array.from(
        { length: 2 },
        () =>
          "The body is larger than the 100000 bytes that are kept: what is replaced in it is not simulated.",
      ),
    ]);
  });

  test("is signed: a webhook is verified by its bytes, also when they are not text", async () => {
    const upstream = await recordingUpstream();
    const verify = { type: "verify-webhook", config: { provider: "github", secret: "s3cret" } };
    const { gateway } = await serve(onRequest(verify), upstream.url);
    for (const body of [Buffer.from('{"a": "ü"}'), Buffer.from([0xff, 0, 0x80])]) {
      const signature = createHmac("sha256", "s3cret").update(body).digest("hex");
      const headers = { "x-hub-signature-256": `sha256=${signature}` };
      const statuses = [
        (await ask(gateway.url, { method: "POST", body, headers })).status,
        (await ask(gateway.url, { method: "POST", body: `${body.toString()} `, headers })).status,
      ];
      expect(statuses).toEqual([200, 403]);
      expect(upstream.received.at(-1)?.body).toEqual(body);
    }
  });

  test("that breaks off while it is read ends the exchange, and nothing else", async () => {
    const upstream = await recordingUpstream();
    const { gateway, exchanges, problems } = await serve(
      onRequest(replaces("request")),
      upstream.url,
    );
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc");
    await expect.poll(() => gateway.open).toBe(1);
    socket.destroy();
    await expect.poll(() => gateway.open).toBe(0);
    expect([exchanges, problems, upstream.received]).toEqual([[], [], []]);
    expect((await ask(gateway.url, { method: "POST", body: "a" })).status).toBe(200);
  });

  test("streams where no action asks for it", async () => {
    const upstream = await upstreamOf((request, response) => {
      // It answers before it has got all of the request.
      request.once("data", (data: Buffer) => response.end(data));
    });
    const never = { expressions: ["req.method == 'PUT'"], actions: [replaces("request")] };
    const { gateway } = await serve({ on_http_request: [never] }, upstream);
    const head = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\nconnection: close\r\n\r\n";
    expect(await sendRaw(gateway.url, `${head}aa`)).toMatch(/aa\r\n0\r\n\r\n$|\r\n\r\naa$/);
  });
});

describe("the body of a response", () => {
  test("reaches the client as the policy made it, with its length, and trailers stay", async () => {
    const upstream = await upstreamOf((request, response) => {
      if (request.url === "/length") response.writeHead(200, { "content-length": "3" }).end("a a");
      else {
        response.writeHead(200, { trailer: "x-sum" });
        response.addTrailers({ "x-sum": "1" });
        response.end("a a");
      }
    });
    const policy = onResponse(replaces("response", "a", "é"));
    const { gateway, exchanges } = await serve(policy, upstream);
    const whole = await ask(`${gateway.url}/length`);
    expect([whole.body.toString(), whole.headers["content-length"]]).toEqual(["é é", "5"]);
    const chunked = await ask(gateway.url);
    expect([chunked.body.toString(), chunked.headers["content-length"]]).toEqual([
      "é é",
      undefined,
    ]);
    expect(chunked.trailers).toEqual({ "x-sum": "1" });
    expect(exchanges[0]?.exchange.response?.body).toBe("a a");
    expect(simulatedAgain(exchanges[0])).toEqual(exchanges[0]?.outcome);
  });

  test("that is too large goes on as it is", async () => {
    const large = "a".repeat(300_001);
    const upstream = await upstreamOf((request, response) => {
      if (request.url === "/length") response.setHeader("content-length", large.length);
      else response.write("");
      response.end(large);
    });
    const limits = { bodySize: 100_000 };
    const { gateway, exchanges } = await serve(onResponse(replaces("response")), upstream, {
      limits,
    });
    for (const path of ["/", "/length"]) {
      expect((await ask(gateway.url + path)).body.toString()).toBe(large);
    }
    expect(exchanges.map(({ outcome }) => outcome.notSimulated.length)).toEqual([1, 1]);
  });

  test("of a policy that answers is replaced, too, and compressed at last", async () => {
    const upstream = await recordingUpstream();
    const answer = { type: "custom-response", config: { status_code: 200, body: "an answer" } };
    const compress = { type: "compress-response", config: { algorithms: ["gzip"] } };
    const policy = { ...onRequest(answer), ...onResponse(replaces("response"), compress) };
    const { gateway } = await serve(policy, upstream.url);
    const got = await ask(gateway.url, { headers: { "accept-encoding": "gzip" } });
    expect(gunzipSync(got.body).toString()).toBe("bn bnswer");
    expect(upstream.received).toEqual([]);
  });

  test("that the upstream has compressed is not looked into", async () => {
    const upstream = await upstreamOf((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a a"));
    });
    const { gateway, exchanges } = await serve(onResponse(replaces("response")), upstream);
    expect(gunzipSync((await ask(gateway.url)).body).toString()).toBe("a a");
    expect(exchanges[0]?.outcome.notSimulated[0]?.message).toMatch(/^The body is not plain text/);
  });

  test("that breaks off while it is read is answered with 502", async () => {
    const upstream = await upstreamOf((_request, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("abc", () => response.destroy());
    });
    const { gateway, problems } = await serve(onResponse(replaces("response")), upstream);
    expect((await ask(gateway.url)).status).toBe(502);
    expect(problems).toEqual([expect.stringContaining("The response was interrupted.")]);
  });

  test("of an upstream that is slow does not hold up others, and HEAD has none", async () => {
    const upstream = await upstreamOf((request, response) => {
      response.writeHead(200, { "content-length": "3" });
      if (request.url !== "/slow") response.end("a a");
      else response.write("a");
    });
    const { gateway } = await serve(onResponse(replaces("response")), upstream);
    const slow = ask(`${gateway.url}/slow`).catch(() => "broken off");
    expect((await ask(gateway.url)).body.toString()).toBe("b b");
    const head = await ask(gateway.url, { method: "HEAD" });
    expect([head.status, head.headers["content-length"]]).toEqual([200, "3"]);
    await gateway.close({ now: true });
    expect(await slow).toBe("broken off");
  });
});
