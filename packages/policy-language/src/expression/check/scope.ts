import type { Dialect } from "../../catalogue/dialect.ts";
import type { TextFormat } from "../../catalogue/function.ts";
import type { Protocol } from "../../catalogue/protocol.ts";
import type { Span } from "../../span.ts";
import type { Expression } from "../tree.ts";
import { parseType, type CelType } from "../type.ts";
import type { CheckErrorCode } from "./check-error.ts";
import type { FormatError } from "./text-format.ts";

/** The types that the checker itself speaks of. */
export const types = {
  bool: parseType("bool"),
  int: parseType("int"),
  dyn: parseType("dyn"),
} as const;

/** Where an expression stands, and what it was parsed from. */
export interface Environment {
  readonly dialect: Dialect;
  readonly protocol: Protocol | undefined;
  readonly direction: string | undefined;
  readonly text: string | undefined;
  /** Reads texts that must have a format; without it they may be anything. */
  readonly checkFormat:
    ((format: TextFormat, value: string) => FormatError | undefined) | undefined;
}

/** What a definition of the catalogue says about where a name exists. */
export interface Availability {
  readonly protocols?: readonly Protocol[];
  readonly directions?: readonly string[];
  readonly unsure?: readonly string[];
}

/** What a part of the checker may ask of the whole. */
export interface Scope {
  readonly environment: Environment;
  /** The type of every node that was checked. */
  readonly types: Map<Expression, CelType>;
  /** Finds the type of a node, and reports what is wrong below it. */
  check(node: Expression): CelType;
  /**
   * Checks a node in which a name stands for a value of a type.
   *
   * @param condition - the macro that needs it to be true or false, if it has to be
   */
  checkWith(name: string, type: CelType, node: Expression, condition?: string): CelType;
  /** Reports a name that exists, but not in this direction or for this protocol. */
  checkAvailability(name: string, span: Span | undefined, definition: Availability): void;
  /** The dotted name of `a.b.c`, unless a macro binds `a`. */
  qualifiedName(node: Expression | undefined): string | undefined;
  report(
    code: CheckErrorCode,
    span: Span | undefined,
    args: Readonly<Record<string, string>>,
    suggestion?: string,
  ): void;
}
