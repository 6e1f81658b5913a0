// Generated from the catalogue's variables by "pnpm generate"; do not edit.
import {
  IntExpression,
  StringExpression,
  StringListExpression,
  TimestampExpression,
  listOf,
  mapOf,
} from "./expressions/index.ts";
import { CookieExpression, ExtensionExpression } from "./records.generated.ts";
import { variable } from "./variable.ts";

/** The connection: the variables `conn.*`. */
export const conn = {
  /**
   * How many bytes the client has sent until now.
   *
   * CEL: `conn.bytes_in` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * For TCP and TLS policies only the documentation of an earlier era lists it.
   */
  bytesIn: variable(IntExpression, "conn.bytes_in"),
  /**
   * How many bytes the client has been sent until now.
   *
   * CEL: `conn.bytes_out` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * In inbound rules its value probably says little.
   *
   * For TCP and TLS policies only the documentation of an earlier era lists it.
   */
  bytesOut: variable(IntExpression, "conn.bytes_out"),
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
  geo: {
    /**
     * The likely city of the client, by its English name.
     *
     * CEL: `conn.geo.city` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    city: variable(StringExpression, "conn.geo.city"),
    /**
     * The likely country of the client, by its English name.
     *
     * CEL: `conn.geo.country` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    country: variable(StringExpression, "conn.geo.country"),
    /**
     * The likely country of the client, as two letters (ISO 3166).
     *
     * CEL: `conn.geo.country_code` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    countryCode: variable(StringExpression, "conn.geo.country_code"),
    /**
     * The likely latitude of the client, as text.
     *
     * CEL: `conn.geo.latitude` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    latitude: variable(StringExpression, "conn.geo.latitude"),
    /**
     * The likely longitude of the client, as text.
     *
     * CEL: `conn.geo.longitude` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    longitude: variable(StringExpression, "conn.geo.longitude"),
    /**
     * How far off latitude and longitude may be, in kilometres, as text.
     *
     * CEL: `conn.geo.radius` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    radius: variable(StringExpression, "conn.geo.radius"),
    /**
     * The likely state or province of the client, by its English name.
     *
     * CEL: `conn.geo.subdivision` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    subdivision: variable(StringExpression, "conn.geo.subdivision"),
  },
  /**
   * The address the client connected to.
   *
   * CEL: `conn.server_ip` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  serverIp: variable(StringExpression, "conn.server_ip"),
  /**
   * The port the client connected to.
   *
   * CEL: `conn.server_port` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  serverPort: variable(IntExpression, "conn.server_port"),
  tls: {
    /**
     * The cipher suite that client and server agreed on.
     *
     * CEL: `conn.tls.cipher_suite` (string); HTTP inbound and outbound; TLS inbound and outbound.
     */
    cipherSuite: variable(StringExpression, "conn.tls.cipher_suite"),
    client: {
      /**
       * The extensions of the client's certificate.
       *
       * CEL: `conn.tls.client.extensions` (list(extension)); HTTP inbound and outbound; TLS inbound and outbound.
       */
      extensions: variable(listOf(ExtensionExpression), "conn.tls.client.extensions"),
      /**
       * Who issued the client's certificate: the distinguished name as text.
       *
       * CEL: `conn.tls.client.issuer` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      issuer: Object.assign(variable(StringExpression, "conn.tls.client.issuer"), {
        /**
         * Who issued the client's certificate: the common name.
         *
         * CEL: `conn.tls.client.issuer.common_name` (string); HTTP inbound and outbound; TLS inbound and outbound.
         */
        commonName: variable(StringExpression, "conn.tls.client.issuer.common_name"),
        /**
         * Who issued the client's certificate: the countries.
         *
         * CEL: `conn.tls.client.issuer.country` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        country: variable(StringListExpression, "conn.tls.client.issuer.country"),
        /**
         * Who issued the client's certificate: the towns.
         *
         * CEL: `conn.tls.client.issuer.locality` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        locality: variable(StringListExpression, "conn.tls.client.issuer.locality"),
        /**
         * Who issued the client's certificate: the organizations.
         *
         * CEL: `conn.tls.client.issuer.organization` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        organization: variable(StringListExpression, "conn.tls.client.issuer.organization"),
        /**
         * Who issued the client's certificate: the units of the organization.
         *
         * CEL: `conn.tls.client.issuer.organizational_unit` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        organizationalUnit: variable(
          StringListExpression,
          "conn.tls.client.issuer.organizational_unit",
        ),
        /**
         * Who issued the client's certificate: the postal codes.
         *
         * CEL: `conn.tls.client.issuer.postal_code` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        postalCode: variable(StringListExpression, "conn.tls.client.issuer.postal_code"),
        /**
         * Who issued the client's certificate: the states or provinces.
         *
         * CEL: `conn.tls.client.issuer.province` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        province: variable(StringListExpression, "conn.tls.client.issuer.province"),
        /**
         * Who issued the client's certificate: the lines of the street address.
         *
         * CEL: `conn.tls.client.issuer.street_address` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        streetAddress: variable(StringListExpression, "conn.tls.client.issuer.street_address"),
      }),
      /**
       * All subject alternative names of the client's certificate, as one text.
       *
       * CEL: `conn.tls.client.san` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      san: Object.assign(variable(StringExpression, "conn.tls.client.san"), {
        /**
         * The DNS names that the client's certificate is for.
         *
         * CEL: `conn.tls.client.san.dns_names` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        dnsNames: variable(StringListExpression, "conn.tls.client.san.dns_names"),
        /**
         * The e-mail addresses that the client's certificate is for.
         *
         * CEL: `conn.tls.client.san.email_addresses` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        emailAddresses: variable(StringListExpression, "conn.tls.client.san.email_addresses"),
        /**
         * The IP addresses that the client's certificate is for.
         *
         * CEL: `conn.tls.client.san.ip_addresses` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        ipAddresses: variable(StringListExpression, "conn.tls.client.san.ip_addresses"),
        /**
         * The URIs that the client's certificate is for.
         *
         * CEL: `conn.tls.client.san.uris` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        uris: variable(StringListExpression, "conn.tls.client.san.uris"),
      }),
      /**
       * The serial number of the client's certificate.
       *
       * CEL: `conn.tls.client.serial_number` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      serialNumber: variable(StringExpression, "conn.tls.client.serial_number"),
      /**
       * The name of the algorithm that the client's certificate is signed with.
       *
       * CEL: `conn.tls.client.signature_algorithm` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      signatureAlgorithm: variable(StringExpression, "conn.tls.client.signature_algorithm"),
      /**
       * Whom the client's certificate is for: the distinguished name as text.
       *
       * CEL: `conn.tls.client.subject` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      subject: Object.assign(variable(StringExpression, "conn.tls.client.subject"), {
        /**
         * Whom the client's certificate is for: the common name.
         *
         * CEL: `conn.tls.client.subject.common_name` (string); HTTP inbound and outbound; TLS inbound and outbound.
         */
        commonName: variable(StringExpression, "conn.tls.client.subject.common_name"),
        /**
         * Whom the client's certificate is for: the countries.
         *
         * CEL: `conn.tls.client.subject.country` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        country: variable(StringListExpression, "conn.tls.client.subject.country"),
        /**
         * Whom the client's certificate is for: the towns.
         *
         * CEL: `conn.tls.client.subject.locality` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        locality: variable(StringListExpression, "conn.tls.client.subject.locality"),
        /**
         * Whom the client's certificate is for: the organizations.
         *
         * CEL: `conn.tls.client.subject.organization` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        organization: variable(StringListExpression, "conn.tls.client.subject.organization"),
        /**
         * Whom the client's certificate is for: the units of the organization.
         *
         * CEL: `conn.tls.client.subject.organizational_unit` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        organizationalUnit: variable(
          StringListExpression,
          "conn.tls.client.subject.organizational_unit",
        ),
        /**
         * Whom the client's certificate is for: the postal codes.
         *
         * CEL: `conn.tls.client.subject.postal_code` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        postalCode: variable(StringListExpression, "conn.tls.client.subject.postal_code"),
        /**
         * Whom the client's certificate is for: the states or provinces.
         *
         * CEL: `conn.tls.client.subject.province` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        province: variable(StringListExpression, "conn.tls.client.subject.province"),
        /**
         * Whom the client's certificate is for: the lines of the street address.
         *
         * CEL: `conn.tls.client.subject.street_address` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        streetAddress: variable(StringListExpression, "conn.tls.client.subject.street_address"),
      }),
      validity: {
        /**
         * When the client's certificate expires.
         *
         * CEL: `conn.tls.client.validity.not_after` (timestamp); HTTP inbound and outbound; TLS inbound and outbound.
         */
        notAfter: variable(TimestampExpression, "conn.tls.client.validity.not_after"),
        /**
         * From when the client's certificate is valid.
         *
         * CEL: `conn.tls.client.validity.not_before` (timestamp); HTTP inbound and outbound; TLS inbound and outbound.
         */
        notBefore: variable(TimestampExpression, "conn.tls.client.validity.not_before"),
      },
    },
    server: {
      /**
       * The extensions of the server's certificate.
       *
       * CEL: `conn.tls.server.extensions` (list(extension)); HTTP inbound and outbound; TLS inbound and outbound.
       */
      extensions: variable(listOf(ExtensionExpression), "conn.tls.server.extensions"),
      /**
       * Who issued the server's certificate: the distinguished name as text.
       *
       * CEL: `conn.tls.server.issuer` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      issuer: Object.assign(variable(StringExpression, "conn.tls.server.issuer"), {
        /**
         * Who issued the server's certificate: the common name.
         *
         * CEL: `conn.tls.server.issuer.common_name` (string); HTTP inbound and outbound; TLS inbound and outbound.
         */
        commonName: variable(StringExpression, "conn.tls.server.issuer.common_name"),
        /**
         * Who issued the server's certificate: the countries.
         *
         * CEL: `conn.tls.server.issuer.country` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        country: variable(StringListExpression, "conn.tls.server.issuer.country"),
        /**
         * Who issued the server's certificate: the towns.
         *
         * CEL: `conn.tls.server.issuer.locality` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        locality: variable(StringListExpression, "conn.tls.server.issuer.locality"),
        /**
         * Who issued the server's certificate: the organizations.
         *
         * CEL: `conn.tls.server.issuer.organization` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        organization: variable(StringListExpression, "conn.tls.server.issuer.organization"),
        /**
         * Who issued the server's certificate: the units of the organization.
         *
         * CEL: `conn.tls.server.issuer.organizational_unit` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        organizationalUnit: variable(
          StringListExpression,
          "conn.tls.server.issuer.organizational_unit",
        ),
        /**
         * Who issued the server's certificate: the postal codes.
         *
         * CEL: `conn.tls.server.issuer.postal_code` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        postalCode: variable(StringListExpression, "conn.tls.server.issuer.postal_code"),
        /**
         * Who issued the server's certificate: the states or provinces.
         *
         * CEL: `conn.tls.server.issuer.province` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        province: variable(StringListExpression, "conn.tls.server.issuer.province"),
        /**
         * Who issued the server's certificate: the lines of the street address.
         *
         * CEL: `conn.tls.server.issuer.street_address` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        streetAddress: variable(StringListExpression, "conn.tls.server.issuer.street_address"),
      }),
      /**
       * All subject alternative names of the server's certificate, as one text.
       *
       * CEL: `conn.tls.server.san` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      san: Object.assign(variable(StringExpression, "conn.tls.server.san"), {
        /**
         * The DNS names that the server's certificate is for.
         *
         * CEL: `conn.tls.server.san.dns_names` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        dnsNames: variable(StringListExpression, "conn.tls.server.san.dns_names"),
        /**
         * The e-mail addresses that the server's certificate is for.
         *
         * CEL: `conn.tls.server.san.email_addresses` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        emailAddresses: variable(StringListExpression, "conn.tls.server.san.email_addresses"),
        /**
         * The IP addresses that the server's certificate is for.
         *
         * CEL: `conn.tls.server.san.ip_addresses` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        ipAddresses: variable(StringListExpression, "conn.tls.server.san.ip_addresses"),
        /**
         * The URIs that the server's certificate is for.
         *
         * CEL: `conn.tls.server.san.uris` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        uris: variable(StringListExpression, "conn.tls.server.san.uris"),
      }),
      /**
       * The serial number of the server's certificate.
       *
       * CEL: `conn.tls.server.serial_number` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      serialNumber: variable(StringExpression, "conn.tls.server.serial_number"),
      /**
       * The name of the algorithm that the server's certificate is signed with.
       *
       * CEL: `conn.tls.server.signature_algorithm` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      signatureAlgorithm: variable(StringExpression, "conn.tls.server.signature_algorithm"),
      /**
       * Whom the server's certificate is for: the distinguished name as text.
       *
       * CEL: `conn.tls.server.subject` (string); HTTP inbound and outbound; TLS inbound and outbound.
       */
      subject: Object.assign(variable(StringExpression, "conn.tls.server.subject"), {
        /**
         * Whom the server's certificate is for: the common name.
         *
         * CEL: `conn.tls.server.subject.common_name` (string); HTTP inbound and outbound; TLS inbound and outbound.
         */
        commonName: variable(StringExpression, "conn.tls.server.subject.common_name"),
        /**
         * Whom the server's certificate is for: the countries.
         *
         * CEL: `conn.tls.server.subject.country` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        country: variable(StringListExpression, "conn.tls.server.subject.country"),
        /**
         * Whom the server's certificate is for: the towns.
         *
         * CEL: `conn.tls.server.subject.locality` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        locality: variable(StringListExpression, "conn.tls.server.subject.locality"),
        /**
         * Whom the server's certificate is for: the organizations.
         *
         * CEL: `conn.tls.server.subject.organization` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        organization: variable(StringListExpression, "conn.tls.server.subject.organization"),
        /**
         * Whom the server's certificate is for: the units of the organization.
         *
         * CEL: `conn.tls.server.subject.organizational_unit` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        organizationalUnit: variable(
          StringListExpression,
          "conn.tls.server.subject.organizational_unit",
        ),
        /**
         * Whom the server's certificate is for: the postal codes.
         *
         * CEL: `conn.tls.server.subject.postal_code` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        postalCode: variable(StringListExpression, "conn.tls.server.subject.postal_code"),
        /**
         * Whom the server's certificate is for: the states or provinces.
         *
         * CEL: `conn.tls.server.subject.province` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        province: variable(StringListExpression, "conn.tls.server.subject.province"),
        /**
         * Whom the server's certificate is for: the lines of the street address.
         *
         * CEL: `conn.tls.server.subject.street_address` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
         */
        streetAddress: variable(StringListExpression, "conn.tls.server.subject.street_address"),
      }),
      validity: {
        /**
         * When the server's certificate expires.
         *
         * CEL: `conn.tls.server.validity.not_after` (timestamp); HTTP inbound and outbound; TLS inbound and outbound.
         */
        notAfter: variable(TimestampExpression, "conn.tls.server.validity.not_after"),
        /**
         * From when the server's certificate is valid.
         *
         * CEL: `conn.tls.server.validity.not_before` (timestamp); HTTP inbound and outbound; TLS inbound and outbound.
         */
        notBefore: variable(TimestampExpression, "conn.tls.server.validity.not_before"),
      },
    },
    /**
     * The host that the client asked for when TLS began.
     *
     * CEL: `conn.tls.sni` (string); HTTP inbound and outbound; TLS inbound and outbound.
     */
    sni: variable(StringExpression, "conn.tls.sni"),
    /**
     * The version of TLS that client and server agreed on.
     *
     * CEL: `conn.tls.version` (string); HTTP inbound and outbound; TLS inbound and outbound.
     */
    version: variable(StringExpression, "conn.tls.version"),
  },
  ts: {
    /**
     * When the connection began.
     *
     * CEL: `conn.ts.start` (timestamp); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
     */
    start: variable(TimestampExpression, "conn.ts.start"),
  },
};

