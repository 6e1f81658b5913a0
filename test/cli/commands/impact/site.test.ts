import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const agent = {
  version: 3,
  endpoints: [{ name: "a", url: "https://a.example", upstream: { url: 80 } }],
};

test.each<[readonly string[], string]>([
  [["a.json", "b.json"], "--site counts the ways through one site, and compares none."],
  [["--format", "html"], "--site and --format html cannot be used together."],
  [["--group-by", "path"], "--site and --group-by cannot be used together."],
  [["--where", "true"], "--site and --where cannot be used together."],
  [["--fail-if", "unknown > 1"], "--site and --fail-if cannot be used together."],
  [["--follow"], "--site and --follow cannot be used together."],
  [["--sql"], "--site and --sql cannot be used together."],
  [["--protocol", "tcp"], "--site and --protocol cannot be used together."],
  [["--untranslated", "refuse"], "--site and --untranslated cannot be used together."],
  [["--stub", "oauth=next"], 'No policy of the site has the action "oauth".'],
])("impact --site with %j is refused in a sentence", async (args, message) => {
  const { run } = projectOf({ "a.json": agent, "b.json": agent, "log.ndjson": "{}\n" });

  const { status, err } = await run("impact", "--site", "--log", "log.ndjson", ...args);

  expect(err).toContain(message);
  expect(status).toBe(2);
});

test("without a policy, or an endpoint, there is nothing to count", async () => {
  const { run } = projectOf({ "web.json": { on_http_request: [] } });

  expect((await run("impact", "--log", "log.ndjson")).err).toContain("There is no policy.");
  expect((await run("impact", "--site", "--log", "log.ndjson")).err).toContain(
    ".: There is no endpoint.",
  );
});
