import type { PlainValue } from "../expression/values.ts";
import type { Run } from "../run/run.ts";
import { readers } from "./namespaces/index.generated.ts";
import type { VariableReader } from "./variable-reader.ts";

const known: ReadonlyMap<string, VariableReader> = new Map(
  readers.flatMap((namespace) => Object.entries(namespace)),
);

/** What reads a variable: what the exchange says outright, or what follows from the rest of it. */
export function readerOf(name: string): VariableReader {
  const derive = known.get(name);
  return (run) => {
    const { variables } = run.exchange;
    if (variables !== undefined && Object.hasOwn(variables, name)) return variables[name];
    return derive?.(run);
  };
}

/** The value of a variable in an exchange; nothing when it has none. */
export function readVariable(run: Run, name: string): PlainValue | undefined {
  return readerOf(name)(run);
}
