import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { everyCommand } from "../../scripts/every-command.ts";
import { isForDatabases } from "../database-lines.ts";
import { project, run } from "../e2e/command.ts";

const packages = fileURLToPath(new URL("node_modules", import.meta.url));
const lines = (await everyCommand())
  .flatMap(({ examples }) => examples.map(({ line }) => line))
  // What follows a log does not end: follow.test.ts runs it.
  .filter((line) => isForDatabases(line) && !line.includes("--follow"));

const policy = (name: string): string =>
  JSON.stringify({ inbound: [{ name, actions: [{ type: "deny" }] }] });

test.each(lines)("%s", async (line) => {
  const event = {
    event_type: "http_request_complete.v0",
    object: { http: { request: { method: "GET", url: { host: "a.example", path: "/" } } } },
  };
  const cwd = project({
    "before.json": policy("Nobody"),
    "after.json": policy("No one"),
    "cluster/agent.json": JSON.stringify({
      version: 3,
      endpoints: [{ name: "a", url: "https://a.example", upstream: { url: 80 } }],
    }),
    "log.ndjson": `${JSON.stringify(event)}\n`,
  });
  symlinkSync(packages, join(cwd, "node_modules"));
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
  const { status, out, err } = await run(words.slice(1), { cwd });
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).not.toBe("");
});
