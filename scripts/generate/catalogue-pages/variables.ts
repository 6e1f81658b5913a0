import {
  type RecordDefinition,
  type VariableDefinition,
  type VariableNamespace,
} from "@traffic-policy/policy-language";
import { absenceSentences } from "@traffic-policy/policy-language/internal";
import { availabilityOfName } from "../../../packages/policy-builder/src/places.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { cell } from "../markdown-cell.ts";
import { sentence } from "../names.ts";
import { cataloguePage, openLines, pageLink, where, type Reference } from "./page.ts";

/** Each variable of a dialect with its type, and the names that it had. */
export function variablesPage(reference: Reference): GeneratedFile {
  const { namespaces, records } = reference.dialect;
  const lint = `[lint](${pageLink(reference, "linting.md")})`;
  return cataloguePage(reference, "Variables", [
    "What an expression can ask for. In TypeScript they are objects with names in camel case:",
    "`conn.clientIp` is `conn.client_ip`. Using one where it does not exist does not compile, and is an error",
    `of ${lint}.`,
    "",
    "The service has renamed its variables twice: what is `req.method` today was `req.Method`. The tables of earlier",
    "names list those before. Nobody can tell how long they will work.",
    "",
    ...namespaces.flatMap((namespace) => section(reference, namespace)),
    "## Records",
    "",
    "Values with fields of their own.",
    "",
    ...[...records.values()].flatMap(recordSection),
  ]);
}

function section(
  reference: Reference,
  { name, description, variables }: VariableNamespace,
): string[] {
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
        `| \`${one.name}\` | \`${cell(one.type)}\` | ${where(reference, availabilityOfName(one, reference))} | ${cell(meaning(one))} |`,
    ),
    "",
    ...(earlier.length === 0
      ? []
      : [
          `### Earlier names of \`${name}\``,
          "",
          `They are known, and lint tells what to write today; it can [fix](${pageLink(reference, "fixing.md")}) most of them.`,
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

function recordSection({ name, description, fields, unsure: open }: RecordDefinition): string[] {
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
    ...openLines(open),
  ];
}
