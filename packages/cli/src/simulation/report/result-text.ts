import type { Outcome } from "@traffic-policy/policy-engine";
import type { Terminal } from "../../terminal.ts";

type Style = Terminal["style"];

/** How an exchange ends, in a word or two: `forwarded`, `answered with 403`. */
export function resultText({ result, response }: Outcome): string {
  const status = response === undefined ? "" : ` with ${response.status}`;
  switch (result) {
    case "forwarded":
      return "forwarded";
    case "answered":
      return `answered${status}`;
    case "closed":
      return "closed";
    case "failed":
      return `failed${status}`;
  }
}

/** The colour of what becomes of an exchange. */
export function resultColor(result: Outcome["result"], style: Style): (text: string) => string {
  if (result === "forwarded") return style.green;
  return result === "failed" ? style.red : style.yellow;
}
