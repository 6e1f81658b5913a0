import type { CelError, CelValue } from "@bufbuild/cel";
import { parseType, type Dialect } from "@traffic-policy/policy-language";
import type { Run } from "../run/run.ts";
import { readVariable } from "../variables/read-variable.ts";
import type { CelLibrary } from "./cel.ts";
import { presenceOf } from "./translate.ts";
import { plainToJson, type JsonLike, type Values } from "./values.ts";

/** The variables of one exchange, as the evaluator reads them: by name, when it needs them. */
export interface Bindings {
  /** Forgets the values of namespaces, such as `req`; they are read again when needed. */
  forget(namespaces: readonly string[]): void;
  /** The value of a variable as JSON; nothing when it has none. */
  toJson(variable: string): JsonLike | undefined;
}

export type BindingsClass = new (run: Run) => Bindings;

/** A class with a getter for each variable of the dialect, and one for whether it has a value. */
export function createBindingsClass(
  dialect: Dialect,
  { cel }: CelLibrary,
  values: Values,
): BindingsClass {
  const variables = dialect.namespaces.flatMap((namespace) => namespace.variables);
  const indexes = new Map(variables.map(({ name }, index) => [name, index]));
  const namespaces = variables.map(({ name }) => name.split(".", 1)[0]);

  class ExchangeBindings implements Bindings {
    readonly run: Run;
    readonly values: (CelValue | undefined)[] = [];
    readonly json: (JsonLike | undefined)[] = [];

    constructor(run: Run) {
      this.run = run;
    }

    forget(changed: readonly string[]): void {
      for (const [index, namespace = ""] of namespaces.entries()) {
        if (!changed.includes(namespace)) continue;
        this.values[index] = undefined;
        this.json[index] = undefined;
      }
    }

    toJson(variable: string): JsonLike | undefined {
      const index = indexes.get(variable);
      if (index === undefined) return undefined;
      const known = this.json[index];
      if (known !== undefined) return known;
      const value = readVariable(this.run, variable);
      return value === undefined ? undefined : (this.json[index] = plainToJson(value));
    }
  }

  for (const [index, { name, type: typeText }] of variables.entries()) {
    const type = parseType(typeText);
    Object.defineProperty(ExchangeBindings.prototype, name, {
      get(this: ExchangeBindings): CelValue | CelError {
        const known = this.values[index];
        if (known !== undefined) return known;
        const plain = readVariable(this.run, name);
        // Each such error is a new one: it is remembered where it came up.
        if (plain === undefined) return cel.celError(missing(name));
        return (this.values[index] = values.toCel(plain, type));
      },
    });
    Object.defineProperty(ExchangeBindings.prototype, presenceOf(name), {
      get(this: ExchangeBindings): boolean {
        return readVariable(this.run, name) !== undefined;
      },
    });
  }
  // Otherwise a name such as `constructor` would be a variable.
  Object.setPrototypeOf(ExchangeBindings.prototype, null);
  return ExchangeBindings;
}

function missing(name: string): string {
  return `${name} has no value in this exchange.`;
}
