import {
  absenceSentences,
  directionsDialect,
  type FunctionDefinition,
  type VariableDefinition,
  type VariableNamespace,
} from "@traffic-policy/policy-language";
import { ofName } from "./availabilities.ts";
import { docComment } from "./doc-comment.ts";
import { availability } from "../../packages/policy-language/src/catalogue/availability.ts";
import { expressionClass, expressionImports } from "./expression-class.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { camelCase, pascalCase, sentence } from "./names.ts";
import { restrictionLabel, restrictionType } from "./restriction-label.ts";

/**
 * The builders' variables, nested as their names are, from the catalogue's namespaces, with the
 * functions that are about one of them. Names of an earlier era are there and deprecated.
 */
export function builderVariables(): GeneratedFile {
  const records = [...directionsDialect.records.keys()];
  const code = directionsDialect.namespaces.flatMap((namespace) => {
    const top = tree(namespace);
    const methods = functionsOf(namespace);
    const members = [
      ...memberCode(top, records),
      ...methods.map((one) => methodCode(one, records)),
    ];
    return [
      ...interfaces(namespace.name, top, records, methods),
      "",
      docComment(
        `${sentence(namespace.description).slice(0, -1)}: the variables \`${namespace.name}.*\`.`,
      ),
      `export const ${namespace.name}: ${interfaceName(namespace.name)} = {\n${members.join("\n")}\n};`,
    ];
  });
  const text = code.join("\n");
  return {
    path: "packages/policy-builder/src/variables.generated.ts",
    text: [
      `// Generated from the catalogue's variables by "pnpm generate"; do not edit.`,
      ...expressionImports(text, records),
      `import "./records.generated.ts";`,
      `import { callSite } from "./call-site.ts";`,
      `import { call } from "./expressions/build.ts";`,
      `import { operand } from "./operand.ts";`,
      `import { only, type Restriction } from "./restriction.generated.ts";`,
      `import { callIfPresent, headerName, variable, variableIfPresent, type IfPresent } from "./variable.ts";`,
      text,
      "",
    ].join("\n"),
  };
}

interface Branch {
  variable?: VariableDefinition;
  readonly children: Map<string, Branch>;
}

function tree({ name, variables }: VariableNamespace): Branch {
  const top: Branch = { children: new Map() };
  for (const variable of variables) {
    let branch = top;
    for (const part of variable.name.slice(name.length + 1).split(".")) {
      const next = branch.children.get(part) ?? { children: new Map() };
      branch.children.set(part, next);
      branch = next;
    }
    branch.variable = variable;
  }
  return top;
}

function functionsOf({ name }: VariableNamespace): FunctionDefinition[] {
  return [...directionsDialect.functions.values()].filter(({ builderName = "" }) =>
    builderName.startsWith(`${name}.`),
  );
}

/** The interface of a branch, after those of the branches in it: a type has a name in messages. */
function interfaces(
  path: string,
  { children }: Branch,
  records: readonly string[],
  methods: readonly FunctionDefinition[] = [],
): string[] {
  return [
    ...[...children]
      .filter(([, branch]) => branch.children.size > 0)
      .flatMap(([part, branch]) => interfaces(`${path}.${part}`, branch, records)),
    "",
    `interface ${interfaceName(path)} {`,
    ...[...children].flatMap(([part, branch]) => [
      ...(branch.variable === undefined ? [] : [variableComment(branch.variable)]),
      `readonly ${camelCase(part)}: ${memberType(`${path}.${part}`, branch, records)};`,
    ]),
    ...methods.flatMap((one) => [functionComment(one), `${signature(one, records)};`]),
    "}",
  ];
}

function interfaceName(path: string): string {
  const parts = path.split(".");
  const earlier = parts.some((part) => /^[A-Z]/.test(part)) ? "Earlier" : "";
  return `${earlier}${parts.map(pascalCase).join("")}Variables`;
}

// A name may be a value and a namespace at once: `req.url` is text, and `req.url.path` exists.
function memberType(path: string, branch: Branch, records: readonly string[]): string {
  const { variable, children } = branch;
  return [
    ...(variable === undefined ? [] : [variableType(variable, records)]),
    ...(children.size === 0 ? [] : [interfaceName(path)]),
  ].join(" & ");
}

function memberCode({ children }: Branch, records: readonly string[]): string[] {
  return [...children].map(([part, branch]) => {
    const { variable } = branch;
    const members = `{\n${memberCode(branch, records).join("\n")}\n}`;
    if (variable === undefined) return `${camelCase(part)}: ${members},`;
    const own = variableCode(variable, records);
    const code = branch.children.size === 0 ? own : `Object.assign(${own}, ${members})`;
    return `${camelCase(part)}: ${code},`;
  });
}

