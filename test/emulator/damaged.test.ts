import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator } from "@traffic-policy/emulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clear, damages, strangeThings, whyNoSentence } from "../damage.ts";
import { seedAndRuns } from "../seeded.ts";
import { started } from "./requests.ts";

let folder = "";
let dataFile = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emulator-"));
  dataFile = join(folder, "emulator.json");
});
afterAll(() => rmSync(folder, { recursive: true }));

async function fill(): Promise<void> {
  clear(dataFile);
  const { send, close } = await started({ dataFile, tcpEdges: ["ssh"] });
  const policy = { value: '{"inbound":[{"name":"é","actions":[{"type":"deny"}]}]}' };
  await send("POST", "/edges/tcp", { description: "a", traffic_policy: policy });
  await send("POST", "/edges/tcp", { hostports: ["a.example:1"], metadata: "m" });
  await send("PUT", "/edges/https/e/routes/r/traffic_policy", policy);
  await close();
}

/** Why an emulator cannot use its data file, if it cannot. */
async function refusal(file = dataFile): Promise<string | undefined> {
  try {
    await (await createEmulator({ dataFile: file })).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message;
  }
}

test("a damaged data file is refused in a sentence, or the emulator works with it", async () => {
  await fill();
  const bytes = readFileSync(dataFile);
  const others = ["{}", "[]", "null", "5", '{"version": 1}'].map((one) => Buffer.from(one));
  const [seed, runs] = seedAndRuns(50, 1500);
  const faults: string[] = [];
  for (const { name, bytes: damaged } of damages(bytes, seed, runs, others)) {
    clear(dataFile);
    writeFileSync(dataFile, damaged);
    const message = await refusal();
    const fault = message === undefined ? await faultAtWork() : whyNoSentence(message);
    if (fault !== undefined) faults.push(`${name}, seed ${seed}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

/** Why an emulator does not work with its data file, if it does not. */
async function faultAtWork(): Promise<string | undefined> {
  const { send, close } = await started({ dataFile });
  const statuses: number[] = [];
  for (const [method, path, body] of requests) {
    statuses.push((await send(method, path, body)).status);
  }
  await close();
  if (statuses.some((status) => status >= 500)) return statuses.join(", ");
  // What it wrote can be read again.
  return refusal();
}

const requests = [
  ["GET", "/edges/tcp"],
  ["GET", "/endpoints"],
  ["GET", "/edges/https/e/routes/r/traffic_policy"],
  ["POST", "/edges/tcp", { hostports: ["b.example:2"] }],
  ["PATCH", "/edges/tcp/ssh", { hostports: ["c.example:3"] }],
  ["DELETE", "/edges/tcp/ssh"],
] as const;

// A link that leads nowhere is one to a data file that is not there yet.
test.each(strangeThings.filter(({ name }) => name !== "a link that leads nowhere"))(
  "$name in the place of the data file is refused in a sentence",
  async ({ put }) => {
    clear(dataFile);
    put(dataFile);
    const message = await refusal();
    clear(dataFile);
    expect(whyNoSentence(message ?? "nothing")).toBeUndefined();
  },
);

test.each(strangeThings)(
  "$name in the place of the lock is refused in a sentence",
  async ({ put }) => {
    await fill();
    put(`${dataFile}.lock`);
    const message = await refusal();
    clear(`${dataFile}.lock`);
    expect(whyNoSentence(message ?? "nothing")).toBeUndefined();
  },
);

test("a damaged lock is taken over, or kept away from in a sentence", async () => {
  await fill();
  const texts = [
    "",
    "\0\0\0",
    '{"pid":',
    '{"pid":99999999999999999999,',
    '{"pid":0,',
    '{"pid":1,"started":-5,',
  ];
  const messages = texts.map(async (text, index) => {
    const file = `${dataFile}-${index}`;
    writeFileSync(`${file}.lock`, text);
    return refusal(file);
  });
  const told = (await Promise.all(messages)).filter((message) => message !== undefined);
  expect(told.flatMap((message) => whyNoSentence(message) ?? [])).toEqual([]);
  expect(told.length).toBeLessThan(texts.length);
});
