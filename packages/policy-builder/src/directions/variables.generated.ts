// Generated from the catalogue's variables by "pnpm generate"; do not edit.
import "../records.generated.ts";
import type {
  Condition,
  IndexedMap,
  IntExpression,
  ListExpression,
  StringExpression,
  StringValue,
  TimestampExpression,
} from "../expressions/index.ts";
import "./records.generated.ts";
import type { Restriction } from "../restriction.ts";
import type { IfPresent } from "../variable.ts";
import { namespaceOf } from "../variables.ts";
import { directions } from "./places.generated.ts";

interface ConnGeoVariables {
  /**
   * The likely city of the client, by its English name. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.city` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly city: IfPresent<"string", never>;
  /**
   * The likely country of the client, by its English name. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.country` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly country: IfPresent<"string", never>;
  /**
   * The likely country of the client, as two letters (ISO 3166). Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.country_code` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly countryCode: IfPresent<"string", never>;
  /**
   * The likely latitude of the client, as text. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.latitude` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly latitude: IfPresent<"string", never>;
  /**
   * The likely longitude of the client, as text. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.longitude` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly longitude: IfPresent<"string", never>;
  /**
   * The accuracy of latitude and longitude, in kilometres, as text. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.radius` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * It is text: compared as text, '10' comes before '5'. Write `double(conn.geo.radius)`.
   */
  readonly radius: IfPresent<"string", never>;
  /**
   * The likely state or province of the client, by its English name. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.subdivision` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly subdivision: IfPresent<"string", never>;
}

interface ConnTlsClientIssuerVariables {
  /**
   * Who issued the client's certificate: the common name. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.common_name` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the countries. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.country` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the towns. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.locality` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the organizations. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.organization` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the units of the organization. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.organizational_unit` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the postal codes. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.postal_code` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the states or provinces. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.province` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the lines of the street address. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.street_address` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsClientSanVariables {
  /**
   * The DNS names that the client's certificate is for. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san.dns_names` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly dnsNames: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The e-mail addresses that the client's certificate is for. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san.email_addresses` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly emailAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The IP addresses that the client's certificate is for. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san.ip_addresses` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly ipAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The URIs that the client's certificate is for. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san.uris` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly uris: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsClientSubjectVariables {
  /**
   * Whom the client's certificate is for: the common name. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.common_name` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the countries. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.country` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the towns. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.locality` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the organizations. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.organization` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the units of the organization. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.organizational_unit` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the postal codes. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.postal_code` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the states or provinces. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.province` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the lines of the street address. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.street_address` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsClientValidityVariables {
  /**
   * When the client's certificate expires. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.validity.not_after` (timestamp); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly notAfter: IfPresent<"timestamp", "HTTP or TLS">;
  /**
   * From when the client's certificate is valid. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.validity.not_before` (timestamp); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly notBefore: IfPresent<"timestamp", "HTTP or TLS">;
}

interface ConnTlsClientVariables {
  /**
   * The extensions of the client's certificate. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.extensions` (list(extension)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly extensions: IfPresent<"list(extension)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the distinguished name as text. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly issuer: IfPresent<"string", "HTTP or TLS"> & ConnTlsClientIssuerVariables;
  /**
   * All subject alternative names of the client's certificate, as one text. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly san: IfPresent<"string", "HTTP or TLS"> & ConnTlsClientSanVariables;
  /**
   * The serial number of the client's certificate. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.serial_number` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly serialNumber: IfPresent<"string", "HTTP or TLS">;
  /**
   * The name of the algorithm that the client's certificate is signed with. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.signature_algorithm` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly signatureAlgorithm: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the distinguished name as text. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly subject: IfPresent<"string", "HTTP or TLS"> & ConnTlsClientSubjectVariables;
  readonly validity: ConnTlsClientValidityVariables;
}

interface ConnTlsServerIssuerVariables {
  /**
   * Who issued the server's certificate: the common name. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.common_name` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the countries. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.country` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the towns. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.locality` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the organizations. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.organization` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the units of the organization. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.organizational_unit` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the postal codes. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.postal_code` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the states or provinces. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.province` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the lines of the street address. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.street_address` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsServerSanVariables {
  /**
   * The DNS names that the server's certificate is for. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san.dns_names` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly dnsNames: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The e-mail addresses that the server's certificate is for. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san.email_addresses` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly emailAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The IP addresses that the server's certificate is for. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san.ip_addresses` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly ipAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The URIs that the server's certificate is for. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san.uris` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly uris: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsServerSubjectVariables {
  /**
   * Whom the server's certificate is for: the common name. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.common_name` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the countries. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.country` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the towns. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.locality` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the organizations. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.organization` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the units of the organization. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.organizational_unit` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the postal codes. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.postal_code` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the states or provinces. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.province` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the lines of the street address. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.street_address` (list(string)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsServerValidityVariables {
  /**
   * When the server's certificate expires. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.validity.not_after` (timestamp); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly notAfter: IfPresent<"timestamp", "HTTP or TLS">;
  /**
   * From when the server's certificate is valid. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.validity.not_before` (timestamp); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly notBefore: IfPresent<"timestamp", "HTTP or TLS">;
}

interface ConnTlsServerVariables {
  /**
   * The extensions of the server's certificate. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.extensions` (list(extension)); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly extensions: IfPresent<"list(extension)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the distinguished name as text. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly issuer: IfPresent<"string", "HTTP or TLS"> & ConnTlsServerIssuerVariables;
  /**
   * All subject alternative names of the server's certificate, as one text. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly san: IfPresent<"string", "HTTP or TLS"> & ConnTlsServerSanVariables;
  /**
   * The serial number of the server's certificate. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.serial_number` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly serialNumber: IfPresent<"string", "HTTP or TLS">;
  /**
   * The name of the algorithm that the server's certificate is signed with. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.signature_algorithm` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly signatureAlgorithm: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the distinguished name as text. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly subject: IfPresent<"string", "HTTP or TLS"> & ConnTlsServerSubjectVariables;
  readonly validity: ConnTlsServerValidityVariables;
}

interface ConnTlsVariables {
  /**
   * The cipher suite that client and server agreed on. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.cipher_suite` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly cipherSuite: IfPresent<"string", "HTTP or TLS">;
  readonly client: ConnTlsClientVariables;
  readonly server: ConnTlsServerVariables;
  /**
   * The host that the client asked for when TLS began. Perhaps missing or empty when the client sends no server name, or the connection does not use TLS.
   *
   * CEL: `conn.tls.sni` (string); HTTP inbound and outbound; TLS inbound and outbound.
   */
  readonly sni: IfPresent<"string", "HTTP or TLS">;
  /**
   * The version of TLS that client and server agreed on. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.version` (string); HTTP inbound and outbound; TLS inbound and outbound.
   *
   * Examples write it as `1.3`, earlier ones as `TLS 1.3`.
   */
  readonly version: IfPresent<"string", "HTTP or TLS">;
}

