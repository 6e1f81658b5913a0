import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

// What a log gives is tested where there is a database: in test/databases.

const policy = { inbound: [{ name: "All", actions: [{ type: "deny" }] }] };
const files = { "web.policy.json": policy, "ssh.policy.json": policy, "log.ndjson": "{}\n" };
const target = (name: string): object => ({
  kind: "https-route",
  edge: "e",
  route: name,
  policy: `${name}.policy.json`,
});
const configuration = { service: "emulator", targets: { web: target("web"), ssh: target("ssh") } };

test.each([
  [["--log-format", "har"], "--log-format needs --from-log."],
  [["--columns", "c.json", "--suggest"], "--columns needs --from-log."],
  [
    ["--from-log", "log.ndjson", "--filter", "a"],
    "--from-log and --filter cannot be used together.",
  ],
  [["--from-log", "log.ndjson", "--watch"], "--from-log and --watch cannot be used together."],
  [["--from-log", "log.ndjson"], "--from-log is about one policy, and there are 2."],
  [
    ["web.policy.json", "--from-log", "log.ndjson"],
    "The package @duckdb/node-api is not installed.",
  ],
])("test %j is refused", async (args, message) => {
  const { run } = projectOf({ ...files, "traffic-policy.config.json": configuration });
  const { status, out, err } = await run("test", ...args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(`error: ${message}\n`);
});
