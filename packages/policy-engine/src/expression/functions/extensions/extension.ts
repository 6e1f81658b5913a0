import type { CelInput, CelList, CelMap, CelValue } from "@bufbuild/cel";
import type { Run } from "../../../run/run.ts";
import type { CelLibrary } from "../../cel.ts";

/** What functions beyond standard CEL work with. */
export interface Tools {
  readonly library: CelLibrary;
  /** The exchange that the expression is evaluated for. */
  readonly run: Run;
  /** A value that only the service knows; the same name is the same value. */
  unknown(name: string): CelMap;
  /** Whether two values are equal, as `==` has it. */
  equals(one: CelValue, other: CelValue): boolean;
  /**
   * Whether one value comes before another, as `<` has it.
   *
   * @throws Error when there is no order between them
   */
  isLess(one: CelValue, other: CelValue): boolean;
}

/**
 * A function or method beyond standard CEL. It gets what the overloads of the catalogue allow, a method what
 * it is called on first, and throws an `Error` with a sentence to fail.
 */
export type Extension = (tools: Tools, ...args: readonly never[]) => CelInput | CelList | CelMap;

/** Functions by their name in the catalogue. */
export type Extensions = Readonly<Record<string, Extension>>;

/** The function behind the macro `sortBy`: it gets a list of pairs, the key before the item. */
export const sortByKey = "@sortBy";