interface ConnTsVariables {
  /**
   * When the connection began.
   *
   * CEL: `conn.ts.start` (timestamp); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly start: TimestampExpression<never>;
  /**
   * When the connection ended.
   *
   * CEL: `conn.ts.end` (timestamp); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * It appears in an example, but in no list of variables.
   *
   * @deprecated There is no such name today.
   */
  readonly end: TimestampExpression<never>;
}

interface EarlierConnGeoVariables {
  /**
   * The likely country of the client, as letters.
   *
   * CEL: `conn.Geo.CountryCode` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * @deprecated Use `conn.geo.countryCode`.
   */
  readonly CountryCode: StringExpression<never>;
  /**
   * The accuracy of latitude and longitude, in kilometres, as text.
   *
   * CEL: `conn.Geo.LatLongRadiusKm` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * @deprecated Use `conn.geo.radius`.
   */
  readonly LatLongRadiusKm: StringExpression<never>;
  /**
   * The likely latitude of the client, as text.
   *
   * CEL: `conn.Geo.Latitude` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * @deprecated Use `conn.geo.latitude`.
   */
  readonly Latitude: StringExpression<never>;
  /**
   * The likely longitude of the client, as text.
   *
   * CEL: `conn.Geo.Longitude` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * @deprecated Use `conn.geo.longitude`.
   */
  readonly Longitude: StringExpression<never>;
}

interface EarlierConnTLSVariables {
  /**
   * The common name of the certificate.
   *
   * CEL: `conn.TLS.CertCN` (string); TLS inbound and outbound.
   *
   * Whether it is the client's certificate or the server's is not documented.
   *
   * @deprecated Use `conn.tls.client.subject.commonName`.
   */
  readonly CertCN: StringExpression<"TLS">;
  /**
   * The cipher suite that client and server agreed on.
   *
   * CEL: `conn.TLS.CipherSuite` (string); TLS inbound and outbound.
   *
   * @deprecated Use `conn.tls.cipherSuite`.
   */
  readonly CipherSuite: StringExpression<"TLS">;
  /**
   * The host that the client asked for when TLS began.
   *
   * CEL: `conn.TLS.SNI` (string); TLS inbound and outbound.
   *
   * @deprecated Use `conn.tls.sni`.
   */
  readonly SNI: StringExpression<"TLS">;
  /**
   * The version of TLS that client and server agreed on.
   *
   * CEL: `conn.TLS.Version` (string); TLS inbound and outbound.
   *
   * @deprecated Use `conn.tls.version`.
   */
  readonly Version: StringExpression<"TLS">;
}

