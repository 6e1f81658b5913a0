import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const gateway = {
  on_http_request: [{ name: "Closed", actions: [{ type: "deny", config: { status_code: 404 } }] }],
};

const files = {
  "traffic-policy.config.json": {
    service: "emulator",
    targets: { web: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "web.json" } },
  },
  "web.json": gateway,
};

test("all endpoints of the account are written to one file, which is audited", async () => {
  const { run, folder } = projectOf(files);
  await run("deploy", "--yes");

  expect(await run("pull", "--site", "site.json")).toMatchObject({
    status: 0,
    out: "wrote  site.json  1 endpoint\n",
  });
  const written = readFileSync(join(folder, "site.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject({ endpoints: [{ id: "ep_1", type: "cloud" }] });
  expect((await run("pull", "--site", "site.json")).out).toContain("unchanged  site.json");

  const { status, out } = await run("audit", "--site", "site.json");
  expect(status).toBe(0);
  expect(out).toContain("site.json#ep_1");
});

test("a file with something else is not overwritten", async () => {
  const { run, folder } = projectOf(files);
  await run("deploy", "--yes");

  const { status, err } = await run("pull", "--site", "web.json");

  expect(status).toBe(2);
  expect(err).toContain("web.json: The file holds something else than endpoints.");
  expect(JSON.parse(readFileSync(join(folder, "web.json"), "utf8"))).toEqual(gateway);
});

test("what an agent's endpoint lets through is unknown, because the service does not tell its policy", async () => {
  const endpoints = [
    { id: "ep_1", type: "agent", public_url: "https://a.example", url: "https://a.example" },
    { id: "ep_2", type: "edge", public_url: "https://b.example" },
  ];
  const { run } = projectOf({ "site.json": { endpoints } });

  const { status, out } = await run("audit", "--site", "site.json");

  expect(status).toBe(2);
  expect(out).toContain(
    "The policy of https://a.example (ep_1) is not known: not told by the service.",
  );
  expect(out).toContain("site.json#ep_2 (edges are not part of a site)");
});

test.each([
  [["web", "--site", "site.json"], "--site is about the whole account"],
  [["--site", "site.yaml"], "The endpoints are written as JSON."],
])("pull %j gets a sentence", async (args, sentence) => {
  const { run } = projectOf(files);

  const { status, err } = await run("pull", ...args);

  expect(status).toBe(2);
  expect(err).toContain(sentence);
});
