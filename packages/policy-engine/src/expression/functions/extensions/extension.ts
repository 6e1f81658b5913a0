import type { CelInput, CelList, CelMap, CelValue } from "@bufbuild/cel";
import type { Run } from "../../../run/run.ts";
import type { CelLibrary } from "../../cel.ts";

export interface Tools {
  readonly library: CelLibrary;
  readonly run: Run;
  /** Returns a value that only the service knows; the same name denotes the same value. */
  unknown(name: string): CelMap;
  equals(one: CelValue, other: CelValue): boolean;
  /**
   * Compares like `<`.
   *
   * @throws Error when the values have no order
   */
  isLess(one: CelValue, other: CelValue): boolean;
}

/**
 * A function or method beyond standard CEL. Its arguments fit an overload of the catalogue; a method gets its target
 * first. It fails by throwing an `Error` with a sentence.
 */
export type Extension = (tools: Tools, ...args: readonly never[]) => CelInput | CelList | CelMap;

export type Extensions = Readonly<Record<string, Extension>>;

/** The function behind the macro `sortBy`: it gets a list of pairs, key before item. */
export const sortByKey = "@sortBy";
