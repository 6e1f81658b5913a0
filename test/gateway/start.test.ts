import { compilePolicy } from "@traffic-policy/policy-engine";
import { startGateway, type GatewayOptions } from "@traffic-policy/gateway";
import { describe, expect, test } from "vitest";
import { ask, recordingUpstream, serve } from "./world.ts";

async function refusal(options: Partial<GatewayOptions>, protocol: "http" | "tcp" = "http") {
  const policy = await compilePolicy({}, { protocol });
  const started = startGateway({ policy, upstream: "http://127.0.0.1:9", ...options });
  return started.then(
    async (gateway) => {
      await gateway.close();
      return "started";
    },
    (error: Error) => error.message,
  );
}

describe("listens on loopback only", () => {
  test.each(["127.0.0.1", "127.0.0.2", "localhost"])("%s is taken", async (host) => {
    expect(await refusal({ host })).toBe("started");
  });

  test.each(["0.0.0.0", "::", "192.0.2.1", "::ffff:192.0.2.1", "no.such.invalid", ""])(
    '"%s" is refused',
    async (host) => {
      expect(await refusal({ host })).toBe(
        `The gateway does not listen on "${host}", which is not a loopback address.`,
      );
    },
  );
});

describe("refuses an upstream that cannot be one", () => {
  test.each([
    "localhost:3000",
    "ftp://a",
    "http://a/path",
    "http://a?b",
    "http://u:p@a",
    "tcp://a:1",
    "",
  ])('"%s" for http', async (upstream) => {
    expect(await refusal({ upstream })).toBe(
      `"${upstream}" cannot be the upstream of a policy for http.`,
    );
  });

  test.each(["http://a", "tcp://a", "tcp://a:0", "tcp://:1"])('"%s" for tcp', async (upstream) => {
    expect(await refusal({ upstream }, "tcp")).toBe(
      `"${upstream}" cannot be the upstream of a policy for tcp.`,
    );
  });
});

test("refuses a URL that is none for the protocol, and a port that is none", async () => {
  expect(await refusal({ url: "tcp://a:1" })).toBe(
    '"tcp://a:1" cannot be the URL of an endpoint for http.',
  );
  expect(await refusal({ port: 70_000 })).toBe('"70000" is not a port.');
});

test("refuses a port that is in use", async () => {
  const { url } = await recordingUpstream();
  const port = Number(new URL(url).port);
  expect(await refusal({ port })).toBe(`The port ${port} is already in use.`);
});

describe("refuses an upstream that is the gateway itself, and no other one of the same port", () => {
  /** A port that nobody listens on. */
  async function freePort(): Promise<number> {
    const { gateway } = await serve({}, "http://127.0.0.1:9");
    await gateway.close();
    return Number(new URL(gateway.url).port);
  }

  test.each<[host: string, upstream: string, protocol?: "tcp"]>([
    ["127.0.0.1", "http://127.0.0.1"],
    ["127.0.0.1", "http://localhost"],
    ["127.0.0.1", "http://127.1"],
    ["127.0.0.1", "tcp://127.1", "tcp"],
    // As connecting to it does.
    ["127.0.0.1", "http://0.0.0.0"],
    ["127.0.0.1", "http://[::ffff:127.0.0.1]"],
    ["127.0.0.2", "http://127.0.0.2"],
  ])("on %s, %s is refused", async (host, upstream, protocol) => {
    const port = await freePort();
    expect(await refusal({ host, port, upstream: `${upstream}:${port}` }, protocol)).toBe(
      `The upstream is the gateway itself: both have the port ${port}.`,
    );
  });

  test.each([
    ["127.0.0.1", "http://127.0.0.2"],
    ["127.0.0.1", "http://[::1]"],
    ["127.0.0.1", "http://no.such.invalid"],
    ["127.0.0.2", "http://localhost"],
    ["127.0.0.2", "http://0.0.0.0"],
  ])("on %s, %s is taken", async (host, upstream) => {
    const port = await freePort();
    expect(await refusal({ host, port, upstream: `${upstream}:${port}` })).toBe("started");
  });

  test("one on another address is asked", async () => {
    const { url } = await recordingUpstream();
    const port = Number(new URL(url).port);
    const { gateway } = await serve({}, url, { host: "127.0.0.2", port });
    expect((await ask(gateway.url)).body.toString()).toBe("upstream");
  });
});

test("closing waits for the response that is under way, and takes no further request", async () => {
  let answer = (): void => {};
  const { url, received } = await recordingUpstream((_request, response) => {
    answer = () => response.end("late");
  });
  const { gateway } = await serve({}, url);
  const asked = ask(gateway.url);
  await expect.poll(() => received.length).toBe(1);
  const closing = gateway.close();
  await expect(ask(gateway.url)).rejects.toThrow("ECONNREFUSED");
  expect(gateway.open).toBe(1);
  answer();
  expect((await asked).body.toString()).toBe("late");
  await closing;
  expect(gateway.open).toBe(0);
});
