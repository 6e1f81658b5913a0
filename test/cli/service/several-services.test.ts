import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@traffic-policy/api";
import { createEmulator, type Emulator } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { type Project, projectOf } from "../project.ts";

const keys = { EU_KEY: "key-of-eu", US_KEY: "key-of-us" };

const policy = (name: string): object => ({ inbound: [{ name, actions: [{ type: "deny" }] }] });

async function emulator(apiKey: string): Promise<Emulator> {
  const running = await createEmulator({ apiKey });
  onTestFinished(() => running.close());
  return running;
}

interface World extends Project {
  readonly eu: Emulator;
  readonly us: Emulator;
}

/** Routes of the same identifiers at two services, each with its key. */
async function world(): Promise<World> {
  const [eu, us] = [await emulator(keys.EU_KEY), await emulator(keys.US_KEY)];
  const route = { kind: "https-route", edge: "e", route: "r" };
  const project = projectOf({
    "traffic-policy.config.json": {
      services: {
        eu: { baseUrl: eu.baseUrl, apiKeyVariable: "EU_KEY" },
        us: { baseUrl: us.baseUrl, apiKeyVariable: "US_KEY" },
      },
      targets: {
        "web-eu": { ...route, service: "eu", policy: "eu.json" },
        "web-us": { ...route, service: "us", policy: "us.json" },
      },
    },
    "eu.json": policy("EU"),
    "us.json": policy("US"),
  });
  return { ...project, eu, us };
}

async function storedAt({ baseUrl }: Emulator, apiKey: string): Promise<string> {
  const client = createClient({ baseUrl, apiKey });
  const stored = await client.readPolicy({ kind: "https-route", edge: "e", route: "r" });
  await client.close();
  return stored?.value ?? "";
}

test("targets of two services are in one plan, and each gets its policy with its key", async () => {
  const { eu, us, runIn } = await world();
  const { out, status } = await runIn(keys, "deploy", "--yes");
  expect(out).toBe(`Plan for ${eu.baseUrl}, ${us.baseUrl}:
web-eu  create     https-route e/r
  + inbound rule "EU" (added)

web-us  create     https-route e/r
  + inbound rule "US" (added)

2 to create.

Result:
web-eu  applied    read back and compared: in sync
web-us  applied    read back and compared: in sync

2 applied and verified.
`);
  expect(status).toBe(0);
  expect(await storedAt(eu, keys.EU_KEY)).toContain('"EU"');
  expect(await storedAt(us, keys.US_KEY)).toContain('"US"');
  expect((await runIn(keys, "diff")).status).toBe(0);
});

test("a saved plan knows the service of each target", async () => {
  const { folder, us, runIn, write } = await world();
  await runIn(keys, "plan", "--out", "plan.json");
  const { targets } = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8")) as {
    targets: { name: string; service: string }[];
  };
  expect(targets.map(({ service }) => service)[1]).toBe(us.baseUrl);
  expect((await runIn(keys, "deploy", "plan.json", "--yes")).status).toBe(0);
  await runIn(keys, "plan", "--out", "plan.json");
  const text = readFileSync(join(folder, "traffic-policy.config.json"), "utf8");
  write("traffic-policy.config.json", text.replace('"service":"us"', '"service":"eu"'));
  const { err, status } = await runIn(keys, "deploy", "plan.json", "--yes");
  expect(err).toContain(`plan.json: This plan is for ${us.baseUrl}, not for`);
  expect(status).toBe(2);
});

test("pull reads each target at its service, and rollback restores it there", async () => {
  const { folder, eu, runIn, write } = await world();
  await runIn(keys, "deploy", "--yes");
  write("eu.json", policy("EU 2"));
  await runIn(keys, "deploy", "--yes");
  await runIn(keys, "rollback", "web-eu", "--yes");
  expect(await storedAt(eu, keys.EU_KEY)).not.toContain("EU 2");
  await runIn(keys, "pull", "--force");
  expect(readFileSync(join(folder, "eu.json"), "utf8")).toContain('"EU"');
  expect(readFileSync(join(folder, "us.json"), "utf8")).toContain('"US"');
});

test("after a failure at one service, nothing more is written at the other", async () => {
  const { eu, us, runIn } = await world();
  const wrong = { ...keys, EU_KEY: "another" };
  const { err, status } = await runIn(wrong, "deploy", "--yes");
  expect(err).toContain("Nothing was deployed: a target could not be planned.");
  expect(status).toBe(2);
  expect(await storedAt(eu, keys.EU_KEY)).toBe("");
  expect(await storedAt(us, keys.US_KEY)).toBe("");
  const both = await runIn(wrong, "deploy", "--yes", "--on-failure", "continue");
  expect(both.out).toContain("1 applied and verified, 1 failed.");
  expect(await storedAt(us, keys.US_KEY)).toContain('"US"');
});
