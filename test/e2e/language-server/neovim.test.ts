import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { userEnvironment } from "../../../scripts/user-environment.js";
import { project } from "../command.ts";
import { neovim } from "./neovim.ts";

// An editor that knows nothing of policies, and speaks the protocol by itself.

const command = fileURLToPath(
  new URL("../../../packages/cli/bin/traffic-policy.cjs", import.meta.url),
);
const script = fileURLToPath(new URL("editor.lua", import.meta.url));

let editor: ReturnType<typeof neovim>;

beforeAll(() => {
  editor = neovim();
}, 300_000);

const policy = `inbound:
    - name: Größe 📏
      expressions:
          - "'ä🙂' != req.host && req.metod == 'GET' && req.host != 'b'"
      actions: [{type:   deny}]
`;

const cases = `cases:
  - name: one
    request: { url: https://a.example/ }
    expect: { outcome: forwarded, notMatched: [Größe 📏] }
`;

test("Neovim shows, completes, fixes, renames and formats what the server says", async () => {
  const folder = project({ "web.policy.yaml": policy, "web.cases.yaml": cases });
  const seenFile = join(folder, "seen.json");
  const env = {
    ...userEnvironment(),
    ...editor.env,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CACHE_HOME: join(folder, "cache"),
    TEST_POLICY: join(folder, "web.policy.yaml"),
    TEST_CASES: join(folder, "web.cases.yaml"),
    TEST_NODE: process.execPath,
    TEST_COMMAND: command,
    TEST_SEEN: seenFile,
  };
  const args = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${script}`];
  const printed = await new Promise<string>((settle) => {
    const options = { cwd: folder, env, timeout: 110_000 };
    execFile(editor.program, args, options, (_error, out, err) => settle(out + err));
  });
  const seen = JSON.parse(readFileSync(seenFile, "utf8")) as Record<string, unknown>;
  expect(seen["failure"], printed).toBeUndefined();

  expect(seen["diagnostics"]).toEqual([
    { code: "expression/unknown-name", text: "req.metod", severity: 1 },
  ]);
  expect(seen["completion"]).toEqual(["method"]);
  expect(seen["hover"]).toContain("req.host");
  expect(seen["highlights"]).toEqual(["req.host", "req.host"]);
  expect(seen["symbols"]).toEqual([
    "1 [Namespace] inbound",
    "2 [Function] Größe 📏",
    "5 [Method] deny",
  ]);
  const fixed = policy.replace("metod", "method").trimEnd();
  expect(seen["fixed"]).toBe(fixed);
  expect(seen["renamed"]).toBe(fixed.replace("Größe 📏", '"Maß: 🙂"'));
  expect(seen["renamed_cases"]).toBe(cases.replace("Größe 📏", '"Maß: 🙂"').trimEnd());
  expect(seen["formatted"]).not.toBe(seen["renamed"]);
  expect(parse(String(seen["formatted"]))).toEqual(parse(String(seen["renamed"])));
  expect(seen["lenses"]).toEqual([
    "simulate GET https://example.com/",
    "prove what is reached",
    expect.stringMatching(/^1 case/),
    expect.stringMatching(/^matches GET https:\/\//),
  ]);
  expect(seen["status"]).toBe(0);
});
