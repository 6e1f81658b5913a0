import type {
  RecordDefinition,
  VariableDefinition,
  VariableNamespace,
} from "@traffic-policy/policy-language";
import { availability, docComment } from "./doc-comment.ts";
import { expressionClass, expressionImports } from "./expression-class.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { folderDefaults } from "./folder-files.ts";
import { camelCase, sentence } from "./names.ts";

/**
 * The builders' variables, nested as their names are, from the catalogue's namespaces. Names of an
 * earlier era are left out.
 */
export async function builderVariables(catalogue: string): Promise<GeneratedFile> {
  const all = await folderDefaults<VariableNamespace>(`${catalogue}/variables`);
  const records = [
    ...(await folderDefaults<RecordDefinition>(`${catalogue}/records`)).values(),
  ].map(({ name }) => name);
  const namespaces = [...all.values()].map((namespace) => ({
    ...namespace,
    variables: namespace.variables.filter(isCurrent),
  }));
  const codeOf = ({ type }: VariableDefinition) => expressionClass(type, records).value;
  const used = namespaces.flatMap(({ variables }) => variables.map(codeOf));
  return {
    path: "packages/policy-builder/src/variables.generated.ts",
    text: [
      `// Generated from the catalogue's variables by "pnpm generate"; do not edit.`,
      ...expressionImports(used, records),
      `import { variable } from "./variable.ts";`,
      ...namespaces.flatMap((namespace) => [
        "",
        docComment(
          `${sentence(namespace.description).slice(0, -1)}: the variables \`${namespace.name}.*\`.`,
        ),
        `export const ${namespace.name} = ${members(tree(namespace), codeOf)};`,
      ]),
      "",
    ].join("\n"),
  };
}

function isCurrent({ renamedTo, outdated }: VariableDefinition): boolean {
  return renamedTo === undefined && outdated === undefined;
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

type CodeOf = (variable: VariableDefinition) => string;

function members({ children }: Branch, codeOf: CodeOf): string {
  const lines = [...children].flatMap(([part, branch]) => [
    ...(branch.variable === undefined ? [] : [describe(branch.variable)]),
    `${camelCase(part)}: ${value(branch, codeOf)},`,
  ]);
  return `{\n${lines.join("\n")}\n}`;
}

// A name may be a value and a namespace at once: `req.url` is text, and `req.url.path` exists.
function value(branch: Branch, codeOf: CodeOf): string {
  const { variable, children } = branch;
  if (variable === undefined) return members(branch, codeOf);
  const expression = `variable(${codeOf(variable)}, "${variable.name}")`;
  return children.size === 0
    ? expression
    : `Object.assign(${expression}, ${members(branch, codeOf)})`;
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
    sentence(description),
    "",
    `CEL: \`${name}\` (${type}); ${where}.`,
    ...unsure.flatMap((fact) => ["", fact]),
  );
}
