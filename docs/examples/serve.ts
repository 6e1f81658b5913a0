import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startGateway } from "@traffic-policy/gateway";
import { compilePolicy } from "@traffic-policy/policy-engine";

const upstream = createServer((request, response) => response.end(`upstream: ${request.url}`));
await new Promise<void>((ready) => void upstream.listen(0, "127.0.0.1", ready));
const { port } = upstream.address() as AddressInfo;

const gateway = await startGateway({
  policy: await compilePolicy({
    on_http_request: [
      {
        name: "Old API",
        expressions: ["req.url.path.startsWith('/v1/')"],
        actions: [{ type: "url-rewrite", config: { from: "/v1/", to: "/v2/" } }],
      },
      {
        name: "Not from everywhere",
        expressions: ["conn.geo.country_code == 'BR'", "req.method == 'POST'"],
        actions: [{ type: "deny", config: { status_code: 451 } }],
      },
    ],
  }),
  upstream: `http://127.0.0.1:${port}`,
  connection: { geo: { countryCode: "BR" } },
  onExchange: ({ status, outcome }) => {
    console.log(status, outcome.result, outcome.matched.map(({ name }) => name).join(", "));
  },
});

const answer = await fetch(`${gateway.url}/v1/orders`);
console.log(await answer.text());
const refused = await fetch(`${gateway.url}/v1/orders`, { method: "POST" });
console.log(refused.status);

await gateway.close({ now: true });
upstream.close();
upstream.closeAllConnections();
