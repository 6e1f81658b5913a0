import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project, run } from "../command.ts";

const policy = JSON.stringify({
  inbound: [{ name: "a", expressions: ["req.method == 'post'"], actions: [{ type: "deny" }] }],
});
const file = ".traffic-policy/lint-cache.json";

describe("lint --cache", () => {
  test("gives the same a second time, without linting again", async () => {
    const cwd = project({ "a.json": policy });
    const first = await run(["lint", "a.json", "--cache"], { cwd });
    expect(first.out).toContain("clients send POST, not 'post'");
    expect(await run(["lint", "a.json", "--cache"], { cwd })).toEqual(first);
    // What is in the cache is what is told: nothing else says that it was used.
    changeCache(cwd);
    expect((await run(["lint", "a.json", "--cache"], { cwd })).out).toContain(
      "clients sent POST, not 'post'",
    );
  });

  test("lints again when somebody has changed what it knows", async () => {
    const cwd = project({ "a.json": policy });
    const first = await run(["lint", "a.json", "--cache"], { cwd });
    replaceIn(join(cwd, file), "clients send", "clients sent");
    expect(await run(["lint", "a.json", "--cache"], { cwd })).toEqual(first);
  });

  test.each([
    [
      "the file changes",
      ["a.json"],
      (cwd: string) => replaceIn(join(cwd, "a.json"), "deny", "log"),
    ],
    ["a rule is set", ["a.json", "--rule", "document/size=error"], () => {}],
    ["it is for another protocol", ["a.json", "--protocol", "http"], () => {}],
    ["the preset is another", ["a.json", "--preset", "strict"], () => {}],
  ])("lints again when %s", async (_what, args, change) => {
    const cwd = project({ "a.json": policy });
    await run(["lint", "a.json", "--cache"], { cwd });
    changeCache(cwd);
    change(cwd);
    const { out } = await run(["lint", ...args, "--cache"], { cwd });
    expect(out).toContain("clients send POST, not 'post'");
  });

  test("is not used without the option", async () => {
    const cwd = project({ "a.json": policy });
    await run(["lint", "a.json", "--cache"], { cwd });
    changeCache(cwd);
    expect((await run(["lint", "a.json"], { cwd })).out).toContain("clients send POST, not 'post'");
  });

  test.each(["", "{", "[]", '{"a.json": 1}'])("is written anew when it holds %j", async (text) => {
    const cwd = project({ "a.json": policy, [file]: text });
    const { out, err, status } = await run(["lint", "a.json", "--cache"], { cwd });
    expect([out, err, status]).toEqual([expect.stringContaining("'post'"), "", 0]);
    expect(readFileSync(join(cwd, file), "utf8")).toContain("clients send");
  });

  test("keeps nothing of code, which may import anything", async () => {
    const cwd = project({ "a.mjs": `export default ${policy};` });
    expect((await run(["lint", "a.mjs", "--cache"], { cwd })).out).toContain("'post'");
    expect(existsSync(join(cwd, file))).toBe(false);
  });

  test("knows a file that could not be read no better", async () => {
    const cwd = project({ "a.json": new Uint8Array([0xff, 0xfe]) });
    const first = await run(["lint", "a.json", "--cache"], { cwd });
    expect(first.status).toBe(2);
    expect(await run(["lint", "a.json", "--cache"], { cwd })).toEqual(first);
  });
});

/** Makes the cache one that nobody can tell from one of the command. */
function changeCache(cwd: string): void {
  const path = join(cwd, file);
  replaceIn(path, "clients send", "clients sent");
  const [, text = ""] = /^\["[0-9a-f]{64}",\n(.*)\]\n$/s.exec(readFileSync(path, "utf8")) ?? [];
  const digest = createHash("sha256").update(text).digest("hex");
  writeFileSync(path, `["${digest}",\n${text}]\n`);
}

function replaceIn(path: string, before: string, after: string): void {
  const text = readFileSync(path, "utf8");
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}
