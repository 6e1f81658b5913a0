import { readFileSync } from "node:fs";
import type { JsonSchema } from "@traffic-policy/policy-language";
import { manifestKey, serviceSchema } from "@traffic-policy/project/internal";
import { stringify } from "yaml";
import { configurationSchema } from "../../packages/cli/src/configuration/configuration-schema.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { root } from "./root.ts";

const example = "docs/examples/traffic-policy.config.ts";
const fleet = "docs/examples/fleet/traffic-policy.config.ts";
const project = "docs/examples/fleet/services/bastion/traffic-policy.config.yaml";
const realService = "docs/examples/configurations/version-header.ts";

/** The same configuration as `example`. */
const data = {
  $schema: "./node_modules/traffic-policy/schema/configuration.schema.json",
  service: "emulator",
  targets: {
    web: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "./policies/web.policy.ts" },
    ssh: { kind: "cloud-endpoint", endpoint: "ep_2", policy: "./policies/ssh.policy.ts" },
  },
};

/** The reference of the configuration, from its schema. */
export function configurationPage(): GeneratedFile {
  const { $schema, ...withoutSchema } = data;
  return {
    path: "docs/configuration.md",
    text: [
      "<!-- Generated from the configuration's schema by `pnpm generate`; do not edit. -->",
      "",
      "# Configuration",
      "",
      "The configuration is found in the working directory or the nearest folder above it; `--config` names another",
      "file. Paths in it are relative to it.",
      "",
      "| file | form |",
      "| --- | --- |",
      "| `traffic-policy.config.ts`, `.mts`, `.js`, `.mjs` | code, whose default export is the configuration |",
      "| `traffic-policy.config.json` | JSON |",
      "| `traffic-policy.config.yaml`, `.yml` | YAML |",
      `| \`package.json\` | JSON, under the key \`${manifestKey}\` |`,
      "",
      "When a folder has several of them, the first in this order counts.",
      "",
      `\`\`\`ts file=${example}`,
      textOf(example),
      "```",
      "",
      "The same as JSON, with the schema that lets an editor complete and check it:",
      "",
      "```json",
      JSON.stringify(data, null, 2),
      "```",
      "",
      "As YAML:",
      "",
      "```yaml",
      `# yaml-language-server: $schema=${$schema}`,
      stringify(withoutSchema).trimEnd(),
      "```",
      "",
      "A service that is not the emulator:",
      "",
      `\`\`\`ts file=${realService}`,
      textOf(realService),
      "```",
      "",
      "One configuration for several environments and folders, which the page [Environments and",
      "workspaces](environments.md) explains:",
      "",
      `\`\`\`ts file=${fleet}`,
      textOf(fleet),
      "```",
      "",
      "The configuration of a folder, in YAML, that extends it:",
      "",
      `\`\`\`yaml file=${project}`,
      textOf(project),
      "```",
      "",
      "## Keys",
      "",
      "| key | value | meaning |",
      "| --- | --- | --- |",
      ...rows("", configurationSchema),
      "",
      "[Linting](linting.md) shows the part `lint` at work. An unknown key is an error. The API key never stands here: see",
      "[deploying](deploying.md#the-service-and-its-key).",
      "",
    ].join("\n"),
  };
}

function textOf(file: string): string {
  return readFileSync(new URL(file, root), "utf8").trimEnd();
}

function rows(prefix: string, schema: JsonSchema): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const isShared = prefix === environment && configurationSchema.properties[key] !== undefined;
    if (isShared && key !== "targets") {
      return [row(name, value, [`Like \`${key}\`, for this environment.`])];
    }
    const meaning = [value.description ?? "", required.has(key) ? "" : "Optional."]
      .concat(value.default === undefined ? [] : [`Default: \`${JSON.stringify(value.default)}\`.`])
      .filter(Boolean);
    const own = row(name, value, meaning);
    if (name === "service") return [own, ...rows("service.", serviceSchema)];
    const [values] = Object.values(value.patternProperties ?? {});
    const inside = `${name}.<name>`;
    if (values !== undefined) {
      const described = values.description === undefined ? [] : [row(inside, values)];
      return [own, ...described, ...rows(`${inside}.`, values)];
    }
    const { items } = value;
    return [
      own,
      ...rows(`${name}.`, value),
      ...(items === undefined ? [] : rows(`${name}[].`, items)),
    ];
  });
}

const environment = "environments.<name>.";

function row(name: string, value: JsonSchema, meaning = [value.description ?? ""]): string {
  return `| \`${name}\` | ${kind(value)} | ${meaning.join(" ")} |`;
}

function kind({ patternProperties = {}, enum: allowed, items, type = [] }: JsonSchema): string {
  const [values] = Object.values(patternProperties);
  if (values !== undefined) return `by name: ${kind(values)}`;
  if (allowed !== undefined) {
    return allowed.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  }
  if (items !== undefined) return `list of ${kind(items)}s`;
  return [type]
    .flat()
    .map((one) => (one === "array" ? "list" : one))
    .join(" or ");
}