interface ConnVariables {
  /**
   * How many bytes the client has sent so far.
   *
   * CEL: `conn.bytes_in` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * For TCP and TLS policies only earlier documentation lists it.
   */
  readonly bytesIn: IntExpression<never>;
  /**
   * How many bytes have been sent to the client so far.
   *
   * CEL: `conn.bytes_out` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * Before there is a response its value is probably of little use.
   *
   * For TCP and TLS policies only earlier documentation lists it.
   */
  readonly bytesOut: IntExpression<never>;
  /**
   * The address of the peer; never taken from a header.
   *
   * CEL: `conn.client_ip` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly clientIp: StringExpression<never>;
  /**
   * The port of the peer.
   *
   * CEL: `conn.client_port` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly clientPort: IntExpression<never>;
  readonly geo: ConnGeoVariables;
  /**
   * The address the client connected to.
   *
   * CEL: `conn.server_ip` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly serverIp: StringExpression<never>;
  /**
   * The port the client connected to.
   *
   * CEL: `conn.server_port` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly serverPort: IntExpression<never>;
  readonly tls: ConnTlsVariables;
  readonly ts: ConnTsVariables;
  /**
   * When the connection began.
   *
   * CEL: `conn.start_ts` (timestamp); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * @deprecated Use `conn.ts.start`.
   */
  readonly startTs: TimestampExpression<never>;
  /**
   * When the connection ended.
   *
   * CEL: `conn.end_ts` (timestamp); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * Before the connection ends its value is probably of little use.
   *
   * @deprecated There is no such name today.
   */
  readonly endTs: TimestampExpression<never>;
  /**
   * The address of the peer.
   *
   * CEL: `conn.ClientIP` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * @deprecated Use `conn.clientIp`.
   */
  readonly ClientIP: StringExpression<never>;
  readonly Geo: EarlierConnGeoVariables;
  readonly TLS: EarlierConnTLSVariables;
}

/** The connection: the variables `conn.*`. */
export const conn: ConnVariables = namespaceOf(directions, "conn");

