import { expect, test } from "vitest";
import { admin, deployed, mistaken, rewritten } from "../../behaviour-policies.ts";

test("whether what is pulled does the same is said of each file that it replaces", async () => {
  const { run } = await deployed(rewritten, mistaken);
  expect(await run("pull")).toEqual({
    status: 2,
    out: "",
    err: `error: shop: web.json holds another policy, so it was not changed. Its behaviour is the same for every request (proved).
  help: Use diff to see the difference, and --force to overwrite it.
error: wiki: wiki.json holds another policy, so it was not changed. Its behaviour is not the same for 1 group of requests.
  help: Use diff to see the difference, and --force to overwrite it.
`,
  });
  const json = await run("pull", "--force", "--dry-run", "--format", "json");
  const { targets } = JSON.parse(json.out) as { targets: { behaviour: string }[] };
  expect(targets.map(({ behaviour }) => behaviour)).toEqual(["same", "different"]);
  expect(await run("pull", "--force")).toEqual({
    status: 0,
    out: `shop  written    web.json
  behaviour: the same for every request (proved)
wiki  written    wiki.json
  behaviour: not the same for 1 group of requests
`,
    err: "",
  });
});

test("nothing is said where there is nothing to compare, or where nobody can tell", async () => {
  const [rule] = admin.inbound;
  const { run } = await deployed({ inbound: [{ ...rule, if: "a" }] }, { ...admin, outbound: [] });
  const { status, out } = await run("pull", "--force");
  expect({ status, out }).toEqual({
    status: 0,
    out: "shop  written    web.json\nwiki  written    wiki.json\n",
  });
  expect((await run("pull")).out).toBe("shop  unchanged  web.json\nwiki  unchanged  wiki.json\n");
});
