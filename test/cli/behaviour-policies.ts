const office = "inCidrRange(conn.client_ip, '10.0.0.0/8')";

const refuse = { type: "deny", config: { status_code: 403 } };

const keepOut = {
  name: "Admin",
  expressions: ["req.url.path.startsWith('/admin')", `!${office}`],
  actions: [refuse],
};

const tag = {
  name: "Tag",
  actions: [{ type: "add-headers", config: { headers: { "x-tag": "1" } } }],
};

/** A policy that keeps everybody but the office out of a part of a site. */
export const admin = { inbound: [keepOut, tag] } as const;

/** The same in other words. */
export const rewritten = {
  inbound: [
    tag,
    {
      name: "Admin area",
      expressions: [`!(!req.url.path.startsWith('/admin') || ${office})`],
      actions: [refuse],
    },
  ],
} as const;

/** Almost the same: `/admin` itself is no longer kept. */
export const mistaken = {
  inbound: [{ ...keepOut, expressions: ["req.url.path.matches('^/admin/')", `!${office}`] }, tag],
} as const;
