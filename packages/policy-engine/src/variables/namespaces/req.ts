import { HeaderFields } from "../../exchange/message.ts";
import {
  parseMediaType,
  canonicalHeaderMap,
  contentEncodings,
  cookieMap,
  headerMap,
  plainCookies,
  readersOf,
  type VariableReader,
  type VariableReaders,
} from "../reader.ts";
import { dateOf } from "../../exchange/time.ts";
import { authorityOf, formatUrl, parseUrl, uriOf, type UrlParts } from "../../exchange/url.ts";
import type { PlainValue } from "../../expression/plain-value.ts";
import { clientName, tlsOf } from "./conn.ts";

const { read, madeOf, ofHeader } = readersOf(({ seenRequest }) => seenRequest);

const contentLength = madeOf(
  ({ body }) => body,
  ({ bodySize }) => bodySize,
);
const host = read(({ headers }) => headers.first("host") ?? "");
const location = read(({ headers }) => headers.first("location") ?? "");
const method = read((request) => request.method);
const path = ofUrl((url) => url.path);
const queryParams = madeOf(
  (request) => request.url,
  (request) => request.queryParams,
);
const url = ofUrl(formatUrl);
const userPassword = ofUrl((parts) => parts.userPassword ?? "");
const version = read((request) => request.version);

const req: VariableReaders = {
  "req.content_encoding": ofHeader("content-encoding", ({ headers }) => contentEncodings(headers)),
  "req.content_length": contentLength,
  "req.content_type": ofHeader(
    "content-type",
    ({ headers }) => parseMediaType(headers.first("content-type")).type,
  ),
  "req.content_type.parameters": ofHeader(
    "content-type",
    ({ headers }) => parseMediaType(headers.first("content-type")).parameters,
  ),
  "req.content_type.raw": read(({ headers }) => headers.first("content-type") ?? ""),
  "req.cookies": ofHeader("cookie", ({ cookies }) => cookieMap(cookies)),
  "req.headers": read(({ headers }) => headerMap(headers)),
  "req.host": host,
  "req.location": location,
  "req.method": method,
  "req.trailers": read(({ input }) => headerMap(new HeaderFields(input.trailers))),
  "req.ts.body_received": (run) => {
    const { input, hasBody = false } = run.request ?? {};
    if (input?.bodyReceived !== undefined) return dateOf(input.bodyReceived);
    return hasBody ? new Date(run.now) : undefined;
  },
  "req.ts.header_received": (run) => {
    const time = run.request?.input.headerReceived;
    return time === undefined ? new Date(run.now) : dateOf(time);
  },
  "req.url": url,
  "req.url.authority": ofUrl(authorityOf),
  "req.url.host": ofUrl((parts) => parts.host),
  "req.url.path": path,
  "req.url.port": ofUrl(({ port }) => port),
  "req.url.query": ofUrl(({ query = "" }) => query),
  "req.url.query_params": queryParams,
  "req.url.raw": read(({ sentUrl }) => sentUrl),
  "req.url.raw_path": read(({ sentUrl }) => parseUrl(sentUrl)?.path ?? ""),
  "req.url.scheme": ofUrl(({ scheme }) => scheme),
  "req.url.uri": ofUrl(uriOf),
  "req.url.user": userPassword,
  "req.url.user_password": userPassword,
  "req.user_agent": read(({ headers }) => headers.first("user-agent") ?? ""),
  "req.version": version,
  "req.ClientTLS.CertCN": clientName,
  "req.ClientTLS.CipherSuite": (run) => tlsOf(run)?.cipherSuite ?? "",
  "req.ClientTLS.SNI": (run) => tlsOf(run)?.sni ?? "",
  "req.ClientTLS.Version": (run) => tlsOf(run)?.version ?? "",
  "req.ContentLength": contentLength,
  "req.Cookies": ofHeader("cookie", ({ cookies }) => plainCookies(cookies)),
  "req.Headers": read(({ headers }) => canonicalHeaderMap(headers)),
  "req.Host": host,
  "req.Location": location,
  "req.Method": method,
  "req.Params": queryParams,
  "req.Path": path,
  "req.Protocol": version,
  "req.Trailers": read(({ input }) => canonicalHeaderMap(new HeaderFields(input.trailers))),
  "req.URL": url,
};

export default req;

function ofUrl(value: (url: UrlParts) => PlainValue | undefined): VariableReader {
  return (run) => {
    const { seenUrl } = run;
    if (seenUrl === undefined) return undefined;
    run.checkKnown(seenUrl);
    return value(seenUrl);
  };
}
