import { toPointer, type ActionDefinition } from "@traffic-policy/policy-language";
import { endingOf, ownMember } from "@traffic-policy/policy-language/internal";
import { ExchangeError } from "../exchange/exchange.ts";
import { ResponseState } from "../exchange/response-state.ts";
import type { JsonLike } from "../expression/plain-value.ts";
import { plainToJson } from "../expression/values.ts";
import type { Stub } from "../options.ts";
import { UnknownPart, unknownText, type Question } from "./questions.ts";
import { ActionFailure, type Results, type Run, type TracedAction } from "./run.ts";
import { stubResults } from "./stub-results.ts";
import type { Effect } from "../action/prepared-action.ts";
import { Unanswered } from "./unanswered.ts";
import { readVariable } from "../variables/read-variable.ts";
import type {
  ActionReference,
  NotSimulated,
  RuleReference,
  SimulationError,
  ActionTrace,
  Change,
  EvaluationError,
  ExpressionTrace,
  RuleTrace,
} from "../outcome.ts";
import type { CompiledAction, CompiledSection, CompiledRule } from "../policy/compile-policy.ts";

export type Ending =
  | { readonly kind: "completed" }
  | { readonly kind: "answered"; readonly by: ActionReference; readonly response: ResponseState }
  | { readonly kind: "closed"; readonly by: ActionReference }
  /** An action may have ended it in a way that only the service knows. */
  | { readonly kind: "ended"; readonly by: ActionReference }
  | { readonly kind: "forwarded"; readonly by: ActionReference; readonly to: string }
  | { readonly kind: "failed"; readonly by?: ActionReference; readonly unknown?: Question };

export interface Findings {
  readonly matched: RuleReference[];
  readonly notSimulated: NotSimulated[];
  readonly errors: SimulationError[];
  /** Undefined when no trace is wanted. */
  readonly rules: RuleTrace[] | undefined;
}

const completed: Ending = { kind: "completed" };

/**
 * Runs the rules of a section in order, until an action ends processing.
 *
 * @throws Unanswered when an action asks for something; the next call resumes with that action
 */
export function runSection(run: Run, { rules }: CompiledSection, findings: Findings): Ending {
  let from = run.waiting;
  run.waiting = undefined;
  let index = from?.rule ?? 0;
  try {
    for (; index < rules.length; index++) {
      const rule = rules[index] as CompiledRule;
      const ending = runRule(run, rule, findings, from?.action);
      from = undefined;
      if (ending === undefined) continue;
      const rest = rules.slice(index + 1);
      findings.rules?.push(...rest.map((one) => skippedRule(one)));
      return ending;
    }
  } catch (error) {
    if (error instanceof Unanswered) run.waiting = { rule: index, action: run.actionIndex };
    throw error;
  }
  return completed;
}

export function skippedRule(rule: CompiledRule): RuleTrace {
  const trace = startTrace(rule);
  for (const { skipped } of rule.expressions) trace.expressions.push(skipped);
  return trace;
}

/** @param from - the action to resume with, in a rule that has matched already */
function runRule(
  run: Run,
  rule: CompiledRule,
  findings: Findings,
  from: number | undefined,
): Ending | undefined {
  let trace: ToldRule | undefined;
  if (from === undefined) {
    trace = findings.rules && startTrace(rule);
    const matches = matchRule(run, rule, trace?.expressions, findings);
    if (trace !== undefined) findings.rules?.push(trace);
    const unknown = unknownIn(run);
    if (unknown !== undefined) {
      if (trace !== undefined) trace.result = "failed";
      return failedAt(unknown, findings);
    }
    if (matches !== true) {
      if (trace !== undefined) trace.result = matches === false ? "not-matched" : "failed";
      return matches === false ? undefined : { kind: "failed" };
    }
    findings.matched.push(rule.reference);
    if (trace !== undefined) {
      trace.result = "matched";
      trace.actions = [];
    }
  } else trace = findings.rules?.at(-1) as ToldRule | undefined;
  const ending = runActions(run, rule.actions, trace?.actions, findings, from ?? 0);
  if (trace !== undefined) {
    if (ending?.kind === "failed") trace.result = "failed";
    for (const { skipped } of rule.actions.slice(trace.actions.length)) trace.actions.push(skipped);
  }
  return ending;
}

