const office = "inCidrRange(conn.client_ip, '10.0.0.0/8')";

const refuse = { type: "deny", config: { status_code: 403 } };

/** A policy that keeps everybody but the office out of a part of a site. */
export const admin = {
  inbound: [
    {
      name: "Admin",
      expressions: ["req.url.path.startsWith('/admin')", `!${office}`],
      actions: [refuse],
    },
    { name: "Tag", actions: [{ type: "add-headers", config: { headers: { "x-tag": "1" } } }] },
  ],
};

/** The same in other words. */
export const rewritten = {
  inbound: [
    admin.inbound[1],
    {
      name: "Admin area",
      expressions: [`!(!req.url.path.startsWith('/admin') || ${office})`],
      actions: [refuse],
    },
  ],
};

/** Almost the same: `/admin` itself is no longer kept. */
export const mistaken = {
  inbound: [
    { ...admin.inbound[0], expressions: ["req.url.path.matches('^/admin/')", `!${office}`] },
    admin.inbound[1],
  ],
};
