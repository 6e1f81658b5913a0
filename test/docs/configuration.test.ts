import { readFileSync, readdirSync, statSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { projectOf as readProject } from "../../packages/cli/src/configuration/project.ts";
import { root } from "../../scripts/generate/root.ts";
import { testContext } from "../cli/context.ts";
import { projectOf } from "../cli/project.ts";

const examples = new URL("docs/examples/", root);
const ajv = new Ajv2020({ strict: false, allErrors: true });
const published = new URL("packages/cli/schema/configuration.schema.json", root);
const isConfiguration = ajv.compile(JSON.parse(readFileSync(published, "utf8")) as object);

async function configurationOf(file: string): Promise<unknown> {
  const url = new URL(file, examples);
  if (/\.(?:json|ya?ml)$/.test(file)) return parseYaml(readFileSync(url, "utf8"));
  const { default: found } = (await import(url.href)) as { default: unknown };
  return JSON.parse(JSON.stringify(found));
}

function faults(configuration: unknown): string {
  return isConfiguration(configuration) ? "none" : ajv.errorsText(isConfiguration.errors);
}

/** What is in a folder of the examples and below it. */
function below(name: string): string[] {
  const path = new URL(name, examples);
  if (!statSync(path).isDirectory()) return [];
  return readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) => `${name}/${file}`);
}

test("the schema of configurations takes those of the examples", async () => {
  // Not into what is installed: that is the packages themselves, which other tests write to.
  const folders = readdirSync(examples).filter((name) => name !== "node_modules");
  const files = folders
    .flatMap((name) => [name, ...below(name)])
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /(?:^|\/)traffic-policy\.config\.|^configurations\//.test(file))
    // Rules of one's own are code, which is not for the schema.
    .filter((file) => !/node_modules|^custom-rule\//.test(file));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files)
    expect([file, faults(await configurationOf(file))]).toEqual([file, "none"]);
});

const target = { kind: "tcp-edge", edge: "edge_1", policy: "a.json" };

function withEnvironment(staging: object): object {
  return { service: "emulator", environments: { staging } };
}

const right: Readonly<Record<string, object>> = {
  "a schema": { $schema: "./configuration.schema.json" },
  "an emulator with a name": { service: { emulator: "test" } },
  "a key in a variable": { service: { baseUrl: "https://a.example", apiKeyVariable: "KEY" } },
  "more services": {
    services: { old: { baseUrl: "https://a.example" }, mine: "emulator" },
    targets: { a: { ...target, service: "old" } },
  },
  "a percentage": { limits: { maxChanges: "12.5%" } },
  "no changes at all": { limits: { maxChanges: 0 } },
  "a target without identifiers": {
    service: "emulator",
    targets: { a: { kind: "tcp-edge", policy: "a.json" } },
    environments: { staging: { targets: { a: { edge: "edge_1" } } } },
  },
  "a target that is left out": {
    ...withEnvironment({ targets: { a: false } }),
    targets: { a: target },
  },
  "a target of an environment alone": withEnvironment({ targets: { a: target } }),
  values: { values: { host: "a.example", list: [1, { deep: true }] } },
  "a rule with options": { lint: { rules: { "document/size": ["warning", { maxRules: 5 }] } } },
};

const wrong: Readonly<Record<string, object>> = {
  "an unknown key": { environment: {} },
  "a service that is none": { service: "production" },
  "a service with an unknown key": { service: { url: "https://a.example" } },
  "an emulator with a base URL": { service: { emulator: "test", baseUrl: "https://a.example" } },
  "a key in two places": {
    service: { baseUrl: "https://a.example", apiKeyVariable: "KEY", apiKeyFile: "key" },
  },
  "one of more services that is none": { services: { old: 1 } },
  "a limit that is none": { limits: { maxChanges: "many" } },
  "more than all": { limits: { maxChanges: "101%" } },
  "less than nothing": { limits: { maxChanges: -1 } },
  "a kind that does not exist": { targets: { a: { ...target, kind: "edge" } } },
  "a target without a name": { targets: { "": target } },
  "an environment with a name of two words": { environments: { "my staging": {} } },
  "an environment with an unknown key": withEnvironment({ target: {} }),
  "a target that is true": withEnvironment({ targets: { a: true } }),
  "a target with an unknown key, in an environment": withEnvironment({
    targets: { a: { ...target, id: "edge_1" } },
  }),
  "a service of an environment that is none": withEnvironment({ service: 5 }),
  "a limit of an environment that is none": withEnvironment({ limits: { maxChanges: "x%" } }),
  "a rule that is set to nothing known": { lint: { rules: { "document/size": "fatal" } } },
};

async function isLoaded(configuration: object): Promise<boolean> {
  const { folder } = projectOf({ "traffic-policy.config.json": configuration });
  return readProject({}, await testContext(folder))
    .configurations.load()
    .then(
      () => true,
      () => false,
    );
}

test.each(Object.entries(right))("the schema takes %s, and so does the command", async (_, one) => {
  expect(faults(one)).toBe("none");
  expect(await isLoaded(one)).toBe(true);
});

test.each(Object.entries(wrong))(
  "the schema refuses %s, and so does the command",
  async (_, one) => {
    expect(faults(one)).not.toBe("none");
    expect(await isLoaded(one)).toBe(false);
  },
);

test("the page shows the same configuration as TypeScript, JSON and YAML", async () => {
  const page = readFileSync(new URL("docs/configuration.md", root), "utf8");
  const [, json = ""] = /^```json\n([^]*?)^```$/m.exec(page) ?? [];
  const [, yaml = ""] = /^```yaml\n([^]*?)^```$/m.exec(page) ?? [];
  const { $schema, ...shown } = JSON.parse(json) as Record<string, unknown>;
  expect($schema).toMatch(/configuration\.schema\.json$/);
  expect(await configurationOf("traffic-policy.config.ts")).toEqual(shown);
  expect(parseYaml(yaml)).toEqual(shown);
});
