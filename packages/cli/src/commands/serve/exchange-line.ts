import type { ServedExchange } from "@traffic-policy/gateway";
import type { RuleReference } from "@traffic-policy/policy-engine";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Terminal } from "../../terminal.ts";
import { ruleName } from "../../simulation/report/rule-lines.ts";
import { shownText } from "../../simulation/report/shown-text.ts";

type Style = Terminal["style"];

/** What came of a request or a connection, in a line: how it ended, and which rule did what. */
export function exchangeLine(served: ServedExchange, style: Style): string {
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
  return `${colorOf(served, style)(String(status ?? "---"))}  ${target}`;
}

/** What the upstream was asked for, when that is something else. */
function rewritten({ exchange: { request }, outcome }: ServedExchange): string | undefined {
  if (outcome.request === undefined || request === undefined) return undefined;
  const path = outcome.request.url.replace(/^[^:/?#]+:\/\/[^/?#]*/, "");
  return path === request.url ? undefined : path;
}

function colorOf({ status = 0, outcome, upstreamError }: ServedExchange, style: Style) {
  if (outcome.result === "failed" || upstreamError !== undefined || status === 0) return style.red;
  if (outcome.result === "answered") return style.yellow;
  return status < 400 ? style.green : style.cyan;
}

/** The rules that matched, each with its actions as far as they ran. */
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
    ...(outcome.result === "failed" ? [style.red("fails")] : []),
    ...(compression === undefined ? [] : [`compressed with ${compression}`]),
  ];
  return all.join("; ");
}

function actionsOf(rule: RuleReference, { policy, outcome }: ServedExchange): string {
  const compiled = policy.directions
    .flatMap(({ rules }) => rules)
    .find(({ path }) => path === rule.path);
  const actions = compiled?.actions ?? [];
  const last = outcome.directions.find(({ direction }) => direction === rule.direction)?.by?.path;
  const end = actions.findIndex(({ path }) => path === last);
  const done = end === -1 ? actions : actions.slice(0, end + 1);
  return done.map(({ type }) => printable(type)).join(", ");
}

function timeOf({ milliseconds, part, exchange: { connection } }: ServedExchange): string {
  const time =
    milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  if (part !== "end") return time;
  return `${time}, ${connection?.bytesIn ?? 0} bytes in, ${connection?.bytesOut ?? 0} bytes out`;
}
