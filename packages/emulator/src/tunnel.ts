import type { State } from "./state/state.ts";

const usualPorts: Readonly<Record<string, string>> = { http: "80", https: "443", tls: "443" };

/** A tunnel as it was asked for: what its endpoint serves. */
export interface Tunnel {
  readonly proto: string;
  readonly hostport: string;
  readonly publicUrl: string;
}

/**
 * Reads the URL of a tunnel.
 *
 * @throws Error when it is not one of `http:`, `https:`, `tls:` or `tcp:` with a host
 */
export function parseTunnel(url: string): Tunnel {
  const [, proto = "", host = "", given] =
    /^(https?|tls|tcp):\/\/(\[[\da-f:.]+\]|[^\s/:?#@[\]]+)(?::(\d{1,5}))?$/i.exec(url) ?? [];
  const port = given ?? usualPorts[proto.toLowerCase()];
  if (host === "" || port === undefined || Number(port) > 65_535) {
    throw new Error(
      `The tunnel "${url}" is not a URL like https://demo.example or tcp://a.example:22.`,
    );
  }
  return { proto: proto.toLowerCase(), hostport: `${host}:${port}`, publicUrl: url };
}

/** Adds the endpoint of each tunnel. */
export function addTunnels(state: State, tunnels: readonly Tunnel[]): void {
  for (const [index, { proto, hostport, publicUrl }] of tunnels.entries()) {
    state.lastEndpoint += 1;
    state.endpoints.add({
      id: `ep_${state.lastEndpoint}`,
      created_at: new Date().toISOString(),
      hostport,
      tunnel: `tn_${index + 1}`,
      proto,
      public_url: publicUrl,
    });
  }
}
