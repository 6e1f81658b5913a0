import {
  isJsonObject,
  toPointer,
  type ActionDefinition,
  type JsonObject,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { isToken, type Stage } from "@traffic-policy/policy-language/internal";
import { type Results, type Run, ActionFailure } from "../run/run.ts";
import { CompiledExpression } from "../expression/compiled-expression.ts";
import type { Environment } from "../expression/environment.ts";
import { Template } from "../expression/template.ts";
import type { PolicyProblem } from "../outcome.ts";
import type { JsonLike, PlainValue } from "../expression/plain-value.ts";
import { plainToJson } from "../expression/values.ts";
import type * as Webhooks from "../webhooks/index.ts";
import type { Effect, PreparedAction } from "./prepared-action.ts";

/**
 * Prepares an action of the catalogue. It reads the config once for all exchanges. The reader records problems in the
 * config, and the action then does not run. Returns undefined for an action that is not simulated in the dialect.
 */
export type ActionEffect = (config: ConfigReader) => PreparedAction | undefined;

/** The libraries that only some actions need. They are loaded when a policy has such an action. */
export interface ActionLibraries {
  readonly webhooks?: typeof Webhooks;
}

export const next: Effect = { kind: "next" };

/** Reads the config of an action, with its interpolations, and records the problems in it. */
export class ConfigReader {
  readonly problems: PolicyProblem[];
  readonly path: string;
  readonly protocol: Protocol;
  readonly section: string;
  readonly stage: Stage | undefined;
  leftByFailure: ((run: Run) => Results) | undefined;
  readonly definition: ActionDefinition;
  readonly libraries: ActionLibraries;
  readonly #config: JsonObject;
  readonly #environment: Environment | undefined;
  /** The path to the part of the config that it reads; empty for all of it. */
  readonly #keys: readonly (string | number)[];

  /**
   * @param place - the place of the action: `/inbound/0/actions/1`
   * @param part - for an object inside the config: its path, and where to record problems
   */
  constructor(
    config: JsonObject,
    definition: ActionDefinition,
    place: { path: string; protocol: Protocol; section: string; stage: Stage | undefined },
    environment: Environment | undefined,
    libraries: ActionLibraries = {},
    part?: { readonly keys: readonly (string | number)[]; readonly problems: PolicyProblem[] },
  ) {
    this.path = place.path;
    this.protocol = place.protocol;
    this.section = place.section;
    this.stage = place.stage;
    this.#config = config;
    this.definition = definition;
    this.#environment = environment;
    this.libraries = libraries;
    this.#keys = part?.keys ?? [];
    this.problems = part?.problems ?? [];
  }

  /** True when the action can answer a client; false when it can only close a connection. */
  get canAnswer(): boolean {
    return this.stage !== "connect" && this.stage !== "close";
  }

  text(field: string): string | undefined {
    return this.#read(field, "text", (value) => (typeof value === "string" ? value : undefined));
  }

  template(field: string): Template | undefined {
    const text = this.text(field);
    return text === undefined ? undefined : this.#template([field], text);
  }

  numberOrDefault(field: string): number | undefined {
    const given = this.number(field);
    const usual = this.definition.config.properties[field]?.default;
    return given ?? (typeof usual === "number" ? usual : undefined);
  }

  textOrDefault(field: string): string | undefined {
    const given = this.text(field);
    const usual = this.definition.config.properties[field]?.default;
    return given ?? (typeof usual === "string" ? usual : undefined);
  }

  number(field: string): number | undefined {
    const number = this.#read(field, "a number", (value) =>
      typeof value === "number" ? value : exactNumber(value),
    );
    if (number === undefined || Number.isFinite(number)) return number;
    this.problem([field], `"${field}" is out of the range of numbers.`);
    return undefined;
  }

  boolean(field: string): boolean | undefined {
    return this.#read(field, "true or false", (value) =>
      typeof value === "boolean" ? value : undefined,
    );
  }

  texts(field: string): readonly string[] | undefined {
    return this.#read(field, "a list of texts", (value) => {
      const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
      return isList ? (value as readonly string[]) : undefined;
    });
  }

  templates(field: string): readonly Template[] | undefined {
    return this.texts(field)?.map((text, index) => this.#template([field, index], text));
  }

  object(field: string): ConfigReader | undefined {
    const value = this.#read(field, "an object", (one) => (isJsonObject(one) ? one : undefined));
    return value === undefined ? undefined : this.#part([field], value);
  }

  objects(field: string): readonly ConfigReader[] | undefined {
    const list = this.#read(field, "a list of objects", (value) =>
      Array.isArray(value) && value.every(isJsonObject) ? (value as JsonObject[]) : undefined,
    );
    return list?.map((value, index) => this.#part([field, index], value));
  }

  isList(field: string): boolean {
    return Array.isArray(this.#config[field]);
  }

  headerNames(field: string): readonly string[] | undefined {
    const names = this.texts(field);
    for (const [index, name] of (names ?? []).entries()) this.#checkName([field, index], name);
    return names;
  }

  headers(field: string): readonly (readonly [name: string, template: Template])[] {
    const found = this.#read(field, "an object with texts", (value) => {
      const isTexts =
        isJsonObject(value) && Object.values(value).every((item) => typeof item === "string");
      return isTexts ? (value as Readonly<Record<string, string>>) : undefined;
    });
    return Object.entries(found ?? {}).map(([name, text]) => {
      this.#checkName([field, name], name);
      const template = this.#template([field, name], text);
      const reason = template.isPlain ? wrongInValue(name, text) : undefined;
      if (reason !== undefined) this.problem([field, name], reason);
      return [name, template] as const;
    });
  }

  value(field: string): ((run: Run) => JsonLike) | undefined {
    const typed = this.typedValue(field);
    return typed && ((run) => plainToJson(typed(run)));
  }

  /**
   * Returns any value with the types that expressions have: whole numbers, and the result of a lone interpolation.
   */
  typedValue(field: string): ((run: Run) => PlainValue) | undefined {
    const value = this.#config[field];
    return value === undefined ? undefined : this.#valueOf([field], value);
  }

  entries(field: string): readonly (readonly Entry[])[] | undefined {
    const found = this.#read(field, "a list of objects", (value) => {
      const isRight =
        Array.isArray(value) && value.every((item) => isJsonObject(item as JsonValue));
      return isRight ? (value as readonly JsonObject[]) : undefined;
    });
    return found?.map((object, index) =>
      Object.entries(object).map(([name, value]) => [
        name,
        this.#valueOf([field, index, name], value),
      ]),
    );
  }

  records(field: string): readonly ReadonlyMap<string, Template>[] | undefined {
    const found = this.#read(field, "a list of objects with texts", (value) => {
      const isRight =
        Array.isArray(value) &&
        value.every(
          (item: JsonValue) =>
            isJsonObject(item) && Object.values(item).every((text) => typeof text === "string"),
        );
      return isRight ? (value as readonly Readonly<Record<string, string>>[]) : undefined;
    });
    return found?.map(
      (object, index) =>
        new Map(
          Object.entries(object).map(([name, text]): [string, Template] => [
            name,
            this.#template([field, index, name], text),
          ]),
        ),
    );
  }

  /** Returns a list of expressions without `${}`. */
  expressions(field: string): readonly CompiledExpression[] {
    return (this.texts(field) ?? []).map((text, index) => this.#expression([field, index], text));
  }

  /** Returns an expression without `${}`, which may use names of its own; undefined when it is left out. */
  expression(field: string): CompiledExpression | undefined {
    const text = this.text(field);
    return text === undefined ? undefined : this.#expression([field], text);
  }

  #expression(keys: readonly [string, ...(string | number)[]], text: string): CompiledExpression {
    const { protocol, section, definition } = this;
    const path = this.#pathOf(keys);
    const environment = this.#environment;
    if (environment === undefined) throw new Error("There is no environment to evaluate in.");
    const place = { path, protocol, section };
    const bound = definition.bindings?.[keys[0]];
    const expression = new CompiledExpression(text, place, environment, bound);
    if (expression.problem !== undefined) this.problems.push({ path, ...expression.problem });
    return expression;
  }

  missing(field: string): void {
    this.problem([], `"${field}" is missing.`);
  }

  problem(keys: readonly (string | number)[], message: string): void {
    this.problems.push({ path: this.#pathOf(keys), message });
  }

  #checkName(keys: readonly (string | number)[], name: string): void {
    if (isToken(name)) return;
    this.problem(keys, `${JSON.stringify(name)} is not a valid header name.`);
  }

  #read<T>(
    field: string,
    wanted: string,
    read: (value: JsonValue) => T | undefined,
  ): T | undefined {
    const { otherFieldNames = {}, deprecatedFields = {} } = this.definition;
    const other =
      Object.keys(otherFieldNames).find((name) => otherFieldNames[name] === field) ??
      Object.keys(deprecatedFields).find((name) => deprecatedFields[name]?.replacement === field);
    const value = this.#config[field] ?? (other === undefined ? undefined : this.#config[other]);
    if (value === undefined || value === null) return undefined;
    const found = read(value);
    if (found === undefined) this.problem([field], `"${field}" must be ${wanted}.`);
    return found;
  }

  #part(keys: readonly (string | number)[], value: JsonObject): ConfigReader {
    const part = { keys: [...this.#keys, ...keys], problems: this.problems };
    return new ConfigReader(value, this.definition, this, this.#environment, this.libraries, part);
  }

  #template(keys: readonly (string | number)[], text: string): Template {
    const { protocol, section } = this;
    const path = this.#pathOf(keys);
    const environment =
      text.includes("${") && this.#isInterpolated(keys) ? this.#environment : undefined;
    const template = new Template(text, { path, protocol, section }, environment);
    for (const { text: interpolation, message } of template.problems) {
      this.problems.push({ path, message: `${interpolation}: ${message}` });
    }
    return template;
  }

  #isInterpolated(keys: readonly (string | number)[]): boolean {
    const name = `${[...this.#keys, ...keys].filter((key) => typeof key === "string").join(".")}.`;
    return this.definition.interpolated.some((field) => name.startsWith(`${field}.`));
  }

  #valueOf(keys: readonly (string | number)[], value: JsonValue): (run: Run) => PlainValue {
    if (typeof value === "string") {
      const template = this.#template(keys, value);
      return template.isPlain ? () => value : (run) => template.toValue(run);
    }
    if (Array.isArray(value)) {
      const items = value.map((item: JsonValue, index) => this.#valueOf([...keys, index], item));
      return (run) => items.map((item) => item(run));
    }
    if (isJsonObject(value)) {
      const entries = Object.entries(value).map(
        ([key, item]) => [key, this.#valueOf([...keys, key], item)] as const,
      );
      return (run) => Object.fromEntries(entries.map(([key, item]) => [key, item(run)]));
    }
    const plain = scalarOf(value);
    return () => plain;
  }

  #pathOf(keys: readonly (string | number)[]): string {
    const all = [...this.#keys, ...keys];
    return all.length === 0 ? this.path : `${this.path}${toPointer(["config", ...all])}`;
  }
}

