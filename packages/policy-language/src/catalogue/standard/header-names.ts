/**
 * The headers that requests and responses have most, in lower case.
 *
 * Source: the IANA's "Hypertext Transfer Protocol (HTTP) Field Name Registry"; those that begin with `x-` are in use
 * without being registered.
 */
export const headerNames: readonly string[] = (
  "accept accept-encoding accept-language accept-ranges access-control-allow-credentials " +
  "access-control-allow-headers access-control-allow-methods access-control-allow-origin " +
  "access-control-expose-headers access-control-max-age access-control-request-headers " +
  "access-control-request-method age allow alt-svc authorization cache-control clear-site-data connection " +
  "content-disposition content-encoding content-language content-length content-location content-range " +
  "content-security-policy content-security-policy-report-only content-type cookie " +
  "cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy date early-data " +
  "etag expect expires forwarded from host if-match if-modified-since if-none-match if-range " +
  "if-unmodified-since last-modified link location max-forwards origin pragma prefer priority " +
  "proxy-authenticate proxy-authorization range referer referrer-policy retry-after sec-fetch-dest " +
  "sec-fetch-mode sec-fetch-site sec-fetch-user sec-websocket-accept sec-websocket-extensions " +
  "sec-websocket-key sec-websocket-protocol sec-websocket-version server server-timing set-cookie " +
  "strict-transport-security te traceparent tracestate trailer transfer-encoding upgrade " +
  "upgrade-insecure-requests user-agent vary via www-authenticate x-content-type-options x-forwarded-for " +
  "x-forwarded-host x-forwarded-proto x-frame-options x-real-ip x-request-id x-requested-with"
).split(" ");