interface EndpointVariables {
  /**
   * The host and port of the endpoint, as `host:port`.
   *
   * CEL: `endpoint.addr` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly addr: StringExpression<never>;
  /**
   * The host name of the endpoint.
   *
   * CEL: `endpoint.host` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly host: StringExpression<never>;
  /**
   * The identifier of the endpoint.
   *
   * CEL: `endpoint.id` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly id: StringExpression<never>;
  /**
   * The port of the endpoint.
   *
   * CEL: `endpoint.port` (int); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly port: IntExpression<never>;
  /**
   * What the endpoint speaks: `http`, `https`, `tcp` or `tls`.
   *
   * CEL: `endpoint.protocol` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly protocol: StringExpression<never>;
  /**
   * The URL of the endpoint.
   *
   * CEL: `endpoint.url` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly url: StringExpression<never>;
}

/** The endpoint that the traffic came to: the variables `endpoint.*`. */
export const endpoint: EndpointVariables = namespaceOf(directions, "endpoint");

interface ReqContentTypeVariables {
  /**
   * The parameters of the request's `content-type`, such as `charset`. Perhaps missing or empty when the request has no `content-type`.
   *
   * CEL: `req.content_type.parameters` (map(string, string)); HTTP inbound and outbound.
   */
  readonly parameters: IndexedMap<"string", "HTTP">;
  /**
   * The request's `content-type` as it was sent. Perhaps missing or empty when the request has no `content-type`.
   *
   * CEL: `req.content_type.raw` (string); HTTP inbound and outbound.
   */
  readonly raw: IfPresent<"string", "HTTP">;
}

interface ReqTsVariables {
  /**
   * When the body of the request had arrived. Missing when the request has no body.
   *
   * CEL: `req.ts.body_received` (timestamp); HTTP inbound and outbound.
   */
  readonly bodyReceived: IfPresent<"timestamp", "HTTP">;
  /**
   * When the head of the request had arrived.
   *
   * CEL: `req.ts.header_received` (timestamp); HTTP inbound and outbound.
   */
  readonly headerReceived: TimestampExpression<"HTTP">;
}

interface ReqUrlVariables {
  /**
   * User, host and port of the URL, as `user:password@host:port`.
   *
   * CEL: `req.url.authority` (string); HTTP inbound and outbound.
   *
   * Examples use it as the beginning of the URL, which begins with the scheme.
   */
  readonly authority: StringExpression<"HTTP">;
  /**
   * The host of the URL.
   *
   * CEL: `req.url.host` (string); HTTP inbound and outbound.
   */
  readonly host: StringExpression<"HTTP">;
  /**
   * The path of the URL, which begins with `/`.
   *
   * CEL: `req.url.path` (string); HTTP inbound and outbound.
   */
  readonly path: StringExpression<"HTTP">;
  /**
   * The port of the URL. Missing when the URL has no port.
   *
   * CEL: `req.url.port` (int); HTTP inbound and outbound.
   */
  readonly port: IfPresent<"int", "HTTP">;
  /**
   * The query string, without the `?`. Perhaps missing or empty when the URL has no query string.
   *
   * CEL: `req.url.query` (string); HTTP inbound and outbound.
   */
  readonly query: IfPresent<"string", "HTTP">;
  /**
   * The parameters of the query string: name to the list of values.
   *
   * CEL: `req.url.query_params` (map(string, list(string))); HTTP inbound and outbound.
   */
  readonly queryParams: IndexedMap<"list(string)", "HTTP">;
  /**
   * The whole URL as it was sent, not normalized.
   *
   * CEL: `req.url.raw` (string); HTTP inbound and outbound.
   */
  readonly raw: StringExpression<"HTTP">;
  /**
   * The path of the URL as it was sent, not normalized.
   *
   * CEL: `req.url.raw_path` (string); HTTP inbound and outbound.
   */
  readonly rawPath: StringExpression<"HTTP">;
  /**
   * `http` or `https`.
   *
   * CEL: `req.url.scheme` (string); HTTP inbound and outbound.
   */
  readonly scheme: StringExpression<"HTTP">;
  /**
   * Path and query string of the URL.
   *
   * CEL: `req.url.uri` (string); HTTP inbound and outbound.
   */
  readonly uri: StringExpression<"HTTP">;
  /**
   * User and password of the URL, as `user:password`. Perhaps missing or empty when the URL has no user.
   *
   * CEL: `req.url.user_password` (string); HTTP inbound and outbound.
   */
  readonly userPassword: IfPresent<"string", "HTTP">;
  /**
   * User and password of the URL, as `user:password`.
   *
   * CEL: `req.url.user` (string); HTTP inbound and outbound.
   *
   * Templates of headers, which are not policies, still use this name.
   *
   * @deprecated Use `req.url.userPassword`.
   */
  readonly user: StringExpression<"HTTP">;
}

interface EarlierReqClientTLSVariables {
  /**
   * The common name of the client's certificate.
   *
   * CEL: `req.ClientTLS.CertCN` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `conn.tls.client.subject.commonName`.
   */
  readonly CertCN: StringExpression<"HTTP">;
  /**
   * The cipher suite of the connection to the client.
   *
   * CEL: `req.ClientTLS.CipherSuite` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `conn.tls.cipherSuite`.
   */
  readonly CipherSuite: StringExpression<"HTTP">;
  /**
   * The host that the client asked for when TLS began.
   *
   * CEL: `req.ClientTLS.SNI` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `conn.tls.sni`.
   */
  readonly SNI: StringExpression<"HTTP">;
  /**
   * The version of TLS of the connection to the client.
   *
   * CEL: `req.ClientTLS.Version` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `conn.tls.version`.
   */
  readonly Version: StringExpression<"HTTP">;
}

interface ReqVariables {
  /**
   * How the request body is encoded: the values of `content-encoding`. Perhaps missing or empty when the request has no `content-encoding`.
   *
   * CEL: `req.content_encoding` (list(string)); HTTP inbound and outbound.
   */
  readonly contentEncoding: IfPresent<"list(string)", "HTTP">;
  /**
   * The size of the request body in bytes. Missing when the request has no body, or its length is not known in advance.
   *
   * CEL: `req.content_length` (int); HTTP inbound and outbound.
   */
  readonly contentLength: IfPresent<"int", "HTTP">;
  /**
   * The media type of the request body, without parameters. Perhaps missing or empty when the request has no `content-type`.
   *
   * CEL: `req.content_type` (string); HTTP inbound and outbound.
   */
  readonly contentType: IfPresent<"string", "HTTP"> & ReqContentTypeVariables;
  /**
   * The cookies of the request: name to the list of cookies.
   *
   * CEL: `req.cookies` (map(string, list(cookie))); HTTP inbound and outbound.
   *
   * Name and value are the only fields that are listed for cookies of the request.
   */
  readonly cookies: IndexedMap<"list(cookie)", "HTTP">;
  /**
   * The request headers: lower-case name to the list of values.
   *
   * CEL: `req.headers` (map(string, list(string))); HTTP inbound and outbound.
   */
  readonly headers: IndexedMap<"list(string)", "HTTP">;
  /**
   * The host that the request is for, as its `host` header says.
   *
   * CEL: `req.host` (string); HTTP inbound and outbound.
   */
  readonly host: StringExpression<"HTTP">;
  /**
   * The `location` header of the request. Perhaps missing or empty when the request has no `location`.
   *
   * CEL: `req.location` (string); HTTP inbound and outbound.
   *
   * Requests hardly ever have this header.
   */
  readonly location: IfPresent<"string", "HTTP">;
  /**
   * The HTTP method of the request.
   *
   * CEL: `req.method` (string); HTTP inbound and outbound.
   */
  readonly method: StringExpression<"HTTP">;
  /**
   * The request trailers: lower-case name to the list of values. Perhaps missing or empty when the body has not arrived yet.
   *
   * CEL: `req.trailers` (map(string, list(string))); HTTP inbound and outbound.
   */
  readonly trailers: IndexedMap<"list(string)", "HTTP">;
  readonly ts: ReqTsVariables;
  /**
   * The whole URL, normalized.
   *
   * CEL: `req.url` (string); HTTP inbound and outbound.
   */
  readonly url: StringExpression<"HTTP"> & ReqUrlVariables;
  /**
   * What the client calls itself. Perhaps missing or empty when the request has no `user-agent`.
   *
   * CEL: `req.user_agent` (string); HTTP inbound and outbound.
   */
  readonly userAgent: IfPresent<"string", "HTTP">;
  /**
   * The version of HTTP.
   *
   * CEL: `req.version` (string); HTTP inbound and outbound.
   */
  readonly version: StringExpression<"HTTP">;
  readonly ClientTLS: EarlierReqClientTLSVariables;
  /**
   * The size of the request body in bytes.
   *
   * CEL: `req.ContentLength` (int); HTTP inbound and outbound.
   *
   * @deprecated Use `req.contentLength`.
   */
  readonly ContentLength: IntExpression<"HTTP">;
  /**
   * The cookies of the request, as a list.
   *
   * CEL: `req.Cookies` (list(dyn)); HTTP inbound and outbound.
   *
   * The current variable is a map by the name of the cookie, not a list.
   *
   * @deprecated Use `req.cookies`.
   */
  readonly Cookies: ListExpression<"dyn", "HTTP">;
  /**
   * The request headers: canonical name to value.
   *
   * CEL: `req.Headers` (map(string, dyn)); HTTP inbound and outbound.
   *
   * The keys of the current variable are in lower case, and its values are lists.
   *
   * @deprecated Use `req.headers`.
   */
  readonly Headers: IndexedMap<"dyn", "HTTP">;
  /**
   * The host that the request is for.
   *
   * CEL: `req.Host` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `req.host`.
   */
  readonly Host: StringExpression<"HTTP">;
  /**
   * The `location` header of the request.
   *
   * CEL: `req.Location` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `req.location`.
   */
  readonly Location: StringExpression<"HTTP">;
  /**
   * The HTTP method of the request.
   *
   * CEL: `req.Method` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `req.method`.
   */
  readonly Method: StringExpression<"HTTP">;
  /**
   * The parameters of the query string.
   *
   * CEL: `req.Params` (map(string, dyn)); HTTP inbound and outbound.
   *
   * The values of the current variable are lists.
   *
   * @deprecated Use `req.url.queryParams`.
   */
  readonly Params: IndexedMap<"dyn", "HTTP">;
  /**
   * The path of the URL.
   *
   * CEL: `req.Path` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `req.url.path`.
   */
  readonly Path: StringExpression<"HTTP">;
  /**
   * The version of HTTP.
   *
   * CEL: `req.Protocol` (string); HTTP inbound and outbound.
   *
   * Whether the current variable has the same format is not documented.
   *
   * @deprecated Use `req.version`.
   */
  readonly Protocol: StringExpression<"HTTP">;
  /**
   * The request trailers.
   *
   * CEL: `req.Trailers` (map(string, dyn)); HTTP inbound and outbound.
   *
   * The keys of the current variable are in lower case, and its values are lists.
   *
   * @deprecated Use `req.trailers`.
   */
  readonly Trailers: IndexedMap<"dyn", "HTTP">;
  /**
   * The whole URL.
   *
   * CEL: `req.URL` (string); HTTP inbound and outbound.
   *
   * @deprecated Use `req.url`.
   */
  readonly URL: StringExpression<"HTTP">;
  /**
   * Whether the request has this header.
   *
   * CEL: `hasReqHeader(name)` (bool); HTTP inbound and outbound.
   *
   * The name is written in its canonical form, like `Content-Type`.
   */
  hasHeader<Q extends Restriction = never>(name: StringValue<Q>): Condition<"HTTP" | Q>;
  /**
   * The values of this request header.
   *
   * CEL: `getReqHeader(name)` (list(string)); HTTP inbound and outbound.
   *
   * The name is written in its canonical form, like `Content-Type`.
   *
   * What it returns if there is none is not documented.
   */
  header<Q extends Restriction = never>(name: StringValue<Q>): ListExpression<"string", "HTTP" | Q>;
  /**
   * Whether the query string has this parameter.
   *
   * CEL: `hasQueryParam(name)` (bool); HTTP inbound and outbound.
   */
  hasQueryParam<Q extends Restriction = never>(name: StringValue<Q>): Condition<"HTTP" | Q>;
  /**
   * The values of this parameter of the query string.
   *
   * CEL: `getQueryParam(name)` (list(string)); HTTP inbound and outbound.
   *
   * What it returns if there is none is not documented.
   */
  queryParam<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): ListExpression<"string", "HTTP" | Q>;
  /**
   * Whether the request has this cookie.
   *
   * CEL: `hasReqCookie(name)` (bool); HTTP inbound and outbound.
   */
  hasCookie<Q extends Restriction = never>(name: StringValue<Q>): Condition<"HTTP" | Q>;
  /**
   * The first cookie of this name in the request.
   *
   * CEL: `getReqCookie(name)` (cookie); HTTP inbound and outbound.
   *
   * Missing when the request has no such cookie.
   *
   * Earlier documentation calls the result a bool, and reads fields of it anyway.
   *
   * What it returns if there is none is not documented.
   */
  cookie<Q extends Restriction = never>(name: StringValue<Q>): IfPresent<"cookie", "HTTP" | Q>;
}

