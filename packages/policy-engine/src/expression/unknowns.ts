import type { CelError, CelInput, CelMap, CelResult, CelValue } from "@bufbuild/cel";
import type { CelType } from "@traffic-policy/policy-language";
import type { Run } from "../run/run.ts";
import { isUnknown, unknownMessage } from "../run/questions.ts";
import type { CelLibrary } from "./cel.ts";
import { distinctKeys, elementAt, hasField } from "./functions/lists.ts";
import { textOf, type Known, type Unknown } from "./unknown.ts";

/**
 * The function around an operand of `&&`, `||` or a condition of `?:`, where another operand may decide, and around
 * the list or map of a macro: an unknown value there is an error.
 */
export const mustBeKnown = "@known";

/** Functions whose results are independent of the values of a list's or map's items. */
const structural = new Set(["size", "_+_", "dyn", hasField, elementAt, distinctKeys]);

/**
 * Functions that fail for some texts or keys. Whether other functions fail depends only on types, which are known.
 */
const failing =
  /^(?:u?int|double|bool|timestamp|duration|_\/_|_%_|@at|getReq\w+|getRes\w+|getQuery\w+)$|decode|parse/i;

/**
 * Represents values that only the service knows in the evaluator. An operation on an unknown gives an unknown.
 * Because unknowns are values and not errors, an error beside them is the error of the operation, as everywhere in
 * CEL.
 */
export class Unknowns {
  readonly #library: CelLibrary;
  readonly #run: () => Run | undefined;
  readonly #origins = new WeakMap<CelMap, Unknown>();
  readonly #constants = new WeakSet<object>();

  constructor(library: CelLibrary, run: () => Run | undefined) {
    this.#library = library;
    this.#run = run;
  }

  addConstant(list: object): void {
    this.#constants.add(list);
  }