interface ToldRule extends RuleTrace {
  result: RuleTrace["result"];
  expressions: ExpressionTrace[];
  actions: ActionTrace[];
}

function startTrace({ path, name, actions }: CompiledRule): ToldRule {
  const skipped = actions.map((action) => action.skipped);
  return name === undefined
    ? { path, result: "skipped", expressions: [], actions: skipped }
    : { path, name, result: "skipped", expressions: [], actions: skipped };
}

/** Checks whether a rule matches; `failed` when an expression fails, which makes the request fail. */
function matchRule(
  run: Run,
  { expressions }: CompiledRule,
  trace: ExpressionTrace[] | undefined,
  { errors }: Findings,
): boolean | "failed" {
  for (const expression of expressions) {
    let result: boolean | EvaluationError;
    if (trace === undefined) result = expression.test(run);
    else {
      const traced = expression.trace(run);
      result = traced.result;
      trace.push(traced.trace);
    }
    if (result === true) continue;
    trace?.push(...expressions.slice(trace.length).map((one) => one.skipped));
    if (result === false) return false;
    errors.push({ path: expression.path, ...result });
    return run.options.onExpressionError === "no-match" ? false : "failed";
  }
  return true;
}

function runActions(
  run: Run,
  actions: readonly CompiledAction[],
  trace: ActionTrace[] | undefined,
  findings: Findings,
  from: number,
): Ending | undefined {
  for (let index = from; index < actions.length; index++) {
    run.actionIndex = index;
    const action = actions[index] as CompiledAction;
    const { path, type } = action;
    const changes: Change[] = [];
    run.changes = trace && changes;
    const effect = effectOf(run, action);
    run.changes = undefined;
    const note = noteOf(action, effect);
    const one: TracedAction | undefined = trace && {
      path,
      type,
      result: resultOf[effect.kind],
      changes,
      ...(note !== undefined && { note }),
    };
    if (one !== undefined) trace?.push(one);
    switch (effect.kind) {
      case "next":
        if (effect.later !== undefined) (run.later ??= []).push({ does: effect.later, trace: one });
        break;
      case "not-simulated":
        findings.notSimulated.push({ path, type, message: effect.message ?? notSimulated(type) });
        if (!letsPass(run, action)) {
          return endedByService(run, { path, type }, findings, effect.message);
        }
        break;
      case "answer":
        return { kind: "answered", by: { path, type }, response: effect.response };
      case "close":
        return { kind: "closed", by: { path, type } };
      case "forward":
        return { kind: "forwarded", by: { path, type }, to: effect.to };
      case "fail":
        findings.errors.push({ path, message: effect.message });
        return { kind: "failed", by: { path, type } };
    }
  }
  return undefined;
}

function noteOf({ type }: CompiledAction, effect: Effect): string | undefined {
  if (effect.kind === "not-simulated") return effect.message ?? notSimulated(type);
  if (effect.kind === "fail") return effect.message;
  return "note" in effect ? effect.note : undefined;
}

function notSimulated(type: string): string {
  return `"${type}" is not simulated; give a stub of this type as an option.`;
}

function unknownIn({ options: { failsAtUnknown, questions } }: Run): Question | undefined {
  return failsAtUnknown ? questions?.answers[0] : undefined;
}

function failedAt({ kind, path, text }: Question, { errors }: Findings): Ending {
  const unknown = { kind, path, text };
  errors.push({ path, message: unknownText(unknown) });
  return { kind: "failed", unknown };
}

function endedByService(
  { options }: Run,
  by: ActionReference,
  { errors }: Findings,
  message: string | undefined,
): Ending {
  if (!options.failsAtUnknown) return { kind: "ended", by };
  const unknown = { kind: "action", path: by.path, text: by.type } as const;
  errors.push({ path: by.path, message: message ?? unknownText(unknown) });
  return { kind: "failed", unknown, by };
}

