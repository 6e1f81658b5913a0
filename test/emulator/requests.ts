import { createEmulator, type Emulator, type EmulatorOptions } from "@traffic-policy/emulator";
import { expect, onTestFinished } from "vitest";

/** An answer of the emulator, with its body as JSON. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one request; a body that is not text is sent as JSON. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** What every request carries; an empty header is not sent. */
const usual = {
  authorization: "Bearer any-key",
  "service-version": "2",
  "content-type": "application/json",
};

/** An emulator for one test. */
export async function started(options: EmulatorOptions = {}): Promise<Emulator & { send: Send }> {
  const emulator = await createEmulator(options);
  onTestFinished(() => emulator.close());
  return { ...emulator, send: sendTo(emulator.baseUrl) };
}

function sendTo(baseUrl: string): Send {
  return async (method, path, body, headers = {}) => {
    const all = { ...usual, ...headers };
    const { "content-type": contentType, ...others } = all;
    const sent = Object.entries(
      body === undefined ? others : { ...others, "content-type": contentType },
    );
    const response = await fetch(baseUrl + path, {
      method,
      headers: sent.filter(([, value]) => value !== ""),
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

/** The body of an error, as the emulator writes it. */
export function errorBody(status: number, code: string, msg: unknown): object {
  return {
    error_code: code,
    status_code: status,
    msg,
    details: { operation_id: expect.stringMatching(/^op_/) },
  };
}
