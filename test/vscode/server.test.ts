import { describe, expect, test } from "vitest";
import { serverOptions, type ServerChoice } from "../../packages/vscode/src/server.ts";

const bundled = "/extensions/policy/server/bin/traffic-policy.cjs";
const installed = "/work/b/node_modules/traffic-policy/bin/traffic-policy.cjs";

const choice: ServerChoice = {
  extension: "/extensions/policy",
  folders: ["/work/a", "/work/b"],
  isTrusted: true,
  path: "",
  node: "/editor/code",
  env: { PATH: "/bin" },
  platform: "linux",
  exists: (file) => file === installed,
};

const inNode = (file: string) => ({
  command: "/editor/code",
  args: [file, "lsp"],
  options: { env: { PATH: "/bin", ELECTRON_RUN_AS_NODE: "1" } },
});

test("a trusted workspace brings its own version of the command", () => {
  expect(serverOptions(choice)).toEqual(inNode(installed));
});

test("code of an untrusted workspace is not started", () => {
  expect(serverOptions({ ...choice, isTrusted: false, exists: () => true })).toEqual(
    inNode(bundled),
  );
});

test("without a command in the workspace, the one inside the extension is started", () => {
  expect(serverOptions({ ...choice, exists: () => false })).toEqual(inNode(bundled));
  expect(serverOptions({ ...choice, folders: [] })).toEqual(inNode(bundled));
});

describe("the command of the settings", () => {
  test.each([
    ["/opt/traffic-policy", { command: "/opt/traffic-policy", args: ["lsp"] }],
    ["tools/traffic-policy", { command: "/work/a/tools/traffic-policy", args: ["lsp"] }],
    ["../traffic-policy.cjs", inNode("/work/traffic-policy.cjs")],
    ["/opt/traffic-policy.mjs", inNode("/opt/traffic-policy.mjs")],
  ])("%s", (path, expected) => {
    expect(serverOptions({ ...choice, path })).toEqual(expected);
  });

  test("on Windows", () => {
    const windows = { ...choice, platform: "win32", folders: [String.raw`C:\work`] };
    const started = (path: string) => serverOptions({ ...windows, path }).args?.[0];
    expect(started(String.raw`D:\tools\traffic-policy.cjs`)).toBe(
      String.raw`D:\tools\traffic-policy.cjs`,
    );
    expect(started("tools/traffic-policy.cjs")).toBe(String.raw`C:\work\tools\traffic-policy.cjs`);
  });
});
