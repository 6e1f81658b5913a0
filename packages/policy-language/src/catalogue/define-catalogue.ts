import type { ActionDefinition } from "./action.ts";
import type { Dialect } from "./dialect.ts";
import type { FunctionDefinition } from "./function.ts";
import {
  protocols,
  type RecordDefinition,
  type NamespaceVariable,
  type VariableDefinition,
  type VariableNamespace,
} from "./variable.ts";
import { resultVariables } from "./results.ts";
import { parseType, type CelType } from "../expression/type.ts";

export interface CatalogueExtension {
  /** The name of the new dialect; the base's when left out. */
  readonly name?: string;
  readonly actions?: readonly ActionExtension[];
  /** Variables. The first variable of a namespace that the base lacks creates the namespace. */
  readonly variables?: readonly NamespaceVariable[];
  readonly records?: readonly RecordDefinition[];
  /** Functions and methods. For a name that the base has, these overloads replace its own. */
  readonly functions?: readonly FunctionDefinition[];
}

/**
 * An action. By default it may stand everywhere, never ends processing, and has no config fields with interpolations
 * or regular expressions.
 */
type ActionExtension = Pick<ActionDefinition, "type" | "description" | "config"> &
  Partial<ActionDefinition>;

/**
 * A dialect with more than the base knows: actions, variables, records and functions of a service
 * that is ahead of this package, or of your own company. An entry with the name of one of the base
 * takes its place. The base stays as it is. Unless a variable says otherwise, it exists for all
 * protocols and sections.
 *
 * @throws RangeError when the type of a variable, a record's field or a function is not a type, or
 * names a record that is not known
 *
 * @example
 * ```ts
 * const dialect = defineCatalogue(directionsDialect, {
 *   actions: [
 *     {
 *       type: "slow-down",
 *       description: "Lets the request wait.",
 *       config: {
 *         type: "object",
 *         properties: { delay_ms: { type: "integer", minimum: 1 } },
 *         required: ["delay_ms"],
 *         additionalProperties: false,
 *       },
 *     },
 *   ],
 *   variables: [{ name: "conn.asn", type: "int", description: "the client's network, by number" }],
 * });
 *
 * lintPolicy(source, { dialect });
 * ```
 */
export function defineCatalogue(base: Dialect, extension: CatalogueExtension): Dialect {
  const { name = base.name, actions = [], variables = [], functions = [] } = extension;
  const sections = [...base.sections.keys()];
  const everywhere = { http: sections, tcp: sections, tls: sections };
  const added = actions.map((action): ActionDefinition => ({
    sections: everywhere,
    endsProcessing: "never",
    interpolated: [],
    regularExpressions: [],
    example: {},
    ...action,
  }));
  const records = merge(base.records, extension.records ?? [], (record) => record.name);
  checkTypes(extension, new Set(records.keys()));
  return {
    ...base,
    base: base.base ?? base,
    name,
    actions: merge(base.actions, added, (action) => action.type),
    namespaces: mergeNamespaces(base.namespaces, [
      ...variables.map((variable) => ({
        protocols,
        sections,
        ...variable,
      })),
      ...added.flatMap((action) => resultVariables(action, sections)),
    ]),
    records,
    functions: merge(base.functions, functions, (one) => one.name),
  };
}

function merge<T>(
  base: ReadonlyMap<string, T>,
  added: readonly T[],
  nameOf: (entry: T) => string,
): ReadonlyMap<string, T> {
  return new Map([...base, ...added.map((entry): [string, T] => [nameOf(entry), entry])]);
}

function mergeNamespaces(
  base: readonly VariableNamespace[],
  variables: readonly VariableDefinition[],
): readonly VariableNamespace[] {
  const names = [...base.map(({ name }) => name), ...variables.map(namespaceOf)];
  return [...new Set(names)].map((name) => {
    const own = variables.filter((variable) => namespaceOf(variable) === name);
    const known = base.find((namespace) => namespace.name === name);
    if (known === undefined) return { name, description: `\`${name}\``, variables: own };
    const replaced = new Set(own.map((variable) => variable.name));
    const kept = known.variables.filter((variable) => !replaced.has(variable.name));
    return { ...known, variables: [...kept, ...own] };
  });
}

function namespaceOf({ name }: VariableDefinition): string {
  return name.split(".", 1)[0] ?? "";
}

/**
 * Checks the type names in definitions.
 *
 * @param records - the names of the known records
 * @throws RangeError for the first text that is not a type, or that names an unknown record
 */
function checkTypes(
  entries: {
    readonly variables?: readonly Pick<VariableDefinition, "type">[];
    readonly records?: readonly RecordDefinition[];
    readonly functions?: readonly FunctionDefinition[];
  },
  records: ReadonlySet<string>,
): void {
  const { variables = [], records: own = [], functions = [] } = entries;
  const fields = own.flatMap((record) => record.fields);
  const overloads = functions.flatMap((one) => one.overloads);
  const texts = [
    ...[...variables, ...fields].map(({ type }) => type),
    ...overloads.flatMap(({ target = "dyn", parameters, returns }) => [
      target,
      ...parameters,
      returns,
    ]),
  ];
  for (const text of texts) {
    const unknown = recordsOf(parseType(text)).find((record) => !records.has(record));
    if (unknown !== undefined) throw new RangeError(`"${unknown}" in "${text}" is not a type.`);
  }
}

function recordsOf(type: CelType): string[] {
  switch (type.kind) {
    case "record":
      return [type.name];
    case "list":
      return recordsOf(type.element);
    case "map":
      return [type.key, type.value].flatMap(recordsOf);
    case "type":
      return recordsOf(type.of);
    default:
      return [];
  }
}
