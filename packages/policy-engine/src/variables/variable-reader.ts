import type { PlainValue } from "../expression/values.ts";
import type { Run } from "../run/run.ts";

/** Gives the value of a variable in an exchange; nothing when it has none. */
export type VariableReader = (run: Run) => PlainValue | undefined;

/** The readers of one namespace, by the full name of the variable. */
export type VariableReaders = Readonly<Record<string, VariableReader>>;
