import type { ServedExchange } from "@traffic-policy/gateway";
import type {
  BehaviourOptions,
  CompiledPolicy,
  Exchange,
  Outcome,
  RuleReference,
} from "@traffic-policy/policy-engine";
import type { KnownByService } from "@traffic-policy/policy-engine/internal";
import { type PolicySource } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-language/internal";
import { placeIn } from "@traffic-policy/project";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { ruleName, shownText } from "@traffic-policy/policy-engine/report";
import type { Format } from "../../program/options.ts";
import type { Terminal, Style } from "../../context.ts";
import { jsonWithBytes } from "../../report/json.ts";
import { outcomeJson } from "../../simulation/report/outcome-json.ts";
import {
  errorLines,
  logLines,
  notSimulatedLines,
  optionsForCalls,
} from "../../simulation/report/outcome-lines.ts";
import { prettySimulation } from "../../simulation/report/pretty.ts";
import { laidOut } from "@traffic-policy/report";
import type { ServedOutput } from "./output.ts";
import type { PolicyToServe } from "./policy-to-serve.ts";

export interface ServingView {
  readonly format: Format;
  readonly trace: boolean;
  readonly behaviour: Partial<BehaviourOptions>;
  sourceOf(policy: CompiledPolicy): PolicySource;
}

export class ServingReport {
  readonly #view: ServingView;
  readonly #style: Terminal["style"];
  readonly #reported = new WeakMap<CompiledPolicy, Set<string>>();

  constructor(view: ServingView, style: Terminal["style"]) {
    this.#view = view;
    this.#style = style;
  }

