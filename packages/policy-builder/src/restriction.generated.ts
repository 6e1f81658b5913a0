// Generated from the catalogue by "pnpm generate"; do not edit.

/** Where something may be used only: one entry of the catalogue, or several. */
export type Restriction =
  | "HTTP"
  | "HTTP inbound"
  | "HTTP or TLS"
  | "HTTP outbound"
  | "TCP inbound"
  | "TCP outbound"
  | "TLS"
  | "TLS inbound"
  | "TLS outbound"
  | "inbound";

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

/** What the rules of a policy may use, by protocol and direction. */
export interface Allowed {
  http: { inbound: HttpInbound; outbound: HttpOutbound };
  tcp: { inbound: TcpInbound; outbound: TcpOutbound };
  tls: { inbound: TlsInbound; outbound: TlsOutbound };
}

/** A set of places, one bit for each direction of each protocol. */
export type PlaceSet = number;

/** The bit of each place. */
export const placeBits = {
  http: { inbound: 1, outbound: 2 },
  tcp: { inbound: 4, outbound: 8 },
  tls: { inbound: 16, outbound: 32 },
} as const;

/** All places. */
export const everywhere: PlaceSet = 63;

/** The places that a restriction leaves. */
export const only: Readonly<Record<Restriction, PlaceSet>> = {
  HTTP: 3,
  "HTTP inbound": 1,
  "HTTP or TLS": 51,
  "HTTP outbound": 2,
  "TCP inbound": 4,
  "TCP outbound": 8,
  TLS: 48,
  "TLS inbound": 16,
  "TLS outbound": 32,
  inbound: 21,
};
