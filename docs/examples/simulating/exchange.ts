import type { Exchange } from "@traffic-policy/policy-engine";

export const exchange: Exchange = {
  time: "2024-05-01T10:00:00Z",
  connection: {
    clientIp: "192.0.2.7",
    geo: { countryCode: "NO" },
    tls: { version: "1.3", client: { subject: { commonName: "device-7" } } },
  },
  request: {
    method: "POST",
    url: "https://example.com/orders",
    headers: { "content-type": "application/json", "x-many": ["1", "2"] },
    cookies: { session: "abc" },
    body: "{}",
  },
  response: { status: 200, headers: { "cache-control": "no-store" }, bodySize: 1200 },
};
