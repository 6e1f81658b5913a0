import { expect, test } from "vitest";
import { admin, deployed, mistaken, rewritten, twoRoutes } from "../behaviour-policies.ts";

test("what is proved to change no behaviour is deployed", async () => {
  const { run } = await deployed(rewritten);
  const { status, out } = await run("deploy", "--no-behaviour-change", "--yes");
  expect(status).toBe(0);
  expect(out).toContain("  behaviour: the same for every request (proved)\n\nwiki  unchanged");
  expect(out).toContain("shop  applied    read back and compared: in sync\n");
  expect(await run("diff")).toMatchObject({ status: 0 });
});

test("anything else is refused with a request for which it would be another, and nothing is written", async () => {
  const { run } = await deployed(rewritten, mistaken);
  const refused = await run("deploy", "--no-behaviour-change", "--yes");
  expect(refused).toMatchObject({
    status: 2,
    err: `error: wiki: Behaviour would change for 1 group of requests.
  help: If that is intended, remove --no-behaviour-change.
Nothing was deployed: not every change is proved to keep behaviour the same.
`,
  });
  expect(refused.out).toContain(
    "    example  GET https://example.com/admin\n    stored   answered",
  );
  expect(refused.out).toContain("2 to change.\n");
  expect((await run("diff")).out).toMatch(/^shop {2}different[^]*^wiki {2}different/m);
  const dry = await run("deploy", "--no-behaviour-change", "--dry-run");
  expect(dry).toMatchObject({ status: 2, out: refused.out, err: refused.err });
  const one = await run("deploy", "--no-behaviour-change", "--dry-run", "--target", "shop");
  expect(one).toMatchObject({ status: 0, err: "Nothing was deployed: this is a dry run.\n" });
});

test("other programs get the reason of each target", async () => {
  const { run } = await deployed(rewritten, mistaken);
  const { out } = await run("deploy", "--no-behaviour-change", "--yes", "--format", "json");
  expect(JSON.parse(out)).toMatchObject({
    targets: [
      {
        target: "shop",
        outcome: "skipped",
        error: { message: "Skipped: not every change is proved to keep behaviour the same." },
        behaviour: { verdict: "same" },
      },
      {
        target: "wiki",
        outcome: "skipped",
        error: { message: "Behaviour would change for 1 group of requests." },
        behaviour: { verdict: "different" },
      },
    ],
  });
});

test("a saved plan is held to the same", async () => {
  const { run } = await deployed(admin, mistaken);
  expect(await run("plan", "--out", "plan.json")).toMatchObject({ status: 0 });
  const refused = await run("deploy", "plan.json", "--no-behaviour-change", "--yes");
  expect(refused).toMatchObject({ status: 2 });
  expect(refused.err).toContain("error: wiki: Behaviour would change");
  expect(await run("deploy", "plan.json", "--yes")).toMatchObject({ status: 0 });
});

test("to disable a policy is a change, and so is what nobody can tell", async () => {
  const { run, write } = await deployed(admin, { inbound: [{ ...admin.inbound[0], if: "a" }] });
  const disabled = { ...twoRoutes.shop, enabled: false };
  write("traffic-policy.config.json", {
    service: "emulator",
    targets: { ...twoRoutes, shop: disabled },
  });
  const args = ["deploy", "--no-behaviour-change", "--no-lint", "--yes", "--force", "shop"];
  const { status, err } = await run(...args);
  expect(status).toBe(2);
  expect(err).toContain("error: shop: Behaviour would change for ");
  expect(err).toContain(
    'error: wiki: It is not known whether behaviour would change. The local policy has the key "if", whose effect is not known.\n',
  );
});

test("a limit is reported before", async () => {
  const { run } = await deployed(mistaken, {});
  const { status, err } = await run("deploy", "--no-behaviour-change", "--yes");
  expect(status).toBe(2);
  expect(err).toContain("--force wiki");
  expect(err).toContain("Nothing was deployed: the plan exceeds a limit.\n");
});

test("a rollback says whether behaviour becomes another, and takes the option, too", async () => {
  const { run } = await deployed(rewritten, mistaken);
  expect(await run("deploy", "--yes")).toMatchObject({ status: 0 });
  const { status, out } = await run("rollback", "--dry-run");
  expect(status).toBe(0);
  expect(out.replaceAll(/until .*/g, "until …")).toBe(`Rollback plan for the emulator:
shop  change     https-route edge_1/route_1, as it was until …
  + inbound rule "Admin" (restored)
  - inbound rule "Admin area" (removed)
  behaviour: the same for every request (proved)

wiki  change     https-route edge_1/route_2, as it was until …
  ~ inbound rule "Admin", expressions[0]
      now    "req.url.path.matches('^/admin/')"
                           ^^^^^^^^^^      ^
      after  "req.url.path.startsWith('/admin')"
                           ^^^^^^^^^^^^
  behaviour: not the same for 1 group of requests

2 to change.
`);
  const verbose = await run("rollback", "--dry-run", "--verbose");
  expect(verbose.out).toContain(
    "    example  GET https://example.com/admin\n    now      forwarded\n",
  );
  expect(await run("rollback", "--no-behaviour-change", "--yes")).toMatchObject({ status: 2 });
  const one = await run("rollback", "shop", "--no-behaviour-change", "--yes");
  expect(one).toMatchObject({ status: 0 });
});

test("what a rollback cannot tell in a moment, it does not tell", async () => {
  const { run } = await deployed({ inbound: [{ ...admin.inbound[0], if: "a" }] });
  expect(await run("deploy", "--no-lint", "--yes")).toMatchObject({ status: 0 });
  const { status, out } = await run("rollback", "--dry-run");
  expect(status).toBe(0);
  expect(out).not.toContain("behaviour");
});

test("what belongs to --no-behaviour-change needs it", async () => {
  const { run } = await deployed(rewritten);
  const { status, err } = await run("deploy", "--yes", "--stub", "jwt-validation=next");
  expect(status).toBe(2);
  expect(err).toContain("error: --stub is only for --no-behaviour-change.\n");
});
