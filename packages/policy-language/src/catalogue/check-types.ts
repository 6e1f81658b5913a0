import { parseType, type CelType } from "../expression/type.ts";
import type { FunctionDefinition } from "./function.ts";
import type { RecordDefinition } from "./record.ts";
import type { VariableDefinition } from "./variable.ts";

/**
 * Checks that what is written as a type is one.
 *
 * @param records - the names of the records that there are
 * @throws RangeError for the first text that is no type, or that names a record that is not there
 */
export function checkTypes(
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
