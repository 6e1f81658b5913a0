import {
  InvalidConfiguration,
  ProxyFailed,
  proxyFrom,
  type Client,
  type ClientOptions,
} from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { connectProxy, type ConnectProxy } from "../connect-proxy.ts";
import { expectNoKey } from "./api-key.ts";
import { failing } from "./failing.ts";
import { clientOf, nobody, onSocket } from "./local-service.ts";

const baseUrl = "https://api.example:8443";

function throughProxy(proxy: string, options: Partial<ClientOptions> = {}): Client {
  return clientOf(baseUrl, { proxy, timeouts: { connect: 500 }, ...options });
}

/** The error of a change through a proxy, which is told in one sentence and without its password. */
async function failureOf(proxy: string): Promise<ProxyFailed> {
  const change = throughProxy(proxy).tcpEdges.update("edge_1", {});
  const error = await failing(ProxyFailed, change);
  expect(error).toMatchObject({ name: "ProxyFailed", effect: "none", help: expect.any(String) });
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expectNoKey(error);
  expect(JSON.stringify(error) + error.stack).not.toContain("hunter2");
  return error;
}

function expectNothingSent({ requests }: ConnectProxy): void {
  expect(requests.length).toBeGreaterThan(0);
  for (const { method, url, headers } of requests) {
    expect({ method, url }).toEqual({ method: "CONNECT", url: "api.example:8443" });
    expect(headers).not.toHaveProperty("authorization");
  }
}

describe("a proxy", () => {
  test.each([
    [
      "407 Proxy Authentication Required",
      "",
      /^The proxy ORIGIN requires a user name and a password \(407\)\.$/,
    ],
    [
      "407 Proxy Authentication Required",
      "me:hunter2@",
      /^The proxy ORIGIN refused the user name and the password \(407\)\.$/,
    ],
    ["403 Forbidden", "", /^The proxy ORIGIN refused to connect to api\.example:8443 \(403\)\.$/],
    [
      "302 Found",
      "me:hunter2@",
      /^The proxy ORIGIN refused to connect to api\.example:8443 \(302\)\.$/,
    ],
    [
      "502 Bad Gateway",
      "me:hunter2@",
      /^The proxy ORIGIN could not connect to api\.example:8443 \(502\)\.$/,
    ],
  ])("that answers %s is told of", async (status, user, message) => {
    const proxy = await connectProxy(() => status);
    const error = await failureOf(proxy.origin.replace("//", `//${user}`));
    expect(error.message.replace(proxy.origin, "ORIGIN")).toMatch(message);
    expect(error.transient).toBe(status.startsWith("502"));
    expectNothingSent(proxy);
  });

  test("is told the user name and the password that its URL has", async () => {
    const proxy = await connectProxy(() => "403 Forbidden");
    await failureOf(proxy.origin.replace("//", "//m%40e:hunter2@"));
    expect(proxy.requests[0]?.headers["proxy-authorization"]).toBe(
      `Basic ${Buffer.from("m@e:hunter2").toString("base64")}`,
    );
  });

  test("that is not there is told of", async () => {
    const origin = await nobody();
    const error = await failureOf(origin.replace("//", "//me:hunter2@"));
    expect(error.message).toBe(`Could not connect to the proxy ${origin}: connection refused.`);
  });

  test("that closes the connection is told of, and asked once", async () => {
    const proxy = await connectProxy((_request, socket) => void socket.destroy());
    const error = await failureOf(proxy.origin);
    expect(error.message).toBe(
      `Could not connect to the proxy ${proxy.origin}: connection closed.`,
    );
    expect(proxy.requests).toHaveLength(1);
  });

  test("that says nothing is told of after the time for connecting", async () => {
    const proxy = await connectProxy(() => undefined);
    const error = await failureOf(proxy.origin);
    expect(error.message).toBe(
      `The proxy ${proxy.origin} did not open a connection within 0.5 seconds.`,
    );
    expect(error.transient).toBe(true);
  });

  test.each(["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 000 None\r\n\r\n"])(
    "that is none is told of: %j",
    async (greeting) => {
      const { baseUrl: origin } = await onSocket((socket) => {
        socket.once("data", () => socket.end(greeting));
      });
      const error = await failureOf(origin);
      expect(error.message).toBe(`The server at ${origin} is not a proxy.`);
    },
  );

  test("that failed is asked again like the service, and then once for each attempt", async () => {
    const proxy = await connectProxy(() => "503 Service Unavailable");
    const client = throughProxy(proxy.origin, { retries: { attempts: 3, firstDelay: 1 } });
    const error = await failing(ProxyFailed, client.tcpEdges.create({}));
    expect(error.attempts).toBe(3);
    expect(proxy.requests).toHaveLength(3);
  });

  test("is named by the client without its password", async () => {
    const client = throughProxy("http://me:hunter2@proxy.example:3128");
    expect(client.proxy).toBe("http://proxy.example:3128");
    expect(clientOf(baseUrl).proxy).toBeUndefined();
  });
});

