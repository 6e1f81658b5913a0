import type { Dialect } from "../../catalogue/dialect.ts";
import type { VariableDefinition } from "../../catalogue/variable.ts";
import { variablesOf } from "../../catalogue/variables-of.ts";

/** The variables of a dialect by the parts of their names: a name can be a value and a namespace. */
export interface VariableTree {
  readonly definition?: VariableDefinition;
  readonly children: ReadonlyMap<string, VariableTree>;
}

interface GrowingTree {
  definition?: VariableDefinition;
  readonly children: Map<string, GrowingTree>;
}

const trees = new WeakMap<Dialect, VariableTree>();

/** The tree of a dialect's variables; made once. */
export function variableTree(dialect: Dialect): VariableTree {
  let tree = trees.get(dialect);
  if (tree === undefined) {
    tree = growTree(dialect);
    trees.set(dialect, tree);
  }
  return tree;
}

function growTree({ namespaces }: Dialect): VariableTree {
  const top: GrowingTree = { children: new Map() };
  for (const { variables } of namespaces) {
    for (const variable of variables) {
      let branch = top;
      for (const part of variable.name.split(".")) {
        const next = branch.children.get(part) ?? { children: new Map() };
        branch.children.set(part, next);
        branch = next;
      }
      branch.definition = variable;
    }
  }
  return top;
}

/** The names of a dialect's variables that are of today. */
export function currentNames(dialect: Dialect): string[] {
  return variablesOf(dialect)
    .filter(isCurrent)
    .map(({ name }) => name);
}

function isCurrent({ renamedTo, outdated }: VariableDefinition): boolean {
  return renamedTo === undefined && outdated === undefined;
}