/** The HTTP request: the variables `req.*`. */
export const req: ReqVariables = namespaceOf(directions, "req");

interface ResContentTypeVariables {
  /**
   * The parameters of the response's `content-type`, such as `charset`. Perhaps missing or empty when the response has no `content-type`.
   *
   * CEL: `res.content_type.parameters` (map(string, string)); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly parameters: IndexedMap<"string", "HTTP outbound">;
  /**
   * The response's `content-type` as it was sent. Perhaps missing or empty when the response has no `content-type`.
   *
   * CEL: `res.content_type.raw` (string); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly raw: IfPresent<"string", "HTTP outbound">;
}

interface ResTsVariables {
  /**
   * When the body of the response had been sent.
   *
   * CEL: `res.ts.body_sent` (timestamp); HTTP outbound.
   *
   * It appears in an example, but in no list of variables.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated There is no such name today.
   */
  readonly bodySent: TimestampExpression<"HTTP outbound">;
  /**
   * When the head of the response had been sent.
   *
   * CEL: `res.ts.header_sent` (timestamp); HTTP outbound.
   *
   * It appears in an example, but in no list of variables.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated There is no such name today.
   */
  readonly headerSent: TimestampExpression<"HTTP outbound">;
}

interface EarlierResServerTLSVariables {
  /**
   * The common name of the server's certificate.
   *
   * CEL: `res.ServerTLS.CertCN` (string); HTTP outbound.
   *
   * Whether it is about the connection to the client or to the upstream is not documented.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated Use `conn.tls.server.subject.commonName`.
   */
  readonly CertCN: StringExpression<"HTTP outbound">;
  /**
   * The cipher suite of a connection.
   *
   * CEL: `res.ServerTLS.CipherSuite` (string); HTTP outbound.
   *
   * Whether it is about the connection to the client or to the upstream is not documented.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated There is no such name today.
   */
  readonly CipherSuite: StringExpression<"HTTP outbound">;
  /**
   * The host that was asked for when TLS began.
   *
   * CEL: `res.ServerTLS.SNI` (string); HTTP outbound.
   *
   * Whether it is about the connection to the client or to the upstream is not documented.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated There is no such name today.
   */
  readonly SNI: StringExpression<"HTTP outbound">;
  /**
   * The version of TLS of a connection.
   *
   * CEL: `res.ServerTLS.Version` (string); HTTP outbound.
   *
   * Whether it is about the connection to the client or to the upstream is not documented.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated There is no such name today.
   */
  readonly Version: StringExpression<"HTTP outbound">;
}

