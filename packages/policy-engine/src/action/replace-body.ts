import { bodyText, type HeaderFields } from "../exchange/message.ts";
import type { RequestState } from "../exchange/request-state.ts";
import type { ResponseState } from "../exchange/response-state.ts";
import type { Run } from "../run/run.ts";
import { next, type ActionEffect } from "./effect.ts";
import { readReplacements } from "./replacements.ts";

/**
 * Creates an action that makes replacements in the body of a message.
 *
 * @param result - the variable that the action sets
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
      if (!hasBody(run, message)) {
        run.leave({ [result]: [] });
        return { kind: "next", note: "There is no body." };
      }
      const read = plainText(run, message);
      if ("missing" in read) {
        const problem = `The body ${read.missing}: what is replaced in it is not simulated.`;
        return { kind: "not-simulated", message: problem };
      }
      const { text } = read;
      let now = text;
      const replaced = {
        get: () => now,
        set: (_field: string | undefined, set: string) => (now = set),
      };
      const matched = run.orUnknown(
        () => replace(run, replaced),
        (unknown) => run.changeBody(message, unknown),
        { what: "the body", path: config.path },
      );
      if (now !== text) run.changeBody(message, now);
      run.leave({ [result]: matched });
      return matched.length === 0 ? { kind: "next", note: "Nothing matches." } : next;
    };
  };
}

function hasBody(run: Run, message: RequestState | ResponseState): boolean {
  if (message.bodySize === 0) return false;
  if ("hasBody" in message) return message.hasBody;
  return message.body !== undefined || run.canRespondWithBody;
}

/** @throws Unanswered when the body is not read yet */
function plainText(
  run: Run,
  message: RequestState | ResponseState,
): { readonly text: string } | { readonly missing: string } {
  const notPlain = { missing: "is not plain text in UTF-8" };
  // One that is not given and could not be used would be read for nothing.
  if (isEncoded(message.headers, message)) {
    return message.body === undefined && run.carrier.readBody === undefined
      ? { missing: "is not given" }
      : notPlain;
  }
  const read = run.bodyOf(message);
  if ("missing" in read) return read;
  const text = bodyText(read.body);
  return text === undefined ? notPlain : { text };
}

function isEncoded(headers: HeaderFields, message: RequestState | ResponseState): boolean {
  const encodings = headers.get("content-encoding") ?? [];
  const isOwn = "compression" in message && message.compression !== undefined;
  return !isOwn && encodings.some((encoding) => !/^\s*(identity)?\s*$/i.test(encoding));
}
