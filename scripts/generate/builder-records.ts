import { absenceSentences } from "@traffic-policy/policy-language";
import type { RecordDefinition, RecordField } from "@traffic-policy/policy-language";
import { docComment } from "./doc-comment.ts";
import { expressionClass, expressionImports, recordClass } from "./expression-class.ts";
import { folderDefaults } from "./folder-files.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { camelCase, sentence } from "./names.ts";

/** The builders' classes of the catalogue's records, such as cookies. */
export async function builderRecords(folder: string): Promise<GeneratedFile> {
  const records = [...(await folderDefaults<RecordDefinition>(folder)).values()];
  const names = records.map(({ name }) => name);
  const classes = records.flatMap((record) => ["", recordCode(record, names)]).join("\n");
  return {
    path: "packages/policy-builder/src/records.generated.ts",
    text: [
      `// Generated from the catalogue's records by "pnpm generate"; do not edit.`,
      ...expressionImports(
        `${classes.replaceAll("RecordExpression", "")} ListExpression`,
        names,
      ).slice(0, 1),
      `import { callSite } from "./call-site.ts";`,
      `import { field } from "./expressions/build.ts";`,
      `import { kind } from "./expressions/cel-expression.ts";`,
      `import { defineKind } from "./expressions/kinds.ts";`,
      `import { RecordExpression } from "./expressions/record.ts";`,
      `import type { Restriction } from "./restriction.generated.ts";`,
      "",
      docComment("The class of expressions for each record, and for lists of them."),
      "export interface Records<R extends Restriction> {",
      ...names.flatMap((name) => [
        `${name}: ${recordClass(name)}<R>;`,
        `"list(${name})": ListExpression<"${name}", R>;`,
      ]),
      "}",
      classes,
      ...names.flatMap((name) => [
        "",
        `defineKind("${name}", (tree, where, site) => new ${recordClass(name)}(tree, where, site));`,
      ]),
      "",
    ].join("\n"),
  };
}

function recordCode({ name, description, fields }: RecordDefinition, records: string[]): string {
  return [
    docComment(sentence(description)),
    `export class ${recordClass(name)}<out R extends Restriction = never> extends RecordExpression<"${name}", R> {`,
    `get [kind](): "${name}" { return "${name}"; }`,
    ...fields.flatMap((one) => ["", getter(one, records)]),
    "}",
  ].join("\n");
}

function getter(one: RecordField, records: readonly string[]): string {
  const { name, type, description, renamedTo, missing, unsure = [] } = one;
  return [
    docComment(
      sentence(description),
      "",
      `CEL: \`${name}\` (${type}).`,
      ...absenceSentences(missing).flatMap((absence) => ["", absence]),
      ...unsure.flatMap((fact) => ["", fact]),
      ...(renamedTo === undefined
        ? []
        : ["", `@deprecated A name of an earlier era; today it is \`${camelCase(renamedTo)}\`.`]),
    ),
    `get ${camelCase(name)}(): ${expressionClass(type, "R", records)} {`,
    // Only a condition can stand in a rule by itself.
    `return field("${type}", this, "${name}"${type === "bool" ? ", callSite()" : ""});`,
    "}",
  ].join("\n");
}
