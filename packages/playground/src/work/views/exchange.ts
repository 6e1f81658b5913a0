import type { Exchange } from "@traffic-policy/policy-engine";
import type { ExchangeFile } from "@traffic-policy/policy-engine/formats";
import { curlCommand, exchangeLine, timesText } from "@traffic-policy/policy-engine/report";
import type { JsonObject } from "@traffic-policy/policy-language";
import type { ShownExchange } from "../messages.ts";

/**
 * An exchange as it is shown.
 *
 * @param written - as a document says it, when there is one
 */
export async function shownExchange(
  exchange: Exchange,
  times = 1,
  written: ExchangeFile | Exchange = exchange,
): Promise<ShownExchange> {
  const curl = curlCommand(exchange)?.text;
  return {
    title: `${exchangeLine(exchange)}${timesText(times)}`,
    times,
    document: await yamlOf(written),
    ...(curl !== undefined && { curl }),
  };
}

/** A value as a document in YAML. */
export async function yamlOf(value: object): Promise<string> {
  const { toYaml } = await import("@traffic-policy/policy-language/yaml");
  return toYaml(value as JsonObject);
}
