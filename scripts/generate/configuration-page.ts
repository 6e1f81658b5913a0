import { readFileSync } from "node:fs";
import type { JsonSchema } from "@traffic-policy/policy-language";
import { serviceSchema } from "@traffic-policy/policy-module";
import { configurationSchema } from "../../packages/cli/src/configuration/configuration-schema.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { root } from "./root.ts";

const example = "docs/examples/traffic-policy.config.ts";
const realService = "docs/examples/configurations/version-header.ts";

/** The reference of the configuration, from its schema. */
export function configurationPage(): GeneratedFile {
  return {
    path: "docs/configuration.md",
    text: [
      "<!-- Generated from the configuration's schema by `pnpm generate`; do not edit. -->",
      "",
      "# Configuration",
      "",
      "`traffic-policy.config.ts` (or `.js`, `.json`) is found in the working directory or the nearest",
      "folder above it. Paths in it are relative to it.",
      "",
      `\`\`\`ts file=${example}`,
      readFileSync(new URL(example, root), "utf8").trimEnd(),
      "```",
      "",
      "The same as JSON:",
      "",
      "```json",
      JSON.stringify(
        {
          service: "emulator",
          targets: {
            ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./policies/ssh.policy.ts" },
            web: {
              kind: "https-route",
              edge: "edge_2",
              route: "route_1",
              policy: "./policies/web.policy.ts",
            },
          },
        },
        null,
        2,
      ),
      "```",
      "",
      "A service that is not the emulator:",
      "",
      `\`\`\`ts file=${realService}`,
      readFileSync(new URL(realService, root), "utf8").trimEnd(),
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

function rows(prefix: string, schema: JsonSchema): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const meaning = [value.description ?? "", required.has(key) ? "" : "Optional."]
      .concat(value.default === undefined ? [] : [`Default: \`${JSON.stringify(value.default)}\`.`])
      .filter(Boolean);
    const row = `| \`${name}\` | ${kind(value)} | ${meaning.join(" ")} |`;
    if (name === "service") return [row, ...rows("service.", serviceSchema)];
    const [values] = Object.values(value.patternProperties ?? {});
    if (values?.properties !== undefined) return [row, ...rows(`${name}.<name>.`, values)];
    if (values?.description !== undefined) {
      return [row, `| \`${name}.<name>\` | ${kind(values)} | ${values.description} |`];
    }
    const { items } = value;
    return [
      row,
      ...rows(`${name}.`, value),
      ...(items === undefined ? [] : rows(`${name}[].`, items)),
    ];
  });
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
