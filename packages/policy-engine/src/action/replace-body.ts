import { decodeUtf8 } from "@traffic-policy/policy-language";
import type { HeaderFields, Body } from "../exchange/message.ts";
import type { RequestState } from "../exchange/request-state.ts";
import type { ResponseState } from "../exchange/response-state.ts";
import type { Run } from "../run/run.ts";
import { next, type ActionEffect } from "./effect.ts";
import { readReplacements } from "./replacements.ts";

/**
 * An action that makes replacements in the body of a message.
 *
 * @param result - the variable that it leaves behind
 */
export function replaceInBody(
  result: string,
  messageOf: (run: Run) => RequestState | ResponseState | undefined,
): ActionEffect {
  return (config) => {
    const replace = readReplacements(config);
    return (run) => {
      const message = messageOf(run);
      if (message === undefined) return { kind: "fail", message: "There is no message." };
      const { body, bodySize, headers } = message;
      const hasBody = "hasBody" in message ? message.hasBody : body !== undefined || bodySize !== 0;
      if (!hasBody || bodySize === 0) {
        run.leave({ [result]: [] });
        return { kind: "next", note: "There is no body." };
      }
      const text = isEncoded(headers, message) ? undefined : textOf(body);
      if (text === undefined) {
        const why = body === undefined ? "is not given" : "is not plain text in UTF-8";
        const problem = `The body ${why}: what is replaced in it is not simulated.`;
        return { kind: "not-simulated", message: problem };
      }
      let now = text;
      const matched = replace(run, {
        get: () => now,
        set(_field, changed) {
          now = changed;
        },
      });
      if (now !== text) run.changeBody(message, now);
      run.leave({ [result]: matched });
      return matched.length === 0 ? { kind: "next", note: "Nothing matches." } : next;
    };
  };
}

function textOf(body: Body | undefined): string | undefined {
  return body === undefined || typeof body === "string" ? body : decodeUtf8(body);
}

function isEncoded(headers: HeaderFields, message: RequestState | ResponseState): boolean {
  const encodings = headers.get("content-encoding") ?? [];
  const isOwn = "compression" in message && message.compression !== undefined;
  return !isOwn && encodings.some((encoding) => !/^\s*(identity)?\s*$/i.test(encoding));
}
