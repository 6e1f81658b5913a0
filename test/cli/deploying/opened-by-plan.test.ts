import { expect, test } from "vitest";
import { projectOf } from "../project.ts";

/** A policy that forwards everything but what is below `/admin`, which it denies with a status. */
function closed(status: number): object {
  const deny = { type: "deny", config: { status_code: status } };
  return {
    on_http_request: [
      {
        name: "No admin",
        expressions: ["req.url.path.startsWith('/admin')"],
        actions: [deny],
      },
      ...open.on_http_request,
    ],
  };
}

const forward = { type: "forward-internal", config: { url: "https://api.internal" } };
const open = { on_http_request: [{ name: "To the API", actions: [forward] }] };

function site(targets: object): object {
  return { service: "emulator", targets };
}

const shop = { kind: "cloud-endpoint", endpoint: "ep_1", policy: "shop.json" };
const withUrl = { ...shop, url: "https://shop.example" };
const opened = "https://api.internal is reached from https://shop.example by requests that did not";

async function deployed(targets: object): Promise<ReturnType<typeof projectOf>> {
  const project = projectOf({
    "traffic-policy.config.json": site(targets),
    "shop.json": closed(401),
  });
  await project.run("deploy", "--yes");
  return project;
}

test("plan --site shows what reaches a server only with the plan", async () => {
  const { run, write } = await deployed({ shop: withUrl });
  expect((await run("plan", "--site")).out).toContain(
    "\n✓ With this plan  nothing opened: proved\n",
  );

  write("shop.json", open);
  const { status, out } = await run("plan", "--site");

  expect(status).toBe(0);
  expect(out).toContain(`\n✗ With this plan  1 way opened\n  ✗ ${opened}`);
  const { out: json } = await run("plan", "--site", "--format", "json");
  expect(JSON.parse(json)).toMatchObject({
    site: {
      opened: [{ from: "shop", to: "https://api.internal", answer: { kind: "found" } }],
      notLookedAt: [],
    },
  });
  const { out: markdown } = await run("plan", "--site", "--format", "markdown");
  expect(markdown).toContain("\n**With this plan: 1 way opened.**\n");
  expect(markdown).toContain(opened);
});

test("deploy --forbid opens refuses a plan that opens a way, and writes one that does not", async () => {
  const { run, write } = await deployed({ shop: withUrl });
  write("shop.json", open);

  const refused = await run("deploy", "--forbid", "opens", "--yes");

  expect(refused.status).toBe(2);
  expect(refused.err).toContain(opened);
  expect(refused.err).toContain(
    "Nothing was deployed: it is not proved that the plan opens no way to a server.\n",
  );
  expect((await run("plan")).out).toContain("1 to change");

  write("shop.json", closed(403));
  expect((await run("deploy", "--forbid", "opens", "--yes")).status).toBe(0);
});

test("a plan that opens a way with another answer to an open question says so, and is deployed", async () => {
  const { run, write } = await deployed({ shop: withUrl });
  write("shop.json", {
    on_http_request: [
      { actions: [{ type: "remove-headers", config: { headers: ["x-admin"] } }] },
      { expressions: ["!('x-admin' in req.headers)"], actions: [{ type: "deny", config: {} }] },
      ...open.on_http_request,
    ],
  });

  const { out } = await run("plan", "--site");

  expect(out).toContain(`
✓ With this plan  nothing opened: proved
  ✓ From https://shop.example, nothing new reaches https://api.internal
      With other answers to open questions (see simulate --options), it is not proved: laterRulesSee=original.
`);
  expect((await run("deploy", "--forbid", "opens", "--yes")).status).toBe(0);
});

test("a target without a URL is not looked at, so that deploy --forbid opens refuses", async () => {
  const { run, write } = await deployed({ shop });
  write("shop.json", open);

  const { status, err } = await run("deploy", "--forbid", "opens", "--yes");

  expect(status).toBe(2);
  expect(err).toContain(`✗ With this plan  1 not looked at
  ? shop is not in the site: its target has no "url"
`);
});
