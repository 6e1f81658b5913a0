/** What a policy is applied to: `http` on an HTTPS route, `tcp` on a TCP edge. */
export type Protocol = (typeof protocols)[number];

/** All protocols of the catalogue. */
export const protocols = ["http", "tcp", "tls"] as const;
