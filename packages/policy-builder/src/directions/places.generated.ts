// Generated from the catalogue's places by "pnpm generate"; do not edit.
import { directionsDialect } from "@traffic-policy/policy-language";
import type { Vocabulary } from "../places.ts";

declare module "../restriction.ts" {
  interface Restrictions {
    HTTP: never;
    "HTTP inbound": never;
    "HTTP or TLS": never;
    "HTTP outbound": never;
    "TCP inbound": never;
    "TCP outbound": never;
    TLS: never;
    "TLS inbound": never;
    "TLS outbound": never;
    inbound: never;
  }
}

/** What inbound rules of a policy for http may use. */
type HttpInbound = "HTTP" | "HTTP inbound" | "HTTP or TLS" | "inbound";

/** What outbound rules of a policy for http may use. */
type HttpOutbound = "HTTP" | "HTTP or TLS" | "HTTP outbound";

/** What inbound rules of a policy for tcp may use. */
type TcpInbound = "TCP inbound" | "inbound";

/** What outbound rules of a policy for tcp may use. */
type TcpOutbound = "TCP outbound";

/** What inbound rules of a policy for tls may use. */
type TlsInbound = "HTTP or TLS" | "TLS" | "TLS inbound" | "inbound";

/** What outbound rules of a policy for tls may use. */
type TlsOutbound = "HTTP or TLS" | "TLS" | "TLS outbound";

/** What the rules of a policy may use, by protocol and section. */
export interface Allowed {
  http: { inbound: HttpInbound; outbound: HttpOutbound };
  tcp: { inbound: TcpInbound; outbound: TcpOutbound };
  tls: { inbound: TlsInbound; outbound: TlsOutbound };
}

/** The dialect, and the bit of each of its places. */
export const directions: Vocabulary = {
  dialect: directionsDialect,
  bits: {
    http: { inbound: 1, outbound: 2 },
    tcp: { inbound: 4, outbound: 8 },
    tls: { inbound: 16, outbound: 32 },
  },
};
