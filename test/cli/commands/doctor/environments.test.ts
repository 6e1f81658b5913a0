import { createEmulator } from "@traffic-policy/emulator";
import { expect, onTestFinished, test } from "vitest";
import { projectOf } from "../../project.ts";

interface Found {
  readonly name: string;
  readonly environment?: string;
  readonly service?: string;
  readonly state: string;
  readonly message: string;
}

test("each environment is checked with its own key, and each of its services", async () => {
  const [staging, production] = await Promise.all(
    ["key-of-staging", "key-of-production"].map((apiKey) => createEmulator({ apiKey })),
  );
  onTestFinished(async () => {
    await staging?.close();
    await production?.close();
  });
  const service = { baseUrl: staging?.baseUrl, apiKeyVariable: "STAGING_KEY" };
  const { runIn } = projectOf({
    "traffic-policy.config.json": {
      environments: {
        staging: { service, services: { lab: "emulator" } },
        production: {
          service: { baseUrl: production?.baseUrl, apiKeyVariable: "PRODUCTION_KEY" },
        },
      },
    },
  });
  const keys = { STAGING_KEY: "key-of-staging", PRODUCTION_KEY: "key-of-staging" };
  const { out, status } = await runIn(keys, "doctor", "--format", "json");
  const { checks } = JSON.parse(out) as { checks: Found[] };
  const connections = checks.filter(({ name }) => name === "connection");
  expect(
    connections.map(({ environment, service: of, state }) => [environment, of, state]),
  ).toEqual([
    ["staging", undefined, "ok"],
    ["staging", "lab", "ok"],
    ["production", undefined, "problem"],
  ]);
  const apiKey = checks.find(
    ({ name, environment }) => name === "api-key" && environment === "staging",
  );
  expect(apiKey?.message).toBe("From STAGING_KEY.");
  expect(status).toBe(1);
});

test("where the configuration cannot be read, it is unknown whether a key is needed", async () => {
  const { run } = projectOf({ "traffic-policy.config.json": { environment: "staging" } });
  const { out, status } = await run("doctor");
  expect(out).toMatch(
    /^skipped +api-key +The service settings of the configuration are unknown\.$/m,
  );
  expect(status).toBe(1);
});
