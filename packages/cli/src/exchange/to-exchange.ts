import { resolve } from "node:path";
import type { Exchange, PlainValue } from "@traffic-policy/policy-engine";
import { readBytes } from "../read-bytes.ts";
import type { GivenExchange } from "./given-exchange.ts";
import { variableValue } from "./variable-value.ts";

/**
 * A given exchange in which there are no problems as the engine takes it, with the files read that
 * it names.
 *
 * @throws CommandError when such a file cannot be read
 */
export function toExchange({ exchange, folder }: GivenExchange): Exchange {
  const { $schema: _, request, response, variables, ...rest } = exchange;
  return {
    ...rest,
    ...(request && { request: { ...withBody(request, folder), url: withPath(request.url) } }),
    ...(response && { response: withBody(response, folder) }),
    ...(variables && { variables: Object.fromEntries(Object.entries(variables).map(plain)) }),
  };
}

function withBody<Message extends { readonly bodyFile?: string }>(
  { bodyFile, ...message }: Message,
  folder: string,
): Omit<Message, "bodyFile"> & { body?: Uint8Array } {
  if (bodyFile === undefined) return message;
  return { ...message, body: readBytes(resolve(folder, bodyFile)) };
}

/** A URL without a path is sent with `/` in its place. */
function withPath(url: string): string {
  return url.replace(/^(https?:\/\/[^/?#]+)(?=[?#]|$)/i, "$1/");
}

function plain([name, value]: readonly [string, unknown]): [string, PlainValue] {
  const converted = variableValue(name, value);
  if (!converted.ok) throw new Error(converted.problem.message);
  return [name, converted.value];
}
