import type { ServerResponse } from "node:http";
import { errorBody, toRefusal } from "./refusal.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when there is no body. */
  readonly body: string;
}

export const jsonType = "application/json; charset=utf-8";

export function jsonAnswer(
  status: number,
  value: object | void,
  headers: Answer["headers"] = {},
): Answer {
  return value === undefined
    ? { status, headers, body: "" }
    : { status, headers: { ...headers, "content-type": jsonType }, body: JSON.stringify(value) };
}

export function errorAnswer(error: unknown): Answer {
  const refusal = toRefusal(error);
  return jsonAnswer(refusal.status, errorBody(refusal), refusal.headers);
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, body === "" ? headers : withLength(headers, body)).end(body);
}

export function withLength(
  headers: Answer["headers"],
  body: string,
): Record<string, string | number> {
  return { ...headers, "content-length": Buffer.byteLength(body) };
}
