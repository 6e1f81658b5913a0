import type { ServedExchange } from "@traffic-policy/gateway";
import type { BehaviourOptions, CompiledPolicy, Exchange } from "@traffic-policy/policy-engine";
import type { PolicySource } from "@traffic-policy/policy-language";
import type { Format } from "../../program/options.ts";
import type { Terminal } from "../../terminal.ts";
import { jsonWithBytes } from "../../report/json.ts";
import { outcomeJson } from "../../simulation/simulation.ts";
import { errorLines, logLines, notSimulatedLines } from "../../simulation/report/outcome-lines.ts";
import { prettySimulation } from "../../simulation/report/pretty.ts";
import { exchangeLine } from "./exchange-line.ts";
import type { ServedOutput } from "./output.ts";

/** How requests are told of. */
export interface ServingView {
  readonly format: Format;
  /** Whether everything is shown, or one line. */
  readonly trace: boolean;
  /** The answers that were given to open questions. */
  readonly behaviour: Partial<BehaviourOptions>;
  /** Where a policy was read from. */
  sourceOf(policy: CompiledPolicy): PolicySource;
}

/** Tells of requests and connections, as they come. */
export class ServingReport {
  readonly #view: ServingView;
  readonly #style: Terminal["style"];
  readonly #told = new WeakMap<CompiledPolicy, Set<string>>();

  constructor(view: ServingView, style: Terminal["style"]) {
    this.#view = view;
    this.#style = style;
  }

  /** What is printed of one of them. */
  textOf(served: ServedExchange): string {
    const { format, trace } = this.#view;
    if (format === "json") return jsonLine(served, trace);
    if (trace) return this.#everything(served);
    const { outcome, policy } = served;
    const source = this.#view.sourceOf(policy);
    const lines = [
      exchangeLine(served, this.#style),
      ...[
        ...errorLines(outcome, source, this.#style),
        ...logLines(outcome, 200, this.#style),
        ...this.#notSimulatedLines(served),
      ].map((line) => `     ${line}`),
    ];
    return lines.map((line) => `${line}\n`).join("");
  }

  #everything(served: ServedExchange): string {
    const { outcome, policy, exchange } = served;
    const { behaviour } = this.#view;
    const source = this.#view.sourceOf(policy);
    const simulation = { asked: askedIn(exchange), exchange, outcome, dependsOn: [] };
    const text = prettySimulation(
      { source, policy, behaviour, simulations: [simulation] },
      simulation,
      true,
      this.#style,
    );
    return `${exchangeLine(served, this.#style)}\n${text}\n`;
  }

  /** What is not simulated is told once for a policy: it is the same with each request. */
  #notSimulatedLines({ policy, outcome }: ServedExchange): string[] {
    const told = this.#told.get(policy) ?? new Set<string>();
    this.#told.set(policy, told);
    const isNew = ({ path }: { readonly path: string }): boolean => !told.has(path);
    const notSimulated = outcome.notSimulated.filter(isNew);
    for (const { path } of notSimulated) told.add(path);
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

/** Writes what comes within a moment at once: each write waits for the system. */
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
