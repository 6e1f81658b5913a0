import { createClient } from "@traffic-policy/api";

const client = createClient({
  baseUrl: process.env["TRAFFIC_POLICY_BASE_URL"] ?? "https://api.example.com",
  apiKey: process.env["TRAFFIC_POLICY_API_KEY"] ?? "",
  timeouts: { connect: 5000, headers: 20_000, body: 20_000, total: 60_000 },
  retries: { attempts: 5, firstDelay: 100, longestDelay: 5000 },
  requestsPerMinute: 60,
  onEvent: ({ kind, operation }) => {
    console.log(kind, operation); // retry get TCP edge
  },
});

const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());

const { id } = await client.tcpEdges.get("edge_1", { signal: interrupted.signal });
console.log(id); // edge_1

await client.close();
