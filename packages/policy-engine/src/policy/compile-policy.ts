import {
  dialectOf,
  isJsonObject,
  toPointer,
  type ActionDefinition,
  type Dialect,
  type JsonObject,
  type JsonValue,
  type PhasesDocument,
  type PolicyDocument,
  type Protocol,
} from "@traffic-policy/policy-language";
import { type Stage } from "@traffic-policy/policy-language/internal";
import { ConfigReader, type ActionLibraries } from "../action/effect.ts";
import type { PreparedAction } from "../action/prepared-action.ts";
import { effects } from "../actions/index.generated.ts";
import { CompiledExpression } from "../expression/compiled-expression.ts";
import type { Environment } from "../expression/environment.ts";
import { loadEnvironment } from "../expression/load-environment.ts";
import type {
  ActionTrace,
  EvaluationError,
  ExpressionTrace,
  PolicyProblem,
  RuleReference,
} from "../outcome.ts";
import type { Results, Run } from "../run/run.ts";

export interface CompileOptions {
  /** `http` by default. */
  readonly protocol?: Protocol;
  /** The dialect that the keys of the document belong to, by default. */
  readonly dialect?: Dialect;
}

const environments = new WeakMap<Dialect, Promise<Environment>>();

/**
 * Compiles a policy document, so that any number of exchanges can be simulated. The evaluator of
 * expressions is loaded when the first policy with one is compiled.
 *
 * What the service would not take is in `problems`, and never thrown: the rest can be simulated.
 */
export async function compilePolicy(
  document: PolicyDocument | PhasesDocument | JsonValue,
  { protocol = "http", dialect: wanted }: CompileOptions = {},
): Promise<CompiledPolicy> {
  const dialect = wanted ?? (await dialectOf(document as JsonValue));
  const environment = needsEvaluator(document) ? await environmentOf(dialect) : undefined;
  const libraries = await librariesFor(document);
  const compiler = new PolicyCompiler(protocol, dialect, environment, libraries);
  return compiler.compile(document as JsonValue);
}

async function librariesFor(document: unknown): Promise<ActionLibraries> {
  return hasAction(document, "verify-webhook")
    ? { webhooks: await import("../webhooks/index.ts") }
    : {};
}

function hasAction(value: unknown, type: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    (value as { readonly type?: unknown }).type === type ||
    Object.values(value).some((item) => hasAction(item, type))
  );
}

function environmentOf(dialect: Dialect): Promise<Environment> {
  let environment = environments.get(dialect);
  if (environment === undefined) {
    environment = loadEnvironment(dialect);
    environments.set(dialect, environment);
  }
  return environment;
}

function needsEvaluator(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => {
    const isExpressions = key === "expressions" || key === "bucket_key";
    if (key === "retry_condition" && typeof item === "string") return true;
    return (isExpressions && Array.isArray(item) && item.length > 0) || needsEvaluator(item);
  });
}

class PolicyCompiler {
  readonly #protocol: Protocol;
  readonly #dialect: Dialect;
  readonly #environment: Environment | undefined;
  readonly #libraries: ActionLibraries;
  readonly #problems: PolicyProblem[] = [];

  constructor(
    protocol: Protocol,
    dialect: Dialect,
    environment: Environment | undefined,
    libraries: ActionLibraries,
  ) {
    this.#protocol = protocol;
    this.#dialect = dialect;
    this.#environment = environment;
    this.#libraries = libraries;
  }

  compile(document: JsonValue): CompiledPolicy {
    if (!isJsonObject(document)) {
      this.#problem([], "A policy document must be an object with lists of rules.");
    }
    const policy = isJsonObject(document) ? document : {};
    const sections = [...this.#dialect.sections].map(([name, { stages }]) => {
      const stage = stages[this.#protocol];
      return {
        name,
        ...(stage && { stage }),
        rules: this.#list([name], policy[name]).map((rule, index) => this.#rule(name, index, rule)),
      };
    });
    return {
      protocol: this.#protocol,
      dialect: this.#dialect,
      sections,
      rules: sections.flatMap(({ rules }) => rules.map(({ reference }) => reference)),
      problems: this.#problems,
    };
  }

