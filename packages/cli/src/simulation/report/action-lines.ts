import type { ActionTrace, Change } from "@traffic-policy/policy-engine";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Terminal } from "../../terminal.ts";
import { shownText } from "./shown-text.ts";

type Style = Terminal["style"];

/**
 * An action with what it changed, a line each.
 *
 * @param limit - how long a value may be, in characters
 */
export function actionLines(action: ActionTrace, limit: number, style: Style): string[] {
  const { type, result, changes, note } = action;
  const [word, color] = wordOf[result];
  const label = `${style.bold(printable(type))}${word === "" ? "" : ` ${style[color](word)}`}`;
  // What is not simulated is told at the end.
  const isShown = note !== undefined && result !== "not-simulated";
  return [
    `→ ${label}${isShown ? `   ${style.dim(shownText(note, Math.max(limit, 200)))}` : ""}`,
    ...changes.flatMap((change) => changeLines(change, limit, style)).map((one) => `    ${one}`),
  ];
}

const wordOf: Readonly<
  Record<ActionTrace["result"], readonly [word: string, color: "green" | "red" | "yellow" | "dim"]>
> = {
  done: ["", "green"],
  ended: ["ends processing", "yellow"],
  failed: ["fails", "red"],
  "not-simulated": ["is not simulated", "red"],
  skipped: ["is not reached", "dim"],
};

const places: Readonly<Record<Change["what"], string>> = {
  url: "URL",
  "request-header": "request header",
  "response-header": "response header",
  status: "status",
  body: "body",
};

/** What was there before with `-`, what is there now with `+`. */
function changeLines({ what, name, before, after }: Change, limit: number, style: Style): string[] {
  const of = name === undefined ? places[what] : `${places[what]} ${name}`;
  const side = (sign: string, value: Change["before"]): string =>
    printable(`${sign} ${of}: ${shownText(textOf(value), limit)}`);
  return [
    ...(before === null ? [] : [style.red(side("-", before))]),
    ...(after === null ? [] : [style.green(side("+", after))]),
  ];
}

/** The values of a header as one line would hold them. */
export function textOf(value: Change["before"]): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
