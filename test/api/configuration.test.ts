import { inspect } from "node:util";
import { createClient, InvalidConfiguration, type ClientOptions } from "@traffic-policy/api";
import { describe, expect, test } from "vitest";
import { apiKey, expectNoKey } from "./api-key.ts";
import { answering, clientOf } from "./local-service.ts";

const service = "https://api.example.com";

function refused(options: ClientOptions): InvalidConfiguration {
  let thrown: unknown;
  try {
    createClient(options);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(InvalidConfiguration);
  expectNoKey(thrown);
  return thrown as InvalidConfiguration;
}

describe("base URL", () => {
  test.each([
    service,
    "https://api.example.com:8443/v1/",
    "http://localhost:4040",
    "http://127.0.0.1",
    "http://127.200.3.4:1/x",
    "http://[::1]:4040/",
  ])("%s is taken", async (baseUrl) => {
    const client = createClient({ baseUrl, apiKey });
    expect(await client.close()).toBeUndefined();
  });

  test.each([
    ["", /not an https: URL/],
    ["api.example.com", /not an https: URL/],
    ["ftp://api.example.com", /not an https: URL/],
    ["http://api.example.com", /unencrypted/],
    ["http://127.0.0.1.example.com", /unencrypted/],
    ["http://localhost.example.com", /unencrypted/],
    ["http://128.0.0.1", /unencrypted/],
    ["http://[::2]", /unencrypted/],
    ["https://api.example.com?x=1", /query/],
    ["https://api.example.com#x", /fragment/],
  ])("%j is refused", (baseUrl, message) => {
    expect(refused({ baseUrl, apiKey }).message).toMatch(message);
  });

  test("credentials in it are refused and not repeated", () => {
    const error = refused({ baseUrl: `https://user:${apiKey}@api.example.com`, apiKey: "other" });
    expect(error.message).toMatch(/user name or a password/);
  });

  test("a key in its place is not repeated", () => {
    expect(refused({ baseUrl: apiKey, apiKey: service }).help).toMatch(/whole URL/);
  });

  test.each(["", "/", "/v1", "/v1/", "/v1/a%2Fb//"])("a path %j is kept", async (path) => {
    const { baseUrl, received } = await answering((response) => void response.end("{}"));
    await clientOf(baseUrl + path)
      .tcpEdges.get("edge_1")
      .catch(() => undefined);
    expect(received.map(({ url }) => url)).toEqual([
      `${path.replace(/\/+$/, "")}/edges/tcp/edge_1`,
    ]);
  });
});

describe("API key", () => {
  test.each(["", " "])("%j is refused", (key) => {
    expect(refused({ baseUrl: service, apiKey: key }).message).toMatch(/^The API key/);
  });

  test.each(["\n", " ", "\u0000", "é", "\u2028"])("a key with %j at its end is refused", (end) => {
    expect(refused({ baseUrl: service, apiKey: apiKey + end }).message).toMatch(/^The API key/);
  });

  test.each([
    ["host", `https://${apiKey}.example.com`],
    ["path", `https://api.example.com/${apiKey}/v1`],
    ["path on this machine", `http://127.0.0.1/${encodeURIComponent(apiKey)}`],
  ])("a base URL with it in its %s is refused", (_where, baseUrl) => {
    expect(refused({ baseUrl, apiKey }).message).toBe("The base URL holds the API key.");
  });

  test("a version header with it is refused", () => {
    for (const versionHeader of [
      { name: "Version", value: apiKey },
      { name: apiKey, value: "2" },
    ]) {
      const { message } = refused({ baseUrl: service, apiKey, versionHeader });
      expect(message).toBe("The version header holds the API key.");
    }
  });

  test("a key that is too short to be hidden is taken on this machine only", async () => {
    const { message } = refused({ baseUrl: service, apiKey: "7chars-" });
    expect(message).toBe("The API key has fewer than 8 characters.");
    for (const options of [
      { baseUrl: service, apiKey: "8chars--" },
      { baseUrl: "http://localhost:4040", apiKey: "any" },
    ])
      expect(await createClient(options).close()).toBeUndefined();
  });

  test("no print of the client shows it", () => {
    const client = createClient({ baseUrl: service, apiKey });
    expectNoKey(client);
    expect(inspect(client)).toMatch(/tcpEdges/);
  });
});

describe("version header", () => {
  test("is Service-Version: 2 unless said otherwise", async () => {
    const { baseUrl, received } = await answering((response) => void response.end("{}"));
    await clientOf(baseUrl)
      .tcpEdges.get("edge_1")
      .catch(() => undefined);
    expect(received[0]?.headers).toMatchObject({
      "service-version": "2",
      authorization: `Bearer ${apiKey}`,
    });
  });

  test("may have another name and value", async () => {
    const { baseUrl, received } = await answering((response) => void response.end("{}"));
    const versionHeader = { name: "Other-Version", value: "7" };
    const client = createClient({ baseUrl, apiKey, versionHeader });
    await client.tcpEdges.get("edge_1").catch(() => undefined);
    await client.close();
    expect(received[0]?.headers["other-version"]).toBe("7");
    expect(received[0]?.headers["service-version"]).toBeUndefined();
  });

  test.each([
    { name: "", value: "2" },
    { name: "Bad Name", value: "2" },
    { name: "Authorization", value: "2" },
    { name: "content-length", value: "2" },
    { name: "Service-Version", value: "" },
    { name: "Service-Version", value: "2\r\nX: y" },
  ])("$name: $value is refused", (versionHeader) => {
    expect(refused({ baseUrl: service, apiKey, versionHeader }).message).toMatch(/version header/);
  });
});

describe("numbers", () => {
  test("one that is undefined is the default", async () => {
    const { baseUrl, received } = await answering((response) => {
      response.writeHead(503).end();
    });
    const unsaid = { attempts: undefined, longestDelay: undefined } as unknown as object;
    const timeouts = { total: undefined } as unknown as object;
    const retries = { ...unsaid, firstDelay: 1 };
    const client = clientOf(baseUrl, { retries, timeouts });
    await expect(client.tcpEdges.get("edge_1")).rejects.toMatchObject({ attempts: 4 });
    expect(received).toHaveLength(4);
  });

  test.each([0, -1, Number.NaN, Infinity, 2 ** 31])("a timeout of %d is refused", (total) => {
    const error = refused({ baseUrl: service, apiKey, timeouts: { total } });
    expect(error.message).toBe('The timeout "total" is not between 1 and 2147483647 milliseconds.');
  });

  test.each([
    [{ timeouts: { connect: 0 } }, /"connect"/],
    [{ timeouts: { headers: 0 } }, /"headers"/],
    [{ timeouts: { body: 0 } }, /"body"/],
    [{ retries: { attempts: 0 } }, /"attempts"/],
    [{ retries: { firstDelay: -1 } }, /"firstDelay"/],
    [{ retries: { longestDelay: Number.NaN } }, /"longestDelay"/],
    [{ requestsPerMinute: 0 }, /"requestsPerMinute" is not at least 1 requests/],
    [{ connections: 0 }, /"connections"/],
    [{ largestAnswer: 0 }, /"largestAnswer"/],
    [{ timeouts: { total: "5" as unknown as number } }, /"total"/],
  ])("%j is refused", (options, message) => {
    expect(refused({ baseUrl: service, apiKey, ...options }).message).toMatch(message);
  });
});