interface ResVariables {
  /**
   * How the response body is encoded: the values of `content-encoding`. Perhaps missing or empty when the response has no `content-encoding`.
   *
   * CEL: `res.content_encoding` (list(string)); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly contentEncoding: IfPresent<"list(string)", "HTTP outbound">;
  /**
   * The size of the response body in bytes. Perhaps missing or empty when the length of the response is not known in advance.
   *
   * CEL: `res.content_length` (int); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly contentLength: IfPresent<"int", "HTTP outbound">;
  /**
   * The media type of the response body, without parameters. Perhaps missing or empty when the response has no `content-type`.
   *
   * CEL: `res.content_type` (string); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly contentType: IfPresent<"string", "HTTP outbound"> & ResContentTypeVariables;
  /**
   * The cookies that the response sets: name to the list of cookies.
   *
   * CEL: `res.cookies` (map(string, list(cookie))); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly cookies: IndexedMap<"list(cookie)", "HTTP outbound">;
  /**
   * The response headers: lower-case name to the list of values.
   *
   * CEL: `res.headers` (map(string, list(string))); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly headers: IndexedMap<"list(string)", "HTTP outbound">;
  /**
   * The `location` header of the response. Perhaps missing or empty when the response has no `location`.
   *
   * CEL: `res.location` (string); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly location: IfPresent<"string", "HTTP outbound">;
  /**
   * The status of the response.
   *
   * CEL: `res.status_code` (int); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly statusCode: IntExpression<"HTTP outbound">;
  /**
   * The response trailers: lower-case name to the list of values. Perhaps missing or empty when the body has not arrived yet.
   *
   * CEL: `res.trailers` (map(string, list(string))); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   */
  readonly trailers: IndexedMap<"list(string)", "HTTP outbound">;
  readonly ts: ResTsVariables;
  /**
   * The size of the response body in bytes.
   *
   * CEL: `res.ContentLength` (int); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated Use `res.contentLength`.
   */
  readonly ContentLength: IntExpression<"HTTP outbound">;
  /**
   * The cookies of the response, as a list.
   *
   * CEL: `res.Cookies` (list(dyn)); HTTP outbound.
   *
   * The current variable is a map by the name of the cookie, not a list.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated Use `res.cookies`.
   */
  readonly Cookies: ListExpression<"dyn", "HTTP outbound">;
  /**
   * The response headers.
   *
   * CEL: `res.Headers` (map(string, dyn)); HTTP outbound.
   *
   * The keys of the current variable are in lower case, and its values are lists.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated Use `res.headers`.
   */
  readonly Headers: IndexedMap<"dyn", "HTTP outbound">;
  /**
   * The `location` header of the response.
   *
   * CEL: `res.Location` (string); HTTP outbound.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated Use `res.location`.
   */
  readonly Location: StringExpression<"HTTP outbound">;
  readonly ServerTLS: EarlierResServerTLSVariables;
  /**
   * The status of the response, as text.
   *
   * CEL: `res.StatusCode` (string); HTTP outbound.
   *
   * The current variable is a number.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated Use `res.statusCode`.
   */
  readonly StatusCode: StringExpression<"HTTP outbound">;
  /**
   * The response trailers.
   *
   * CEL: `res.Trailers` (map(string, dyn)); HTTP outbound.
   *
   * The keys of the current variable are in lower case, and its values are lists.
   *
   * Whether it exists in inbound rules is not stated explicitly.
   *
   * @deprecated Use `res.trailers`.
   */
  readonly Trailers: IndexedMap<"dyn", "HTTP outbound">;
  /**
   * Whether the response has this header.
   *
   * CEL: `hasResHeader(name)` (bool); HTTP outbound.
   *
   * The name is written in its canonical form, like `Content-Type`.
   *
   * That it exists only in outbound rules is not stated explicitly.
   */
  hasHeader<Q extends Restriction = never>(name: StringValue<Q>): Condition<"HTTP outbound" | Q>;
  /**
   * The values of this response header.
   *
   * CEL: `getResHeader(name)` (list(string)); HTTP outbound.
   *
   * The name is written in its canonical form, like `Content-Type`.
   *
   * What it returns if there is none is not documented.
   *
   * That it exists only in outbound rules is not stated explicitly.
   */
  header<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): ListExpression<"string", "HTTP outbound" | Q>;
  /**
   * Whether the response sets this cookie.
   *
   * CEL: `hasResCookie(name)` (bool); HTTP outbound.
   *
   * That it exists only in outbound rules is not stated explicitly.
   */
  hasCookie<Q extends Restriction = never>(name: StringValue<Q>): Condition<"HTTP outbound" | Q>;
  /**
   * The cookie of this name that the response sets; of several the one with the longest path.
   *
   * CEL: `getResCookie(name)` (cookie); HTTP outbound.
   *
   * Missing when the response sets no such cookie.
   *
   * Earlier documentation calls the result a bool, and reads fields of it anyway.
   *
   * What it returns if there is none is not documented.
   *
   * That it exists only in outbound rules is not stated explicitly.
   */
  cookie<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): IfPresent<"cookie", "HTTP outbound" | Q>;
}

