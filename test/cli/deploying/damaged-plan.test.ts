import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { planTarget, type Target } from "@traffic-policy/api";
import { beforeAll, beforeEach, afterAll, expect, test } from "vitest";
import { Files } from "@traffic-policy/project";
import { CommandError } from "../../../packages/cli/src/context.ts";
import { readSaved, writePlanFile } from "../../../packages/cli/src/deploying/plan-file.ts";
import { clear, damages, strangeThings, whyNoSentence } from "../../damage.ts";
import { seedAndRuns } from "../../seeded.ts";

const policy = (status: number): string =>
  JSON.stringify({
    inbound: [{ name: "é &", actions: [{ type: "deny", config: { status_code: status } }] }],
  });
const targets: Readonly<Record<string, Target>> = {
  ssh: { kind: "tcp-edge", edge: "edge_1" },
  web: { kind: "https-route", edge: "edge_2", route: "route_1" },
  old: { kind: "https-route", edge: "edge_2", route: "route_2" },
};
const local = { enabled: true, value: policy(403) };
const stored = { enabled: true, value: policy(404) };
const service = "https://api.example.com";

let folder = "";
let file = "";
let bytes = Buffer.from("");
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-"));
  file = join(folder, "plan.json");
  const { ssh, web, old } = targets as Record<"ssh" | "web" | "old", Target>;
  const planned = [
    planTarget({ name: "ssh", target: ssh, local }, undefined),
    planTarget({ name: "web", target: web, local }, stored),
    planTarget({ name: "old", target: old, local: undefined }, stored),
  ];
  await writePlanFile(
    file,
    { targets: planned, unread: [] },
    { service, time: "2026-01-01T00:00:00Z", details: { description: service, linted: true } },
    new Files(folder),
  );
  bytes = readFileSync(file);
});
// Another test may have put a named pipe there, of which a read never ends.
beforeEach(() => clear(file));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a plan file says: its plan, or the sentence that refuses it. */
function read(): string | object {
  try {
    return readSaved(file, new Files(folder));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.message;
  }
}

test("a damaged plan is refused in a sentence, or it is the same plan", () => {
  writeFileSync(file, bytes);
  const right = read();
  expect(right).toBeTypeOf("object");
  const others = [
    Buffer.from("{}"),
    Buffer.from("[]"),
    Buffer.from(policy(1)),
    Buffer.from("null"),
  ];
  const [seed, runs] = seedAndRuns(400, 20_000);
  const versions = damages(bytes, seed, runs, others).map(({ name, bytes: damaged }) => {
    writeFileSync(file, damaged);
    const result = read();
    return { name: `${name}, seed ${seed}`, result };
  });
  const refused = versions.filter(({ result }) => typeof result === "string");
  expect(refused.filter(({ result }) => whyNoSentence(String(result)))).toEqual([]);
  const taken = versions.filter(({ result }) => typeof result === "object");
  expect(taken.filter(({ result }) => !isDeepStrictEqual(result, right))).toEqual([]);
  expect(refused.length).toBeGreaterThan(runs * 0.8);
});

test.each(strangeThings)("$name in its place is refused in a sentence", ({ put }) => {
  put(file);
  const result = read();
  expect(result).toBeTypeOf("string");
  expect(whyNoSentence(String(result))).toBeUndefined();
});