  textOf(served: ServedExchange): string {
    const { format, trace } = this.#view;
    const outcome = new SecretMask().data(served.outcome);
    const shown = { ...served, outcome };
    if (format === "json") return jsonLine(shown, trace);
    if (trace) return laidOut(this.#everything(shown), this.#style);
    const { policy } = served;
    const source = this.#view.sourceOf(policy);
    const lines = [
      exchangeLine(served, this.#style),
      ...[
        ...unknownLine(outcome, source, this.#style),
        ...errorLines(withoutUnknown(outcome), source, this.#style),
        // No rule for messages can log: those of a stream were shown when it began.
        ...(isEndOfStream(served) ? [] : logLines(outcome, 200, this.#style)),
        ...this.#notSimulatedLines(served),
      ].map((line) => `     ${line}`),
    ];
    return laidOut(lines.map((line) => `${line}\n`).join(""), this.#style);
  }

  #everything(served: ServedExchange): string {
    const { outcome, policy, exchange } = served;
    const { behaviour } = this.#view;
    const source = this.#view.sourceOf(policy);
    const possible = [{ when: [], outcome, dependsOn: [] }] as const;
    const simulation = { asked: askedIn(exchange), exchange, possible, isComplete: true };
    const text = prettySimulation(
      { source, policy, behaviour, simulations: [simulation] },
      simulation,
      true,
      this.#style,
    );
    return `${exchangeLine(served, this.#style)}\n${text}\n`;
  }

  /** Reported once for each policy, because it is the same for every request. */
  #notSimulatedLines({ policy, outcome }: ServedExchange): string[] {
    const reported = this.#reported.get(policy) ?? new Set<string>();
    this.#reported.set(policy, reported);
    const isNew = ({ path }: { readonly path: string }): boolean =>
      path !== outcome.unknown?.path && !reported.has(path);
    const notSimulated = outcome.notSimulated.filter(isNew);
    for (const { path } of notSimulated) reported.add(path);
    return notSimulatedLines({ ...outcome, notSimulated }, this.#style);
  }
}

function jsonLine(served: ServedExchange, trace: boolean): string {
  const { part, exchange, outcome, status, upstreamError, milliseconds } = served;
  const line: ServedOutput = {
    version: 1,
    part,
    time: new Date(Number(exchange.time)).toISOString(),
    asked: askedIn(exchange),
    status,
    upstreamError,
    milliseconds: Math.round(milliseconds * 10) / 10,
    outcome: outcomeJson(outcome, trace),
  };
  return `${jsonWithBytes(line)}\n`;
}

/** Method and URL of a request; empty for a connection. */
function askedIn({ request, endpoint }: Exchange): string {
  if (request === undefined) return "";
  const fields = request.headers as readonly (readonly [name: string, value: string])[];
  const host = fields.find(([name]) => name === "host")?.[1] ?? "";
  const scheme = endpoint?.url?.replace(/:.*$/s, "") ?? "";
  return `${request.method ?? ""} ${scheme}://${host}${request.url}`;
}

// Nobody sees it, and under load one write stands for many.
const pause = 10;

/** Batches output of the same moment, because each write waits for the system. */
export class Outlet {
  readonly #terminal: Terminal;
  #waiting = "";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  write(text: string): void {
    if (this.#waiting === "") setTimeout(() => this.flush(), pause);
    this.#waiting += text;
  }

  flush(): void {
    if (this.#waiting !== "") this.#terminal.out(this.#waiting);
    this.#waiting = "";
  }
}

function exchangeLine(served: ServedExchange, style: Style): string {
  const { upstreamError } = served;
  const parts = [
    headOf(served, style),
    rulesOf(served, style),
    ...(upstreamError === undefined ? [] : [style.red(printable(upstreamError))]),
    style.dim(timeOf(served)),
  ];
  return parts.join("   ");
}

function headOf(served: ServedExchange, style: Style): string {
  const { exchange, outcome, status, part } = served;
  if (exchange.request === undefined) {
    const word =
      part === "end" ? "ended" : outcome.result === "forwarded" ? "open" : outcome.result;
    const color = outcome.result === "forwarded" ? style.green : style.yellow;
    const { clientIp = "", clientPort = "" } = exchange.connection ?? {};
    return `${color(word.padEnd(6))}  connection from ${printable(clientIp)}, port ${clientPort}`;
  }
  const { method = "", url } = exchange.request;
  const to = rewritten(served);
  const target = `${printable(method)} ${shownText(url, 100)}${to === undefined ? "" : ` → ${shownText(to, 100)}`}`;
  const stream = { whole: "", beginning: "   a stream begins", end: "   the stream has ended" };
  return `${colorOf(served, style)(String(status ?? "---"))}  ${target}${stream[part]}`;
}

function rewritten({ exchange: { request }, outcome }: ServedExchange): string | undefined {
  if (outcome.request === undefined || request === undefined) return undefined;
  const path = outcome.request.url.replace(/^[^:/?#]+:\/\/[^/?#]*/, "");
  return path === request.url ? undefined : path;
}

function colorOf({ status = 0, outcome, upstreamError }: ServedExchange, style: Style) {
  if (outcome.unknown !== undefined) return style.yellow;
  if (outcome.result === "failed" || upstreamError !== undefined || status === 0) return style.red;
  if (outcome.result === "answered") return style.yellow;
  return status < 400 ? style.green : style.cyan;
}

function rulesOf(served: ServedExchange, style: Style): string {
  const { outcome } = served;
  const rules = outcome.matched.map((rule) => {
    const actions = actionsOf(rule, served);
    const name = style.bold(shownText(ruleName(rule), 60));
    return actions === "" ? name : `${name}: ${actions}`;
  });
  const compression = outcome.response?.compression;
  const all = [
    ...(rules.length === 0 && outcome.result !== "failed" ? ["no rule matched"] : rules),
    ...(outcome.result === "failed" ? [failureOf(outcome, style)] : []),
    ...(compression === undefined ? [] : [`compressed with ${compression}`]),
  ];
  return all.join("; ");
}

function failureOf({ unknown }: Outcome, style: Style): string {
  return unknown === undefined ? style.red("fails") : style.yellow("not known here");
}

function unknownLine({ unknown, errors }: Outcome, source: PolicySource, style: Style): string[] {
  if (unknown === undefined) return [];
  const error = errors.find(({ path }) => path === unknown.path);
  const how = howToSay(unknown);
  const text = `${placeIn(source, unknown.path)}: ${error?.message}${how}`;
  return [`${style.yellow("not known")}  ${printable(text)}`];
}

function howToSay({ kind, text }: NonNullable<Outcome["unknown"]>): string {
  if (kind === "action") return ` Set ${stubsOf(text)}.`;
  const ways = optionsForCalls(text);
  if (ways.length > 0) return ` Set ${ways.join(" and ")}.`;
  return kind === "value" ? " Set --variable NAME=VALUE." : "";
}

function withoutUnknown(outcome: Outcome): Outcome {
  const { errors, unknown } = outcome;
  return { ...outcome, errors: errors.filter(({ path }) => path !== unknown?.path) };
}

function stubsOf(type: string): string {
  return `--stub ${type}=next, or =close, =fail or a status`;
}

export function unknownLines(
  { actions, variables, calls }: KnownByService,
  { policy, source }: Pick<PolicyToServe, "policy" | "source">,
  style: Style,
): string[] {
  if (actions.length + variables.length + calls.length === 0) return [];
  const comes =
    policy.protocol === "http" ? "a request is answered with 501" : "a connection is closed";
  return [
    `${style.yellow(style.bold("not known here:"))} Only the service knows the following. Where the outcome depends on it, ${comes}.`,
    ...actions.map(({ path, type }) => {
      return printable(`  action "${type}" (${placeIn(source, path)}): set ${stubsOf(type)}.`);
    }),
    ...variables.map((name) => printable(`  ${name}: set ${howToGive(name)}.`)),
    ...calls.map((call) => printable(`  ${call}: set ${optionsForCalls(call).join(" and ")}.`)),
  ];
}

function howToGive(variable: string): string {
  const general = `--variable ${variable}=VALUE`;
  return /country(?:_?code)?$/i.test(variable) ? `--country CODE or ${general}` : general;
}

function actionsOf(rule: RuleReference, { policy, outcome }: ServedExchange): string {
  const compiled = policy.sections
    .flatMap(({ rules }) => rules)
    .find(({ path }) => path === rule.path);
  const actions = compiled?.actions ?? [];
  const last = outcome.directions.find(({ direction }) => direction === rule.direction)?.by?.path;
  const end = actions.findIndex(({ path }) => path === last);
  const done = end === -1 ? actions : actions.slice(0, end + 1);
  return done.map(({ type }) => printable(type)).join(", ");
}

function isEndOfStream({ part, exchange }: ServedExchange): boolean {
  return part === "end" && exchange.request !== undefined;
}

function timeOf({ milliseconds, part, exchange: { connection, request } }: ServedExchange): string {
  const time =
    milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  if (part !== "end" || request !== undefined) return time;
  return `${time}, ${connection?.bytesIn ?? 0} bytes in, ${connection?.bytesOut ?? 0} bytes out`;
}
