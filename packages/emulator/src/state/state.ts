import { Collection } from "./collection.ts";
import type { StoredEdge, StoredEndpoint, StoredRoutePolicy } from "./records.ts";

/** Everything the emulator knows. Its records never change; a change puts new ones in their place. */
export class State {
  /** The number in the identifier that was given out last. */
  lastTcpEdge = 0;
  lastEndpoint = 0;
  tcpEdges = new Collection<StoredEdge>();
  endpoints = new Collection<StoredEndpoint>();
  /** By `routeKey`. */
  routePolicies = new Map<string, StoredRoutePolicy>();

  /** The same state; changes of one of the two are not seen in the other. */
  copy(): State {
    const copy = new State();
    copy.lastTcpEdge = this.lastTcpEdge;
    copy.lastEndpoint = this.lastEndpoint;
    copy.tcpEdges = this.tcpEdges.copy();
    copy.endpoints = this.endpoints.copy();
    copy.routePolicies = new Map(this.routePolicies);
    return copy;
  }
}

/** What tells a route apart from all others. */
export function routeKey({ edge, route }: { edge: string; route: string }): string {
  return JSON.stringify([edge, route]);
}

/** A TCP edge with nothing but an identifier. */
export function newEdge(id: string): StoredEdge {
  const now = new Date().toISOString();
  return {
    id,
    created_at: now,
    updated_at: now,
    hostports: null,
    backend: null,
    ip_restriction: null,
    traffic_policy: null,
  };
}
