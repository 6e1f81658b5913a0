import type { DeployStep } from "@traffic-policy/api";
import { padded, widest } from "@traffic-policy/policy-lint/report/text-width";
import { visible } from "../report/visible.ts";
import type { Terminal } from "../terminal.ts";
import type { Phase, Retry, UnderWay } from "./phase.ts";

type Style = Terminal["errStyle"];

/** More targets under way than these are told as a number. */
const mostShown = 8;

const stepTexts: Readonly<Record<DeployStep, string>> = {
  read: "reading",
  keep: "saving the stored policy",
  write: "writing",
  verify: "reading back",
  "roll back": "rolling back",
};

/** How far a phase is, in one line: `Deploying: 12 of 1000 (10 applied, 2 failed)`. */
export function progressTitle(phase: Phase, style: Style): string {
  const { verb, done, total, outcomes, isStopping } = phase;
  const counts = [...outcomes].map(([outcome, count]) => {
    const isBad = outcome === "failed" || outcome === "unknown";
    return isBad ? style.red(`${count} ${outcome}`) : `${count} ${outcome}`;
  });
  const ended = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  return `${isStopping ? style.yellow("Stopping") : verb}: ${done} of ${total}${ended}`;
}

/** What is under way, in a few lines however much it is. */
export function progressDetails(phase: Phase, style: Style): readonly string[] {
  const { underWay, wait, retry } = phase;
  const shown = underWay.slice(0, mostShown);
  const width = widest(shown.map(({ name }) => visible(name)));
  const more = underWay.length - shown.length;
  return [
    ...(wait === undefined
      ? []
      : [
          style.yellow(
            `The limit of ${wait.requestsPerMinute} requests per minute is reached: the next one in ${seconds(wait.delay)}.`,
          ),
        ]),
    ...(retry === undefined ? [] : [`${retry.operation}${style.yellow(retryText(phase, retry))}`]),
    ...shown.map((target) => targetLine(phase, target, { width, style })),
    ...(more > 0 ? [style.dim(`and ${more} more`)] : []),
  ];
}

function targetLine(
  phase: Phase,
  { name, step, retry }: UnderWay,
  { width, style }: { readonly width: number; readonly style: Style },
): string {
  const again = retry === undefined ? "" : style.yellow(retryText(phase, retry));
  return `${style.bold(padded(visible(name), width))}  ${stepTexts[step]}${again}`;
}

function retryText(phase: Phase, { attempt, at, reason }: Retry): string {
  const left = phase.until(at);
  const when = left > 0 ? ` in ${seconds(left)}` : "";
  return `, attempt ${attempt}${when}: ${visible(reason)}`;
}

function seconds(milliseconds: number): string {
  return milliseconds < 10_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${Math.ceil(milliseconds / 1000)} s`;
}
