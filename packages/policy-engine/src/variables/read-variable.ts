import type { PlainValue } from "../expression/values.ts";
import type { Run } from "../run/run.ts";
import { readers } from "./namespaces/index.generated.ts";
import type { VariableReader } from "./reader.ts";

const known: ReadonlyMap<string, VariableReader> = new Map(
  readers.flatMap((namespace) => Object.entries(namespace)),
);

/**
 * The value of a variable in an exchange: what the exchange says outright, what an action has left behind,
 * or what follows from the rest of the exchange. Nothing when it has none.
 */
export function readVariable(run: Run, name: string): PlainValue | undefined {
  const { variables } = run.exchange;
  if (variables !== undefined && Object.hasOwn(variables, name)) return variables[name];
  return run.results?.get(name) ?? known.get(name)?.(run);
}
