/**
 * What holds for an exchange that does not say otherwise. Addresses are from the blocks that RFC
 * 5737 sets aside for documentation, so that no rule about a real network takes them for its own.
 */
export const defaults = {
  connection: {
    clientIp: "198.51.100.1",
    clientPort: 50_000,
    serverIp: "198.51.100.2",
    bytesIn: 0,
    bytesOut: 0,
  },
  /** The address of no country: nothing is known of where it is. */
  geo: "",
  tls: { version: "1.3", cipherSuite: "TLS_AES_128_GCM_SHA256" },
  certificate: { serialNumber: "", signatureAlgorithm: "" },
  endpoint: { id: "ep_0" },
  request: { method: "GET", scheme: "https", host: "example.com", version: "HTTP/1.1" },
  response: { status: 200 },
} as const;

/** The ports of URLs that have none. */
export const defaultPorts: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  tcp: 443,
  tls: 443,
};
