import { hostportOf, parseServedUrl } from "./operations/endpoint-url.ts";
import { newEndpointId, type State } from "./state/state.ts";

export interface Tunnel {
  readonly proto: string;
  readonly hostport: string;
  readonly publicUrl: string;
}

/**
 * Parses the URL of a tunnel.
 *
 * @throws Error unless it is an `http:`, `https:`, `tls:` or `tcp:` URL with a host
 */
export function parseTunnel(url: string): Tunnel {
  const parsed = parseServedUrl(url);
  if (parsed === undefined) {
    throw new Error(
      `The tunnel "${url}" is not a URL like https://demo.example or tcp://a.example:22.`,
    );
  }
  return { proto: parsed.scheme, hostport: hostportOf(parsed), publicUrl: url };
}

export function addTunnels(state: State, tunnels: readonly Tunnel[]): void {
  for (const [index, { proto, hostport, publicUrl }] of tunnels.entries()) {
    state.endpoints.add({
      id: newEndpointId(state),
      created_at: new Date().toISOString(),
      hostport,
      tunnel: `tn_${index + 1}`,
      proto,
      public_url: publicUrl,
    });
  }
}
