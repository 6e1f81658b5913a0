import { type RecordDefinition, type RecordField } from "@traffic-policy/policy-language";
import { absenceSentences, camelCase, variablesOf } from "@traffic-policy/policy-language/internal";
import { ownFunctions } from "../../packages/policy-builder/src/functions.ts";
import { records as sharedRecords } from "../../packages/policy-language/src/catalogue/shared/records/index.generated.ts";
import { builderFile, type BuilderDialect } from "./builder-dialect.ts";
import { docComment } from "./doc-comment.ts";
import {
  expressionClass,
  expressionImports,
  recordClass,
  unnamedParts,
} from "./expression-class.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { sentence } from "./names.ts";

/** The builder's classes of the records that all dialects have, such as cookies. */
export function sharedBuilderRecords(): GeneratedFile {
  return {
    path: "packages/policy-builder/src/records.generated.ts",
    text: [
      `// Generated from the catalogue's records by "pnpm generate"; do not edit.`,
      ...recordsCode(sharedRecords, "./", [
        docComment(
          "The class of expressions for each record, and for lists of them; a dialect may have more.",
        ),
        "export interface Records<R extends Restriction> {",
        ...sharedRecords.flatMap(kinds),
        "}",
      ]),
      "",
    ].join("\n"),
  };
}

/** The same of those that only one dialect has, and the kinds of maps in its types that need a name. */
export function builderRecords(of: BuilderDialect): GeneratedFile {
  const { records } = of.dialect;
  const own = [...records.values()].filter((record) => !sharedRecords.includes(record));
  const maps = unnamedParts(typesOf(of));
  if (own.length + maps.length === 0) return builderFile(of, "records", ["export {};"]);
  return builderFile(
    of,
    "records",
    recordsCode(own, "../", [
      `declare module "../records.generated.ts" {`,
      "interface Records<R extends Restriction> {",
      ...own.flatMap(kinds),
      ...maps
        .flatMap((type) => [type, `list(${type})`])
        .map((type) => `"${type}": ${expressionClass(type, "R")};`),
      "}",
      "}",
    ]),
  );
}

/** All types of a dialect. */
function typesOf({ dialect }: BuilderDialect): string[] {
  const fields = [...dialect.records.values()].flatMap((record) => record.fields);
  const overloads = ownFunctions(dialect).flatMap((one) => one.overloads);
  return [
    ...[...variablesOf(dialect), ...fields].map(({ type }) => type),
    ...overloads.flatMap(({ parameters, returns }) => [...parameters, returns]),
  ];
}

function kinds({ name }: RecordDefinition): string[] {
  const list = `list(${name})`;
  return [`${name}: ${expressionClass(name, "R")};`, `"${list}": ${expressionClass(list, "R")};`];
}

/** @param up - the path to the folder of the builder's sources */
function recordsCode(
  records: readonly RecordDefinition[],
  up: "./" | "../",
  registry: readonly string[],
): string[] {
  const code = [...registry, ...records.flatMap((record) => ["", recordCode(record)])];
  const names = records.map(({ name }) => name);
  const isNeeded = records.length > 0;
  return [
    ...expressionImports(code.join("\n").replaceAll("RecordExpression", ""), up),
    ...(code.some((line) => line.includes("callSite()"))
      ? [`import { callSite } from "${up}call-site.ts";`]
      : []),
    ...(isNeeded
      ? [
          `import { field } from "${up}expressions/build.ts";`,
          `import { kind } from "${up}expressions/cel-expression.ts";`,
          `import { defineKind } from "${up}expressions/kinds.ts";`,
          `import { RecordExpression } from "${up}expressions/record.ts";`,
        ]
      : []),
    `import type { Restriction } from "${up}restriction.ts";`,
    "",
    ...code,
    ...names.flatMap((name) => [
      "",
      `defineKind("${name}", (tree, where, site) => new ${recordClass(name)}(tree, where, site));`,
    ]),
  ];
}

function recordCode({ name, description, fields }: RecordDefinition): string {
  return [
    docComment(sentence(description)),
    `export class ${recordClass(name)}<out R extends Restriction = never> extends RecordExpression<"${name}", R> {`,
    `get [kind](): "${name}" { return "${name}"; }`,
    ...fields.flatMap((one) => ["", getter(one)]),
    "}",
  ].join("\n");
}

function getter({ name, type, description, renamedTo, missing, unsure = [] }: RecordField): string {
  return [
    docComment(
      sentence(description),
      "",
      `CEL: \`${name}\` (${type}).`,
      ...absenceSentences(missing).flatMap((absence) => ["", absence]),
      ...unsure.flatMap((fact) => ["", fact]),
      ...(renamedTo === undefined ? [] : ["", `@deprecated Use \`${camelCase(renamedTo)}\`.`]),
    ),
    `get ${camelCase(name)}(): ${expressionClass(type, "R")} {`,
    // Only a condition can stand in a rule by itself.
    `return field("${type}", this, "${name}"${type === "bool" ? ", callSite()" : ""});`,
    "}",
  ].join("\n");
}
