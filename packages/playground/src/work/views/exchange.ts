import type { Exchange } from "@traffic-policy/policy-engine";
import type { ExchangeFile } from "@traffic-policy/policy-engine/formats";
import {
  curlCommand,
  exchangeLine,
  exchangeTitle,
  timesText,
} from "@traffic-policy/policy-engine/report";
import type { JsonObject } from "@traffic-policy/policy-language";
import type { ShownExchange } from "../messages.ts";

export async function shownExchange(
  exchange: Exchange,
  times = 1,
  given: ExchangeFile | Exchange = exchange,
): Promise<ShownExchange> {
  const { toYaml } = await import("@traffic-policy/policy-language/yaml");
  const curl = curlCommand(exchange)?.text;
  return {
    title: `${exchangeLine(exchange)}${timesText(times)}`,
    times,
    document: await toYaml(given as object as JsonObject),
    ...(curl !== undefined && { curl, client: exchangeTitle(exchange, times) }),
  };
}
