import os from "node:os";
import { cacheFolder } from "@traffic-policy/project/user-cache";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.restoreAllMocks());

const inHome = "/home/ann/.cache/traffic-policy/code";

test.each([
  [{ XDG_CACHE_HOME: "/caches", HOME: "/home/ann" }, "/caches/traffic-policy/code"],
  [{ HOME: "/home/ann" }, inHome],
  [{ XDG_CACHE_HOME: "caches", HOME: "/home/ann" }, inHome],
  [{ XDG_CACHE_HOME: "", LOCALAPPDATA: "", HOME: "/home/ann" }, inHome],
])("with %o, code is kept in %s", (env, folder) => {
  expect(cacheFolder(env)).toBe(folder);
});

test.each([{}, { HOME: "" }, { HOME: "ann" }])(
  "with %o, it is kept in the folder that the system knows, and never in this one",
  (env) => {
    vi.spyOn(os, "homedir").mockReturnValueOnce("/home/ann").mockReturnValueOnce("");
    expect(cacheFolder(env)).toBe(inHome);
    expect(cacheFolder(env)).toBeUndefined();
  },
);

test("for a user who is a number alone, as in a container, nothing is kept", () => {
  vi.spyOn(os, "homedir").mockImplementationOnce(() => {
    throw new Error("uv_os_homedir returned ENOENT");
  });
  expect(cacheFolder({})).toBeUndefined();
});
