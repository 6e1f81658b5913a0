import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  ExplainedError,
  Files,
  findConfiguration,
  loadConfiguration,
  type LoadedConfiguration,
  type LoadedConfigurations,
} from "@traffic-policy/project";
import { describe, expect, onTestFinished, test } from "vitest";

const parts = { lint: { schema: { type: "object" }, problems: () => [] } };

/** A folder with these files: texts, or documents as JSON. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "configuration-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 1);
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function loadedIn(folder: string): Promise<LoadedConfigurations | undefined> {
  const file = findConfiguration(folder);
  if (file === undefined) return undefined;
  return loadConfiguration(file, new Files(folder), parts);
}

async function environmentsIn(
  files: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, LoadedConfiguration>>> {
  const found = await loadedIn(folderOf(files));
  return Object.fromEntries(
    (found?.environments ?? []).map((one) => [one.environment?.name ?? "", one]),
  );
}

async function refusal(files: Readonly<Record<string, unknown>>): Promise<string> {
  try {
    await loadedIn(folderOf(files));
  } catch (error) {
    if (error instanceof ExplainedError) return error.message;
    throw error;
  }
  return "loaded";
}

const web = { kind: "https-route", policy: "web.json" };
const place = { edge: "e", route: "r" };

describe("environments", () => {
  test("what an environment says is over what is shared, target by target and key by key", async () => {
    const { staging, production } = await environmentsIn({
      "traffic-policy.config.json": {
        service: { baseUrl: "https://shared.example", versionHeader: { name: "V", value: "1" } },
        values: { host: "shared.example", debug: true },
        limits: { maxChanges: 5, concurrency: 3 },
        targets: { web: { ...web, tags: ["public"] }, ssh: { kind: "tcp-edge", policy: "s.json" } },
        environments: {
          staging: { targets: { web: place, ssh: { edge: "e2" } } },
          production: {
            service: { baseUrl: "https://production.example" },
            values: { debug: false },
            limits: { maxChanges: "10%" },
            targets: { web: { ...place, tags: ["paid"] }, ssh: false, db: { ...web, ...place } },
          },
        },
      },
    });
    expect(staging).toMatchObject({
      service: { baseUrl: "https://shared.example" },
      environment: { name: "staging", values: { host: "shared.example", debug: true } },
      limits: { maxChanges: 5, concurrency: 3 },
      environmentNames: ["staging", "production"],
    });
    expect(staging?.targets).toEqual({
      web: { ...web, ...place, tags: ["public"] },
      ssh: { kind: "tcp-edge", policy: "s.json", edge: "e2" },
    });
    expect(production).toMatchObject({
      service: {
        baseUrl: "https://production.example",
        versionHeader: { name: "V", value: "1" },
      },
      environment: { name: "production", values: { host: "shared.example", debug: false } },
      limits: { maxChanges: "10%", concurrency: 3 },
    });
    expect(production?.targets).toEqual({
      web: { ...web, ...place, tags: ["paid"] },
      db: { ...web, ...place },
    });
  });

  test("without environments there is one configuration, and nothing to choose", async () => {
    const found = await environmentsIn({
      "traffic-policy.config.json": { service: "emulator", targets: { web: { ...web, ...place } } },
    });
    expect(Object.keys(found)).toEqual([""]);
    expect(found[""]).toMatchObject({ environment: undefined, environmentNames: [] });
  });

  test.each([
    [
      "an identifier is missing in one of them",
      { targets: { web }, environments: { a: { targets: { web: place } }, b: {} } },
      'traffic-policy.config.json:4:10: b: "edge" is missing in the target "web".',
    ],
    [
      "a target of its own is not complete",
      { environments: { a: { targets: { web: { ...web, edge: "e" } } } } },
      'traffic-policy.config.json:6:12: a: The HTTPS route "web" has no "route".',
    ],
    [
      "the default is none of them",
      { defaultEnvironment: "c", environments: { a: {} } },
      'traffic-policy.config.json:3:24: There is no environment "c".',
    ],
    [
      "a name would be taken for an option",
      { environments: { "-a": {} } },
      'traffic-policy.config.json:4:3: "-a" cannot be the name of an environment.',
    ],
    [
      "a target names a service that is not there",
      { targets: { web: { ...web, ...place, service: "eu" } } },
      'traffic-policy.config.json:9:15: There is no service "eu".',
    ],
  ])("refused, with the place: %s", async (_what, configuration, sentence) => {
    const files = { "traffic-policy.config.json": { service: "emulator", ...configuration } };
    expect(await refusal(files)).toBe(sentence);
  });

  test("two environments that hold the same place are refused with both places", async () => {
    const environments = {
      staging: { targets: { web: place } },
      production: { targets: { api: { ...web, ...place } } },
    };
    const targets = { web };
    expect(
      await refusal({
        "traffic-policy.config.json": {
          service: "emulator",
          targets: {},
          environments: { ...environments, staging: { targets: { web: { ...web, ...place } } } },
        },
      }),
    ).toBe(
      "traffic-policy.config.json:17:12: This target of production is the same place as one of staging, at traffic-policy.config.json:7:12.",
    );
    expect(
      await refusal({
        "traffic-policy.config.json": {
          targets,
          environments: {
            staging: { ...environments.staging, service: { baseUrl: "https://a.example/" } },
            production: {
              targets: { web: place },
              service: { baseUrl: "https://A.example", apiKeyVariable: "B" },
            },
          },
        },
      }),
    ).toMatch(/same place as one of staging/);
  });

  test("the same identifiers at two services are two places", async () => {
    const environments = {
      staging: { service: { emulator: "staging" }, targets: { web: place } },
      production: { service: "emulator", targets: { web: place } },
    };
    const found = await environmentsIn({
      "traffic-policy.config.json": { targets: { web }, environments },
    });
    expect(Object.keys(found)).toEqual(["staging", "production"]);
  });
});

test.each([
  ["the same service", { versionHeader: { name: "V", value: "2" } }, { apiKeyVariable: "KEY" }],
  ["another base URL", { baseUrl: "https://other.example" }, {}],
  ["a key of its own", { apiKeyFile: "key" }, { apiKeyFile: "/folder/key" }],
  [
    "another base URL with its key",
    { baseUrl: "https://other.example", apiKeyVariable: "OTHER" },
    { apiKeyVariable: "OTHER" },
  ],
  ["an emulator", { emulator: "one" }, {}],
])("a key is not inherited by another service: %s", async (_what, service, keys) => {
  const folder = folderOf({
    "traffic-policy.config.json": {
      service: { baseUrl: "https://shared.example", apiKeyVariable: "KEY" },
      environments: { a: { service } },
    },
  });
  const loaded = (await loadedIn(folder))?.environments[0].service ?? {};
  const { apiKeyVariable, apiKeyFile } = loaded;
  expect({
    ...(apiKeyVariable !== undefined && { apiKeyVariable }),
    ...(apiKeyFile !== undefined && { apiKeyFile: apiKeyFile.replace(folder, "/folder") }),
  }).toEqual(keys);
});

describe("extends", () => {
  const base = {
    service: { baseUrl: "https://a.example", apiKeyFile: "key" },
    services: { lab: "emulator" },
    targets: { base: { ...web, ...place } },
    environments: { staging: { values: { n: 1 }, targets: { base: { edge: "s" } } } },
    lint: {
      rules: { "a/b": "error", "c/d": "off" },
      ignore: ["x"],
      baseline: "known.json",
      ignoreFindings: [{ file: "base.json", rule: "a/b", why: "w" }],
    },
  };

  test("all is shared but targets and the baseline, and files stay where they are", async () => {
    const folder = folderOf({
      "traffic-policy.config.json": base,
      "services/web/traffic-policy.config.json": {
        extends: "../../traffic-policy.config.json",
        environments: { staging: { targets: { web: { ...web, ...place } } }, local: {} },
        lint: {
          rules: { "c/d": "info" },
          ignoreFindings: [{ file: "w.json", rule: "r", why: "w" }],
        },
      },
    });
    const own = join(folder, "services/web");
    const found = await loadedIn(own);
    const [staging] = found?.environments ?? [];
    expect(staging).toMatchObject({
      folder: own,
      sources: [
        join(own, "traffic-policy.config.json"),
        join(folder, "traffic-policy.config.json"),
      ],
      environmentNames: ["staging", "local"],
      environment: { name: "staging", values: { n: 1 } },
      service: { baseUrl: "https://a.example", apiKeyFile: join(folder, "key") },
      services: { lab: { emulator: { name: "", folder } } },
      parts: {
        lint: {
          rules: { "a/b": "error", "c/d": "info" },
          ignore: ["x"],
          ignoreFindings: [{ file: "w.json" }, { file: "../../base.json" }],
        },
      },
    });
    expect(Object.keys(staging?.targets ?? {})).toEqual(["web"]);
    expect(staging).not.toHaveProperty("parts.lint.baseline");
    expect(staging?.locate("/lint/ignoreFindings/0").file).toBe("traffic-policy.config.json");
    expect(staging?.locate("/lint/ignoreFindings/1").file).toBe("../../traffic-policy.config.json");
  });

  test.each([
    ["a file that is not there", { extends: "./no.json" }, "There is no file no.json."],
    ["itself", { extends: "traffic-policy.config.json" }, "The configuration extends itself."],
  ])("%s", async (_what, configuration, sentence) => {
    expect(await refusal({ "traffic-policy.config.json": configuration })).toBe(
      `traffic-policy.config.json:2:13: ${sentence}`,
    );
  });

  test("in a circle", async () => {
    const folder = folderOf({
      "a/traffic-policy.config.json": { extends: "../b/traffic-policy.config.json" },
      "b/traffic-policy.config.json": { extends: "../a/traffic-policy.config.json" },
    });
    await expect(loadedIn(join(folder, "a"))).rejects.toThrow(
      "../b/traffic-policy.config.json:2:13: The configuration extends itself.",
    );
  });
});

describe("the file", () => {
  const yaml = "service: emulator\ntargets:\n  web: {kind: tcp-edge, edge: e, policy: p.json}\n";

  test.each([
    ["traffic-policy.config.yaml", yaml],
    ["traffic-policy.config.yml", yaml],
    [
      "package.json",
      { "traffic-policy": { service: "emulator", targets: { web: { ...web, ...place } } } },
    ],
  ])("may be %s, also in a folder above", async (name, content) => {
    const folder = folderOf({ [name]: content, "below/a.json": "{}" });
    const found = await loadedIn(join(folder, "below"));
    expect(found?.file).toBe(join(folder, name));
    expect(Object.keys(found?.environments[0].targets ?? {})).toEqual(["web"]);
  });

  test("a package.json without the key is none", async () => {
    const folder = folderOf({ "package.json": { devDependencies: { "traffic-policy": "1.0.0" } } });
    expect(await loadedIn(folder)).toBeUndefined();
  });

  test.each([
    [
      "traffic-policy.config.yaml",
      "service: emulator\ntargets:\n  web: { kind: tcp-edge, edge: e, polcy: p }\n",
      'traffic-policy.config.yaml:3:35: Unknown key "polcy".',
    ],
    [
      "package.json",
      '{\n"name": "a",\n"traffic-policy": { "service": "emulater" } }',
      'package.json:3:32: "service" is "emulater", which is not a service.',
    ],
  ])("what is wrong in %s has its place", async (name, content, sentence) => {
    expect(await refusal({ [name]: content })).toBe(sentence);
  });
});