/** The HTTP response: the variables `res.*`. */
export const res: ResVariables = namespaceOf(directions, "res");

interface TimeVariables {
  /**
   * The current time in UTC, as RFC 3339 text; `timestamp(time.now)` is the point in time.
   *
   * CEL: `time.now` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   */
  readonly now: StringExpression<never>;
}

/** The clock: the variables `time.*`. */
export const time: TimeVariables = namespaceOf(directions, "time");

interface ActionsNgrokAddHeadersVariables {
  /**
   * The headers that the last run added: name to value. Missing until `add-headers` has run.
   *
   * CEL: `actions.ngrok.add_headers.headers_added` (map(string, string)); HTTP inbound and outbound.
   */
  readonly headersAdded: IndexedMap<"string", "HTTP">;
}

interface ActionsNgrokCompressVariables {
  /**
   * Whether the body was encoded before the last run. Missing until `compress-response` has run.
   *
   * CEL: `actions.ngrok.compress.already_compressed` (bool); HTTP inbound and outbound.
   */
  readonly alreadyCompressed: IfPresent<"bool", "HTTP">;
  /**
   * The algorithm that the last run chose. Missing until `compress-response` has run.
   *
   * CEL: `actions.ngrok.compress.negotiated_algorithm` (string); HTTP inbound and outbound.
   *
   * What it is when no algorithm was chosen is not documented.
   */
  readonly negotiatedAlgorithm: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokJwtValidationErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `jwt-validation` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.jwt_validation.error.code` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `jwt-validation` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.jwt_validation.error.message` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokJwtValidationVariables {
  readonly error: ActionsNgrokJwtValidationErrorVariables;
  /**
   * The tokens that the last run checked. Missing until `jwt-validation` has run.
   *
   * CEL: `actions.ngrok.jwt_validation.tokens` (list(jwt)); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly tokens: IfPresent<"list(jwt)", "HTTP">;
}

interface ActionsNgrokLogVariables {
  /**
   * What the last run logged. Missing until `log` has run.
   *
   * CEL: `actions.ngrok.log.metadata` (map(string, dyn)); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * It is documented as a map of texts, although `metadata` can hold anything.
   */
  readonly metadata: IndexedMap<"dyn", never>;
}

interface ActionsNgrokRateLimitErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `rate-limit` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.rate_limit.error.code` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `rate-limit` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.rate_limit.error.message` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokRateLimitVariables {
  /**
   * The key under which the request was counted. Missing until `rate-limit` has run.
   *
   * CEL: `actions.ngrok.rate_limit.bucket_key` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly bucketKey: IfPresent<"string", "HTTP">;
  readonly error: ActionsNgrokRateLimitErrorVariables;
  /**
   * Whether the request was over the limit. Missing until `rate-limit` has run.
   *
   * CEL: `actions.ngrok.rate_limit.limited` (bool); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly limited: IfPresent<"bool", "HTTP">;
}

interface ActionsNgrokRedirectErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `redirect` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.redirect.error.code` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `redirect` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.redirect.error.message` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokRedirectVariables {
  readonly error: ActionsNgrokRedirectErrorVariables;
  /**
   * What `from` matched. Missing until `redirect` has run.
   *
   * CEL: `actions.ngrok.redirect.matches` (list(string)); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly matches: IfPresent<"list(string)", "HTTP">;
  /**
   * The URL after the replacement. Missing until `redirect` has run.
   *
   * CEL: `actions.ngrok.redirect.url` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly url: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokRemoveHeadersVariables {
  /**
   * The names of the headers that the last run removed. Missing until `remove-headers` has run.
   *
   * CEL: `actions.ngrok.remove_headers.headers_removed` (list(string)); HTTP inbound and outbound.
   */
  readonly headersRemoved: IfPresent<"list(string)", "HTTP">;
}

interface ActionsNgrokRestrictIpsErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `restrict-ips` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.restrict_ips.error.code` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", never>;
  /**
   * The text of the error, when the last run failed. Missing until `restrict-ips` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.restrict_ips.error.message` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", never>;
}