/** True when an action that is not simulated is assumed to let the exchange pass. Its results are then unknown. */
function letsPass(run: Run, { path, type, config }: CompiledAction): boolean {
  const { questions } = run.options;
  if (questions === undefined) return true;
  const definition = run.dialect.actions.get(type);
  const ending = definition && endingOf(definition, (name) => config[name]);
  if (ending === "always") return false;
  const question = { kind: "action", path, text: type } as const;
  const { failsAtUnknown } = run.options;
  if (ending !== "never" && (failsAtUnknown || !questions.ask(question, { key: path })))
    return false;
  run.takeBack((definition?.results ?? []).map(({ name }) => name));
  if (definition !== undefined) leaveUnknown(run, definition, () => true);
  return true;
}

function leaveUnknown(
  { options: { questions } }: Run,
  { results = [] }: ActionDefinition,
  isUnknown: (result: { readonly name: string }) => boolean,
): void {
  const names = results.filter(isUnknown).map(({ name }) => name);
  questions?.addResults(names.filter((name) => !name.endsWith(".error")));
}

const resultOf: Readonly<Record<Effect["kind"], ActionTrace["result"]>> = {
  next: "done",
  answer: "ended",
  close: "ended",
  forward: "ended",
  fail: "failed",
  "not-simulated": "not-simulated",
};

function effectOf(run: Run, action: CompiledAction): Effect {
  const { problem, run: does, type } = action;
  const stub = ownMember(run.options.stubs, type);
  if (stub !== undefined) return stubEffect(run, action, stub);
  if (problem !== undefined) return { kind: "fail", message: problem };
  if (does === undefined) return { kind: "not-simulated" };
  try {
    return does(run);
  } catch (failure) {
    if (failure instanceof UnknownPart) return { kind: "not-simulated", message: failure.message };
    if (!(failure instanceof ActionFailure)) throw failure;
    return { kind: "fail", message: failure.message };
  }
}

/**
 * Returns the effect of an action that a stub replaces.
 *
 * @throws ExchangeError when the stub gives results that the action does not have
 */
function stubEffect(run: Run, action: CompiledAction, stub: Stub): Effect {
  const { type, config } = action;
  const result = stub({
    type,
    config: config as JsonLike,
    ...(run.request && { request: run.request.toData() }),
    variable(name) {
      const value = readVariable(run, name);
      return value === undefined ? undefined : plainToJson(value);
    },
  });
  const note = "A stub replaces it.";
  const definition = run.dialect.actions.get(type);
  const fails = "fail" in result && action.goesOnAfterFailure === true;
  if (definition !== undefined) {
    run.takeBack((definition.results ?? []).map(({ name }) => name));
    if (fails) run.leave(leftByFailure(run, action, definition, result.fail));
    const given = stubResults(definition, result.results ?? {}, run.dialect);
    if (given.problem !== undefined) {
      const { message, help } = given.problem;
      throw new ExchangeError(
        `The stub of "${type}": ${message}`,
        help,
        toPointer(["stubs", type]),
      );
    }
    run.leave(given.results);
    if ("next" in result) {
      leaveUnknown(run, definition, ({ name }) => !Object.hasOwn(given.results, name));
    }
  }
  if (fails) return { kind: "next", note: `${note} It fails, and the next action runs.` };
  if ("answer" in result) {
    return { kind: "answer", response: new ResponseState(result.answer), note };
  }
  if ("close" in result) return { kind: "close", note };
  return "fail" in result ? { kind: "fail", message: result.fail } : { kind: "next", note };
}

function leftByFailure(
  run: Run,
  { leftByFailure: own }: CompiledAction,
  { results = [] }: ActionDefinition,
  message: string,
): Results {
  const error = results.map(({ name }) => name).find((name) => name.endsWith(".error.message"));
  return { ...own?.(run), ...(error !== undefined && { [error]: message }) };
}
