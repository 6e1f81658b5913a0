import type { FunctionDefinition, Overload } from "@traffic-policy/policy-language";
import {
  bindsItem,
  methodClass,
  methodClasses,
  overloadsOf,
  ownFunctions,
  plainKind,
} from "../../packages/policy-builder/src/functions.ts";
import { availabilityOfName } from "../../packages/policy-builder/src/places.ts";
import { absenceSentences, camelCase } from "@traffic-policy/policy-language/internal";
import { builderFile, typeImports, type BuilderDialect } from "./builder-dialect.ts";
import { docComment } from "./doc-comment.ts";
import { expressionClass, expressionImports } from "./expression-class.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { sentence } from "./names.ts";
import { restrictionLabel, restrictionType } from "./restriction-label.ts";

/** The types of the functions that only one dialect has: methods of expressions, and `fn.json.decode(text)`. */
export function builderFunctions(of: BuilderDialect): GeneratedFile {
  const functions = ownFunctions(of.dialect);
  if (functions.length === 0) return builderFile(of, "functions", ["export {};"]);
  const methods = Object.entries(receivers).flatMap(([key, { module, parameters }]) => {
    const code = functions.flatMap((one) => methodCode(of, one, key));
    if (code.length === 0) return [];
    const name = methodClasses[key as keyof typeof methodClasses].name;
    return [
      "",
      `declare module "../expressions/${module}.ts" {`,
      `interface ${name}<${parameters}> {`,
      ...code,
      "}",
      "}",
    ];
  });
  const tree = functionTree(functions);
  const code = [
    ...methods,
    "",
    `defineMethods(${of.dialect.name});`,
    "",
    docComment("The functions that are not methods of a value."),
    `export const fn: {${members(of, tree).join("\n")}} = functionsOf(${of.dialect.name});`,
  ].join("\n");
  return builderFile(of, "functions", [
    ...expressionImports(code.replace(/^interface \w+/gm, ""), "../"),
    ...typeImports(code, {
      "../expressions/cel-expression.ts": ["restriction"],
      "../expressions/kinds.ts": ["Expressions"],
      "../restriction.ts": ["Restriction"],
    }),
    `import { defineMethods, functionsOf } from "../functions.ts";`,
    `import { ${of.dialect.name} } from "./places.generated.ts";`,
    code,
  ]);
}

const plain = "out R extends Restriction = never";
const withParts = `K extends Kind, ${plain}`;

/** Where the classes of methods are declared, and their type parameters. */
const receivers: Readonly<
  Record<keyof typeof methodClasses, { readonly module: string; readonly parameters: string }>
> = {
  bytes: { module: "string", parameters: plain },
  duration: { module: "time", parameters: plain },
  list: { module: "list", parameters: withParts },
  map: { module: "map", parameters: withParts },
  string: { module: "string", parameters: plain },
  timestamp: { module: "time", parameters: plain },
};

function methodCode(of: BuilderDialect, definition: FunctionDefinition, key: string): string[] {
  return overloadsOf(definition, "method")
    .filter(({ target = "" }) => methodClass(target) === key)
    .flatMap((overload) => [
      comment(definition, overload),
      `${definition.name}${signature(of, definition, overload)};`,
    ]);
}

interface FunctionTree {
  definition?: FunctionDefinition;
  readonly members: Map<string, FunctionTree>;
}

function functionTree(functions: readonly FunctionDefinition[]): FunctionTree {
  const top: FunctionTree = { members: new Map() };
  for (const definition of functions) {
    if (overloadsOf(definition, "function").length === 0) continue;
    let tree = top;
    for (const part of definition.name.split(".").map(camelCase)) {
      const next = tree.members.get(part) ?? { members: new Map() };
      tree.members.set(part, next);
      tree = next;
    }
    tree.definition = definition;
  }
  return top;
}

function members(of: BuilderDialect, { members: inside }: FunctionTree): string[] {
  return [...inside].flatMap(([name, branch]) => {
    const { definition } = branch;
    if (definition === undefined) return [`readonly ${name}: {${members(of, branch).join("\n")}};`];
    return overloadsOf(definition, "function").flatMap((overload) => [
      comment(definition, overload),
      `${name}${signature(of, definition, overload)};`,
    ]);
  });
}

function comment(definition: FunctionDefinition, overload: Overload): string {
  const { name, description, missing, unsure = [] } = definition;
  const { target, parameters, returns } = overload;
  const written = `${target === undefined ? "" : `${target}.`}${name}(${parameters.join(", ")})`;
  return docComment(
    sentence(description),
    "",
    `CEL: \`${written}\` (${returns}).`,
    ...absenceSentences(missing).flatMap((absence) => ["", absence]),
    ...unsure.flatMap((fact) => ["", fact]),
  );
}

/** The type parameters, the parameters and the result of a way to call a function. */
function signature(of: BuilderDialect, definition: FunctionDefinition, overload: Overload): string {
  const { target, parameters, parameterNames = [], returns } = overload;
  const label = restrictionLabel(availabilityOfName(definition, of), of.dialect);
  const own = target === undefined ? [] : ["R"];
  const only = label === undefined ? [] : [restrictionType(label)];
  if (bindsItem(overload)) {
    const restriction = [...own, ...only, "T[typeof restriction]"].join(" | ");
    return `<T extends CelExpression<Restriction>>(become: (item: Expressions<R>[K]) => T, name?: string): ListExpression<K, ${restriction}>`;
  }
  const generic = parameters.length === 0 ? [] : ["Q"];
  const restriction = [...own, ...only, ...generic].join(" | ") || "never";
  const receiver =
    target === undefined || /^\w+$|[A-Z]/.test(target)
      ? []
      : [`this: ${expressionClass(target, "Restriction")}`];
  const given = parameters.map(
    (type, index) =>
      `${camelCase(parameterNames[index] ?? `argument${index + 1}`)}: ${valueType(type)}`,
  );
  const result =
    returns === target && target.startsWith("list(")
      ? `ListExpression<K, ${restriction}>`
      : expressionClass(plainKind(returns), restriction);
  const quantified = generic.length === 0 ? "" : "<Q extends Restriction = never>";
  return `${quantified}(${[...receiver, ...given].join(", ")}): ${result}`;
}

/** What may be given for a parameter; where a type is open, also a value whose type is not known. */
function valueType(type: string): string {
  const kind = plainKind(type);
  if (kind.startsWith("map(")) return "MapExpression<Kind, Q> | DynExpression<Q>";
  if (type === "list(A)")
    return "readonly DynValue<Q>[] | ListExpression<Kind, Q> | DynExpression<Q>";
  const [, item] = /^list\((.*)\)$/.exec(kind) ?? [];
  if (item !== undefined) return `ListValue<"${item}", Q>`;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  return `${name}Value<Q>`;
}
