import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { errorAnswer, jsonType, sendAnswer, withLength, type Answer } from "../answers/answer.ts";
import { Refusal, tooManyRequests } from "../answers/refusal.ts";
import type { Fault } from "./fault.ts";

/**
 * Answers a request and injects a fault.
 *
 * @param work - does what the request asks for
 * @param closing - aborted when the emulator is closed
 */
export async function answerWithFault(
  fault: Fault,
  response: ServerResponse,
  work: () => Promise<Answer>,
  closing: AbortSignal,
): Promise<void> {
  switch (fault.fault) {
    case "delay": {
      if (fault.afterWork !== true) await pause(fault.milliseconds, closing);
      const answer = await work();
      if (fault.afterWork === true) await pause(fault.milliseconds, closing);
      return sendAnswer(response, answer);
    }
    case "rate-limit":
      return sendAnswer(response, errorAnswer(tooManyRequests(retryAfter(fault))));
    case "failure":
      if (fault.afterWork === true) await work();
      return sendAnswer(response, errorAnswer(failure(fault.status)));
    case "redirect": {
      const { location = "https://elsewhere.invalid/", status = 307 } = fault;
      const redirect = new Refusal(status, "redirect", `Go to ${location}.`, { location });
      return sendAnswer(response, errorAnswer(redirect));
    }
    case "reset-before-work":
      return reset(response);
    case "reset-after-work":
      await work();
      return reset(response);
    case "half-answer":
      return sendHalf(response, await work());
    case "not-json": {
      const body = "<html><body>This is not JSON.</body></html>";
      return sendAnswer(response, withBody(await work(), body, jsonType));
    }
    case "wrong-content-type": {
      const answer = await work();
      const body = answer.body === "" ? "Done." : answer.body;
      return sendAnswer(response, withBody(answer, body, "text/html; charset=utf-8"));
    }
    case "endless-body": {
      const { status, headers } = withBody(await work(), "", jsonType);
      response.writeHead(status, headers);
      return sendEndless(response, fault.pauseMilliseconds ?? 0, closing);
    }
  }
}

function retryAfter({ seconds, as = "seconds" }: { seconds: number; as?: string }): string {
  if (as === "seconds") return String(seconds);
  // A date has no parts of a second: rounded up, it is never too early.
  return new Date(Math.ceil(Date.now() / 1000 + seconds) * 1000).toUTCString();
}

function failure(status: number): Refusal {
  return new Refusal(status, "failed", "The service failed, as configured.");
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function withBody({ status, headers }: Answer, body: string, type: string): Answer {
  return {
    status: status === 204 ? 200 : status,
    headers: { ...headers, "content-type": type },
    body,
  };
}

function sendHalf(response: ServerResponse, { status, headers, body }: Answer): void {
  const { socket } = response;
  if (body === "") {
    socket?.write(`HTTP/1.1 ${status}`);
    socket?.destroySoon();
    return;
  }
  const bytes = Buffer.from(body);
  response.once("finish", () => socket?.destroySoon());
  response.writeHead(status, withLength(headers, body));
  response.end(bytes.subarray(0, bytes.length / 2));
}

async function sendEndless(
  response: ServerResponse,
  milliseconds: number,
  closing: AbortSignal,
): Promise<void> {
  // An answer to HEAD has no body, and so would never be waited for.
  if (response.req.method === "HEAD") return void response.end();
  // It ends with the connection, whoever closes it.
  await pipeline(endless(milliseconds, closing), response).catch(() => undefined);
}

async function* endless(milliseconds: number, closing: AbortSignal): AsyncGenerator<Buffer> {
  const padding = Buffer.alloc(milliseconds === 0 ? 65_536 : 1, "x");
  yield Buffer.from('{"padding":"');
  while (!closing.aborted) {
    yield padding;
    if (milliseconds > 0) await pause(milliseconds, closing);
  }
}

/** Waits. Throws when the emulator is closed meanwhile, so that nothing happens after that. */
async function pause(milliseconds: number, closing: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal: closing });
}
