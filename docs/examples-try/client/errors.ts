import { createClient, NotFound, RateLimited, ServiceError } from "@traffic-policy/api";

const client = createClient({
  baseUrl: process.env["TRAFFIC_POLICY_BASE_URL"] ?? "https://api.example.com",
  apiKey: process.env["TRAFFIC_POLICY_API_KEY"] ?? "",
});

try {
  await client.tcpEdges.update("edge_9", { metadata: "x" });
} catch (error) {
  if (error instanceof NotFound) {
    console.log(error.message); // The service does not know /edges/tcp/edge_9 (404).
    console.log(error.operation, error.attempts, error.effect); // update TCP edge 1 none
  } else if (error instanceof RateLimited) {
    console.log("Wait for", error.retryAfter, "ms.");
  } else if (error instanceof ServiceError) {
    console.log(error.message, error.help);
  } else {
    throw error;
  }
}

await client.close();
