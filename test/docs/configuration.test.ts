import { readFileSync, readdirSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { configurationSchema } from "../../packages/cli/src/configuration/configuration-schema.ts";
import { root } from "../../scripts/generate/root.ts";

const examples = new URL("docs/examples/", root);
const ajv = new Ajv2020({ strict: false, allErrors: true });

async function configurationOf(file: string): Promise<unknown> {
  const { default: found } = (await import(new URL(file, examples).href)) as { default: unknown };
  return JSON.parse(JSON.stringify(found));
}

test.each(readdirSync(new URL("configurations", examples)))(
  "the configuration %s is one",
  async (file) => {
    const found = await configurationOf(`configurations/${file}`);
    expect(ajv.validate(configurationSchema, found), ajv.errorsText()).toBe(true);
  },
);

test("the page shows the same configuration as TypeScript and as JSON", async () => {
  const page = readFileSync(new URL("docs/configuration.md", root), "utf8");
  const [, json = ""] = /^```json\n([^]*?)^```$/m.exec(page) ?? [];
  expect(await configurationOf("traffic-policy.config.ts")).toEqual(JSON.parse(json));
});
