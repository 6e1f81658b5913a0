import {
  fromPointer,
  isJsonObject,
  type JsonValue,
  type Problem,
} from "@traffic-policy/policy-language";
import { shortened, valueAt } from "@traffic-policy/policy-language/internal";

/**
 * Adds to problems of cases and exchanges how to write what was probably meant: a request in a line, say, or an address
 * that belongs beside the request.
 */
export function withMeantParts<One extends Problem>(
  problems: readonly One[],
  document: unknown,
): One[] {
  return problems.map((problem) => {
    const key = fromPointer(problem.path).at(-1) ?? "";
    const value = valueAt(document as JsonValue, problem.path);
    const help = problem.part === "key" ? partOfClient(key, value) : asObject(key, value);
    return help === undefined ? problem : { ...problem, help };
  });
}

/** Says how to write a part that has to be an object, and is none. */
function asObject(key: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || isJsonObject(value)) return undefined;
  const status = typeof value === "number" ? value : undefined;
  const text = typeof value === "string" ? value.trim() : undefined;
  switch (key) {
    case "request":
      return like(requestOf(text ?? ""));
    case "expect":
      return like(status === undefined ? { outcome: text ?? "forwarded" } : { status });
    case "connection":
      return like({ clientIp: text ?? usualAddress });
    case "response":
      return like({ status: status ?? 200 });
    default:
      return undefined;
  }
}

const usualAddress = "192.0.2.7";

/** `GET /admin`, of which either part may be missing. */
function requestOf(text: string): object {
  const [, method, url] = /^(?:([A-Za-z]+)(?:\s+|$))?(\S+)?$/.exec(text) ?? [];
  return {
    ...(method !== undefined && { method: method.toUpperCase() }),
    url: url ?? "https://example.com/",
  };
}

/** Says where the address of a client or its country belongs. */
function partOfClient(key: string, value: JsonValue | undefined): string | undefined {
  const text = typeof value === "string" ? value : undefined;
  if (/^(?:client|remote|source)?[_-]?(?:ip|addr|address)$/i.test(key)) {
    return besideRequest({ clientIp: text ?? usualAddress });
  }
  if (!/^country(?:[_-]?code)?$/i.test(key)) return undefined;
  return besideRequest({ geo: { countryCode: text ?? "NO" } });
}

const besideRequest = (connection: object): string =>
  `Write it beside the request, as "connection": ${inLine(connection)}.`;

const like = (value: object): string => `Write an object, like ${inLine(value)}.`;

/** In a line that is both JSON and YAML. */
function inLine(value: object): string {
  return shortened(JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " "), 200);
}
