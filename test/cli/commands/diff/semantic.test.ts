import { expect, test } from "vitest";
import { admin, deployed, mistaken, rewritten, twoRoutes } from "../../behaviour-policies.ts";

test("each target is proved to do the same, or a request is shown to which it does not", async () => {
  const { run, write } = await deployed();
  expect(await run("diff", "--semantic")).toEqual({
    status: 0,
    out: "shop  identical   https-route edge_1/route_1\nwiki  identical   https-route edge_1/route_2\n",
    err: "",
  });
  write("web.json", rewritten);
  const { status, out } = await run("diff", "--semantic");
  expect(status).toBe(0);
  expect(out).toContain("  behaviour: the same for every request (proved)\n\nwiki  identical");
  write("wiki.json", mistaken);
  const both = await run("diff", "--semantic");
  expect(both.status).toBe(1);
  expect(both.out).toMatch(/behaviour: the same .*\n\nwiki {2}different/);
  expect(both.out).toMatch(
    /behaviour: not the same for 1 group of requests\n.*\n {4}example {2}GET https:\/\/example.com\/admin\n {4}stored {3}answered with 403 by deny of inbound rule "Admin"\n {4}local {4}forwarded\n$/,
  );
  expect((await run("diff", "--semantic", "--exit-zero")).status).toBe(0);
  const json = await run("diff", "--semantic", "--format", "json");
  const { targets } = JSON.parse(json.out) as {
    targets: { state: string; behaviour: { verdict: string } }[];
  };
  expect(targets.map(({ state, behaviour: { verdict } }) => [state, verdict])).toEqual([
    ["different", "same"],
    ["different", "different"],
  ]);
  const markdown = await run("diff", "--semantic", "--format", "markdown");
  expect(markdown.out).toContain("behaviour the same for every request (proved)");
});

test("what is only enabled or disabled does something else", async () => {
  const { run, write } = await deployed();
  write("traffic-policy.config.json", {
    service: "emulator",
    targets: { shop: { ...twoRoutes.shop, enabled: false } },
  });
  const { status, out } = await run("diff", "--semantic");
  expect(status).toBe(1);
  expect(out).toContain("~ enabled");
  expect(out).toContain("    local    forwarded\n");
});

test("a file in the place of the service is compared in the same way", async () => {
  const { run, write } = await deployed();
  write("stored.json", { enabled: true, value: JSON.stringify(rewritten) });
  const args = ["diff", "--target", "shop", "--stored", "stored.json", "--semantic"];
  const { status, out } = await run(...args);
  expect(status).toBe(0);
  expect(out).toContain("behaviour: the same for every request (proved)");
});

test("answers to open questions count", async () => {
  const { run, write } = await deployed();
  const has = "req.headers['x-a'].exists(v, v == 'b')";
  const [rule] = admin.inbound;
  write("web.json", { inbound: [{ ...rule, expressions: [has] }] });
  write("stored.json", { inbound: [{ ...rule, expressions: [`'x-a' in req.headers && ${has}`] }] });
  const args = ["diff", "--target", "shop", "--stored", "stored.json", "--semantic"];
  const { status, out } = await run(...args);
  expect(status).toBe(1);
  expect(out).toContain("    depends  with onExpressionError=no-match, it is the same\n");
  const json = JSON.parse((await run(...args, "--format", "json")).out);
  expect(json.targets[0].behaviour.groups[0]).toMatchObject({
    times: 1,
    dependsOn: [{ option: "onExpressionError", value: "no-match" }],
  });
  const markdown = await run(...args, "--format", "markdown");
  expect(markdown.out).toContain("depends  with onExpressionError=no-match, it is the same");
  expect(await run(...args, "--option", "onExpressionError=no-match")).toMatchObject({ status: 0 });
});

test("what happens only because of a limit is said to", async () => {
  const { run, write } = await deployed();
  const limit = {
    type: "rate-limit",
    config: {
      name: "All",
      algorithm: "sliding_window",
      capacity: 2,
      rate: "60s",
      bucket_key: ["conn.client_ip"],
    },
  };
  const log = {
    expressions: ["req.method == 'POST'"],
    actions: [{ type: "log", config: { metadata: { a: "b" } } }],
  };
  write("web.json", { inbound: [{ actions: [limit] }, log] });
  write("stored.json", { inbound: [log, { actions: [limit] }] });
  const args = ["diff", "--target", "shop", "--stored", "stored.json", "--semantic"];
  const { out } = await run(...args);
  expect(out).toMatch(/ {4}example {2}POST https:\/\/example\.com\/ after 2 of the same\n/);
});
