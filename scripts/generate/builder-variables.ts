import type { VariableDefinition, VariableNamespace } from "@traffic-policy/policy-language";
import { availability, docComment } from "./doc-comment.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";
import { camelCase } from "./names.ts";

/** The class of the builder that stands for a CEL type. */
const classes: Readonly<Record<string, string>> = {
  string: "StringExpression",
  int: "IntExpression",
  "list(string)": "StringListExpression",
  "map(string, list(string))": "StringListMapExpression",
};

/** The builders' variables, nested as their names are, from the catalogue's namespaces. */
export async function builderVariables(folder: string): Promise<GeneratedFile> {
  const namespaces = [...(await folderDefaults<VariableNamespace>(folder)).values()];
  const used = namespaces.flatMap(({ variables }) => variables.map(({ type }) => classOf(type)));
  return {
    path: "packages/policy-builder/src/variables.generated.ts",
    text: [
      `// Generated from the catalogue's variables by "pnpm generate"; do not edit.`,
      `import { ${[...new Set(used)].toSorted().join(", ")} } from "./expressions.ts";`,
      `import { variable } from "./variable.ts";`,
      ...namespaces.flatMap((namespace) => [
        "",
        docComment(`${capital(namespace.description)}: the variables \`${namespace.name}.*\`.`),
        `export const ${namespace.name} = ${members(tree(namespace), "")};`,
      ]),
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

function members({ children }: Branch, indent: string): string {
  const lines = [...children].flatMap(([part, branch]) => [
    ...(branch.variable === undefined ? [] : [describe(branch.variable)]),
    `${camelCase(part)}: ${value(branch, indent)},`,
  ]);
  return `{\n${lines.join("\n")}\n}`;
}

// A name may be a value and a namespace at once: `req.url` is text, and `req.url.path` exists.
function value({ variable, children }: Branch, indent: string): string {
  const fields = members({ children }, indent);
  if (variable === undefined) return fields;
  const expression = `variable(${classOf(variable.type)}, "${variable.name}")`;
  return children.size === 0 ? expression : `Object.assign(${expression}, ${fields})`;
}

function describe({
  name,
  type,
  description,
  protocols,
  directions,
  unsure = [],
}: VariableDefinition): string {
  const where = availability(
    Object.fromEntries(protocols.map((protocol) => [protocol, directions])),
  );
  return docComment(
    `${capital(description)}.`,
    "",
    `CEL: \`${name}\` (${type}); ${where}.`,
    ...unsure.flatMap((fact) => ["", fact]),
  );
}

function capital(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function classOf(type: string): string {
  const name = classes[type];
  if (name === undefined) throw new Error(`The builder has no class for the type ${type}.`);
  return name;
}
