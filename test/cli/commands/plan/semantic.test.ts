import { expect, test } from "vitest";
import { admin, deployed, mistaken, rewritten, twoRoutes } from "../../behaviour-policies.ts";
import { projectOf } from "../../project.ts";

test("a plan says what its changes mean", async () => {
  const { run } = await deployed(rewritten, mistaken);
  const made = await run("plan", "--semantic");
  expect(made).toEqual({
    status: 0,
    out: `Plan for the emulator:
shop  change     https-route edge_1/route_1
  + inbound rule "Admin area" (added)
  - inbound rule "Admin" (removed)
  behaviour: the same for every request (proved)

wiki  change     https-route edge_1/route_2
  ~ inbound rule "Admin", expressions[0]
      stored  "req.url.path.startsWith('/admin')"
                            ^^^^^^^^^^^^
      local   "req.url.path.matches('^/admin/')"
                            ^^^^^^^^^^      ^
  behaviour: not the same for 1 group of requests
    when     req.url.path.startsWith('/admin') && !inCidrRange(conn.client_ip, '10.0.0.0/8') && !req.url.path.matches('^/admin/')
    example  GET https://example.com/admin
    stored   answered with 403 by deny of inbound rule "Admin"
    local    forwarded

2 to change.
`,
    err: "",
  });
  expect((await run("plan")).out).not.toContain("behaviour");
});

test("so does one that was saved, although the meaning is not saved", async () => {
  const { run } = await deployed(rewritten, mistaken);
  const made = await run("plan", "--semantic", "--out", "plan.json");
  expect((await run("plan", "plan.json")).out).not.toContain("behaviour");
  expect(await run("plan", "plan.json", "--semantic")).toMatchObject({ status: 0, out: made.out });
});

test("a comment has the meaning in its table, and the requests in parts that open", async () => {
  const { run } = await deployed(rewritten, mistaken);
  const { out } = await run("plan", "--semantic", "--format", "markdown");
  expect(out).toContain("| 2; behaviour the same for every request (proved) |");
  expect(out).toContain("| 1; behaviour not the same for 1 group of requests |");
  expect(out).toContain(
    "@@ behaviour: not the same for 1 group of requests @@\n  when     req.url",
  );
});

test("other programs get the verdict of each target", async () => {
  const { run } = await deployed(rewritten, mistaken);
  const { out } = await run("plan", "--semantic", "--format", "json");
  const { targets } = JSON.parse(out) as {
    targets: { behaviour: { verdict: string; groups: object[] } }[];
  };
  expect(targets.map(({ behaviour: { verdict } }) => verdict)).toEqual(["same", "different"]);
  expect(targets[1]?.behaviour.groups).toMatchObject([
    { exchange: { request: { url: "https://example.com/admin" } } },
  ]);
});

test("targets that change alike are together only when their changes mean the same", async () => {
  const many = Array.from({ length: 25 }, (_, index) => [
    `edge-${index}`,
    {
      ...twoRoutes.shop,
      route: `route_${index}`,
      policy: index === 3 ? "./strict.json" : "./web.json",
    },
  ]);
  const last = { ...admin.inbound[0], name: "Last" };
  const strict = (inbound: readonly object[]) => ({ inbound: [...inbound, last] });
  const { run, write } = projectOf({
    "traffic-policy.config.json": { service: "emulator", targets: Object.fromEntries(many) },
    "web.json": admin,
    "strict.json": strict(admin.inbound),
  });
  expect(await run("deploy", "--yes", "--max-changes", "100%")).toMatchObject({ status: 0 });
  write("web.json", mistaken);
  write("strict.json", strict(mistaken.inbound));
  const { out } = await run("plan", "--semantic");
  expect(out).toContain(
    "edge-0  change     https-route edge_1/route_0\n  and the same with edge-1, edge-2, edge-4, ",
  );
  expect(out.match(/ {2}behaviour: .*/g)).toEqual([
    "  behaviour: not the same for 1 group of requests",
    "  behaviour: the same for every request (proved)",
  ]);
  expect((await run("plan")).out).toContain("and the same with edge-1, edge-2, edge-3, ");
});

test("what belongs to --semantic needs it", async () => {
  const { run } = await deployed(rewritten, mistaken);
  const { status, err } = await run("plan", "--timeout", "1");
  expect(status).toBe(2);
  expect(err).toBe(
    "error: --timeout is only for --semantic.\n  help: Add --semantic, or remove --timeout.\n",
  );
});
