import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import {
  compileSite,
  entriesFor,
  simulateSite,
  type CompiledSite,
  type Exchange,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import { startSiteGateway } from "@traffic-policy/gateway";
import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";
import { aSite, forward, policy, rule } from "../../policy-engine/site/a-site.ts";
import { arbitrarySite, exchangesOfSites } from "../../policy-proof/site/random-sites.ts";
import { howMany, sampled } from "../../seeded.ts";

/** What a client and the server behind an endpoint see of a request. */
interface Seen {
  readonly status: number;
  /** The endpoint whose server answered, with the path and the mark that it got. */
  readonly server?: string;
}

// What is counted differs when requests are sent one after the other.
const sites = sampled(
  arbitrarySite.filter((site) => !JSON.stringify(site).includes("rate-limit")),
  howMany(4, 100),
);

test("serve and simulate agree about what becomes of requests to a site", async () => {
  let count = 0;
  for (const given of sites) {
    const site = await compileSite(aSite(given));
    await withGateways(site, async (ask) => {
      for (const exchange of exchangesOfSites) {
        // Clients here have one address.
        if (exchange.connection?.clientIp !== "10.0.0.1") continue;
        for (const from of entriesFor(site, exchange)) {
          const outcome = simulateSite(site, from, {
            ...exchange,
            connection: { clientIp: "127.0.0.1" },
            response: { headers: { "content-length": "0" } },
          });
          expect(await ask(from, exchange), JSON.stringify({ given, exchange })).toEqual(
            simulated(outcome),
          );
          count += 1;
        }
      }
    });
  }
  expect(count).toBeGreaterThan(100);
});

test("rules of the response run at each endpoint on the way back", async () => {
  const marked = (name: string): object => ({
    type: "add-headers",
    config: { headers: { [name]: "${res.status_code}" } },
  });
  const site = await compileSite(
    aSite({
      "https://one.example": {
        policy: policy(
          [rule([], forward("https://a.internal"))],
          [rule(["'x-inner' in res.headers"], marked("x-outer") as never)],
        ),
      },
      "https://a.internal": {
        server: true,
        policy: policy([], [rule([], marked("x-inner") as never)]),
      },
    }),
  );
  await withGateways(site, async (_ask, headersOf) => {
    const [from] = site.site.endpoints as [SiteEndpoint];
    expect(await headersOf(from)).toMatchObject({ "x-inner": "200", "x-outer": "200" });
  });
});

function simulated({ response, reaches, request }: SiteOutcome): Seen {
  const mark = request?.headers["x-mark"]?.join(", ") ?? "";
  return {
    // A cloud endpoint whose rules do not end has no response of its own.
    status: response?.status ?? 500,
    ...(reaches && { server: `${reaches.name} ${pathOf(request?.url ?? "")} ${mark}`.trim() }),
  };
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/, "");
}

type Ask = (from: SiteEndpoint, exchange: Exchange) => Promise<Seen>;

type HeadersOf = (from: SiteEndpoint) => Promise<object>;

/** Serves a site; each of its servers says which it is. */
async function withGateways(
  site: CompiledSite,
  work: (ask: Ask, headersOf: HeadersOf) => Promise<void>,
): Promise<void> {
  const servers = new Map<SiteEndpoint, string>();
  const closes: (() => void)[] = [];
  for (const endpoint of site.site.endpoints.filter(({ kind }) => kind === "agent")) {
    const server = createServer((request, response) => {
      const mark = request.headers["x-mark"]?.toString() ?? "";
      response.setHeader("x-server", `${endpoint.name} ${request.url ?? ""} ${mark}`.trim());
      response.end();
    });
    await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
    servers.set(endpoint, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    closes.push(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  const gateway = await startSiteGateway({ site, serverOf: (endpoint) => servers.get(endpoint) });
  const responseTo = (from: SiteEndpoint, { request }: Exchange) =>
    new Promise<{ status: number; headers: object }>((settle, fail) => {
      const url = new URL(request?.url ?? "https://one.example/");
      const sent = send(
        `${gateway.entries.get(from) ?? ""}${url.pathname}`,
        {
          method: request?.method ?? "GET",
          headers: { ...(request?.headers as object), host: url.host },
        },
        (response) => {
          response.resume();
          settle({ status: response.statusCode ?? 0, headers: response.headers });
        },
      );
      sent.on("error", fail).end();
    });
  try {
    await work(
      async (from, exchange) => {
        const { status, headers } = await responseTo(from, exchange);
        const server = (headers as Record<string, string | undefined>)["x-server"];
        return { status, ...(server !== undefined && { server }) };
      },
      async (from) => (await responseTo(from, {})).headers,
    );
  } finally {
    await gateway.close({ now: true });
    for (const close of closes) close();
  }
}