  #rule(section: string, index: number, value: JsonValue): CompiledRule {
    const keys = [section, index];
    const rule = this.#object(keys, value, "A rule must be an object with actions.");
    const path = toPointer(keys);
    const name = typeof rule["name"] === "string" ? { name: rule["name"] } : {};
    return {
      path,
      ...name,
      reference: { path, direction: section, ...name },
      expressions: this.#list([...keys, "expressions"], rule["expressions"]).map((text, at) =>
        this.#expression([...keys, "expressions", at], section, text),
      ),
      actions: this.#list([...keys, "actions"], rule["actions"]).map((action, at) =>
        this.#action([...keys, "actions", at], section, action),
      ),
    };
  }

  #expression(keys: readonly Key[], section: string, value: JsonValue): CompiledExpression {
    const path = toPointer(keys);
    const environment = this.#environment;
    if (environment === undefined) throw new Error("There is no environment to evaluate in.");
    const place = { path, section, protocol: this.#protocol };
    const text = typeof value === "string" ? value : "";
    const expression = new CompiledExpression(text, place, environment);
    if (typeof value !== "string") this.#problem(keys, "An expression must be text.");
    else if (expression.problem !== undefined) {
      this.#problems.push({ path, ...expression.problem });
    }
    return expression;
  }

  #action(keys: readonly Key[], section: string, value: JsonValue): CompiledAction {
    const path = toPointer(keys);
    const action = this.#object(keys, value, "An action must be an object with a type.");
    const type = typeof action["type"] === "string" ? action["type"] : "";
    const given = action["config"] ?? {};
    const config = isJsonObject(given) ? given : {};
    const definition = this.#dialect.actions.get(type);
    const skipped = { path, type, result: "skipped", changes: [] } as const;
    const known = { path, type, config, skipped };
    if (definition === undefined) {
      this.#problem([...keys, "type"], `There is no action "${type}".`);
      return known;
    }
    const goesOnAfterFailure = goesOn(config, definition) || undefined;
    const compiled = { ...known, ...(goesOnAfterFailure && { goesOnAfterFailure }) };
    const misplaced = this.#misplaced(section, definition);
    if (misplaced !== undefined) {
      this.#problem([...keys, "type"], misplaced);
      return { ...compiled, problem: misplaced };
    }
    if (config !== given) {
      const message = "The config of an action must be an object.";
      this.#problem([...keys, "config"], message);
      return { ...compiled, problem: message };
    }
    return { ...compiled, ...this.#prepare(path, section, definition, config) };
  }

  #prepare(
    path: string,
    section: string,
    definition: ActionDefinition,
    config: JsonObject,
  ): Pick<CompiledAction, "run" | "problem" | "leftByFailure"> {
    const effect = effects.get(definition.type);
    if (effect === undefined) return {};
    const protocol = this.#protocol;
    const stage = this.#dialect.sections.get(section)?.stages[protocol];
    const place = { path, section, protocol, stage };
    const reader = new ConfigReader(config, definition, place, this.#environment, this.#libraries);
    const run = effect(reader);
    if (run === undefined) return {};
    this.#problems.push(...reader.problems);
    const [first] = reader.problems;
    const { leftByFailure } = reader;
    return {
      run,
      ...(leftByFailure && { leftByFailure }),
      ...(first && { problem: first.message }),
    };
  }

  #misplaced(section: string, definition: ActionDefinition): string | undefined {
    const { type, sections, unsureSections } = definition;
    const protocol = this.#protocol;
    const allowed = [...sections[protocol], ...(unsureSections?.[protocol] ?? [])];
    return allowed.includes(section)
      ? undefined
      : `"${type}" is not available in ${section} rules of a policy for ${protocol}.`;
  }

  #list(keys: readonly Key[], value: JsonValue | undefined): readonly JsonValue[] {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value as readonly JsonValue[];
    this.#problem(keys, "This must be a list.");
    return [];
  }

  #object(keys: readonly Key[], value: JsonValue, message: string): JsonObject {
    if (isJsonObject(value)) return value;
    this.#problem(keys, message);
    return {};
  }

  #problem(keys: readonly Key[], message: string): void {
    this.#problems.push({ path: toPointer(keys), message });
  }
}

/** True when the next action runs after a failure and can read the error: as the config says, or its default. */
function goesOn(config: JsonObject, { config: schema, results = [] }: ActionDefinition): boolean {
  const onError = config["on_error"] ?? schema.properties["on_error"]?.default;
  return onError === "continue" && results.some(({ name }) => name.endsWith(".error.message"));
}

type Key = string | number;

/** A policy that exchanges can be simulated with; see `compilePolicy`. */
export interface CompiledPolicy {
  readonly protocol: Protocol;
  readonly dialect: Dialect;
  /** The rules of each section of the dialect, in its order. */
  readonly sections: readonly CompiledSection[];
  /** The rules of all sections, as outcomes refer to them. */
  readonly rules: readonly RuleReference[];
  /** The parts of the policy that the service would reject. */
  readonly problems: readonly PolicyProblem[];
}

export interface CompiledSection {
  readonly name: string;
  /** At which part of an exchange the rules run; none for a section that the protocol does not have. */
  readonly stage?: Stage;
  readonly rules: readonly CompiledRule[];
}

export interface CompiledRule {
  /** JSON Pointer: `/inbound/0`. */
  readonly path: string;
  readonly name?: string;
  /** How outcomes refer to it. */
  readonly reference: RuleReference;
  readonly expressions: readonly RuleExpression[];
  readonly actions: readonly CompiledAction[];
}

interface RuleExpression {
  /** JSON Pointer: `/inbound/0/expressions/1`. */
  readonly path: string;
  readonly text: string;
  /** The reason why the service would reject the expression; it then fails at every evaluation. */
  readonly problem: EvaluationError | undefined;
  readonly skipped: ExpressionTrace;
  /** Returns an error when the expression fails, or is neither true nor false. */
  test(run: Run): boolean | EvaluationError;
  trace(run: Run): { result: boolean | EvaluationError; trace: ExpressionTrace };
}

export interface CompiledAction {
  /** JSON Pointer: `/inbound/0/actions/1`. */
  readonly path: string;
  readonly type: string;
  readonly config: JsonObject;
  /** The trace of the action when it does not run. */
  readonly skipped: ActionTrace;
  /** Runs the action; undefined when it is not simulated. */
  readonly run?: PreparedAction;
  /** Why the service would not take its config; it then fails. */
  readonly problem?: string;
  /** Set when the next action runs after a failure. */
  readonly goesOnAfterFailure?: true;
  /** Returns the results that the action leaves behind when it fails, beside the error. */
  readonly leftByFailure?: (run: Run) => Results;
}

/** The rules before the upstream: of the request, or of the connection where there are no requests. */
export function rulesBeforeUpstream({ sections }: CompiledPolicy): CompiledSection | undefined {
  return sections.findLast(({ stage }) => stage === "connect" || stage === "request");
}

/** The rules after the upstream: of the response, or of the end of the connection. */
export function rulesAfterUpstream({ sections }: CompiledPolicy): CompiledSection | undefined {
  return sections.find(({ stage }) => stage === "response" || stage === "close");
}