/** The endpoint that the traffic came to: the variables `endpoint.*`. */
export const endpoint = {
  /**
   * The host and port of the endpoint, as `host:port`.
   *
   * CEL: `endpoint.addr` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  addr: variable(StringExpression, "endpoint.addr"),
  /**
   * The host name of the endpoint.
   *
   * CEL: `endpoint.host` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  host: variable(StringExpression, "endpoint.host"),
  /**
   * The identifier of the endpoint.
   *
   * CEL: `endpoint.id` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  id: variable(StringExpression, "endpoint.id"),
  /**
   * The port of the endpoint.
   *
   * CEL: `endpoint.port` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  port: variable(IntExpression, "endpoint.port"),
  /**
   * What the endpoint speaks: `http`, `https`, `tcp` or `tls`.
   *
   * CEL: `endpoint.protocol` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  protocol: variable(StringExpression, "endpoint.protocol"),
  /**
   * The URL of the endpoint.
   *
   * CEL: `endpoint.url` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  url: variable(StringExpression, "endpoint.url"),
};

/** The HTTP request: the variables `req.*`. */
export const req = {
  /**
   * How the request body is encoded: the values of `content-encoding`.
   *
   * CEL: `req.content_encoding` (list(string)); HTTP inbound and outbound.
   */
  contentEncoding: variable(StringListExpression, "req.content_encoding"),
  /**
   * The size of the request body in bytes; it may be missing from a stream.
   *
   * CEL: `req.content_length` (int); HTTP inbound and outbound.
   */
  contentLength: variable(IntExpression, "req.content_length"),
  /**
   * The media type of the request body, without parameters.
   *
   * CEL: `req.content_type` (string); HTTP inbound and outbound.
   */
  contentType: Object.assign(variable(StringExpression, "req.content_type"), {
    /**
     * The parameters of the request's `content-type`, such as `charset`.
     *
     * CEL: `req.content_type.parameters` (map(string, string)); HTTP inbound and outbound.
     */
    parameters: variable(mapOf(StringExpression), "req.content_type.parameters"),
    /**
     * The request's `content-type` as it was sent.
     *
     * CEL: `req.content_type.raw` (string); HTTP inbound and outbound.
     */
    raw: variable(StringExpression, "req.content_type.raw"),
  }),
  /**
   * The cookies of the request: name to the list of cookies.
   *
   * CEL: `req.cookies` (map(string, list(cookie))); HTTP inbound and outbound.
   */
  cookies: variable(mapOf(listOf(CookieExpression)), "req.cookies"),
  /**
   * The request headers: lower-case name to the list of values.
   *
   * CEL: `req.headers` (map(string, list(string))); HTTP inbound and outbound.
   */
  headers: variable(mapOf(StringListExpression), "req.headers"),
  /**
   * The host that the request is for, as its `host` header says.
   *
   * CEL: `req.host` (string); HTTP inbound and outbound.
   */
  host: variable(StringExpression, "req.host"),
  /**
   * The `location` header of the request.
   *
   * CEL: `req.location` (string); HTTP inbound and outbound.
   *
   * Requests hardly ever have this header.
   */
  location: variable(StringExpression, "req.location"),
  /**
   * The HTTP method of the request.
   *
   * CEL: `req.method` (string); HTTP inbound and outbound.
   */
  method: variable(StringExpression, "req.method"),
  /**
   * The request trailers: lower-case name to the list of values.
   *
   * CEL: `req.trailers` (map(string, list(string))); HTTP inbound and outbound.
   */
  trailers: variable(mapOf(StringListExpression), "req.trailers"),
  ts: {
    /**
     * When the body of the request had arrived.
     *
     * CEL: `req.ts.body_received` (timestamp); HTTP inbound and outbound.
     */
    bodyReceived: variable(TimestampExpression, "req.ts.body_received"),
    /**
     * When the head of the request had arrived.
     *
     * CEL: `req.ts.header_received` (timestamp); HTTP inbound and outbound.
     */
    headerReceived: variable(TimestampExpression, "req.ts.header_received"),
  },
  /**
   * The whole URL, normalized.
   *
   * CEL: `req.url` (string); HTTP inbound and outbound.
   */
  url: Object.assign(variable(StringExpression, "req.url"), {
    /**
     * User, host and port of the URL, as `user:password@host:port`.
     *
     * CEL: `req.url.authority` (string); HTTP inbound and outbound.
     */
    authority: variable(StringExpression, "req.url.authority"),
    /**
     * The host of the URL.
     *
     * CEL: `req.url.host` (string); HTTP inbound and outbound.
     */
    host: variable(StringExpression, "req.url.host"),
    /**
     * The path of the URL, which begins with `/`.
     *
     * CEL: `req.url.path` (string); HTTP inbound and outbound.
     */
    path: variable(StringExpression, "req.url.path"),
    /**
     * The port of the URL; missing when the URL has none.
     *
     * CEL: `req.url.port` (int); HTTP inbound and outbound.
     */
    port: variable(IntExpression, "req.url.port"),
    /**
     * The query string, without the `?`.
     *
     * CEL: `req.url.query` (string); HTTP inbound and outbound.
     */
    query: variable(StringExpression, "req.url.query"),
    /**
     * The parameters of the query string: name to the list of values.
     *
     * CEL: `req.url.query_params` (map(string, list(string))); HTTP inbound and outbound.
     */
    queryParams: variable(mapOf(StringListExpression), "req.url.query_params"),
    /**
     * The whole URL as it was sent, not normalized.
     *
     * CEL: `req.url.raw` (string); HTTP inbound and outbound.
     */
    raw: variable(StringExpression, "req.url.raw"),
    /**
     * The path of the URL as it was sent, not normalized.
     *
     * CEL: `req.url.raw_path` (string); HTTP inbound and outbound.
     */
    rawPath: variable(StringExpression, "req.url.raw_path"),
    /**
     * `http` or `https`.
     *
     * CEL: `req.url.scheme` (string); HTTP inbound and outbound.
     */
    scheme: variable(StringExpression, "req.url.scheme"),
    /**
     * Path and query string of the URL.
     *
     * CEL: `req.url.uri` (string); HTTP inbound and outbound.
     */
    uri: variable(StringExpression, "req.url.uri"),
    /**
     * User and password of the URL, as `user:password`.
     *
     * CEL: `req.url.user_password` (string); HTTP inbound and outbound.
     */
    userPassword: variable(StringExpression, "req.url.user_password"),
  }),
  /**
   * What the client calls itself.
   *
   * CEL: `req.user_agent` (string); HTTP inbound and outbound.
   */
  userAgent: variable(StringExpression, "req.user_agent"),
  /**
   * The version of HTTP.
   *
   * CEL: `req.version` (string); HTTP inbound and outbound.
   */
  version: variable(StringExpression, "req.version"),
};

/** The HTTP response: the variables `res.*`. */
export const res = {
  /**
   * How the response body is encoded: the values of `content-encoding`.
   *
   * CEL: `res.content_encoding` (list(string)); HTTP outbound.
   *
   * Whether it exists in inbound rules is not said outright.
   */
  contentEncoding: variable(StringListExpression, "res.content_encoding"),
  /**
   * The size of the response body in bytes; it may be missing from a stream.
   *
   * CEL: `res.content_length` (int); HTTP outbound.
   *
   * Whether it exists in inbound rules is not said outright.
   */
  contentLength: variable(IntExpression, "res.content_length"),
  /**
   * The media type of the response body, without parameters.
   *
   * CEL: `res.content_type` (string); HTTP outbound.
   *
   * Whether it exists in inbound rules is not said outright.
   */
  contentType: Object.assign(variable(StringExpression, "res.content_type"), {
    /**
     * The parameters of the response's `content-type`, such as `charset`.
     *
     * CEL: `res.content_type.parameters` (map(string, string)); HTTP outbound.
     *
     * Whether it exists in inbound rules is not said outright.
     */
    parameters: variable(mapOf(StringExpression), "res.content_type.parameters"),
    /**
     * The response's `content-type` as it was sent.
     *
     * CEL: `res.content_type.raw` (string); HTTP outbound.
     *
     * Whether it exists in inbound rules is not said outright.
     */
    raw: variable(StringExpression, "res.content_type.raw"),
  }),
  /**
   * The cookies that the response sets: name to the list of cookies.
   *
   * CEL: `res.cookies` (map(string, list(cookie))); HTTP outbound.
   *
   * Whether it exists in inbound rules is not said outright.
   */
  cookies: variable(mapOf(listOf(CookieExpression)), "res.cookies"),
  /**
   * The response headers: lower-case name to the list of values.
   *
   * CEL: `res.headers` (map(string, list(string))); HTTP outbound.
   *
   * Whether it exists in inbound rules is not said outright.
   */
  headers: variable(mapOf(StringListExpression), "res.headers"),
  /**
   * The `location` header of the response.
   *
   * CEL: `res.location` (string); HTTP outbound.
   *
   * Whether it exists in inbound rules is not said outright.
   */
  location: variable(StringExpression, "res.location"),
  /**
   * The status of the response.
   *
   * CEL: `res.status_code` (int); HTTP outbound.
   *
   * Whether it exists in inbound rules is not said outright.
   */
  statusCode: variable(IntExpression, "res.status_code"),
  /**
   * The response trailers: lower-case name to the list of values.
   *
   * CEL: `res.trailers` (map(string, list(string))); HTTP outbound.
   *
   * Whether it exists in inbound rules is not said outright.
   */
  trailers: variable(mapOf(StringListExpression), "res.trailers"),
};

/** The clock: the variables `time.*`. */
export const time = {
  /**
   * The current time in UTC, as RFC 3339 text; `timestamp(time.now)` is the point in time.
   *
   * CEL: `time.now` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  now: variable(StringExpression, "time.now"),
};
