import Negotiator from "negotiator";
import { next, type ActionEffect } from "../action/effect.ts";
import type { Effect } from "../action/prepared-action.ts";
import { sizeOf } from "../exchange/message.ts";
import type { RequestState } from "../exchange/request-state.ts";
import type { ResponseState } from "../exchange/response-state.ts";
import type { BehaviourOptions } from "../options.ts";
import type { Run } from "../run/run.ts";

const defaultAlgorithms = ["gzip", "deflate", "br", "compress"];

const compressEffect: ActionEffect = (config) => {
  const algorithms = config.texts("algorithms") ?? defaultAlgorithms;
  const later: Effect = {
    kind: "next",
    note: "The response will be compressed when it comes.",
    later: (run) => compressResponse(run, algorithms),
  };
  return (run) => {
    if (run.response === undefined) return later;
    const note = compressResponse(run, algorithms);
    return note === undefined ? next : { kind: "next", note };
  };
};

export default compressEffect;

/**
 * Compresses the response with the algorithm that the client prefers, or returns why it is left alone. The headers of
 * a response to HEAD, and of a 304, describe the body that GET would get.
 *
 * Source: RFC 9110, section 12.5.3, for the choice, 8.4, 9.3.2, 12.5.5 and 15.4.5 for the headers.
 */
function compressResponse(run: Run, algorithms: readonly string[]): string | undefined {
  const { request, response } = run;
  if (request === undefined || response === undefined) return "There is no response.";
  const isEncodedAlready = isEncoded(response);
  const reason = compress(run, request, response, algorithms);
  run.leave({
    "actions.ngrok.compress.already_compressed": isEncodedAlready,
    "actions.ngrok.compress.negotiated_algorithm":
      reason === undefined ? (response.compression ?? "") : "",
  });
  return reason;
}

function compress(
  run: Run,
  request: RequestState,
  response: ResponseState,
  algorithms: readonly string[],
): string | undefined {
  const { options } = run;
  const reason = reasonToSkip(response, options);
  if (reason !== undefined) return reason;
  const accepted = request.headers.get("accept-encoding");
  if (accepted === undefined) return "The client sends no accept-encoding.";
  const available = algorithms.filter(
    (algorithm) => options.compressionAlgorithms?.includes(algorithm) ?? true,
  );
  const algorithm = negotiate(accepted.join(","), available, options);
  if (algorithm === undefined) return "The client accepts none of the algorithms, or prefers none.";
  run.changeHeader("content-length", "remove");
  // A 304 tells nothing of the body but what caches know it by.
  if (response.status !== 304) run.changeHeader("content-encoding", "set", algorithm);
  addVary(run, response);
  response.compression = algorithm;
  response.bodySize = undefined;
  return undefined;
}

function reasonToSkip(response: ResponseState, options: BehaviourOptions): string | undefined {
  const { status, headers, body, bodySize } = response;
  if (isEncoded(response)) return "The response is already encoded.";
  const hasNoBody = status < 200 || status === 204 || status === 205;
  if (hasNoBody || bodySize === 0) return "The response has no body.";
  if (status === 206 || headers.has("content-range")) return "The response is a part of a whole.";
  const cacheControl = headers.get("cache-control")?.join(",") ?? "";
  const mayNotTransform = /(?:^|,)\s*no-transform\s*(?:,|$)/i.test(cacheControl);
  if (mayNotTransform && options.compressionNoTransform === "respected") {
    return "The response must not be transformed.";
  }
  const size = bodySize ?? (body === undefined ? undefined : sizeOf(body));
  if (size !== undefined && size < options.compressionMinimumSize) return "The body is too small.";
  const types = options.compressionContentTypes;
  const type = headers.first("content-type") ?? "";
  if (types.length > 0 && !types.some((beginning) => type.toLowerCase().startsWith(beginning))) {
    return "The content type is not one of those that are compressed.";
  }
  return undefined;
}

function isEncoded({ headers }: ResponseState): boolean {
  const encodings = headers.get("content-encoding") ?? [];
  return encodings.some((encoding) => !/^\s*(identity)?\s*$/i.test(encoding));
}

function negotiate(
  accepted: string,
  available: readonly string[],
  options: BehaviourOptions,
): string | undefined {
  // RFC 9110, section 8.4.1: `x-gzip` and `x-compress` are other names.
  // Section 12.4.2: the name of a weight may be in any case.
  let header = accepted.replace(/\bx-(gzip|compress)\b/gi, "$1").replace(/;\s*Q\s*=/g, ";q=");
  if (options.compressionWildcard === "ignored") {
    header = header
      .split(",")
      .filter((item) => !item.trim().startsWith("*"))
      .join(",");
  }
  const negotiator = new Negotiator({ headers: { "accept-encoding": header } });
  const preferred = options.compressionTie === "policy" ? { preferred: available } : {};
  const [first] = (negotiator as EncodingNegotiator).encodings(
    [...available, "identity"],
    preferred,
  );
  return first === "identity" ? undefined : first;
}

// The types of the library do not know of the second parameter.
interface EncodingNegotiator {
  encodings(available: readonly string[], options: { preferred?: readonly string[] }): string[];
}

function addVary(run: Run, { headers }: ResponseState): void {
  const vary = headers.get("vary")?.join(",") ?? "";
  const names = new Set(vary.split(",").map((name) => name.trim().toLowerCase()));
  if (!names.has("*") && !names.has("accept-encoding")) {
    run.changeHeader("vary", "append", "accept-encoding");
  }
}