  /** Represents an unknown as a map whose every entry is unknown too. */
  value(unknown: Unknown): CelMap {
    const item = (key: unknown): CelInput => {
      const operands = [unknown, this.#known(key as CelValue)] as const;
      const isThere = { kind: "call", name: "@in", operands: operands.toReversed() } as const;
      const mayFail = unknown.kind === "leaf" && isCollection(unknown.type);
      const evaluatesIf = mayFail ? textOf(isThere) : undefined;
      return this.value({ kind: "call", name: "_[_]", operands, evaluatesIf });
    };
    const map = this.#library.cel.celMap(new UnknownMap(item) as never);
    this.#origins.set(map, unknown);
    return map;
  }

  leaf(name: string, type?: CelType): CelMap {
    return this.value({ kind: "leaf", name, type });
  }

  leafOf(name: string, args: readonly unknown[], text: string, type: CelType): CelMap {
    const nameOf = (called: string): string => JSON.stringify([called, args, text]);
    const of = { kind: "leaf", name: nameOf(name), type } as const;
    const { absentCookie, absentValues } = this.#run()?.options ?? {};
    const fails = name.endsWith("Cookie") ? absentCookie !== "empty" : absentValues === "error";
    if (!fails || !name.startsWith("get")) return this.value(of);
    const evaluatesIf = nameOf(name.replace("get", "has"));
    return this.value({ kind: "call", name, operands: [of], evaluatesIf });
  }

  /**
   * Returns the unknown in a result, also when only a part of it is unknown, or when it is an error caused by an
   * unknown.
   */
  of(result: CelResult): Unknown | undefined {
    if (this.#library.cel.isCelError(result))
      return hasUnknownCause(result) ? elsewhere : undefined;
    return this.#shallow(result) ?? (this.#isDeep(result) ? elsewhere : undefined);
  }

  /**
   * Returns the result of a function with unknown operands, in a run that asks questions; undefined when the function
   * can be called.
   *
   * @param usual - calls the function
   */
  resultOf(
    name: string,
    operands: readonly CelValue[],
    usual: () => CelResult | undefined,
  ): CelResult | undefined {
    const isAnyUnknown = operands.some((operand) => this.#shallow(operand) !== undefined);
    if (!isAnyUnknown) {
      const isKey = name === "@in" && !this.#library.cel.isCelList(operands[1] ?? null);
      if (isKey || structural.has(name) || !operands.some((one) => this.#isDeep(one)))
        return undefined;
      // Whatever the other items are.
      if (name === "@in" && usual() === true) return true;
    }
    const call = {
      kind: "call",
      name,
      operands: operands.map((operand) => this.#shallow(operand) ?? this.#known(operand)),
    } as const;
    const mayFail = failing.test(name) && operands.some((operand) => this.#isOfAnyText(operand));
    return this.value(mayFail ? { ...call, evaluatesIf: `${textOf(call)} evaluates` } : call);
  }

  errorOf(value: CelValue): CelError | undefined {
    const unknown = this.#shallow(value);
    return unknown && this.error(textOf(unknown));
  }

  error(what: string): CelError {
    return this.#library.cel.celError(unknownMessage(what));
  }

  #isOfAnyText(operand: CelValue): boolean {
    const unknown = this.#shallow(operand);
    if (unknown === undefined) return this.#isDeep(operand);
    const isScalar = ["bool", "int", "uint", "double", "timestamp", "duration"];
    return unknown.kind === "call" || !isScalar.includes(unknown.type?.kind ?? "");
  }

  #shallow(value: CelValue): Unknown | undefined {
    const { cel } = this.#library;
    if (typeof value === "string") return this.#run()?.options.questions?.unknownIn(value);
    return cel.isCelMap(value) ? this.#origins.get(value) : undefined;
  }

  #isDeep(value: CelValue): boolean {
    const { cel } = this.#library;
    if (typeof value !== "object" || value === null || this.#constants.has(value)) {
      return this.#shallow(value) !== undefined;
    }
    if (this.#shallow(value) !== undefined) return true;
    if (cel.isCelList(value)) return Array.from(value).some((item) => this.#isDeep(item));
    return cel.isCelMap(value) && Array.from(value.values()).some((item) => this.#isDeep(item));
  }

  #known(value: CelValue): Known {
    const items = this.#library.cel.isCelList(value) ? Array.from(value) : undefined;
    return { kind: "known", value, ...(items && { items }), text: this.#text(value) };
  }

  #text(value: CelValue): string {
    const { cel } = this.#library;
    const unknown = this.#shallow(value);
    if (unknown !== undefined) return textOf(unknown);
    if (typeof value === "string") return JSON.stringify(value);
    if (cel.isCelList(value)) return `[${Array.from(value, (one) => this.#text(one)).join()}]`;
    if (cel.isCelMap(value)) {
      const entries = Array.from(value.entries(), ([key, item]) => [String(key), this.#text(item)]);
      return JSON.stringify(entries);
    }
    if (typeof value !== "object" || value === null) return `${typeof value} ${String(value)}`;
    return cel.isCelUint(value) ? `uint ${value.value}` : JSON.stringify(value, bigintAsText);
  }
}

const elsewhere: Unknown = { kind: "leaf", name: "" };

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

function isCollection(type: CelType | undefined): boolean {
  return type === undefined || ["list", "map", "dyn"].includes(type.kind);
}

// Of several errors, the evaluator keeps the first one, with the others as its cause.
function hasUnknownCause(error: CelError): boolean {
  const others = Array.isArray(error.cause) ? (error.cause as CelError[]) : [];
  return isUnknown(error) || others.some(hasUnknownCause);
}

class UnknownMap extends Map<unknown, CelInput> {
  readonly #item: (key: unknown) => CelInput;

  constructor(item: (key: unknown) => CelInput) {
    super();
    this.#item = item;
  }

  override get(key: unknown): CelInput {
    return this.#item(key);
  }

  override has(): boolean {
    return true;
  }
}
