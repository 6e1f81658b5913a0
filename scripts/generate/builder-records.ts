import type { RecordDefinition, RecordField } from "@traffic-policy/policy-language";
import { docComment } from "./doc-comment.ts";
import {
  expressionClass,
  expressionImports,
  recordClass,
  type ExpressionClass,
} from "./expression-class.ts";
import { folderDefaults } from "./folder-files.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { camelCase, sentence } from "./names.ts";

/** The builders' classes of the catalogue's records, such as cookies. */
export async function builderRecords(folder: string): Promise<GeneratedFile> {
  const records = [...(await folderDefaults<RecordDefinition>(folder)).values()];
  const names = records.map(({ name }) => name);
  const classes = records.map((record) => ({
    record,
    fields: currentFields(record).map((field) => ({
      field,
      class: expressionClass(field.type, names),
    })),
  }));
  const used = classes.flatMap(({ fields }) =>
    fields.flatMap((field) => [field.class.type, field.class.value]),
  );
  return {
    path: "packages/policy-builder/src/records.generated.ts",
    text: [
      `// Generated from the catalogue's records by "pnpm generate"; do not edit.`,
      ...expressionImports([...used, "TypedExpression"], []),
      ...classes.flatMap(({ record, fields }) => [
        "",
        docComment(sentence(record.description)),
        `export class ${recordClass(record.name)} extends TypedExpression {`,
        `declare readonly celType: "${record.name}";`,
        ...fields.flatMap((field) => ["", getter(field.field, field.class)]),
        "}",
      ]),
      "",
    ].join("\n"),
  };
}

function currentFields({ fields }: RecordDefinition): readonly RecordField[] {
  return fields.filter(({ renamedTo }) => renamedTo === undefined);
}

function getter(field: RecordField, { type, value }: ExpressionClass): string {
  const { name, description, unsure = [] } = field;
  return [
    docComment(
      sentence(description),
      "",
      `CEL: \`${name}\` (${field.type}).`,
      ...unsure.flatMap((fact) => ["", fact]),
    ),
    `get ${camelCase(name)}(): ${type} {`,
    `return this.field("${name}", ${value});`,
    "}",
  ].join("\n");
}
