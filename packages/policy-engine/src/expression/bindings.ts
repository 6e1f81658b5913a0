import type { CelError, CelValue } from "@bufbuild/cel";
import { parseExpression, printExpression, type Dialect } from "@traffic-policy/policy-language";
import { absenceOf, parseType, variablesOf } from "@traffic-policy/policy-language/internal";
import type { Bindings, Run } from "../run/run.ts";
import { unknownName } from "../variables/is-known.ts";
import { readVariable } from "../variables/read-variable.ts";
import type { CelLibrary } from "./cel.ts";
import type { JsonLike, PlainValue } from "./plain-value.ts";
import type { Unknowns } from "./unknowns.ts";
import { plainToJson, type Converter, type Values } from "./values.ts";

export function presenceOf(variable: string): string {
  return `${variable}?`;
}

export type BindingsClass = new (run: Run) => Bindings;

/** Creates a class with a getter for each variable of the dialect, and another for whether it has a value. */
export function createBindingsClass(
  dialect: Dialect,
  { cel }: CelLibrary,
  values: Values,
  unknowns: Unknowns,
): BindingsClass {
  // Variables have their place in the lists below in the order in which they are first used: most
  // of them never are.
  const slots = new Map<string, number>();
  const namespaces: string[] = [];

  function slotOf(variable: string): number {
    let slot = slots.get(variable);
    if (slot === undefined) {
      slot = namespaces.push(variable.split(".", 1)[0] ?? "") - 1;
      slots.set(variable, slot);
    }
    return slot;
  }

  const all = variablesOf(dialect);
  // What may be missing, with what is missing together with it, and the headers with which it is not.
  const perhapsMissing = new Map(
    all.flatMap((variable): [string, PerhapsMissing][] => {
      const { name } = variable;
      const missing = absenceOf(variable, dialect);
      if (missing?.isInferred !== true) return [];
      const { group, guards = [] } = missing;
      const together = group === undefined ? [] : all.filter((one) => one.missing?.group === group);
      return [
        [name, { together: together.map((one) => one.name), entries: guards.flatMap(entryIn) }],
      ];
    }),
  );
  const byName = new Map(all.map((variable) => [variable.name, variable]));
  const nullable = new Set(
    all.flatMap(({ name, type }) => (["dyn", "null"].includes(type) ? [name] : [])),
  );

  function read(run: Run, name: string): PlainValue | undefined {
    const value = readVariable(run, name);
    if (value === null && !nullable.has(name)) return undefined;
    const isMissing = run.options.absentVariables === "error" && isNothing(run, name, value);
    return isMissing ? undefined : value;
  }

  /**
   * Returns the unknown of a variable, which goes by its current, not its deprecated name; undefined for a known
   * variable.
   */
  function unknownIn(run: Run, name: string): string | undefined {
    const { questions } = run.options;
    return questions && unknownName(run, byName.get(name) ?? { name }, questions);
  }

  /**
   * True when an exchange has no value for a variable, and the documentation does not say what the variable then is.
   * A content type without parameters is a value, and so is an empty header.
   */
  function isNothing(run: Run, name: string, value: PlainValue | undefined): boolean {
    const missing = perhapsMissing.get(name);
    if (missing === undefined || !isEmpty(value)) return false;
    const isThere = missing.entries.some(({ map, key }) => {
      const entries = readVariable(run, map);
      return entries instanceof Map && entries.has(key);
    });
    if (isThere) return false;
    return missing.together.every((other) => {
      const beside = readVariable(run, other);
      return beside === undefined || isEmpty(beside);
    });
  }

  class ExchangeBindings implements Bindings {
    readonly run: Run;
    readonly values: (CelValue | undefined)[] = [];
    readonly json: (JsonLike | undefined)[] = [];

    constructor(run: Run) {
      this.run = run;
    }

    forget(changed: readonly string[]): void {
      for (const [slot, namespace] of namespaces.entries()) {
        if (!changed.includes(namespace)) continue;
        this.values[slot] = undefined;
        this.json[slot] = undefined;
      }
    }

    isUnknown(variable: string): boolean {
      return unknownIn(this.run, variable) !== undefined;
    }

    toJson(variable: string): JsonLike | undefined {
      const slot = slotOf(variable);
      const known = this.json[slot];
      if (known !== undefined) return known;
      if (this.isUnknown(variable)) return undefined;
      const value = read(this.run, variable);
      return value === undefined ? undefined : (this.json[slot] = plainToJson(value));
    }
  }

  for (const { name, type } of all) {
    let convert: Converter | undefined;
    let slot = -1;
    Object.defineProperty(ExchangeBindings.prototype, name, {
      get(this: ExchangeBindings): CelValue | CelError {
        if (slot < 0) slot = slotOf(name);
        const known = this.values[slot];
        if (known !== undefined) return known;
        const unknown = unknownIn(this.run, name);
        if (unknown !== undefined) return unknowns.leaf(unknown, parseType(type));
        const plain = read(this.run, name);
        // Each such error is a new one: it is remembered where it came up.
        if (plain === undefined) return cel.celError(noValue(name));
        convert ??= values.converter(parseType(type));
        return (this.values[slot] = convert(plain));
      },
    });
    Object.defineProperty(ExchangeBindings.prototype, presenceOf(name), {
      get(this: ExchangeBindings): CelValue | CelError {
        const isResult = this.run.options.questions?.isUnknownResult(name) === true;
        // Whether it failed is not known; all else is there when it has let the exchange pass.
        if (isResult && !name.includes(".error.")) return true;
        const unknown = unknownIn(this.run, name);
        if (unknown !== undefined) return unknowns.leaf(`has(${unknown})`, { kind: "bool" });
        const value = read(this.run, name);
        return value !== undefined && !isNothing(this.run, name, value);
      },
    });
  }
  // Otherwise a name such as `constructor` would be a variable.
  Object.setPrototypeOf(ExchangeBindings.prototype, null);
  return ExchangeBindings;
}

interface PerhapsMissing {
  readonly together: readonly string[];
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly map: string;
  readonly key: string;
}

function entryIn(condition: string): Entry[] {
  const parsed = parseExpression(condition);
  if (!parsed.ok || parsed.tree.kind !== "binary" || parsed.tree.operator !== "in") return [];
  const { left, right } = parsed.tree;
  return left.kind === "literal" && left.type === "string"
    ? [{ map: printExpression(right), key: left.value }]
    : [];
}

function isEmpty(value: PlainValue | undefined): boolean {
  if (typeof value === "string" || Array.isArray(value)) return value.length === 0;
  if (value instanceof Map) return value.size === 0;
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || value instanceof Date || value instanceof Uint8Array) return false;
  return Object.keys(value).length === 0;
}

function noValue(name: string): string {
  return `${name} has no value in this exchange.`;
}
