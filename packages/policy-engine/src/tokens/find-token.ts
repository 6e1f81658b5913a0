import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { ownMember } from "@traffic-policy/policy-language/internal";
import { bodyText } from "../exchange/message.ts";
import { parseQuery, type RequestState } from "../exchange/request-state.ts";
import { parseMediaType } from "../variables/reader.ts";

export interface TokenPlace {
  readonly method: "header" | "body";
  /** The name of the header, or of the field in the body. */
  readonly name: string;
  readonly prefix: string;
}

export type FoundToken =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly reason: string };

/** Finds a token in a request. The error codes are those that the service documents. */
export function findToken(request: RequestState, place: TokenPlace): FoundToken {
  const found = place.method === "header" ? inHeader(request, place) : inBody(request, place);
  if (!found.ok || found.text.startsWith(place.prefix)) {
    return found.ok ? { ok: true, text: found.text.slice(place.prefix.length) } : found;
  }
  const { method, name, prefix } = place;
  return missing("3413", `The ${method} ${name} does not begin with ${JSON.stringify(prefix)}.`);
}

function inHeader({ headers }: RequestState, { name }: TokenPlace): FoundToken {
  const text = headers.first(name.toLowerCase());
  return text === undefined
    ? missing("3408", `The request has no header ${name}.`)
    : { ok: true, text };
}

function inBody({ headers, body = "" }: RequestState, { name }: TokenPlace): FoundToken {
  const { type } = parseMediaType(headers.first("content-type"));
  const text = bodyText(body);
  if (type === "application/json") {
    const value = text === undefined ? undefined : parsed(text);
    if (!isJsonObject(value)) return missing("3411", "The body is not a JSON object.");
    const field = ownMember(value as Readonly<Record<string, JsonValue>>, name);
    return fieldFound(field, name);
  }
  if (type === "application/x-www-form-urlencoded") {
    if (text === undefined) return missing("3412", "The body is not a form.");
    return fieldFound(parseQuery(text).get(name)?.[0], name);
  }
  return missing("3414", "The body is neither JSON nor a form by its content-type.");
}

function fieldFound(value: JsonValue | undefined, name: string): FoundToken {
  return typeof value === "string"
    ? { ok: true, text: value }
    : missing("3406", `The body has no text in the field ${name}.`);
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function missing(number: string, reason: string): FoundToken {
  return { ok: false, code: `ERR_NGROK_${number}`, reason };
}