function variableCode(variable: VariableDefinition, records: readonly string[]): string {
  const { name, type, headerKeys } = variable;
  const label = labelOf(variable);
  const kind = headerKeys === undefined ? type : "headers";
  const places = label === undefined ? "" : `, only["${label}"]`;
  const restriction = restrictionType(label);
  if (!mayBeMissing(variable)) {
    return `variable<${expressionClass(type, restriction, records)}>("${kind}", "${name}"${places})`;
  }
  return `variableIfPresent<"${type}", ${restriction}>("${type}", "${name}"${places})`;
}

function variableType(variable: VariableDefinition, records: readonly string[]): string {
  const restriction = restrictionType(labelOf(variable));
  return mayBeMissing(variable)
    ? `IfPresent<"${variable.type}", ${restriction}>`
    : expressionClass(variable.type, restriction, records);
}

/** Whether the builder offers to ask for the value first; of a map one asks with `has`. */
function mayBeMissing({ type, missing, setBy, renamedTo }: VariableDefinition): boolean {
  const isOptional = missing !== undefined || setBy !== undefined;
  return isOptional && renamedTo === undefined && !type.startsWith("map(");
}

function labelOf(definition: VariableDefinition | FunctionDefinition): string | undefined {
  return restrictionLabel(ofName(definition), [...directionsDialect.sections.keys()]);
}

function variableComment(variable: VariableDefinition): string {
  const { name, type, description, missing, setBy, renamedTo, outdated, unsure = [] } = variable;
  return docComment(
    sentence(description),
    "",
    `CEL: \`${name}\` (${type}); ${whereWords(variable)}.`,
    ...absenceSentences(missing, setBy).flatMap((absence) => ["", absence]),
    ...unsure.flatMap((fact) => ["", fact]),
    ...(renamedTo === undefined
      ? []
      : ["", `@deprecated A name of an earlier era; today it is \`${codeName(renamedTo)}\`.`]),
    ...(outdated === undefined ? [] : ["", "@deprecated There is no such name today."]),
  );
}

function functionComment(definition: FunctionDefinition): string {
  const { name, description, overloads, headerName, missing, unsure = [] } = definition;
  return docComment(
    sentence(description),
    "",
    `CEL: \`${name}(name)\` (${overloads[0]?.returns}); ${whereWords(definition)}.`,
    ...(headerName === undefined
      ? []
      : ["", "The name is written in its canonical form, like `Content-Type`."]),
    ...absenceSentences(missing).flatMap((absence) => ["", absence]),
    ...unsure.flatMap((fact) => ["", fact]),
  );
}

function signature(definition: FunctionDefinition, records: readonly string[]): string {
  const { name, builderName = "", overloads } = definition;
  const [overload] = overloads;
  if (overload === undefined || overloads.length > 1 || overload.parameters.join() !== "string") {
    throw new Error(`The builder knows functions of one text only, not ${name}.`);
  }
  const restriction = `${restrictionType(labelOf(definition))} | Q`;
  const result =
    definition.missing === undefined
      ? expressionClass(overload.returns, restriction, records)
      : `IfPresent<"${overload.returns}", ${restriction}>`;
  return `${builderName.split(".")[1]}<Q extends Restriction = never>(name: StringValue<Q>): ${result}`;
}

function methodCode(definition: FunctionDefinition, records: readonly string[]): string {
  const { name, overloads, headerName } = definition;
  const label = labelOf(definition);
  const given = headerName === undefined ? "name" : "headerName(name)";
  const returns = overloads[0]?.returns;
  const options = [
    ...(label === undefined ? [] : [`places: only["${label}"]`]),
    // Only a condition can stand in a rule by itself.
    ...(returns === "bool" ? ["site: callSite()"] : []),
  ];
  const result =
    definition.missing === undefined
      ? `call("${returns}", "${name}", [operand("string", ${given})], { ${options.join(", ")} })`
      : `callIfPresent("${returns}", "${name}", "${presenceFunction(name)}", operand("string", ${given}), only["${label}"])`;
  return [`${signature(definition, records)} {`, `return ${result};`, "},"].join("\n");
}

/** The function that says whether another one has a result: `hasReqCookie` for `getReqCookie`. */
function presenceFunction(name: string): string {
  const presence = name.replace(/^get/, "has");
  if (!directionsDialect.functions.has(presence)) throw new Error(`There is no ${presence}().`);
  return presence;
}

function whereWords(definition: VariableDefinition | FunctionDefinition): string {
  const { protocols = [], sections = [] } = definition;
  return availability(Object.fromEntries(protocols.map((protocol) => [protocol, sections])));
}

function codeName(name: string): string {
  return name.split(".").map(camelCase).join(".");
}
