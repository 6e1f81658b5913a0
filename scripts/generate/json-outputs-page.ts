import { jsonOutputs } from "../../packages/cli/src/commands/outputs.generated.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { cell } from "./markdown-cell.ts";

/** The page of what `--format json` prints: a table of the schemas, which say all the rest. */
export function jsonOutputsPage(): GeneratedFile {
  return {
    path: "docs/json-outputs.md",
    text: [
      "<!-- Generated from the schemas of the outputs by `pnpm generate`; do not edit. -->",
      "",
      "# JSON outputs",
      "",
      "With `--format json` a command prints one JSON document to stdout, and nothing else there; errors that keep it",
      "from doing its job go to stderr, as sentences, and are the document where it has no other. Each document has a",
      "JSON Schema (2020-12), which describes all of its keys:",
      "",
      "| command | schema | the document holds |",
      "| --- | --- | --- |",
      ...jsonOutputs.map(
        ({ name, commands, schema }) =>
          `| ${commands.map((command) => `\`${command}\``).join(", ")} | \`${name}.schema.json\` | ${cell(schema.description ?? "")} |`,
      ),
      "",
      "`version` is 1 as long as there are only additions: read what you know, and leave the rest alone. What became of",
      "it all is also the [exit status](exit-status.md).",
      "",
      "The commands `edges`, `endpoints` and `routes policy` print the service's own objects, as it answered them: a list",
      'is `{"version": 1, "edges": […]}`, and a deletion prints nothing. Other formats of `lint`, such as SARIF and',
      "JUnit, are what [their own specifications](linting.md) say.",
      "",
      "## Using the schemas",
      "",
      "They are in the folder `schema` of the package `traffic-policy`, beside those of the files that commands read:",
      "`exchange.schema.json`, `cases.schema.json`, `assertions.schema.json` and `configuration.schema.json`. A key that",
      "is not in the list `required` of its object can be missing; `description` says what each one means:",
      "",
      "```sh",
      "jq .properties.summary node_modules/traffic-policy/schema/lint.schema.json",
      "```",
      "",
      "A program imports a schema to check what it has read, with a validator such as `ajv`, or to make types of it:",
      "",
      "```ts",
      'import schema from "traffic-policy/schema/lint.schema.json" with { type: "json" };',
      "```",
      "",
    ].join("\n"),
  };
}
