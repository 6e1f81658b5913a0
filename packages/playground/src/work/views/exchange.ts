import type { Exchange } from "@traffic-policy/policy-engine";
import type { ExchangeFile } from "@traffic-policy/policy-engine/formats";
import {
  curlCommand,
  exchangeLine,
  exchangeTitle,
  timesText,
} from "@traffic-policy/policy-engine/report";
import { serialize, type JsonObject } from "@traffic-policy/policy-language";
import type { ShownExchange } from "../messages.ts";

export async function shownExchange(
  exchange: Exchange,
  times = 1,
  given: ExchangeFile | Exchange = exchange,
  writing: Writing = "yaml",
): Promise<ShownExchange> {
  const curl = curlCommand(exchange)?.text;
  return {
    title: `${exchangeLine(exchange)}${timesText(times)}`,
    times,
    document: await written(given, writing),
    ...(curl !== undefined && { curl, client: exchangeTitle(exchange, times) }),
  };
}

export type Writing = "json" | "yaml";

export async function written(given: object, writing: Writing): Promise<string> {
  if (writing === "json") return `${serialize(given, 2)}\n`;
  const { toYaml } = await import("@traffic-policy/policy-language/yaml");
  return toYaml(given as JsonObject);
}
