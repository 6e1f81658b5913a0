// Generated from the catalogue's variables by "pnpm generate"; do not edit.
import { IntExpression, StringExpression, StringListMapExpression } from "./expressions.ts";
import { variable } from "./variable.ts";

/** The connection: the variables `conn.*`. */
export const conn = {
  /**
   * The address of the peer; never taken from a header.
   *
   * CEL: `conn.client_ip` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  clientIp: variable(StringExpression, "conn.client_ip"),
  /**
   * The port of the peer.
   *
   * CEL: `conn.client_port` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  clientPort: variable(IntExpression, "conn.client_port"),
  /**
   * The port the client connected to.
   *
   * CEL: `conn.server_port` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  serverPort: variable(IntExpression, "conn.server_port"),
  geo: {
    /**
     * The likely country of the client, as two letters (ISO 3166).
     *
     * CEL: `conn.geo.country_code` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    countryCode: variable(StringExpression, "conn.geo.country_code"),
    /**
     * The likely country of the client, by its English name.
     *
     * CEL: `conn.geo.country` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    country: variable(StringExpression, "conn.geo.country"),
  },
};

/** The HTTP request: the variables `req.*`. */
export const req = {
  /**
   * The HTTP method of the request.
   *
   * CEL: `req.method` (string); HTTP inbound and outbound.
   */
  method: variable(StringExpression, "req.method"),
  /**
   * The size of the request body in bytes.
   *
   * CEL: `req.content_length` (int); HTTP inbound and outbound.
   */
  contentLength: variable(IntExpression, "req.content_length"),
  /**
   * The request headers: lower-case name to the list of values.
   *
   * CEL: `req.headers` (map(string, list(string))); HTTP inbound and outbound.
   */
  headers: variable(StringListMapExpression, "req.headers"),
  /**
   * The whole URL.
   *
   * CEL: `req.url` (string); HTTP inbound and outbound.
   */
  url: Object.assign(variable(StringExpression, "req.url"), {
    /**
     * The path of the URL.
     *
     * CEL: `req.url.path` (string); HTTP inbound and outbound.
     */
    path: variable(StringExpression, "req.url.path"),
    /**
     * The host of the URL.
     *
     * CEL: `req.url.host` (string); HTTP inbound and outbound.
     */
    host: variable(StringExpression, "req.url.host"),
    /**
     * The query string, without the `?`.
     *
     * CEL: `req.url.query` (string); HTTP inbound and outbound.
     */
    query: variable(StringExpression, "req.url.query"),
  }),
};

/** The HTTP response: the variables `res.*`. */
export const res = {
  /**
   * The status of the response.
   *
   * CEL: `res.status_code` (int); HTTP outbound.
   */
  statusCode: variable(IntExpression, "res.status_code"),
  /**
   * The response headers: lower-case name to the list of values.
   *
   * CEL: `res.headers` (map(string, list(string))); HTTP outbound.
   */
  headers: variable(StringListMapExpression, "res.headers"),
};
