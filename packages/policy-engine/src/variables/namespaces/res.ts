import { parseSetCookies } from "../../exchange/cookies.ts";
import { HeaderFields } from "../../exchange/message.ts";
import {
  parseMediaType,
  canonicalHeaderMap,
  contentEncodings,
  cookieMap,
  headerMap,
  plainCookies,
  readersOf,
  type VariableReaders,
} from "../reader.ts";
import { dateOf } from "../../exchange/time.ts";
import type { Run } from "../../run/run.ts";
import { serverName, tlsOf } from "./conn.ts";

const { read, madeOf, ofHeader } = readersOf(({ seenResponse }) => seenResponse);

const contentLength = madeOf(
  ({ body }) => body,
  ({ bodySize }) => bodySize,
);
const location = read(({ headers }) => headers.first("location") ?? "");

const res: VariableReaders = {
  "res.content_encoding": ofHeader("content-encoding", ({ headers }) => contentEncodings(headers)),
  "res.content_length": contentLength,
  "res.content_type": ofHeader(
    "content-type",
    ({ headers }) => parseMediaType(headers.first("content-type")).type,
  ),
  "res.content_type.parameters": ofHeader(
    "content-type",
    ({ headers }) => parseMediaType(headers.first("content-type")).parameters,
  ),
  "res.content_type.raw": read(({ headers }) => headers.first("content-type") ?? ""),
  "res.cookies": ofHeader("set-cookie", ({ headers }) => cookieMap(setCookies(headers))),
  "res.headers": read(({ headers }) => headerMap(headers)),
  "res.location": location,
  "res.status_code": read(({ status }) => status),
  "res.trailers": read(({ input }) => headerMap(new HeaderFields(input.trailers))),
  "res.ts.body_sent": (run) => sent(run, run.seenResponse?.input.bodySent),
  "res.ts.header_sent": (run) => sent(run, run.seenResponse?.input.headerSent),
  "res.ContentLength": contentLength,
  "res.Cookies": ofHeader("set-cookie", ({ headers }) => plainCookies(setCookies(headers))),
  "res.Headers": read(({ headers }) => canonicalHeaderMap(headers)),
  "res.Location": location,
  "res.ServerTLS.CertCN": serverName,
  "res.ServerTLS.CipherSuite": (run) => tlsOf(run)?.cipherSuite ?? "",
  "res.ServerTLS.SNI": (run) => tlsOf(run)?.sni ?? "",
  "res.ServerTLS.Version": (run) => tlsOf(run)?.version ?? "",
  "res.StatusCode": read(({ status }) => String(status)),
  "res.Trailers": read(({ input }) => canonicalHeaderMap(new HeaderFields(input.trailers))),
};

export default res;

function setCookies(headers: HeaderFields) {
  return parseSetCookies(headers.get("set-cookie") ?? []);
}

function sent(run: Run, time: Parameters<typeof dateOf>[0] | undefined): Date | undefined {
  if (run.seenResponse === undefined) return undefined;
  return time === undefined ? new Date(run.now) : dateOf(time);
}