export type Entry = readonly [name: string, value: (run: Run) => PlainValue];

/**
 * Converts a scalar with its type: a whole number becomes an int. A number whose digits neither 64 bits nor a double
 * can hold becomes text.
 */
function scalarOf(value: JsonValue): PlainValue {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value as PlainValue;
  const digits = String(value);
  const isWhole = /^-?\d+$/.test(digits) && BigInt(digits) === BigInt.asIntN(64, BigInt(digits));
  return isWhole ? BigInt(digits) : digits;
}

/** Returns a number that kept its digits, the only object that is not a JSON object; `NaN` when no double is near. */
function exactNumber(value: JsonValue): number | undefined {
  if (typeof value !== "object" || Array.isArray(value) || isJsonObject(value)) return undefined;
  // `Number(value)` throws for `1e400` and `1e-400`.
  return Number(String(value)) || Number.NaN;
}

/**
 * Fills in the interpolations of a config's headers.
 *
 * @throws ActionFailure when an interpolation fails, or its result is not a valid header value
 */
export function headerValues(
  headers: readonly (readonly [name: string, template: Template])[],
  run: Run,
): readonly (readonly [name: string, value: string])[] {
  return headers.map(([name, template]) => {
    const value = template.toText(run);
    const reason = wrongInValue(name, value);
    if (reason !== undefined) throw new ActionFailure(reason);
    return [name, value] as const;
  });
}

/**
 * Describes why a header value is invalid.
 *
 * Source: RFC 9110, section 5.5. A line break would start another header.
 */
function wrongInValue(name: string, value: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000A-\u001F\u007F]/.test(value)
    ? `The value of the header ${name} has a line break or another control character.`
    : undefined;
}
