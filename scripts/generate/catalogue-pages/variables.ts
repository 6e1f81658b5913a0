import {
  absenceSentences,
  directionsDialect,
  type RecordDefinition,
  type VariableDefinition,
  type VariableNamespace,
} from "@traffic-policy/policy-language";
import { availabilityOfName } from "../../../packages/policy-builder/src/places.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { cell } from "../markdown-cell.ts";
import { sentence } from "../names.ts";
import { cataloguePage, where } from "./page.ts";

/** Each variable with its type, and the names that it had. */
export function variablesPage(): GeneratedFile {
  const { namespaces, records } = directionsDialect;
  return cataloguePage("variables", [
    "# Variables",
    "",
    "What an expression can ask for. In TypeScript they are objects with names in camel case:",
    "`conn.clientIp` is `conn.client_ip`. Using one where it does not exist does not compile, and is an error",
    "of [lint](../linting.md).",
    "",
    "The service has renamed its variables twice: what is `req.method` today was `req.Method`. The tables of earlier",
    "names list those of its earlier eras. Nobody can tell how long they will work.",
    "",
    ...namespaces.flatMap(section),
    "## Records",
    "",
    "Values with fields of their own.",
    "",
    ...[...records.values()].flatMap(recordSection),
  ]);
}

function section({ name, description, variables }: VariableNamespace): string[] {
  const current = variables.filter((one) => !isEarlier(one));
  const earlier = variables.filter(isEarlier);
  return [
    `## ${name}`,
    "",
    sentence(description),
    "",
    "| variable | type | where | what it holds |",
    "| --- | --- | --- | --- |",
    ...current.map(
      (one) =>
        `| \`${one.name}\` | \`${cell(one.type)}\` | ${where(availabilityOfName(one, { dialect: directionsDialect }))} | ${cell(meaning(one))} |`,
    ),
    "",
    ...(earlier.length === 0
      ? []
      : [
          `### Earlier names of \`${name}\``,
          "",
          "They are known, and lint tells what to write today; it can [fix](../fixing.md) most of them.",
          "",
          "| earlier name | today |",
          "| --- | --- |",
          ...earlier.map(
            ({ name: old, renamedTo }) =>
              `| \`${old}\` | ${renamedTo === undefined ? "none" : `\`${renamedTo}\``} |`,
          ),
          "",
        ]),
  ];
}

function isEarlier({ renamedTo, outdated }: VariableDefinition): boolean {
  return renamedTo !== undefined || outdated === true;
}

function meaning({
  description,
  missing,
  setBy,
  headerKeys,
  unsure = [],
}: VariableDefinition): string {
  return [
    sentence(description),
    ...(headerKeys === undefined ? [] : ["Its keys are in lower case."]),
    ...absenceSentences(missing, setBy),
    ...unsure.map((fact) => `*Not known for sure:* ${fact}`),
  ].join(" ");
}

function recordSection({ name, description, fields }: RecordDefinition): string[] {
  return [
    `### ${name}`,
    "",
    sentence(description),
    "",
    "| field | type | what it holds |",
    "| --- | --- | --- |",
    ...fields
      .filter(({ renamedTo }) => renamedTo === undefined)
      .map(({ name: field, type, description: what, missing, unsure = [] }) => {
        const facts = unsure.map((fact) => `*Not known for sure:* ${fact}`);
        const meant = [sentence(what), ...absenceSentences(missing), ...facts].join(" ");
        return `| \`${field}\` | \`${cell(type)}\` | ${cell(meant)} |`;
      }),
    "",
  ];
}
