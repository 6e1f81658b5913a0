import type { ServerResponse } from "node:http";

/** Answers with a sentence of the gateway's own. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, [
    "content-type",
    "text/plain; charset=utf-8",
    "content-length",
    String(Buffer.byteLength(text)),
  ]);
  response.end(text);
}