interface ActionsNgrokRestrictIpsVariables {
  /**
   * The decision: `allow` or `deny`. Missing until `restrict-ips` has run.
   *
   * CEL: `actions.ngrok.restrict_ips.action` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly action: IfPresent<"string", never>;
  readonly error: ActionsNgrokRestrictIpsErrorVariables;
  /**
   * The CIDR that contains the address; empty if there is none. Missing until `restrict-ips` has run.
   *
   * CEL: `actions.ngrok.restrict_ips.matched_cidr` (string); HTTP inbound and outbound; TCP inbound and outbound; TLS inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly matchedCidr: IfPresent<"string", never>;
}

interface ActionsNgrokUrlRewriteErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `url-rewrite` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.url_rewrite.error.code` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `url-rewrite` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.url_rewrite.error.message` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokUrlRewriteVariables {
  readonly error: ActionsNgrokUrlRewriteErrorVariables;
  /**
   * What `from` matched. Missing until `url-rewrite` has run.
   *
   * CEL: `actions.ngrok.url_rewrite.matches` (list(string)); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly matches: IfPresent<"list(string)", "HTTP">;
  /**
   * The URL after the replacement. Missing until `url-rewrite` has run.
   *
   * CEL: `actions.ngrok.url_rewrite.url` (string); HTTP inbound and outbound.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly url: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokVariables {
  readonly addHeaders: ActionsNgrokAddHeadersVariables;
  readonly compress: ActionsNgrokCompressVariables;
  readonly jwtValidation: ActionsNgrokJwtValidationVariables;
  readonly log: ActionsNgrokLogVariables;
  readonly rateLimit: ActionsNgrokRateLimitVariables;
  readonly redirect: ActionsNgrokRedirectVariables;
  readonly removeHeaders: ActionsNgrokRemoveHeadersVariables;
  readonly restrictIps: ActionsNgrokRestrictIpsVariables;
  readonly urlRewrite: ActionsNgrokUrlRewriteVariables;
}

interface ActionsVariables {
  readonly ngrok: ActionsNgrokVariables;
}

/** The results of actions that have run: the variables `actions.*`. */
export const actions: ActionsVariables = namespaceOf(directions, "actions");
