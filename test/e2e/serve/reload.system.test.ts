import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ask, recordingUpstream } from "../../gateway/world.ts";
import { endless, project } from "../command.ts";
import { Serving } from "./serving.ts";

const denying = (status: number): string =>
  `export default { inbound: [{ name: "All", actions: [{ type: "deny", config: { status_code: ${status} } }] }] };\n`;

const json = (status: number): string => denying(status).replace(/^export default (.*);/, "$1");

/** JSON needs quotes around its keys. */
const quoted = (text: string): string => text.replaceAll(/(\w+):/g, '"$1":');

async function served(files: Readonly<Record<string, string>>, name: string) {
  const { url } = await recordingUpstream();
  const cwd = project(files);
  const serving = await Serving.start([name, "--upstream", url], { cwd });
  const status = async (): Promise<number> => (await ask(serving.url)).status;
  const write = (file: string, text: string): void => writeFileSync(join(cwd, file), text);
  return { serving, status, write, cwd };
}

describe("a policy that changes takes the place of the one before", () => {
  test.each([
    ["policy.json", (status: number) => quoted(json(status))],
    ["policy.yaml", (status: number) => quoted(json(status))],
    ["policy.ts", (status: number) => denying(status)],
    ["policy.mjs", (status: number) => denying(status)],
  ])("%s", async (name, text) => {
    const { serving, status, write } = await served({ [name]: text(401) }, name);
    expect(await status()).toBe(401);
    for (const next of [402, 404, 401]) {
      write(name, text(next));
      await serving.told(`${name} changed: the new policy is in force.\n`);
      expect(await status()).toBe(next);
    }
  });

  test("with what it imports, and what that imports", async () => {
    const { serving, status, write } = await served(
      {
        "policy.ts": `import { status } from "./parts/status";\n${denying(0).replace("0", "status")}`,
        "parts/status.ts":
          'import { base } from "./base.js";\nimport more from "./more.json" with { type: "json" };\nexport const status: number = base + more.add;\n',
        "parts/base.ts": "export const base: number = 401;\n",
        "parts/more.json": '{ "add": 0 }\n',
      },
      "policy.ts",
    );
    expect(await status()).toBe(401);
    write("parts/base.ts", "export const base: number = 402;\n");
    await serving.told("parts/base.ts changed: the new policy is in force.\n");
    expect(await status()).toBe(402);
    write("parts/more.json", '{ "add": 2 }\n');
    await serving.told("parts/more.json changed: the new policy is in force.\n");
    expect(await status()).toBe(404);
  });
});

test("a policy that takes long to load does not overtake one that was written after it", async () => {
  const { serving, status, write } = await served({ "policy.ts": denying(401) }, "policy.ts");
  const slow = `console.error("loading");\nawait new Promise((done) => setTimeout(done, 2000));\n`;
  write("policy.ts", slow + denying(402));
  await serving.told("loading\n");
  write("policy.ts", denying(404));
  const told = (): number => serving.err.split("the new policy is in force.\n").length - 1;
  await expect.poll(told, { timeout: 20_000 }).toBe(2);
  expect(await status()).toBe(404);
});

test("while code of the policy does not end, requests are answered by the policy before", async () => {
  const { serving, status, write } = await served({ "policy.ts": denying(401) }, "policy.ts");
  write("policy.ts", `console.error("loading");\n${endless}\n`);
  await serving.told("loading\n");
  expect(await status()).toBe(401);
  // It is still being loaded.
  expect(serving.err).toBe("");
  expect(await serving.told("policy.ts changed: the previous policy stays in force.\n")).toContain(
    "error: policy.ts: It did not finish within 5 seconds.\n",
  );
  write("policy.ts", denying(404));
  await serving.told("policy.ts changed: the new policy is in force.\n");
  expect(await status()).toBe(404);
});

test("code of the policy never runs in the process that serves", async () => {
  const { serving, write } = await served({ "policy.ts": denying(401) }, "policy.ts");
  write("policy.ts", `console.error("in " + process.pid);\n${denying(402)}`);
  const told = await serving.told("the new policy is in force.\n");
  expect(told).toMatch(/^in \d+$/m);
  expect(told).not.toContain(`in ${serving.child.pid}\n`);
});

test("code of the policy cannot end the process that serves by what it writes to it", async () => {
  const { serving, write, status } = await served({ "policy.ts": denying(401) }, "policy.ts");
  const writing = `import { writeSync } from "node:fs";\nwriteSync(3, '{"result"');\n`;
  write("policy.ts", writing + denying(402));
  expect(await serving.told("policy.ts changed: the previous policy stays in force.\n")).toContain(
    "error: The process that loads the policy ended before it finished.",
  );
  expect(await status()).toBe(401);
  write("policy.ts", denying(402));
  await serving.told("the new policy is in force.\n");
  expect(await status()).toBe(402);
});

describe("one that is broken does not, and it is told why", () => {
  test("a module that throws, a syntax error, a file that is gone; and then it is mended", async () => {
    const { serving, status, write, cwd } = await served(
      { "policy.ts": denying(401) },
      "policy.ts",
    );
    for (const [text, reason] of [
      ['throw new Error("Oh.");\n', "error: policy.ts:1:7: It throws Error: Oh."],
      ["export default {", "error: policy.ts:1:17: This is not TypeScript: "],
      ["export const a = 1;\n", "error: policy.ts: It exports no policy."],
    ] as const) {
      write("policy.ts", text);
      const told = await serving.told("policy.ts changed: the previous policy stays in force.\n");
      expect(told).toContain(reason);
      expect(await status()).toBe(401);
    }
    rmSync(join(cwd, "policy.ts"));
    expect(await serving.told("stays in force.\n")).toContain("policy.ts: There is no such file.");
    write("policy.ts", denying(404));
    await serving.told("policy.ts changed: the new policy is in force.\n");
    expect(await status()).toBe(404);
  });

  test("a policy for another protocol", async () => {
    const { serving, status, write } = await served({ "policy.ts": denying(401) }, "policy.ts");
    write(
      "policy.ts",
      'import { policy } from "@traffic-policy/policy-builder";\nexport default policy({ protocol: "tcp" });\n',
    );
    expect(await serving.told("stays in force.\n")).toContain(
      "error: The gateway runs a policy for http, but this one is for tcp.\n",
    );
    expect(await status()).toBe(401);
  });
});

test("requests that are under way go on with the policy that they began with", async () => {
  let answer = (): void => {};
  const { url, received } = await recordingUpstream((_request, response) => {
    answer = () => response.end("late");
  });
  const adding = (value: string): string =>
    `{ "outbound": [{ "actions": [{ "type": "add-headers", "config": { "headers": { "x-policy": "${value}" } } }] }] }\n`;
  const cwd = project({ "policy.json": adding("first") });
  const serving = await Serving.start(["policy.json", "--upstream", url], { cwd });
  const asked = ask(serving.url);
  await expect.poll(() => received.length).toBe(1);
  writeFileSync(join(cwd, "policy.json"), adding("second"));
  await serving.told("the new policy is in force.\n");
  answer();
  expect((await asked).headers["x-policy"]).toBe("first");
});
