import { toPointer, type ActionDefinition, type Dialect } from "@traffic-policy/policy-language";
import { didYouMean, parseType, variablesOf } from "@traffic-policy/policy-language/internal";
import {
  type Exchange,
  type ForwardedRequest,
  type ResponseInput,
  ExchangeError,
} from "../exchange/exchange.ts";
import { ResponseState, type ClientResponse } from "../exchange/response-state.ts";
import { resolveOptions, type ResolvedOptions, type SimulationOptions } from "../options.ts";
import type { SectionOutcome, Outcome } from "../outcome.ts";
import type { CompiledSection, CompiledPolicy } from "../policy/compile-policy.ts";
import { Run, type TracedAction } from "./run.ts";
import { isEventStream, MessageStream } from "./message-stream.ts";
import { runSection, skippedRule, type Ending, type Findings } from "./run-section.ts";
import type { Carrier } from "./carrier.ts";
import { TokenVerifications } from "../tokens/token-verifications.ts";
import { isOfType } from "../variables/variable-value.ts";
import { answered, Unanswered } from "./unanswered.ts";
import { unknownText, type Question } from "./questions.ts";

/**
 * One exchange that goes through a policy in two steps, as a gateway has them: the request before
 * the upstream is asked, and its response after. `simulate` does both.
 */
export class ExchangeRun {
  readonly #policy: CompiledPolicy;
  readonly #before: readonly CompiledSection[];
  readonly #after: readonly CompiledSection[];
  readonly #run: Run;
  readonly #findings: Findings;
  /** How many sections of before and after the upstream are over. */
  #doneBefore = 0;
  #doneAfter = 0;
  /** True when the rules after the upstream are reached; undefined before it is known. */
  #reachesResponse: boolean | undefined;
  #forwardedTo: string | undefined;
  #stream: MessageStream | undefined;
  #sections: SectionOutcome[] = [];
  #result: Outcome["result"] = "forwarded";
  #request: ForwardedRequest | undefined;
  /** The unknown because of which the exchange failed. */
  #unknown: Question | undefined;
  /** The action that answered the request, or forwarded the exchange. */
  #endedBy: ActionDefinition | undefined;
  /** True when the connection went on to another endpoint before there was a request. */
  #isHandedOver = false;

  /**
   * @param carrier - whoever carries the exchange, and can be asked on the way
   * @throws ExchangeError when the exchange cannot be
   */
  constructor(
    policy: CompiledPolicy,
    exchange: Exchange,
    options?: SimulationOptions,
    carrier?: Carrier,
  ) {
    const resolved = resolveOptions(options, policy.dialect);
    checkVariables(exchange, policy.dialect);
    this.#policy = policy;
    this.#run = new Run(exchange, policy, resolved, carrier);
    const last = policy.sections.findLastIndex(
      ({ stage }) => stage === "connect" || stage === "request",
    );
    this.#before = policy.sections.slice(0, last + 1);
    this.#after = policy.sections.slice(last + 1);
    this.#findings = noFindings(resolved);
  }