test.each([
  ["", "is not an http: or https: URL"],
  ["proxy.example", "is not an http: or https: URL"],
  ["socks5://proxy.example", "is not an http: or https: URL"],
  ["http://me:hunter2%ff@proxy.example", "is not an http: or https: URL"],
  ["http://me:hunter2@proxy.example:99999", "is not an http: or https: URL"],
])("%j is no proxy", (proxy, sentence) => {
  const make = (): unknown => clientOf(baseUrl, { proxy });
  expect(make).toThrow(InvalidConfiguration);
  expect(make).toThrow(`The URL of the proxy ${sentence}.`);
});

test("a proxy that could read the key is refused", () => {
  expect(() => clientOf("http://127.0.0.1:1", { proxy: "http://proxy.example" })).toThrow(
    "The proxy could read the API key, because the base URL is not an https: URL.",
  );
});

describe("the variables of an environment", () => {
  const service = "https://api.example";
  const set = { HTTPS_PROXY: "http://proxy.example:3128" };
  test.each([
    ["none", {}, service, undefined],
    ["HTTPS_PROXY", set, service, "http://proxy.example:3128"],
    ["https_proxy", { https_proxy: "http://a" }, service, "http://a"],
    ["both: small letters count", { ...set, https_proxy: "http://a" }, service, "http://a"],
    [
      "both, and the one in small letters is empty",
      { ...set, https_proxy: "" },
      service,
      undefined,
    ],
    [
      "one without a scheme",
      { HTTPS_PROXY: "proxy.example:3128" },
      service,
      "http://proxy.example:3128",
    ],
    [
      "HTTP_PROXY, which is for other URLs",
      { HTTP_PROXY: "http://a", http_proxy: "http://a" },
      service,
      undefined,
    ],
    ["HTTPS_PROXY, and this machine", set, "https://localhost:1", undefined],
    ["HTTPS_PROXY, and this machine by its address", set, "https://127.1.2.3", undefined],
    ["HTTPS_PROXY, and this machine by its IPv6 address", set, "https://[::1]", undefined],
    [
      "all, and the emulator",
      { ...set, HTTP_PROXY: "http://a" },
      "http://127.0.0.1:4040",
      undefined,
    ],
    ["HTTPS_PROXY, and no URL", set, "api.example", undefined],
  ])("%s", (_what, variables, url, proxy) => {
    expect(proxyFrom(variables, url)).toBe(proxy);
  });

  test.each([
    ["*", service, true],
    ["api.example", service, true],
    ["API.Example", service, true],
    ["example", service, true],
    [".example", service, true],
    ["*.example", service, true],
    ["other, api.example", service, true],
    ["other api.example", service, true],
    ["api.example:443", service, true],
    ["api.example:8443", service, false],
    ["api.example:8443", "https://api.example:8443", true],
    ["pi.example", service, false],
    ["api.example.com", service, false],
    ["", service, false],
    [",", service, false],
    [".", service, false],
    ["192.0.2.0/24", "https://192.0.2.7", true],
    ["192.0.2.0/24", "https://192.0.3.7", false],
    ["192.0.2.7", "https://192.0.2.7", true],
    ["2", "https://192.0.2.2", false],
    ["2001:db8::/32", "https://[2001:db8::1]", true],
    ["2001:db8::1", "https://[2001:db8::1]", true],
    ["[2001:db8::1]", "https://[2001:db8::1]", true],
    ["[2001:db8::1]:443", "https://[2001:db8::1]", true],
    ["[2001:db8::1]:8443", "https://[2001:db8::1]", false],
  ])("NO_PROXY %j for %s: %s", (entries, url, isNamed) => {
    const expected = isNamed ? undefined : set.HTTPS_PROXY;
    expect(proxyFrom({ ...set, NO_PROXY: entries }, url)).toBe(expected);
    expect(proxyFrom({ ...set, no_proxy: entries, NO_PROXY: "*" }, url)).toBe(expected);
  });
});
