import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectOf } from "../../project.ts";
import { toolOptions } from "../../../../packages/cli/src/commands/mcp/tool-options.ts";
import { tools } from "../../../../packages/cli/src/commands/mcp/tools.ts";
import { toolCall } from "./tool-call.ts";

const deny = { on_http_request: [{ name: "No", actions: [{ type: "deny" }] }] };
const text = JSON.stringify(deny);

test("the answer is the output as JSON, and as for people without colours", async () => {
  const {
    status,
    json,
    text: shown,
  } = await toolCall("simulate", {
    text,
    request: "GET https://a.example/",
  });
  expect(status).toBe(0);
  expect(JSON.parse(json)).toMatchObject({ file: "text.policy.json", protocol: "http" });
  expect(shown).toMatch(/^GET https:\/\/a\.example\//);
  expect(shown).toContain("answered with 403");
});

const claim = { name: "Nothing gets in", never: "forwarded" };

test.each([
  ["YAML", { language: "yaml", assertions: "assertions:\n  - { name: N, never: forwarded }\n" }],
  ["YAML beside JSON", { assertions: "assertions:\n  - { name: N, never: forwarded }\n" }],
  ["JSON", { assertions: JSON.stringify({ assertions: [claim] }) }],
])("assertions are proved about the text beside them, in %s", async (_which, given) => {
  const { status, json } = await toolCall("prove", { text, ...given });
  expect(JSON.parse(json)).toMatchObject({ summary: { proved: 1, refuted: 0, unknown: 0 } });
  expect(status).toBe(0);
});

test("descriptions of tools name no option that the tool does not have", async () => {
  for (const tool of Object.values(tools)) {
    const { description, options } = await toolOptions(tool, true);
    const flags = options.map(({ long }) => long);
    expect(flags).toEqual(expect.arrayContaining(description.match(/--[a-z-]+/g) ?? []));
    expect(description).not.toBe("");
  }
});

test("two texts are compared, the earlier one first", async () => {
  const after = text.replace("No", "Nothing");
  const { json } = await toolCall("diff", { text, after });
  expect(JSON.parse(json)).toMatchObject({
    before: "text.policy.json",
    after: "after.policy.json",
  });
});

test("a site in a folder is audited, and a request goes through it", async () => {
  const { folder } = projectOf({
    "site/agent.json": {
      version: 3,
      endpoints: [{ name: "a", url: "https://a.example", upstream: { url: 80 } }],
    },
  });
  const given = { paths: ["site"], site: true };

  const audit = await toolCall("audit", given, { roots: [folder] });
  const request = "https://a.example/";
  const simulated = await toolCall("simulate", { ...given, request }, { roots: [folder] });

  expect(JSON.parse(audit.json)).toMatchObject({ endpoints: [{ url: "https://a.example" }] });
  expect(JSON.parse(simulated.json)).toMatchObject({
    simulations: [{ possible: [{ reaches: "a" }] }],
  });
  expect([audit.status, simulated.status]).toEqual([0, 0]);
});

test("a site in the roots reads no policy outside of them", async () => {
  const { folder } = projectOf({
    "outside.json": deny,
    "site/agent.json": {
      version: 3,
      endpoints: [
        {
          name: "a",
          url: "https://a.example",
          upstream: { url: 80 },
          traffic_policy_file: "../outside.json",
        },
      ],
    },
  });

  const { status, text: shown } = await toolCall(
    "audit",
    { paths: ["agent.json"], site: true },
    { roots: [join(folder, "site")] },
  );

  expect(shown).toContain("It is outside of the roots of this server.");
  expect(status).toBe(2);
});

test("control characters of a text stay no more than text", async () => {
  const { json, text: shown } = await toolCall("lint", {
    text: `{"on_http_request": "\u001B]0;x\u0007\u009B2J"`,
  });
  expect(json).not.toBe("");
  // oxlint-disable-next-line no-control-regex -- what must not come out.
  expect(json + shown).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
});

test("a secret of the policy is masked", async () => {
  const policy = (password: string) =>
    JSON.stringify({
      on_http_request: [
        { actions: [{ type: "basic-auth", config: { credentials: [`ana:${password}`] } }] },
      ],
    });
  const { json, text: shown } = await toolCall("diff", {
    text: policy("correct-horse-1"),
    after: policy("correct-horse-2"),
  });
  expect(JSON.parse(json)).toMatchObject({ state: "different" });
  expect(json + shown).not.toContain("correct-horse");
});

describe("what the tool does not take is refused in a sentence:", () => {
  test.each<[string, string, object, string]>([
    [
      "another argument",
      "lint",
      { text, watch: true },
      'The tool lint takes no "watch". It takes text, language, paths, protocol, preset, rule, quiet, fixDryRun and environment.',
    ],
    [
      "a request in parts",
      "simulate",
      { text, request: { url: "/" } },
      "\"request\" must be a text: the request, like 'POST https://example.com/'.",
    ],
    [
      "a text without a question",
      "prove",
      { text },
      "About a text, the tool prove takes assertions, reach or fails.",
    ],
    [
      "a fix without permission",
      "lint",
      { paths: ["a"], fix: true },
      'The tool lint takes no "fix".',
    ],
    ["a file to write", "convert", { text, out: "a.ts" }, 'The tool convert takes no "out".'],
    ["the service", "diff", { target: ["web"] }, 'The tool diff takes no "target".'],
    ["a number as a text", "lint", { text: 1 }, '"text" must be a text.'],
    ["a text as a list", "lint", { paths: "a" }, '"paths" must be a list of texts.'],
    ["a list with others", "lint", { paths: [1] }, '"paths" must be a text.'],
    ["a text as true", "lint", { text, quiet: "yes" }, '"quiet" must be true or false.'],
    ["nothing", "simulate", {}, "The tool simulate takes text, or paths with one path."],
    [
      "one of two",
      "diff",
      { paths: ["a"] },
      "The tool diff takes text and after, or paths with 2 paths.",
    ],
    [
      "a revision",
      "diff",
      { paths: ["HEAD", "a", "b"] },
      "The tool diff takes text and after, or paths with 2 paths.",
    ],
    ["both", "lint", { text, paths: ["a"] }, "A call is about texts or about paths, not both."],
    [
      "code as a text",
      "lint",
      { text: "export default {}", language: "typescript" },
      'The language of a text is "json" or "yaml"; code is in files.',
    ],
    [
      "50 MB",
      "lint",
      { text: "a".repeat(50_000_000) },
      "The text has more than the 5,000,000 bytes that are read.",
    ],
  ])("%s", async (_what, name, given, message) => {
    await expect(toolCall(name, given)).rejects.toThrow(message);
  });

  test("a value that the command refuses", async () => {
    const { status, text: shown } = await toolCall("lint", { text, protocol: "udp" });
    expect(status).toBe(2);
    expect(shown).toContain('"udp" is not a valid value for --protocol.');
  });
});

describe("outside of the roots is refused", () => {
  const outside = "It is outside of the roots of this server.";

  function twoFolders(): { readonly root: string; readonly other: string } {
    const { folder } = projectOf({ "root/web.json": deny, "other/secret.json": deny });
    const root = join(folder, "root");
    const other = join(folder, "other");
    mkdirSync(join(root, "links"));
    symlinkSync(join(other, "secret.json"), join(root, "links", "web.json"));
    symlinkSync(other, join(root, "folder"));
    return { root, other };
  }

  test.each([
    ["a path up", "../other/secret.json"],
    ["a path down and up", "links/../../other/secret.json"],
    ["a symbolic link", "links/web.json"],
    ["a folder behind a link", "folder"],
    ["a file behind a link", "folder/secret.json"],
    ["a policy in a file", "../other/secret.json#a"],
    ["what the system makes up", "/proc/self/environ"],
    ["standard input", "/dev/stdin"],
    ["a missing file", "../missing.json"],
    ["a pattern from the top", "/**/*.json"],
  ])("%s", async (_what, path) => {
    const {
      status,
      json,
      text: shown,
    } = await toolCall("lint", { paths: [path] }, { roots: [twoFolders().root] });
    expect({ status, json }).toEqual({ status: 2, json: "" });
    expect(shown).toBe(`${shown.split(":")[0]}: ${outside}\n`);
  });

  test("a pattern upwards", async () => {
    const { text: shown } = await toolCall(
      "lint",
      { paths: ["{..,.}/**/*.json"] },
      { roots: [twoFolders().root] },
    );
    expect(shown).toBe('{..,.}/**/*.json: A pattern must not contain "..".\n');
  });

  test("links that a search comes by, silently: it follows none", async () => {
    const { root } = twoFolders();
    const { json } = await toolCall("lint", { paths: ["**/*.json"] }, { roots: [root] });
    expect(JSON.parse(json)).toMatchObject({ files: 1, failures: [] });
  });

  test("what an assertion file names", async () => {
    const { root } = twoFolders();
    const assertions = {
      policy: "../other/secret.json",
      assertions: [{ name: "a", never: "forwarded" }],
    };
    writeFileSync(join(root, "a.assertions.json"), JSON.stringify(assertions));
    const { status, text: shown } = await toolCall(
      "prove",
      { paths: ["a.assertions.json"] },
      { roots: [root] },
    );
    expect(status).toBe(2);
    expect(shown).toContain(outside);
  });

  test("every file, when the client names no root", async () => {
    const { root } = twoFolders();
    const paths = [join(root, "web.json")];
    expect((await toolCall("lint", { paths }, { roots: [] })).text).toContain(outside);
    expect((await toolCall("lint", { paths }, { roots: [root] })).status).toBe(0);
  });

  test("a file to write, and nothing is written", async () => {
    const { root, other } = twoFolders();
    const served = { roots: [root], writes: true };
    const given = { paths: ["web.json"], out: "../other/made.ts" };
    expect((await toolCall("convert", given, served)).text).toContain(outside);
    const linked = { paths: ["web.json"], out: "folder/made.ts" };
    expect((await toolCall("convert", linked, served)).text).toContain(outside);
    expect(readdirSync(other)).toEqual(["secret.json"]);
  });
});

test("code of the project is refused, with what allows it", async () => {
  const { folder } = projectOf({
    "web.policy.ts": "throw new Error('ran');",
    "traffic-policy.config.ts": "throw new Error('ran');",
  });
  const { status, text: shown } = await toolCall(
    "lint",
    { paths: ["web.policy.ts"] },
    { roots: [folder] },
  );
  expect(status).toBe(2);
  expect(shown).toContain("runs no code of the project without --allow-code");
  expect(shown).not.toContain("ran");
});

test("a server that may write fixes files once, and converts one", async () => {
  const wrong =
    "on_http_request:\n  - name: a\n    expressions: []\n    actions: [{ type: restrict-ips, config: { allow: ['192.0.2.7/24'] } }]\n";
  const { folder } = projectOf({ "web.yaml": wrong });
  const served = { roots: [folder], writes: true };
  const { json } = await toolCall("lint", { paths: ["web.yaml"], fix: true }, served);
  const { fixes } = JSON.parse(json) as { readonly fixes: { readonly fixed: number } };
  expect(fixes.fixed).toBeGreaterThan(0);
  expect(readFileSync(join(folder, "web.yaml"), "utf8")).toContain("192.0.2.0/24");
  await toolCall("convert", { paths: ["web.yaml"], out: "web.policy.ts" }, served);
  expect(readFileSync(join(folder, "web.policy.ts"), "utf8")).toContain("onHttpRequest");
});
