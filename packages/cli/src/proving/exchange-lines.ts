import { printable } from "@traffic-policy/policy-language/internal";
import { curlCommand, exchangeTitle } from "@traffic-policy/policy-engine/report";
import type { Example } from "@traffic-policy/policy-proof";
import { commandText } from "@traffic-policy/report";
import type { Style } from "../context.ts";

/** An exchange in a line, and the command that sends it, where there is one. */
export function exchangeLines(exchange: Example, style: Style): string[] {
  const curl = curlCommand(exchange);
  const title = exchangeTitle(exchange);
  return curl === undefined
    ? [title]
    : [title, style.dim(commandText(printable(curl.text), style))];
}
