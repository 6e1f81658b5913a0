import { type Dialect } from "@traffic-policy/policy-language";
import { standardFunctions } from "@traffic-policy/policy-language/internal";

// Where the reference of a dialect says what a name is: the path of a page in the repository, with the section on it.
// What was added to a dialect is on no page.

export function referenceFolder(dialect: Dialect): string {
  const { name } = documented(dialect);
  return name === "directions" ? "docs/catalogue" : `docs/catalogue/${name}`;
}

export function actionPage(dialect: Dialect, type: string): string | undefined {
  const isKnown = documented(dialect).actions.has(type);
  return isKnown ? `${referenceFolder(dialect)}/actions.md#${type}` : undefined;
}

export function variablePage(dialect: Dialect, path: string): string | undefined {
  const known = documented(dialect).namespaces.find(({ variables }) =>
    variables.some(({ name }) => name === path || name.startsWith(`${path}.`)),
  );
  return known && `${referenceFolder(dialect)}/variables.md#${known.name}`;
}

export function recordPage(dialect: Dialect, name: string): string | undefined {
  const isKnown = documented(dialect).records.has(name);
  return isKnown ? `${referenceFolder(dialect)}/variables.md#${name}` : undefined;
}

export function functionPage(dialect: Dialect, name: string): string | undefined {
  const known = documented(dialect).functions.get(name);
  if (known === undefined) return undefined;
  const anchor = standardFunctions.includes(known)
    ? "of-cel"
    : name.toLowerCase().replaceAll(".", "");
  return `${referenceFolder(dialect)}/functions.md#${anchor}`;
}

export function macroPage(dialect: Dialect): string {
  return `${referenceFolder(dialect)}/functions.md#macros`;
}

export function operatorPage(dialect: Dialect): string {
  return `${referenceFolder(dialect)}/functions.md#operators`;
}

function documented(dialect: Dialect): Dialect {
  return dialect.base ?? dialect;
}