  /**
   * Runs the rules before the upstream. Gives the request that reaches it; nothing when the policy
   * answers or refuses it, and for TCP and TLS policies.
   *
   * @throws Unanswered when something is asked on the way: call it again when the answer is there, as
   * {@link answered} does, and it goes on
   */
  request(): ForwardedRequest | undefined {
    const before = this.#before;
    for (; this.#doneBefore < before.length; this.#doneBefore++) {
      const section = before[this.#doneBefore] as CompiledSection;
      const isReached = this.#result === "forwarded" && !this.#isHandedOver;
      if (isReached && section.stage !== undefined) this.#runSection(section);
      else this.#skip(section);
    }
    if (this.#result === "forwarded") this.#request ??= this.#run.request?.toData();
    if (this.#isToFail(this.#request)) this.#request = undefined;
    return this.#request;
  }

  /** True when a message cannot be sent, because part of it is known only to the service; the exchange then fails. */
  #isToFail(message: ForwardedRequest | ClientResponse | undefined): boolean {
    const { failsAtUnknown, questions } = this.#run.options;
    const unknown = failsAtUnknown ? questions?.questionIn(message) : undefined;
    if (unknown === undefined || this.#result === "failed") return false;
    this.#findings.errors.push({ path: unknown.path, message: unknownText(unknown) });
    this.#result = "failed";
    this.#unknown = unknown;
    this.#run.respond(notKnown(this.#findings));
    return true;
  }

  /** Takes back what would outlive the run, which is not gone on with. */
  abandon(): void {
    this.#run.abandon();
  }

  /** The URL of the endpoint that the policy forwards the exchange to; none when it goes to the upstream. */
  get forwardedTo(): string | undefined {
    return this.#forwardedTo;
  }

  /** True when the exchange reaches the upstream, or the endpoint that the policy forwards it to. */
  get isForwarded(): boolean {
    return this.#result === "forwarded";
  }

  /** The messages of the response, of which rules run for each one; nothing when none do. */
  get messageStream(): MessageStream | undefined {
    return this.#stream;
  }

  /**
   * The headers of the request that rules have set or removed, in lower case, also when that changed
   * nothing: whoever adds headers on the way to the upstream leaves these alone.
   */
  get changedHeaders(): ReadonlySet<string> {
    return new Set(this.#run.changedHeaders);
  }

  /**
   * Runs the rules after the upstream: for an answer that the policy gave only where the options say
   * so, not when the upstream could not be reached, and in HTTP policies not without a response.
   *
   * @param response - the response of the upstream; none when it is not known, or was not asked, and
   * `null` when it could not be reached
   * @throws Unanswered as `request` does
   */
  response(response?: ResponseInput | null): void {
    const isReached = (this.#reachesResponse ??= this.#beginResponse(response));
    const after = this.#after;
    for (; this.#doneAfter < after.length; this.#doneAfter++) {
      const section = after[this.#doneAfter] as CompiledSection;
      if (!isReached || !this.#isNext(section)) this.#skip(section);
      else if (section.stage === "message") this.#beginMessages(section);
      else this.#runSection(section);
    }
    if (isReached && this.#run.options.inboundCompression === "after-outbound") {
      if (this.#result === "failed") this.#noteSkipped();
      else this.#doLater();
    }
    this.#isToFail(this.#run.response?.toData());
    this.#compress();
  }

  /** Begins the part after the upstream; whether its rules are reached. */
  #beginResponse(response: ResponseInput | null | undefined): boolean {
    const run = this.#run;
    if (response !== undefined && this.#result === "forwarded") {
      if (response !== null) run.respond(new ResponseState(response));
      const status = response === null ? null : (run.response?.status ?? null);
      for (const watcher of run.watchers ?? []) watcher(status);
    }
    const isReached = this.#reachesResponseRules(response !== null);
    if (!isReached) this.#noteSkipped();
    const { inboundCompression } = run.options;
    if (isReached && inboundCompression === "before-outbound") this.#doLater();
    return isReached;
  }

  #beginMessages(section: CompiledSection): void {
    const run = this.#run;
    run.beginSection();
    const stream = new MessageStream(run, section, this.#findings, (ending) =>
      this.#end(section, ending),
    );
    const isGiven = run.carrier.givesMessages === true && run.response?.body === undefined;
    const isLater = isGiven && run.canRespondWithBody && section.rules.length > 0;
    if (isLater && stream.isReadable) this.#stream = stream;
    else stream.runWhole();
  }

  /** True when the exchange reaches a section after the upstream. */
  #isNext({ stage }: CompiledSection): boolean {
    if (stage === undefined || this.#result === "failed" || this.#result === "closed") return false;
    const { response } = this.#run;
    return stage !== "message" || (response !== undefined && isEventStream(response));
  }

  #runSection(section: CompiledSection): void {
    if (this.#run.waiting === undefined) this.#run.beginSection();
    this.#end(section, runSection(this.#run, section, this.#findings));
  }

  /** Compresses the body at last: rules for messages of a stream see it as it was. */
  #compress(): void {
    const { response, options } = this.#run;
    if (response?.compression === undefined || response.body === undefined) return;
    if (options.compress !== undefined) {
      response.body = options.compress(response.compression, response.body);
    }
  }

  outcome(): Outcome {
    const { matched, notSimulated, errors, rules } = this.#findings;
    return {
      result: this.#result,
      directions: this.#sections,
      ...(this.#request && { request: this.#request }),
      ...(this.#forwardedTo !== undefined && { forwardedTo: this.#forwardedTo }),
      ...(this.#run.response && { response: this.#run.response.toData() }),
      rules: this.#policy.rules,
      matched,
      logs: this.#run.logs,
      notSimulated,
      errors,
      ...(this.#unknown && { unknown: this.#unknown }),
      ...(rules && { trace: { rules } }),
    };
  }

  #reachesResponseRules(isReached: boolean): boolean {
    const { options, response } = this.#run;
    if (this.#isHandedOver) return false;
    if (this.#result === "answered") {
      if (response === undefined) return false;
      if (this.#endedBy?.forwards === true) return options.responseRulesAfterForward;
      return this.#endedBy?.answer?.reachesResponseRules ?? options.outboundAfterAnswer;
    }
    if (this.#result !== "forwarded" || !isReached) return false;
    if (this.#endedBy !== undefined && !options.responseRulesAfterForward) return false;
    return this.#policy.protocol !== "http" || response !== undefined;
  }

  /** Does what actions of inbound rules do to the response. */
  #doLater(): void {
    const run = this.#run;
    if (run.response === undefined) return;
    for (const { does, trace } of run.later ?? []) {
      run.changes = trace?.changes;
      const note = does(run);
      run.changes = undefined;
      if (trace !== undefined) addNote(trace, note);
    }
  }

  /** Says why it is not done, unless only the response is not known. */
  #noteSkipped(): void {
    const [section] = this.#after;
    const note = notDone[this.#result]?.(section?.name ?? "");
    if (note === undefined) return;
    for (const { trace } of this.#run.later ?? []) if (trace !== undefined) addNote(trace, note);
  }

  #skip(section: CompiledSection): void {
    this.#findings.rules?.push(...section.rules.map((rule) => skippedRule(rule)));
    this.#sections.push({ direction: section.name, result: "skipped" });
  }

  #end({ name, stage }: CompiledSection, ending: Ending): void {
    const by = "by" in ending && ending.by !== undefined ? { by: ending.by } : {};
    const result = ending.kind === "completed" || ending.kind === "failed" ? ending.kind : "ended";
    this.#sections.push({ direction: name, result, ...by });
    switch (ending.kind) {
      case "completed":
        break;
      case "answered":
        // Before a request there is nobody to answer.
        if (stage === "connect" && this.#policy.protocol === "http") {
          this.#result = "closed";
          break;
        }
        this.#result = "answered";
        this.#endedBy = this.#policy.dialect.actions.get(ending.by.type);
        this.#run.respond(ending.response);
        break;
      case "ended":
        this.#result =
          stage === "connect" || this.#policy.protocol !== "http" ? "closed" : "answered";
        this.#endedBy = this.#policy.dialect.actions.get(ending.by.type);
        this.#run.response = undefined;
        break;
      case "forwarded":
        this.#endedBy = this.#policy.dialect.actions.get(ending.by.type);
        this.#forwardedTo = ending.to;
        this.#isHandedOver = stage === "connect";
        break;
      case "closed":
        this.#result = "closed";
        break;
      case "failed":
        this.#result = "failed";
        this.#unknown = ending.unknown;
        if (this.#policy.protocol === "http" && stage !== "connect") {
          this.#run.respond(
            ending.unknown === undefined ? failure(this.#run) : notKnown(this.#findings),
          );
        }
    }
  }
}

function noFindings({ trace }: ResolvedOptions): Findings {
  return { matched: [], notSimulated: [], errors: [], rules: trace ? [] : undefined };
}

const notDone: Readonly<Partial<Record<Outcome["result"], (section: string) => string>>> = {
  answered: (section) =>
    `The policy answers the request itself, and no ${section} rules run: nothing is compressed.`,
  failed: () => "The request fails: nothing is compressed.",
};

function addNote(trace: TracedAction, note: string | undefined): void {
  if (note === undefined) delete trace.note;
  else trace.note = note;
}

function notKnown({ errors }: Findings): ResponseState {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const body = `The outcome is not known here. ${errors.at(-1)?.message}\n`;
  return new ResponseState({ status: 501, headers, body });
}

function failure({ options }: Run): ResponseState {
  const { status, headers } = options.failure;
  return new ResponseState({ status, headers: { "content-length": "0", ...headers } });
}

/**
 * Checks the values that an exchange sets for variables directly.
 *
 * @throws ExchangeError for a name that the dialect lacks, or a value of another type
 */
export function checkVariables({ variables }: Exchange, dialect: Dialect): void {
  if (variables === undefined) return;
  for (const [name, value] of Object.entries(variables)) {
    const known = variablesOf(dialect);
    const definition = known.find((variable) => variable.name === name);
    if (definition === undefined) {
      const names = known.map((variable) => variable.name);
      const message = `There is no variable ${name}.`;
      throw new ExchangeError(message, didYouMean(name, names) ?? "Remove it.", at(name));
    }
    if (
      value !== undefined &&
      value !== null &&
      !isOfType(value, parseType(definition.type), dialect)
    ) {
      const { type } = definition;
      const message = `The value of ${name} is not a ${type}.`;
      throw new ExchangeError(message, `Use ${formOf(type)}.`, at(name));
    }
  }
}

function at(variable: string): string {
  return toPointer(["variables", variable]);
}

function formOf(type: string): string {
  if (type.startsWith("list")) return "a list";
  if (type.startsWith("map")) return "an object";
  return { timestamp: "a Date", duration: "seconds", int: "a whole number" }[type] ?? `a ${type}`;
}

/**
 * Simulates the effect of a policy on an exchange.
 *
 * The outcome contains errors that would also occur at the service.
 *
 * @throws ExchangeError when the exchange is invalid
 * @throws anything that a supplied function throws: the upstream, a stub
 */
export async function simulate(
  policy: CompiledPolicy,
  exchange: Exchange,
  options?: SimulationOptions,
): Promise<Outcome> {
  const tokens = options?.tokens ?? new TokenVerifications();
  const run = new ExchangeRun(policy, exchange, { ...options, tokens });
  const request = await answered(() => run.request());
  const upstream = request === undefined ? undefined : exchange.upstream;
  const response =
    upstream === undefined || request === undefined ? exchange.response : await upstream(request);
  await answered(() => run.response(response));
  return run.outcome();
}

/**
 * The same at once, for an exchange whose response is data. Signatures of tokens are verified
 * asynchronously: without `tokens` in the options, they are not simulated.
 *
 * @param counts - whether it counts for `rate-limit` and `circuit-breaker` in later exchanges; asked when it has ended
 * @throws ExchangeError when the exchange cannot be, or has its upstream as a function
 * @throws Unanswered when the options have `tokens` that do not know a token yet; see {@link answered}
 */
export function simulateSync(
  policy: CompiledPolicy,
  exchange: Exchange,
  options?: SimulationOptions,
  counts: () => boolean = () => true,
): Outcome {
  if (exchange.upstream !== undefined) {
    throw new ExchangeError(
      "The upstream is a function, which may be asynchronous.",
      "Use simulate(), or give the response as data.",
    );
  }
  const run = new ExchangeRun(policy, exchange, options);
  try {
    run.request();
    run.response(exchange.response);
  } catch (error) {
    if (error instanceof Unanswered) run.abandon();
    throw error;
  }
  if (!counts()) run.abandon();
  return run.outcome();
}
