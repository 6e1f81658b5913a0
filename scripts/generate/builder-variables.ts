import { type FunctionDefinition, type VariableDefinition } from "@traffic-policy/policy-language";
import { absenceSentences, camelCase } from "@traffic-policy/policy-language/internal";
import { availabilityOfName } from "../../packages/policy-builder/src/places.ts";
import {
  branchOf,
  functionsAbout,
  mayBeMissing,
  type Branch,
} from "../../packages/policy-builder/src/variables.ts";
import { availability } from "../../packages/policy-language/src/catalogue/availability.ts";
import { builderFile, type BuilderDialect } from "./builder-dialect.ts";
import { docComment } from "./doc-comment.ts";
import { expressionClass, expressionImports } from "./expression-class.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { pascalCase, sentence } from "./names.ts";
import { knownSections, restrictionLabel, restrictionType } from "./restriction-label.ts";

/**
 * The types of the builder's variables, nested as their names are, from the catalogue's namespaces, with the
 * functions that are about one of them. Deprecated names are there, too.
 */
export function builderVariables(of: BuilderDialect): GeneratedFile {
  const code = of.dialect.namespaces
    .flatMap((namespace) => {
      const { name, description } = namespace;
      const top = branchOf(namespace);
      const members = interfaces(of, name, top, functionsAbout(of, namespace));
      // A namespace without known names is a map.
      const type =
        top.definition === undefined ? interfaceName(name) : fieldsType(of, top.definition);
      return [
        ...(top.definition === undefined ? members : []),
        "",
        docComment(`${sentence(description).slice(0, -1)}: the variables \`${name}.*\`.`),
        `export const ${name}: ${type} = namespaceOf(${of.dialect.name}, "${name}");`,
      ];
    })
    .join("\n");
  // The classes of records are there before the variables that have them.
  return builderFile(of, "variables", [
    `import "../records.generated.ts";`,
    ...expressionImports(code, "../"),
    `import "./records.generated.ts";`,
    `import type { Restriction } from "../restriction.ts";`,
    `import type { IfPresent } from "../variable.ts";`,
    `import { namespaceOf } from "../variables.ts";`,
    `import { ${of.dialect.name} } from "./places.generated.ts";`,
    code,
  ]);
}

function fieldsType(of: BuilderDialect, variable: VariableDefinition): string {
  return variableType(of, variable).replace("IndexedMap", "IndexedFields");
}

/** The interface of a branch, after those of the branches in it: a type has a name in messages. */
function interfaces(
  of: BuilderDialect,
  path: string,
  { children }: Branch,
  methods: readonly FunctionDefinition[] = [],
): string[] {
  return [
    ...[...children]
      .filter(([, branch]) => branch.children.size > 0)
      .flatMap(([part, branch]) => interfaces(of, `${path}.${part}`, branch)),
    "",
    `interface ${interfaceName(path)} {`,
    ...[...children].flatMap(([part, branch]) => [
      ...(branch.definition === undefined ? [] : [variableComment(of, branch.definition)]),
      `readonly ${camelCase(part)}: ${memberType(of, `${path}.${part}`, branch)};`,
    ]),
    ...methods.flatMap((one) => [functionComment(of, one), `${signature(of, one)};`]),
    "}",
  ];
}

function interfaceName(path: string): string {
  const parts = path.split(".");
  const earlier = parts.some((part) => /^[A-Z]/.test(part)) ? "Earlier" : "";
  return `${earlier}${parts.map(pascalCase).join("")}Variables`;
}

// A name may be a value and a namespace at once: `req.url` is text, and `req.url.path` exists.
function memberType(of: BuilderDialect, path: string, branch: Branch): string {
  const { definition, children } = branch;
  return [
    ...(definition === undefined ? [] : [variableType(of, definition)]),
    ...(children.size === 0 ? [] : [interfaceName(path)]),
  ].join(" & ");
}

function variableType(of: BuilderDialect, variable: VariableDefinition): string {
  const restriction = restrictionType(labelOf(of, variable));
  return mayBeMissing(variable)
    ? `IfPresent<"${variable.type}", ${restriction}>`
    : expressionClass(variable.type, restriction);
}

function labelOf(
  of: BuilderDialect,
  definition: VariableDefinition | FunctionDefinition,
): string | undefined {
  return restrictionLabel(availabilityOfName(definition, of), of.dialect);
}

function variableComment(of: BuilderDialect, variable: VariableDefinition): string {
  const { name, type, description, missing, setBy, renamedTo, outdated, unsure = [] } = variable;
  return docComment(
    [sentence(description), ...absenceSentences(missing, setBy)].join(" "),
    "",
    `CEL: \`${name}\` (${type}); ${whereWords(of, variable)}.`,
    ...unsure.flatMap((fact) => ["", fact]),
    ...(renamedTo === undefined ? [] : ["", `@deprecated Use \`${codeName(renamedTo)}\`.`]),
    ...(outdated === undefined ? [] : ["", "@deprecated There is no such name today."]),
  );
}

function functionComment(of: BuilderDialect, definition: FunctionDefinition): string {
  const { name, description, overloads, headerName, missing, unsure = [] } = definition;
  return docComment(
    sentence(description),
    "",
    `CEL: \`${name}(name)\` (${overloads[0]?.returns}); ${whereWords(of, definition)}.`,
    ...(headerName === undefined
      ? []
      : ["", "The name is written in its canonical form, like `Content-Type`."]),
    ...absenceSentences(missing).flatMap((absence) => ["", absence]),
    ...unsure.flatMap((fact) => ["", fact]),
  );
}

function signature(of: BuilderDialect, definition: FunctionDefinition): string {
  const { name, builderName = "", overloads } = definition;
  const [overload] = overloads;
  if (overload === undefined || overloads.length > 1 || overload.parameters.join() !== "string") {
    throw new Error(`The builder knows functions of one text only, not ${name}.`);
  }
  const restriction = `${restrictionType(labelOf(of, definition))} | Q`;
  const result =
    definition.missing === undefined
      ? expressionClass(overload.returns, restriction)
      : `IfPresent<"${overload.returns}", ${restriction}>`;
  return `${builderName.split(".")[1]}<Q extends Restriction = never>(name: StringValue<Q>): ${result}`;
}

function whereWords(
  of: BuilderDialect,
  definition: VariableDefinition | FunctionDefinition,
): string {
  return availability(knownSections(of.dialect, availabilityOfName(definition, of)));
}

function codeName(name: string): string {
  return name.split(".").map(camelCase).join(".");
}
