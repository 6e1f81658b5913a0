import { expect } from "vitest";
import { projectOf, type Project } from "./project.ts";

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

const route = { kind: "https-route", edge: "edge_1", policy: "./web.json" };

/** Two routes, each with a policy of its own. */
export const twoRoutes = {
  shop: { ...route, route: "route_1" },
  wiki: { ...route, route: "route_2", policy: "./wiki.json" },
};

/** Two routes that hold a policy, and files with others where they are given. */
export async function deployed(shop: object = admin, wiki: object = admin): Promise<Project> {
  const project = projectOf({
    "traffic-policy.config.json": { service: "emulator", targets: twoRoutes },
    "web.json": admin,
    "wiki.json": admin,
  });
  expect(await project.run("deploy", "--yes")).toMatchObject({ status: 0 });
  project.write("web.json", shop);
  project.write("wiki.json", wiki);
  return project;
}
