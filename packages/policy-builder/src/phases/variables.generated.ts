// Generated from the catalogue's variables by "pnpm generate"; do not edit.
import "../records.generated.ts";
import type {
  Condition,
  IndexedFields,
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
import { phases } from "./places.generated.ts";

interface ConnClientIpAsVariables {
  /**
   * The number of the autonomous system of the client's address. Perhaps missing or empty when the network of the address is unknown.
   *
   * CEL: `conn.client_ip.as.number` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly number: IfPresent<"int", never>;
  /**
   * Who runs the autonomous system of the client's address. Perhaps missing or empty when the network of the address is unknown.
   *
   * CEL: `conn.client_ip.as.organization` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly organization: IfPresent<"string", never>;
}

interface ConnClientIpGeoLocationVariables {
  /**
   * The likely city, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.city` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly city: IfPresent<"string", never>;
  /**
   * The likely continent, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.continent` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly continent: IfPresent<"string", never>;
  /**
   * The likely country, by its English name, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.country` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"string", never>;
  /**
   * The likely country, as two letters (ISO 3166), of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.country_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly countryCode: IfPresent<"string", never>;
  /**
   * The likely latitude, as text, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.latitude` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly latitude: IfPresent<"string", never>;
  /**
   * The likely longitude, as text, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.longitude` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly longitude: IfPresent<"string", never>;
  /**
   * The code of the likely metropolitan area, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.metro_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly metroCode: IfPresent<"string", never>;
  /**
   * The likely postal code, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.postal_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly postalCode: IfPresent<"string", never>;
  /**
   * The accuracy of latitude and longitude, in kilometres, as text, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.radius` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly radius: IfPresent<"string", never>;
  /**
   * The likely state or province, by its English name, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.subdivision` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly subdivision: IfPresent<"string", never>;
  /**
   * The likely time zone, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.timezone` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly timezone: IfPresent<"string", never>;
  /**
   * Whether the likely country is in the European Union, of the client's address. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.location.is_eu` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly isEu: IfPresent<"bool", never>;
}

interface ConnClientIpGeoRegisteredLocationVariables {
  /**
   * The likely city, where the client's address is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.registered_location.city` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly city: IfPresent<"string", never>;
  /**
   * The likely continent, where the client's address is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.registered_location.continent` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly continent: IfPresent<"string", never>;
  /**
   * The likely country, by its English name, where the client's address is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.registered_location.country` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"string", never>;
  /**
   * The likely country, as two letters (ISO 3166), where the client's address is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.registered_location.country_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly countryCode: IfPresent<"string", never>;
  /**
   * The code of the likely metropolitan area, where the client's address is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.registered_location.metro_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly metroCode: IfPresent<"string", never>;
  /**
   * The likely state or province, by its English name, where the client's address is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.registered_location.subdivision` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly subdivision: IfPresent<"string", never>;
  /**
   * The likely time zone, where the client's address is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.registered_location.timezone` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly timezone: IfPresent<"string", never>;
  /**
   * Whether the likely country is in the European Union, where the client's address is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.client_ip.geo.registered_location.is_eu` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly isEu: IfPresent<"bool", never>;
}

interface ConnClientIpGeoVariables {
  readonly location: ConnClientIpGeoLocationVariables;
  readonly registeredLocation: ConnClientIpGeoRegisteredLocationVariables;
}

interface ConnClientIpVariables {
  /**
   * The categories of the client's address, such as `com.github.hooks`.
   *
   * CEL: `conn.client_ip.categories` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly categories: ListExpression<"string", never>;
  /**
   * Whether the client's address is on a list of addresses to block.
   *
   * CEL: `conn.client_ip.is_on_blocklist` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly isOnBlocklist: Condition<never>;
  /**
   * Whether the client's address is an exit of Tor.
   *
   * CEL: `conn.client_ip.is_tor_node` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly isTorNode: Condition<never>;
  readonly as: ConnClientIpAsVariables;
  readonly geo: ConnClientIpGeoVariables;
}

interface ConnGeoVariables {
  /**
   * The likely city of the client, by its English name. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.city` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly city: IfPresent<"string", never>;
  /**
   * The likely country of the client, by its English name. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.country` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"string", never>;
  /**
   * The likely country of the client, as two letters (ISO 3166). Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.country_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly countryCode: IfPresent<"string", never>;
  /**
   * The likely latitude of the client, as text. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.latitude` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly latitude: IfPresent<"string", never>;
  /**
   * The likely longitude of the client, as text. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.longitude` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly longitude: IfPresent<"string", never>;
  /**
   * The accuracy of latitude and longitude, in kilometres, as text. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.radius` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * It is text: compared as text, '10' comes before '5'. Write `double(conn.geo.radius)`.
   */
  readonly radius: IfPresent<"string", never>;
  /**
   * The likely state or province of the client, by its English name. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.geo.subdivision` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly subdivision: IfPresent<"string", never>;
}

interface ConnServerIpAsVariables {
  /**
   * The number of the autonomous system of the address that the client connected to. Perhaps missing or empty when the network of the address is unknown.
   *
   * CEL: `conn.server_ip.as.number` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly number: IfPresent<"int", never>;
  /**
   * Who runs the autonomous system of the address that the client connected to. Perhaps missing or empty when the network of the address is unknown.
   *
   * CEL: `conn.server_ip.as.organization` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly organization: IfPresent<"string", never>;
}

interface ConnServerIpGeoLocationVariables {
  /**
   * The likely city, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.city` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly city: IfPresent<"string", never>;
  /**
   * The likely continent, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.continent` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly continent: IfPresent<"string", never>;
  /**
   * The likely country, by its English name, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.country` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"string", never>;
  /**
   * The likely country, as two letters (ISO 3166), of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.country_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly countryCode: IfPresent<"string", never>;
  /**
   * The likely latitude, as text, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.latitude` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly latitude: IfPresent<"string", never>;
  /**
   * The likely longitude, as text, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.longitude` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly longitude: IfPresent<"string", never>;
  /**
   * The code of the likely metropolitan area, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.metro_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly metroCode: IfPresent<"string", never>;
  /**
   * The likely postal code, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.postal_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly postalCode: IfPresent<"string", never>;
  /**
   * The accuracy of latitude and longitude, in kilometres, as text, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.radius` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly radius: IfPresent<"string", never>;
  /**
   * The likely state or province, by its English name, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.subdivision` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly subdivision: IfPresent<"string", never>;
  /**
   * The likely time zone, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.timezone` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly timezone: IfPresent<"string", never>;
  /**
   * Whether the likely country is in the European Union, of the address that the client connected to. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.location.is_eu` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly isEu: IfPresent<"bool", never>;
}

interface ConnServerIpGeoRegisteredLocationVariables {
  /**
   * The likely city, where the address that the client connected to is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.registered_location.city` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly city: IfPresent<"string", never>;
  /**
   * The likely continent, where the address that the client connected to is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.registered_location.continent` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly continent: IfPresent<"string", never>;
  /**
   * The likely country, by its English name, where the address that the client connected to is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.registered_location.country` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"string", never>;
  /**
   * The likely country, as two letters (ISO 3166), where the address that the client connected to is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.registered_location.country_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly countryCode: IfPresent<"string", never>;
  /**
   * The code of the likely metropolitan area, where the address that the client connected to is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.registered_location.metro_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly metroCode: IfPresent<"string", never>;
  /**
   * The likely state or province, by its English name, where the address that the client connected to is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.registered_location.subdivision` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly subdivision: IfPresent<"string", never>;
  /**
   * The likely time zone, where the address that the client connected to is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.registered_location.timezone` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly timezone: IfPresent<"string", never>;
  /**
   * Whether the likely country is in the European Union, where the address that the client connected to is registered. Perhaps missing or empty when the location of the address is unknown.
   *
   * CEL: `conn.server_ip.geo.registered_location.is_eu` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly isEu: IfPresent<"bool", never>;
}

interface ConnServerIpGeoVariables {
  readonly location: ConnServerIpGeoLocationVariables;
  readonly registeredLocation: ConnServerIpGeoRegisteredLocationVariables;
}

interface ConnServerIpVariables {
  /**
   * The categories of the address that the client connected to, such as `com.github.hooks`.
   *
   * CEL: `conn.server_ip.categories` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly categories: ListExpression<"string", never>;
  /**
   * Whether the address that the client connected to is on a list of addresses to block.
   *
   * CEL: `conn.server_ip.is_on_blocklist` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly isOnBlocklist: Condition<never>;
  /**
   * Whether the address that the client connected to is an exit of Tor.
   *
   * CEL: `conn.server_ip.is_tor_node` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly isTorNode: Condition<never>;
  readonly as: ConnServerIpAsVariables;
  readonly geo: ConnServerIpGeoVariables;
}

interface ConnTlsClientIssuerVariables {
  /**
   * Who issued the client's certificate: the common name. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.common_name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the countries. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.country` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the towns. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.locality` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the organizations. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.organization` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the units of the organization. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.organizational_unit` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the postal codes. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.postal_code` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the states or provinces. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.province` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the lines of the street address. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer.street_address` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsClientSanVariables {
  /**
   * The DNS names that the client's certificate is for. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san.dns_names` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly dnsNames: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The e-mail addresses that the client's certificate is for. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san.email_addresses` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly emailAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The IP addresses that the client's certificate is for. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san.ip_addresses` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly ipAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The URIs that the client's certificate is for. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san.uris` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly uris: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsClientSubjectVariables {
  /**
   * Whom the client's certificate is for: the common name. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.common_name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the countries. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.country` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the towns. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.locality` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the organizations. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.organization` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the units of the organization. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.organizational_unit` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the postal codes. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.postal_code` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the states or provinces. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.province` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the lines of the street address. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject.street_address` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsClientValidityVariables {
  /**
   * When the client's certificate expires. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.validity.not_after` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly notAfter: IfPresent<"timestamp", "HTTP or TLS">;
  /**
   * From when the client's certificate is valid. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.validity.not_before` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly notBefore: IfPresent<"timestamp", "HTTP or TLS">;
}

interface ConnTlsClientVariables {
  /**
   * The extensions of the client's certificate. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.extensions` (list(extension)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly extensions: IfPresent<"list(extension)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the distinguished name as text. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.issuer` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly issuer: IfPresent<"string", "HTTP or TLS"> & ConnTlsClientIssuerVariables;
  /**
   * All subject alternative names of the client's certificate, as one text. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.san` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly san: IfPresent<"string", "HTTP or TLS"> & ConnTlsClientSanVariables;
  /**
   * The serial number of the client's certificate. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.serial_number` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly serialNumber: IfPresent<"string", "HTTP or TLS">;
  /**
   * The name of the algorithm that the client's certificate is signed with. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.signature_algorithm` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly signatureAlgorithm: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the distinguished name as text. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.subject` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly subject: IfPresent<"string", "HTTP or TLS"> & ConnTlsClientSubjectVariables;
  readonly validity: ConnTlsClientValidityVariables;
  /**
   * The client's certificate, as PEM. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `conn.tls.client.pem` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly pem: IfPresent<"string", "HTTP or TLS">;
}

interface ConnTlsServerIssuerVariables {
  /**
   * Who issued the server's certificate: the common name. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.common_name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the countries. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.country` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the towns. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.locality` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the organizations. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.organization` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the units of the organization. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.organizational_unit` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the postal codes. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.postal_code` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the states or provinces. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.province` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the lines of the street address. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer.street_address` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsServerSanVariables {
  /**
   * The DNS names that the server's certificate is for. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san.dns_names` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly dnsNames: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The e-mail addresses that the server's certificate is for. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san.email_addresses` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly emailAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The IP addresses that the server's certificate is for. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san.ip_addresses` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly ipAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The URIs that the server's certificate is for. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san.uris` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly uris: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsServerSubjectVariables {
  /**
   * Whom the server's certificate is for: the common name. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.common_name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the countries. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.country` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the towns. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.locality` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the organizations. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.organization` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the units of the organization. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.organizational_unit` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the postal codes. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.postal_code` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the states or provinces. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.province` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the lines of the street address. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject.street_address` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ConnTlsServerValidityVariables {
  /**
   * When the server's certificate expires. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.validity.not_after` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly notAfter: IfPresent<"timestamp", "HTTP or TLS">;
  /**
   * From when the server's certificate is valid. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.validity.not_before` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly notBefore: IfPresent<"timestamp", "HTTP or TLS">;
}

interface ConnTlsServerVariables {
  /**
   * The extensions of the server's certificate. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.extensions` (list(extension)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly extensions: IfPresent<"list(extension)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the distinguished name as text. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.issuer` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly issuer: IfPresent<"string", "HTTP or TLS"> & ConnTlsServerIssuerVariables;
  /**
   * All subject alternative names of the server's certificate, as one text. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.san` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly san: IfPresent<"string", "HTTP or TLS"> & ConnTlsServerSanVariables;
  /**
   * The serial number of the server's certificate. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.serial_number` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly serialNumber: IfPresent<"string", "HTTP or TLS">;
  /**
   * The name of the algorithm that the server's certificate is signed with. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.signature_algorithm` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly signatureAlgorithm: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the distinguished name as text. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.server.subject` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly subject: IfPresent<"string", "HTTP or TLS"> & ConnTlsServerSubjectVariables;
  readonly validity: ConnTlsServerValidityVariables;
}

interface ConnTlsVariables {
  /**
   * The cipher suite that client and server agreed on. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.cipher_suite` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly cipherSuite: IfPresent<"string", "HTTP or TLS">;
  readonly client: ConnTlsClientVariables;
  readonly server: ConnTlsServerVariables;
  /**
   * The host that the client asked for when TLS began. Perhaps missing or empty when the client sends no server name, or the connection does not use TLS.
   *
   * CEL: `conn.tls.sni` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly sni: IfPresent<"string", "HTTP or TLS">;
  /**
   * The version of TLS that client and server agreed on. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.version` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Examples write it as `1.3`, earlier ones as `TLS 1.3`.
   */
  readonly version: IfPresent<"string", "HTTP or TLS">;
  /**
   * The JA4 fingerprint of the client's first message of TLS. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.ja4_fingerprint` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly ja4Fingerprint: IfPresent<"string", "HTTP or TLS">;
  /**
   * The protocol that client and server agreed on (ALPN); empty when they did not. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.negotiated_alpn` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   */
  readonly negotiatedAlpn: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whether an earlier session of TLS goes on. Perhaps missing or empty when the connection does not use TLS.
   *
   * CEL: `conn.tls.session_resumed` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * It is documented as false for every connection of today.
   */
  readonly sessionResumed: IfPresent<"bool", "HTTP or TLS">;
}

interface ConnTsVariables {
  /**
   * When the connection began.
   *
   * CEL: `conn.ts.start` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly start: TimestampExpression<never>;
  /**
   * When the connection ended.
   *
   * CEL: `conn.ts.end` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
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
   * CEL: `conn.Geo.CountryCode` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * @deprecated Use `conn.geo.countryCode`.
   */
  readonly CountryCode: StringExpression<never>;
  /**
   * The accuracy of latitude and longitude, in kilometres, as text.
   *
   * CEL: `conn.Geo.LatLongRadiusKm` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * @deprecated Use `conn.geo.radius`.
   */
  readonly LatLongRadiusKm: StringExpression<never>;
  /**
   * The likely latitude of the client, as text.
   *
   * CEL: `conn.Geo.Latitude` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * @deprecated Use `conn.geo.latitude`.
   */
  readonly Latitude: StringExpression<never>;
  /**
   * The likely longitude of the client, as text.
   *
   * CEL: `conn.Geo.Longitude` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * @deprecated Use `conn.geo.longitude`.
   */
  readonly Longitude: StringExpression<never>;
}

interface EarlierConnTLSVariables {
  /**
   * The common name of the certificate.
   *
   * CEL: `conn.TLS.CertCN` (string); TLS on_tcp_connect.
   *
   * Whether it is the client's certificate or the server's is not documented.
   *
   * @deprecated Use `conn.tls.client.subject.commonName`.
   */
  readonly CertCN: StringExpression<"TLS">;
  /**
   * The cipher suite that client and server agreed on.
   *
   * CEL: `conn.TLS.CipherSuite` (string); TLS on_tcp_connect.
   *
   * @deprecated Use `conn.tls.cipherSuite`.
   */
  readonly CipherSuite: StringExpression<"TLS">;
  /**
   * The host that the client asked for when TLS began.
   *
   * CEL: `conn.TLS.SNI` (string); TLS on_tcp_connect.
   *
   * @deprecated Use `conn.tls.sni`.
   */
  readonly SNI: StringExpression<"TLS">;
  /**
   * The version of TLS that client and server agreed on.
   *
   * CEL: `conn.TLS.Version` (string); TLS on_tcp_connect.
   *
   * @deprecated Use `conn.tls.version`.
   */
  readonly Version: StringExpression<"TLS">;
}

interface ConnK8sPodMetadataVariables {
  /**
   * The name of the pod that connected. Perhaps missing or empty when the endpoint has no Kubernetes binding.
   *
   * CEL: `conn.k8s.pod.metadata.name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly name: IfPresent<"string", never>;
  /**
   * The Kubernetes namespace of the pod that connected. Perhaps missing or empty when the endpoint has no Kubernetes binding.
   *
   * CEL: `conn.k8s.pod.metadata.namespace` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly namespace: IfPresent<"string", never>;
  /**
   * The annotations of the pod that begin with `k8s.ngrok.com/`. Perhaps missing or empty when the endpoint has no Kubernetes binding.
   *
   * CEL: `conn.k8s.pod.metadata.annotations` (map(string, string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly annotations: IndexedMap<"string", never>;
  /**
   * The code of the error, when the pod is not known. Perhaps missing or empty when the pod is known.
   *
   * CEL: `conn.k8s.pod.metadata.error_code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly errorCode: IfPresent<"string", never>;
  /**
   * The text of the error, when the pod is not known. Perhaps missing or empty when the pod is known.
   *
   * CEL: `conn.k8s.pod.metadata.error_message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly errorMessage: IfPresent<"string", never>;
}

interface ConnK8sPodVariables {
  /**
   * The identifier of the pod that connected. Perhaps missing or empty when the endpoint has no Kubernetes binding.
   *
   * CEL: `conn.k8s.pod.id` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly id: IfPresent<"string", never>;
  readonly metadata: ConnK8sPodMetadataVariables;
}

interface ConnK8sVariables {
  readonly pod: ConnK8sPodVariables;
}

interface ConnVariables {
  /**
   * How many bytes the client has sent so far.
   *
   * CEL: `conn.bytes_in` (int); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * For TCP and TLS policies only earlier documentation lists it.
   */
  readonly bytesIn: IntExpression<"all but on_tcp_connect">;
  /**
   * How many bytes have been sent to the client so far.
   *
   * CEL: `conn.bytes_out` (int); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * Before there is a response its value is probably of little use.
   *
   * For TCP and TLS policies only earlier documentation lists it.
   */
  readonly bytesOut: IntExpression<"all but on_tcp_connect">;
  /**
   * The address of the peer; never taken from a header.
   *
   * CEL: `conn.client_ip` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly clientIp: StringExpression<never> & ConnClientIpVariables;
  /**
   * The port of the peer.
   *
   * CEL: `conn.client_port` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly clientPort: IntExpression<never>;
  readonly geo: ConnGeoVariables;
  /**
   * The address the client connected to.
   *
   * CEL: `conn.server_ip` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly serverIp: StringExpression<never> & ConnServerIpVariables;
  /**
   * The port the client connected to.
   *
   * CEL: `conn.server_port` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly serverPort: IntExpression<never>;
  readonly tls: ConnTlsVariables;
  readonly ts: ConnTsVariables;
  /**
   * When the connection began.
   *
   * CEL: `conn.start_ts` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * @deprecated Use `conn.ts.start`.
   */
  readonly startTs: TimestampExpression<never>;
  /**
   * When the connection ended.
   *
   * CEL: `conn.end_ts` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * Before the connection ends its value is probably of little use.
   *
   * @deprecated There is no such name today.
   */
  readonly endTs: TimestampExpression<never>;
  /**
   * The address of the peer.
   *
   * CEL: `conn.ClientIP` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * @deprecated Use `conn.clientIp`.
   */
  readonly ClientIP: StringExpression<never>;
  readonly Geo: EarlierConnGeoVariables;
  readonly TLS: EarlierConnTLSVariables;
  /**
   * The region of the service that the client connected to.
   *
   * CEL: `conn.server_region` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly serverRegion: StringExpression<never>;
  readonly k8s: ConnK8sVariables;
}

/** The connection: the variables `conn.*`. */
export const conn: ConnVariables = namespaceOf(phases, "conn");

interface EndpointVariables {
  /**
   * The host and port of the endpoint, as `host:port`.
   *
   * CEL: `endpoint.addr` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly addr: StringExpression<never>;
  /**
   * The host name of the endpoint.
   *
   * CEL: `endpoint.host` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly host: StringExpression<never>;
  /**
   * The identifier of the endpoint.
   *
   * CEL: `endpoint.id` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly id: StringExpression<never>;
  /**
   * The port of the endpoint.
   *
   * CEL: `endpoint.port` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly port: IntExpression<never>;
  /**
   * What the endpoint speaks: `http`, `https`, `tcp` or `tls`.
   *
   * CEL: `endpoint.protocol` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly protocol: StringExpression<never>;
  /**
   * The URL of the endpoint.
   *
   * CEL: `endpoint.url` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly url: StringExpression<never>;
}

/** The endpoint that the traffic came to: the variables `endpoint.*`. */
export const endpoint: EndpointVariables = namespaceOf(phases, "endpoint");

interface ReqContentTypeVariables {
  /**
   * The parameters of the request's `content-type`, such as `charset`. Perhaps missing or empty when the request has no `content-type`.
   *
   * CEL: `req.content_type.parameters` (map(string, string)); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly parameters: IndexedMap<"string", "all but on_tcp_connect">;
  /**
   * The request's `content-type` as it was sent. Perhaps missing or empty when the request has no `content-type`.
   *
   * CEL: `req.content_type.raw` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly raw: IfPresent<"string", "all but on_tcp_connect">;
}

interface ReqTsVariables {
  /**
   * When the body of the request had arrived. Missing when the request has no body.
   *
   * CEL: `req.ts.body_received` (timestamp); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly bodyReceived: IfPresent<"timestamp", "all but on_tcp_connect">;
  /**
   * When the head of the request had arrived.
   *
   * CEL: `req.ts.header_received` (timestamp); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly headerReceived: TimestampExpression<"all but on_tcp_connect">;
}

interface ReqUrlVariables {
  /**
   * User, host and port of the URL, as `user:password@host:port`.
   *
   * CEL: `req.url.authority` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * Examples use it as the beginning of the URL, which begins with the scheme.
   */
  readonly authority: StringExpression<"all but on_tcp_connect">;
  /**
   * The host of the URL.
   *
   * CEL: `req.url.host` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly host: StringExpression<"all but on_tcp_connect">;
  /**
   * The path of the URL, which begins with `/`.
   *
   * CEL: `req.url.path` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly path: StringExpression<"all but on_tcp_connect">;
  /**
   * The port of the URL. Missing when the URL has no port.
   *
   * CEL: `req.url.port` (int); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly port: IfPresent<"int", "all but on_tcp_connect">;
  /**
   * The query string, without the `?`. Perhaps missing or empty when the URL has no query string.
   *
   * CEL: `req.url.query` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly query: IfPresent<"string", "all but on_tcp_connect">;
  /**
   * The parameters of the query string: name to the list of values.
   *
   * CEL: `req.url.query_params` (map(string, list(string))); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly queryParams: IndexedMap<"list(string)", "all but on_tcp_connect">;
  /**
   * The whole URL as it was sent, not normalized.
   *
   * CEL: `req.url.raw` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly raw: StringExpression<"all but on_tcp_connect">;
  /**
   * The path of the URL as it was sent, not normalized.
   *
   * CEL: `req.url.raw_path` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly rawPath: StringExpression<"all but on_tcp_connect">;
  /**
   * `http` or `https`.
   *
   * CEL: `req.url.scheme` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly scheme: StringExpression<"all but on_tcp_connect">;
  /**
   * Path and query string of the URL.
   *
   * CEL: `req.url.uri` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly uri: StringExpression<"all but on_tcp_connect">;
  /**
   * User and password of the URL, as `user:password`. Perhaps missing or empty when the URL has no user.
   *
   * CEL: `req.url.user_password` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly userPassword: IfPresent<"string", "all but on_tcp_connect">;
  /**
   * User and password of the URL, as `user:password`.
   *
   * CEL: `req.url.user` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * Templates of headers, which are not policies, still use this name.
   *
   * @deprecated Use `req.url.userPassword`.
   */
  readonly user: StringExpression<"all but on_tcp_connect">;
}

interface ReqUserAgentVariables {
  /**
   * The name of the client, as its `user-agent` says.
   *
   * CEL: `req.user_agent.name` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly name: StringExpression<"all but on_tcp_connect">;
  /**
   * The version of the client, as its `user-agent` says.
   *
   * CEL: `req.user_agent.version` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly version: StringExpression<"all but on_tcp_connect">;
  /**
   * The operating system of the client, as its `user-agent` says.
   *
   * CEL: `req.user_agent.os` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly os: StringExpression<"all but on_tcp_connect">;
  /**
   * The version of the client's operating system, as its `user-agent` says.
   *
   * CEL: `req.user_agent.os_version` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly osVersion: StringExpression<"all but on_tcp_connect">;
  /**
   * The device of the client, as its `user-agent` says.
   *
   * CEL: `req.user_agent.device` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly device: StringExpression<"all but on_tcp_connect">;
  /**
   * The URL that a crawler names, as its `user-agent` says.
   *
   * CEL: `req.user_agent.url` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly url: StringExpression<"all but on_tcp_connect">;
  /**
   * Whether the client is on a phone, as its `user-agent` says.
   *
   * CEL: `req.user_agent.is_mobile` (bool); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly isMobile: Condition<"all but on_tcp_connect">;
  /**
   * Whether the client is on a tablet, as its `user-agent` says.
   *
   * CEL: `req.user_agent.is_tablet` (bool); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly isTablet: Condition<"all but on_tcp_connect">;
  /**
   * Whether the client is on a desktop computer, as its `user-agent` says.
   *
   * CEL: `req.user_agent.is_desktop` (bool); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly isDesktop: Condition<"all but on_tcp_connect">;
  /**
   * Whether the client is a bot, as its `user-agent` says.
   *
   * CEL: `req.user_agent.is_bot` (bool); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly isBot: Condition<"all but on_tcp_connect">;
}

interface EarlierReqClientTLSVariables {
  /**
   * The common name of the client's certificate.
   *
   * CEL: `req.ClientTLS.CertCN` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `conn.tls.client.subject.commonName`.
   */
  readonly CertCN: StringExpression<"all but on_tcp_connect">;
  /**
   * The cipher suite of the connection to the client.
   *
   * CEL: `req.ClientTLS.CipherSuite` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `conn.tls.cipherSuite`.
   */
  readonly CipherSuite: StringExpression<"all but on_tcp_connect">;
  /**
   * The host that the client asked for when TLS began.
   *
   * CEL: `req.ClientTLS.SNI` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `conn.tls.sni`.
   */
  readonly SNI: StringExpression<"all but on_tcp_connect">;
  /**
   * The version of TLS of the connection to the client.
   *
   * CEL: `req.ClientTLS.Version` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `conn.tls.version`.
   */
  readonly Version: StringExpression<"all but on_tcp_connect">;
}

interface ReqVariables {
  /**
   * How the request body is encoded: the values of `content-encoding`. Perhaps missing or empty when the request has no `content-encoding`.
   *
   * CEL: `req.content_encoding` (list(string)); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly contentEncoding: IfPresent<"list(string)", "all but on_tcp_connect">;
  /**
   * The size of the request body in bytes. Missing when the request has no body, or its length is not known in advance.
   *
   * CEL: `req.content_length` (int); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly contentLength: IfPresent<"int", "all but on_tcp_connect">;
  /**
   * The media type of the request body, without parameters. Perhaps missing or empty when the request has no `content-type`.
   *
   * CEL: `req.content_type` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly contentType: IfPresent<"string", "all but on_tcp_connect"> & ReqContentTypeVariables;
  /**
   * The cookies of the request: name to the list of cookies.
   *
   * CEL: `req.cookies` (map(string, list(cookie))); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * Name and value are the only fields that are listed for cookies of the request.
   */
  readonly cookies: IndexedMap<"list(cookie)", "all but on_tcp_connect">;
  /**
   * The request headers: lower-case name to the list of values.
   *
   * CEL: `req.headers` (map(string, list(string))); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly headers: IndexedMap<"list(string)", "all but on_tcp_connect">;
  /**
   * The host that the request is for, as its `host` header says.
   *
   * CEL: `req.host` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly host: StringExpression<"all but on_tcp_connect">;
  /**
   * The `location` header of the request. Perhaps missing or empty when the request has no `location`.
   *
   * CEL: `req.location` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * Requests hardly ever have this header.
   */
  readonly location: IfPresent<"string", "all but on_tcp_connect">;
  /**
   * The HTTP method of the request.
   *
   * CEL: `req.method` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly method: StringExpression<"all but on_tcp_connect">;
  /**
   * The request trailers: lower-case name to the list of values. Perhaps missing or empty when the body has not arrived yet.
   *
   * CEL: `req.trailers` (map(string, list(string))); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly trailers: IndexedMap<"list(string)", "all but on_tcp_connect">;
  readonly ts: ReqTsVariables;
  /**
   * The whole URL, normalized.
   *
   * CEL: `req.url` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly url: StringExpression<"all but on_tcp_connect"> & ReqUrlVariables;
  /**
   * What the client calls itself. Perhaps missing or empty when the request has no `user-agent`.
   *
   * CEL: `req.user_agent` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly userAgent: IfPresent<"string", "all but on_tcp_connect"> & ReqUserAgentVariables;
  /**
   * The version of HTTP.
   *
   * CEL: `req.version` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  readonly version: StringExpression<"all but on_tcp_connect">;
  readonly ClientTLS: EarlierReqClientTLSVariables;
  /**
   * The size of the request body in bytes.
   *
   * CEL: `req.ContentLength` (int); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `req.contentLength`.
   */
  readonly ContentLength: IntExpression<"all but on_tcp_connect">;
  /**
   * The cookies of the request, as a list.
   *
   * CEL: `req.Cookies` (list(dyn)); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * The current variable is a map by the name of the cookie, not a list.
   *
   * @deprecated Use `req.cookies`.
   */
  readonly Cookies: ListExpression<"dyn", "all but on_tcp_connect">;
  /**
   * The request headers: canonical name to value.
   *
   * CEL: `req.Headers` (map(string, dyn)); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * The keys of the current variable are in lower case, and its values are lists.
   *
   * @deprecated Use `req.headers`.
   */
  readonly Headers: IndexedMap<"dyn", "all but on_tcp_connect">;
  /**
   * The host that the request is for.
   *
   * CEL: `req.Host` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `req.host`.
   */
  readonly Host: StringExpression<"all but on_tcp_connect">;
  /**
   * The `location` header of the request.
   *
   * CEL: `req.Location` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `req.location`.
   */
  readonly Location: StringExpression<"all but on_tcp_connect">;
  /**
   * The HTTP method of the request.
   *
   * CEL: `req.Method` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `req.method`.
   */
  readonly Method: StringExpression<"all but on_tcp_connect">;
  /**
   * The parameters of the query string.
   *
   * CEL: `req.Params` (map(string, dyn)); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * The values of the current variable are lists.
   *
   * @deprecated Use `req.url.queryParams`.
   */
  readonly Params: IndexedMap<"dyn", "all but on_tcp_connect">;
  /**
   * The path of the URL.
   *
   * CEL: `req.Path` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `req.url.path`.
   */
  readonly Path: StringExpression<"all but on_tcp_connect">;
  /**
   * The version of HTTP.
   *
   * CEL: `req.Protocol` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether the current variable has the same format is not documented.
   *
   * @deprecated Use `req.version`.
   */
  readonly Protocol: StringExpression<"all but on_tcp_connect">;
  /**
   * The request trailers.
   *
   * CEL: `req.Trailers` (map(string, dyn)); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * The keys of the current variable are in lower case, and its values are lists.
   *
   * @deprecated Use `req.trailers`.
   */
  readonly Trailers: IndexedMap<"dyn", "all but on_tcp_connect">;
  /**
   * The whole URL.
   *
   * CEL: `req.URL` (string); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * @deprecated Use `req.url`.
   */
  readonly URL: StringExpression<"all but on_tcp_connect">;
  /**
   * Whether the request has this header.
   *
   * CEL: `hasReqHeader(name)` (bool); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * The name is written in its canonical form, like `Content-Type`.
   */
  hasHeader<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): Condition<"all but on_tcp_connect" | Q>;
  /**
   * The values of this request header.
   *
   * CEL: `getReqHeader(name)` (list(string)); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * The name is written in its canonical form, like `Content-Type`.
   */
  header<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): ListExpression<"string", "all but on_tcp_connect" | Q>;
  /**
   * Whether the query string has this parameter.
   *
   * CEL: `hasQueryParam(name)` (bool); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  hasQueryParam<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): Condition<"all but on_tcp_connect" | Q>;
  /**
   * The values of this parameter of the query string.
   *
   * CEL: `getQueryParam(name)` (list(string)); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  queryParam<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): ListExpression<"string", "all but on_tcp_connect" | Q>;
  /**
   * Whether the request has this cookie.
   *
   * CEL: `hasReqCookie(name)` (bool); HTTP on_http_request and on_http_response and on_event_stream_message.
   */
  hasCookie<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): Condition<"all but on_tcp_connect" | Q>;
  /**
   * The first cookie of this name in the request.
   *
   * CEL: `getReqCookie(name)` (cookie); HTTP on_http_request and on_http_response and on_event_stream_message.
   *
   * Missing when the request has no such cookie.
   *
   * What it returns if there is no such cookie is not documented.
   */
  cookie<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): IfPresent<"cookie", "all but on_tcp_connect" | Q>;
}

/** The HTTP request: the variables `req.*`. */
export const req: ReqVariables = namespaceOf(phases, "req");

interface ResContentTypeVariables {
  /**
   * The parameters of the response's `content-type`, such as `charset`. Perhaps missing or empty when the response has no `content-type`.
   *
   * CEL: `res.content_type.parameters` (map(string, string)); HTTP on_http_response and on_event_stream_message.
   */
  readonly parameters: IndexedMap<"string", "on_http_response and on_event_stream_message">;
  /**
   * The response's `content-type` as it was sent. Perhaps missing or empty when the response has no `content-type`.
   *
   * CEL: `res.content_type.raw` (string); HTTP on_http_response and on_event_stream_message.
   */
  readonly raw: IfPresent<"string", "on_http_response and on_event_stream_message">;
}

interface ResTsVariables {
  /**
   * When the body of the response had been sent.
   *
   * CEL: `res.ts.body_sent` (timestamp); HTTP on_http_response and on_event_stream_message.
   *
   * It appears in an example, but in no list of variables.
   *
   * @deprecated There is no such name today.
   */
  readonly bodySent: TimestampExpression<"on_http_response and on_event_stream_message">;
  /**
   * When the head of the response had been sent.
   *
   * CEL: `res.ts.header_sent` (timestamp); HTTP on_http_response and on_event_stream_message.
   *
   * It appears in an example, but in no list of variables.
   *
   * @deprecated There is no such name today.
   */
  readonly headerSent: TimestampExpression<"on_http_response and on_event_stream_message">;
}

interface EarlierResServerTLSVariables {
  /**
   * The common name of the server's certificate.
   *
   * CEL: `res.ServerTLS.CertCN` (string); HTTP on_http_response and on_event_stream_message.
   *
   * Whether it is about the connection to the client or to the upstream is not documented.
   *
   * @deprecated Use `conn.tls.server.subject.commonName`.
   */
  readonly CertCN: StringExpression<"on_http_response and on_event_stream_message">;
  /**
   * The cipher suite of a connection.
   *
   * CEL: `res.ServerTLS.CipherSuite` (string); HTTP on_http_response and on_event_stream_message.
   *
   * Whether it is about the connection to the client or to the upstream is not documented.
   *
   * @deprecated There is no such name today.
   */
  readonly CipherSuite: StringExpression<"on_http_response and on_event_stream_message">;
  /**
   * The host that was asked for when TLS began.
   *
   * CEL: `res.ServerTLS.SNI` (string); HTTP on_http_response and on_event_stream_message.
   *
   * Whether it is about the connection to the client or to the upstream is not documented.
   *
   * @deprecated There is no such name today.
   */
  readonly SNI: StringExpression<"on_http_response and on_event_stream_message">;
  /**
   * The version of TLS of a connection.
   *
   * CEL: `res.ServerTLS.Version` (string); HTTP on_http_response and on_event_stream_message.
   *
   * Whether it is about the connection to the client or to the upstream is not documented.
   *
   * @deprecated There is no such name today.
   */
  readonly Version: StringExpression<"on_http_response and on_event_stream_message">;
}

interface ResVariables {
  /**
   * How the response body is encoded: the values of `content-encoding`. Perhaps missing or empty when the response has no `content-encoding`.
   *
   * CEL: `res.content_encoding` (list(string)); HTTP on_http_response and on_event_stream_message.
   */
  readonly contentEncoding: IfPresent<
    "list(string)",
    "on_http_response and on_event_stream_message"
  >;
  /**
   * The size of the response body in bytes. Perhaps missing or empty when the length of the response is not known in advance.
   *
   * CEL: `res.content_length` (int); HTTP on_http_response and on_event_stream_message.
   */
  readonly contentLength: IfPresent<"int", "on_http_response and on_event_stream_message">;
  /**
   * The media type of the response body, without parameters. Perhaps missing or empty when the response has no `content-type`.
   *
   * CEL: `res.content_type` (string); HTTP on_http_response and on_event_stream_message.
   */
  readonly contentType: IfPresent<"string", "on_http_response and on_event_stream_message"> &
    ResContentTypeVariables;
  /**
   * The cookies that the response sets: name to the list of cookies.
   *
   * CEL: `res.cookies` (map(string, list(cookie))); HTTP on_http_response and on_event_stream_message.
   */
  readonly cookies: IndexedMap<"list(cookie)", "on_http_response and on_event_stream_message">;
  /**
   * The response headers: lower-case name to the list of values.
   *
   * CEL: `res.headers` (map(string, list(string))); HTTP on_http_response and on_event_stream_message.
   */
  readonly headers: IndexedMap<"list(string)", "on_http_response and on_event_stream_message">;
  /**
   * The `location` header of the response. Perhaps missing or empty when the response has no `location`.
   *
   * CEL: `res.location` (string); HTTP on_http_response and on_event_stream_message.
   */
  readonly location: IfPresent<"string", "on_http_response and on_event_stream_message">;
  /**
   * The status of the response.
   *
   * CEL: `res.status_code` (int); HTTP on_http_response and on_event_stream_message.
   */
  readonly statusCode: IntExpression<"on_http_response and on_event_stream_message">;
  /**
   * The response trailers: lower-case name to the list of values. Perhaps missing or empty when the body has not arrived yet.
   *
   * CEL: `res.trailers` (map(string, list(string))); HTTP on_http_response and on_event_stream_message.
   */
  readonly trailers: IndexedMap<"list(string)", "on_http_response and on_event_stream_message">;
  readonly ts: ResTsVariables;
  /**
   * The size of the response body in bytes.
   *
   * CEL: `res.ContentLength` (int); HTTP on_http_response and on_event_stream_message.
   *
   * @deprecated Use `res.contentLength`.
   */
  readonly ContentLength: IntExpression<"on_http_response and on_event_stream_message">;
  /**
   * The cookies of the response, as a list.
   *
   * CEL: `res.Cookies` (list(dyn)); HTTP on_http_response and on_event_stream_message.
   *
   * The current variable is a map by the name of the cookie, not a list.
   *
   * @deprecated Use `res.cookies`.
   */
  readonly Cookies: ListExpression<"dyn", "on_http_response and on_event_stream_message">;
  /**
   * The response headers.
   *
   * CEL: `res.Headers` (map(string, dyn)); HTTP on_http_response and on_event_stream_message.
   *
   * The keys of the current variable are in lower case, and its values are lists.
   *
   * @deprecated Use `res.headers`.
   */
  readonly Headers: IndexedMap<"dyn", "on_http_response and on_event_stream_message">;
  /**
   * The `location` header of the response.
   *
   * CEL: `res.Location` (string); HTTP on_http_response and on_event_stream_message.
   *
   * @deprecated Use `res.location`.
   */
  readonly Location: StringExpression<"on_http_response and on_event_stream_message">;
  readonly ServerTLS: EarlierResServerTLSVariables;
  /**
   * The status of the response, as text.
   *
   * CEL: `res.StatusCode` (string); HTTP on_http_response and on_event_stream_message.
   *
   * The current variable is a number.
   *
   * @deprecated Use `res.statusCode`.
   */
  readonly StatusCode: StringExpression<"on_http_response and on_event_stream_message">;
  /**
   * The response trailers.
   *
   * CEL: `res.Trailers` (map(string, dyn)); HTTP on_http_response and on_event_stream_message.
   *
   * The keys of the current variable are in lower case, and its values are lists.
   *
   * @deprecated Use `res.trailers`.
   */
  readonly Trailers: IndexedMap<"dyn", "on_http_response and on_event_stream_message">;
  /**
   * Whether the response has this header.
   *
   * CEL: `hasResHeader(name)` (bool); HTTP on_http_response and on_event_stream_message.
   *
   * The name is written in its canonical form, like `Content-Type`.
   */
  hasHeader<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): Condition<"on_http_response and on_event_stream_message" | Q>;
  /**
   * The values of this response header.
   *
   * CEL: `getResHeader(name)` (list(string)); HTTP on_http_response and on_event_stream_message.
   *
   * The name is written in its canonical form, like `Content-Type`.
   */
  header<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): ListExpression<"string", "on_http_response and on_event_stream_message" | Q>;
  /**
   * Whether the response sets this cookie.
   *
   * CEL: `hasResCookie(name)` (bool); HTTP on_http_response and on_event_stream_message.
   */
  hasCookie<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): Condition<"on_http_response and on_event_stream_message" | Q>;
  /**
   * The cookie of this name that the response sets; of several the one with the longest path.
   *
   * CEL: `getResCookie(name)` (cookie); HTTP on_http_response and on_event_stream_message.
   *
   * Missing when the response sets no such cookie.
   *
   * What it returns if there is no such cookie is not documented.
   */
  cookie<Q extends Restriction = never>(
    name: StringValue<Q>,
  ): IfPresent<"cookie", "on_http_response and on_event_stream_message" | Q>;
}

/** The HTTP response: the variables `res.*`. */
export const res: ResVariables = namespaceOf(phases, "res");

interface TimeVariables {
  /**
   * The current time in UTC, as RFC 3339 text; `timestamp(time.now)` is the point in time.
   *
   * CEL: `time.now` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   */
  readonly now: StringExpression<never>;
}

/** The clock: the variables `time.*`. */
export const time: TimeVariables = namespaceOf(phases, "time");

/** The variables of the policy itself: the variables `vars.*`. */
export const vars: IndexedFields<"dyn", never> = namespaceOf(phases, "vars");

interface ActionsNgrokAddHeadersVariables {
  /**
   * The headers that the last run added: name to value. Missing until `add-headers` has run.
   *
   * CEL: `actions.ngrok.add_headers.headers_added` (map(string, string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly headersAdded: IndexedMap<"string", "HTTP">;
}

interface ActionsNgrokAiGatewayErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `ai-gateway` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.ai_gateway.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `ai-gateway` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.ai_gateway.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokAiGatewayVariables {
  /**
   * `success` or `error`. Missing until `ai-gateway` has run.
   *
   * CEL: `actions.ngrok.ai_gateway.status` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly status: IfPresent<"string", "HTTP">;
  readonly error: ActionsNgrokAiGatewayErrorVariables;
  /**
   * What the client asked for. Missing until `ai-gateway` has run.
   *
   * CEL: `actions.ngrok.ai_gateway.client` (map(string, dyn)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly client: IndexedMap<"dyn", "HTTP">;
  /**
   * The tokens of the request. Missing until `ai-gateway` has run.
   *
   * CEL: `actions.ngrok.ai_gateway.input_ngrok_tokens` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly inputNgrokTokens: IfPresent<"int", "HTTP">;
  /**
   * The tokens of the response. Missing until `ai-gateway` has run.
   *
   * CEL: `actions.ngrok.ai_gateway.output_ngrok_tokens` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly outputNgrokTokens: IfPresent<"int", "HTTP">;
  /**
   * The time that the gateway took, in milliseconds. Missing until `ai-gateway` has run.
   *
   * CEL: `actions.ngrok.ai_gateway.gateway_latency_ms` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly gatewayLatencyMs: IfPresent<"int", "HTTP">;
  /**
   * How models were chosen. Missing until `ai-gateway` has run.
   *
   * CEL: `actions.ngrok.ai_gateway.model_selection` (list(map(string, dyn))); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly modelSelection: IfPresent<"list(map(string, dyn))", "HTTP">;
  /**
   * The models that were asked. Missing until `ai-gateway` has run.
   *
   * CEL: `actions.ngrok.ai_gateway.models_tried` (list(map(string, dyn))); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly modelsTried: IfPresent<"list(map(string, dyn))", "HTTP">;
  /**
   * The model that answered. Missing until `ai-gateway` has run. Perhaps missing or empty when no provider answered.
   *
   * CEL: `actions.ngrok.ai_gateway.success` (map(string, dyn)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly success: IndexedMap<"dyn", "HTTP">;
}

interface ActionsNgrokBasicAuthCredentialsVariables {
  /**
   * Whether the request has credentials of this scheme. Missing until `basic-auth` has run.
   *
   * CEL: `actions.ngrok.basic_auth.credentials.presented` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly presented: IfPresent<"bool", "HTTP">;
  /**
   * The name that is presented. Missing until `basic-auth` has run.
   *
   * CEL: `actions.ngrok.basic_auth.credentials.username` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly username: IfPresent<"string", "HTTP">;
  /**
   * Whether name and password are accepted. Missing until `basic-auth` has run.
   *
   * CEL: `actions.ngrok.basic_auth.credentials.authorized` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly authorized: IfPresent<"bool", "HTTP">;
}

interface ActionsNgrokBasicAuthVariables {
  readonly credentials: ActionsNgrokBasicAuthCredentialsVariables;
}

interface ActionsNgrokCompressVariables {
  /**
   * Whether the body was encoded before the last run. Missing until `compress-response` has run.
   *
   * CEL: `actions.ngrok.compress.already_compressed` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly alreadyCompressed: IfPresent<"bool", "HTTP">;
  /**
   * The algorithm that the last run chose. Missing until `compress-response` has run.
   *
   * CEL: `actions.ngrok.compress.negotiated_algorithm` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * What it is when no algorithm was chosen is not documented.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly negotiatedAlgorithm: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokForwardInternalErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `forward-internal` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.forward_internal.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", never>;
  /**
   * The text of the error, when the last run failed. Missing until `forward-internal` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.forward_internal.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", never>;
}

interface ActionsNgrokForwardInternalVariables {
  /**
   * The URL that could not be reached, as `scheme://host:port`. Missing until `forward-internal` has run. Perhaps missing or empty when forwarding did not fail.
   *
   * CEL: `actions.ngrok.forward_internal.url` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly url: IfPresent<"string", never>;
  readonly error: ActionsNgrokForwardInternalErrorVariables;
}

interface ActionsNgrokHttpRequestErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `http-request` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.http_request.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `http-request` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.http_request.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokHttpRequestVariables {
  readonly error: ActionsNgrokHttpRequestErrorVariables;
  /**
   * The attempts of the last run. Missing until `http-request` has run.
   *
   * CEL: `actions.ngrok.http_request.attempts` (list(http_attempt)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly attempts: IfPresent<"list(http_attempt)", "HTTP">;
  /**
   * The request that the last run sent. Missing until `http-request` has run.
   *
   * CEL: `actions.ngrok.http_request.req` (http_attempt_request); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly req: IfPresent<"http_attempt_request", "HTTP">;
  /**
   * The response that the last run got. Missing until `http-request` has run.
   *
   * CEL: `actions.ngrok.http_request.res` (http_attempt_response); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly res: IfPresent<"http_attempt_response", "HTTP">;
}

interface ActionsNgrokJwtValidationErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `jwt-validation` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.jwt_validation.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `jwt-validation` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.jwt_validation.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
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
   * CEL: `actions.ngrok.jwt_validation.tokens` (list(jwt)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly tokens: IfPresent<"list(jwt)", "HTTP">;
}

interface ActionsNgrokLogVariables {
  /**
   * What the last run logged. Missing until `log` has run.
   *
   * CEL: `actions.ngrok.log.metadata` (map(string, dyn)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * It is documented as a map of texts, although `metadata` can hold anything.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly metadata: IndexedMap<"dyn", never>;
}

interface ActionsNgrokOauthErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `oauth` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.oauth.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `oauth` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.oauth.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokOauthIdentityVariables {
  /**
   * The identifier of the person at the service. Missing until `oauth` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oauth.identity.id` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly id: IfPresent<"string", "HTTP">;
  /**
   * The e-mail address of the person. Missing until `oauth` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oauth.identity.email` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly email: IfPresent<"string", "HTTP">;
  /**
   * The name of the person. Missing until `oauth` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oauth.identity.name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly name: IfPresent<"string", "HTTP">;
  /**
   * The identifier of the person at the provider. Missing until `oauth` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oauth.identity.provider_user_id` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly providerUserId: IfPresent<"string", "HTTP">;
  /**
   * The identifier of the session at the provider. Missing until `oauth` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oauth.identity.current_provider_session_id` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly currentProviderSessionId: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokOauthVariables {
  /**
   * Why the last run failed. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth.error` (dyn); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly error: IfPresent<"dyn", "HTTP"> & ActionsNgrokOauthErrorVariables;
  /**
   * Who has signed in; `null` when nobody has. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth.identity` (dyn); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly identity: IfPresent<"dyn", "HTTP"> & ActionsNgrokOauthIdentityVariables;
  /**
   * The access token of the provider. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth.access_token` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly accessToken: IfPresent<"string", "HTTP">;
  /**
   * The refresh token of the provider. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth.refresh_token` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly refreshToken: IfPresent<"string", "HTTP">;
  /**
   * When the session ends. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth.expires_at` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly expiresAt: IfPresent<"string", "HTTP">;
  /**
   * Whether the session ended because there were no requests. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth.session_timed_out` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly sessionTimedOut: IfPresent<"bool", "HTTP">;
  /**
   * Whether the session ended because of its age. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth.session_max_duration_reached` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly sessionMaxDurationReached: IfPresent<"bool", "HTTP">;
  /**
   * Whether the last run asked the provider for the person again. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth.userinfo_refreshed` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly userinfoRefreshed: IfPresent<"bool", "HTTP">;
}

interface ActionsNgrokOidcErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `openid-connect` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.oidc.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `openid-connect` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.oidc.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokOidcIdentityVariables {
  /**
   * The identifier of the person at the service. Missing until `openid-connect` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oidc.identity.id` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly id: IfPresent<"string", "HTTP">;
  /**
   * The e-mail address of the person. Missing until `openid-connect` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oidc.identity.email` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly email: IfPresent<"string", "HTTP">;
  /**
   * The name of the person. Missing until `openid-connect` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oidc.identity.name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly name: IfPresent<"string", "HTTP">;
  /**
   * The identifier of the person at the provider. Missing until `openid-connect` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oidc.identity.provider_user_id` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly providerUserId: IfPresent<"string", "HTTP">;
  /**
   * The identifier of the session. Missing until `openid-connect` has run. Perhaps missing or empty when the client has not signed in.
   *
   * CEL: `actions.ngrok.oidc.identity.current_session_id` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly currentSessionId: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokOidcVariables {
  /**
   * Why the last run failed. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.error` (dyn); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly error: IfPresent<"dyn", "HTTP"> & ActionsNgrokOidcErrorVariables;
  /**
   * Who has signed in; `null` when nobody has. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.identity` (dyn); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly identity: IfPresent<"dyn", "HTTP"> & ActionsNgrokOidcIdentityVariables;
  /**
   * The access token of the provider. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.access_token` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly accessToken: IfPresent<"string", "HTTP">;
  /**
   * The refresh token of the provider. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.refresh_token` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly refreshToken: IfPresent<"string", "HTTP">;
  /**
   * When the session ends. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.expires_at` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly expiresAt: IfPresent<"string", "HTTP">;
  /**
   * Whether the session ended because there were no requests. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.session_timed_out` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly sessionTimedOut: IfPresent<"bool", "HTTP">;
  /**
   * Whether the session ended because of its age. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.session_max_duration_reached` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly sessionMaxDurationReached: IfPresent<"bool", "HTTP">;
  /**
   * The ID token. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.identity_token` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly identityToken: IfPresent<"string", "HTTP">;
  /**
   * Whether the last run asked the issuer for the person again. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.user_info_refreshed` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly userInfoRefreshed: IfPresent<"bool", "HTTP">;
  /**
   * Whether the last run asked the issuer for the person again. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc.userinfo_refreshed` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly userinfoRefreshed: IfPresent<"bool", "HTTP">;
}

interface ActionsNgrokOwaspCrsRequestErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `owasp-crs-request` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.owasp_crs_request.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `owasp-crs-request` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.owasp_crs_request.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokOwaspCrsRequestVariables {
  /**
   * The decision: `allow` or `deny`. Missing until `owasp-crs-request` has run.
   *
   * CEL: `actions.ngrok.owasp_crs_request.decision` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly decision: IfPresent<"string", "HTTP">;
  /**
   * The sum of what matched. Missing until `owasp-crs-request` has run.
   *
   * CEL: `actions.ngrok.owasp_crs_request.anomaly_score` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly anomalyScore: IfPresent<"int", "HTTP">;
  /**
   * The score from which on it is refused. Missing until `owasp-crs-request` has run.
   *
   * CEL: `actions.ngrok.owasp_crs_request.anomaly_score_threshold` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly anomalyScoreThreshold: IfPresent<"int", "HTTP">;
  /**
   * The rules that matched. Missing until `owasp-crs-request` has run.
   *
   * CEL: `actions.ngrok.owasp_crs_request.matched_rules` (list(matched_rule)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly matchedRules: IfPresent<"list(matched_rule)", "HTTP">;
  readonly error: ActionsNgrokOwaspCrsRequestErrorVariables;
}

interface ActionsNgrokOwaspCrsResponseErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `owasp-crs-response` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.owasp_crs_response.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `owasp-crs-response` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.owasp_crs_response.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokOwaspCrsResponseVariables {
  /**
   * The decision: `allow` or `deny`. Missing until `owasp-crs-response` has run.
   *
   * CEL: `actions.ngrok.owasp_crs_response.decision` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly decision: IfPresent<"string", "HTTP">;
  /**
   * The sum of what matched. Missing until `owasp-crs-response` has run.
   *
   * CEL: `actions.ngrok.owasp_crs_response.anomaly_score` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly anomalyScore: IfPresent<"int", "HTTP">;
  /**
   * The score from which on it is refused. Missing until `owasp-crs-response` has run.
   *
   * CEL: `actions.ngrok.owasp_crs_response.anomaly_score_threshold` (int); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly anomalyScoreThreshold: IfPresent<"int", "HTTP">;
  /**
   * The rules that matched. Missing until `owasp-crs-response` has run.
   *
   * CEL: `actions.ngrok.owasp_crs_response.matched_rules` (list(matched_rule)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly matchedRules: IfPresent<"list(matched_rule)", "HTTP">;
  readonly error: ActionsNgrokOwaspCrsResponseErrorVariables;
}

interface ActionsNgrokRateLimitErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `rate-limit` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.rate_limit.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `rate-limit` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.rate_limit.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokRateLimitVariables {
  /**
   * The key under which the request was counted. Missing until `rate-limit` has run.
   *
   * CEL: `actions.ngrok.rate_limit.bucket_key` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly bucketKey: IfPresent<"string", "HTTP">;
  readonly error: ActionsNgrokRateLimitErrorVariables;
  /**
   * Whether the request was over the limit. Missing until `rate-limit` has run.
   *
   * CEL: `actions.ngrok.rate_limit.limited` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly limited: IfPresent<"bool", "HTTP">;
}

interface ActionsNgrokRedirectErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `redirect` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.redirect.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `redirect` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.redirect.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
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
   * CEL: `actions.ngrok.redirect.matches` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly matches: IfPresent<"list(string)", "HTTP">;
  /**
   * The URL after the replacement. Missing until `redirect` has run.
   *
   * CEL: `actions.ngrok.redirect.url` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly url: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokRemoveHeadersVariables {
  /**
   * The names of the headers that the last run removed. Missing until `remove-headers` has run.
   *
   * CEL: `actions.ngrok.remove_headers.headers_removed` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly headersRemoved: IfPresent<"list(string)", "HTTP">;
}

interface ActionsNgrokRequestBodyFindReplaceVariables {
  /**
   * The replacements of the last run that matched. Missing until `request-body-find-replace` has run.
   *
   * CEL: `actions.ngrok.request_body_find_replace.replacements` (list(replacement)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly replacements: IfPresent<"list(replacement)", "HTTP">;
}

interface ActionsNgrokResponseBodyFindReplaceVariables {
  /**
   * The replacements of the last run that matched. Missing until `response-body-find-replace` has run.
   *
   * CEL: `actions.ngrok.response_body_find_replace.replacements` (list(replacement)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly replacements: IfPresent<"list(replacement)", "HTTP">;
}

interface ActionsNgrokRestrictIpsErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `restrict-ips` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.restrict_ips.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", never>;
  /**
   * The text of the error, when the last run failed. Missing until `restrict-ips` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.restrict_ips.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", never>;
}

interface ActionsNgrokRestrictIpsVariables {
  /**
   * The decision: `allow` or `deny`. Missing until `restrict-ips` has run.
   *
   * CEL: `actions.ngrok.restrict_ips.action` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly action: IfPresent<"string", never>;
  readonly error: ActionsNgrokRestrictIpsErrorVariables;
  /**
   * The CIDR that contains the address; empty if there is none. Missing until `restrict-ips` has run.
   *
   * CEL: `actions.ngrok.restrict_ips.matched_cidr` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TCP on_tcp_connect; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly matchedCidr: IfPresent<"string", never>;
}

interface ActionsNgrokSseFindReplaceVariables {
  /**
   * The replacements of the last run that matched. Missing until `sse-find-replace` has run.
   *
   * CEL: `actions.ngrok.sse_find_replace.replacements` (list(replacement)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly replacements: IfPresent<"list(replacement)", "HTTP">;
}

interface ActionsNgrokTerminateTlsClientIssuerVariables {
  /**
   * Who issued the client's certificate: the common name. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer.common_name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the countries. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer.country` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the towns. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer.locality` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the organizations. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer.organization` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the units of the organization. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer.organizational_unit` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the postal codes. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer.postal_code` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the states or provinces. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer.province` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the lines of the street address. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer.street_address` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsClientSanVariables {
  /**
   * The DNS names that the client's certificate is for. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.san.dns_names` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly dnsNames: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The e-mail addresses that the client's certificate is for. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.san.email_addresses` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly emailAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The IP addresses that the client's certificate is for. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.san.ip_addresses` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly ipAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The URIs that the client's certificate is for. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.san.uris` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly uris: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsClientSubjectVariables {
  /**
   * Whom the client's certificate is for: the common name. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject.common_name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the countries. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject.country` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the towns. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject.locality` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the organizations. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject.organization` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the units of the organization. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject.organizational_unit` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the postal codes. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject.postal_code` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the states or provinces. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject.province` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the lines of the street address. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject.street_address` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsClientValidityVariables {
  /**
   * When the client's certificate expires. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.validity.not_after` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly notAfter: IfPresent<"timestamp", "HTTP or TLS">;
  /**
   * From when the client's certificate is valid. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.validity.not_before` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly notBefore: IfPresent<"timestamp", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsClientVariables {
  /**
   * The extensions of the client's certificate. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.extensions` (list(extension)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly extensions: IfPresent<"list(extension)", "HTTP or TLS">;
  /**
   * Who issued the client's certificate: the distinguished name as text. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.issuer` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly issuer: IfPresent<"string", "HTTP or TLS"> &
    ActionsNgrokTerminateTlsClientIssuerVariables;
  /**
   * All subject alternative names of the client's certificate, as one text. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.san` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly san: IfPresent<"string", "HTTP or TLS"> & ActionsNgrokTerminateTlsClientSanVariables;
  /**
   * The serial number of the client's certificate. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.serial_number` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly serialNumber: IfPresent<"string", "HTTP or TLS">;
  /**
   * The name of the algorithm that the client's certificate is signed with. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.signature_algorithm` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly signatureAlgorithm: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the client's certificate is for: the distinguished name as text. Missing until `terminate-tls` has run. Perhaps missing or empty when the client sends no certificate.
   *
   * CEL: `actions.ngrok.terminate_tls.client.subject` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly subject: IfPresent<"string", "HTTP or TLS"> &
    ActionsNgrokTerminateTlsClientSubjectVariables;
  readonly validity: ActionsNgrokTerminateTlsClientValidityVariables;
}

interface ActionsNgrokTerminateTlsServerIssuerVariables {
  /**
   * Who issued the server's certificate: the common name. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer.common_name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the countries. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer.country` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the towns. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer.locality` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the organizations. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer.organization` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the units of the organization. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer.organizational_unit` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the postal codes. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer.postal_code` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the states or provinces. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer.province` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the lines of the street address. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer.street_address` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsServerSanVariables {
  /**
   * The DNS names that the server's certificate is for. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.san.dns_names` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly dnsNames: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The e-mail addresses that the server's certificate is for. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.san.email_addresses` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly emailAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The IP addresses that the server's certificate is for. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.san.ip_addresses` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly ipAddresses: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * The URIs that the server's certificate is for. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.san.uris` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly uris: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsServerSubjectVariables {
  /**
   * Whom the server's certificate is for: the common name. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject.common_name` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly commonName: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the countries. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject.country` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly country: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the towns. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject.locality` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly locality: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the organizations. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject.organization` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly organization: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the units of the organization. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject.organizational_unit` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly organizationalUnit: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the postal codes. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject.postal_code` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly postalCode: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the states or provinces. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject.province` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly province: IfPresent<"list(string)", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the lines of the street address. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject.street_address` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly streetAddress: IfPresent<"list(string)", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsServerValidityVariables {
  /**
   * When the server's certificate expires. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.validity.not_after` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly notAfter: IfPresent<"timestamp", "HTTP or TLS">;
  /**
   * From when the server's certificate is valid. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.validity.not_before` (timestamp); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly notBefore: IfPresent<"timestamp", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsServerVariables {
  /**
   * The extensions of the server's certificate. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.extensions` (list(extension)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly extensions: IfPresent<"list(extension)", "HTTP or TLS">;
  /**
   * Who issued the server's certificate: the distinguished name as text. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.issuer` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly issuer: IfPresent<"string", "HTTP or TLS"> &
    ActionsNgrokTerminateTlsServerIssuerVariables;
  /**
   * All subject alternative names of the server's certificate, as one text. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.san` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly san: IfPresent<"string", "HTTP or TLS"> & ActionsNgrokTerminateTlsServerSanVariables;
  /**
   * The serial number of the server's certificate. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.serial_number` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly serialNumber: IfPresent<"string", "HTTP or TLS">;
  /**
   * The name of the algorithm that the server's certificate is signed with. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.signature_algorithm` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly signatureAlgorithm: IfPresent<"string", "HTTP or TLS">;
  /**
   * Whom the server's certificate is for: the distinguished name as text. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.server.subject` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly subject: IfPresent<"string", "HTTP or TLS"> &
    ActionsNgrokTerminateTlsServerSubjectVariables;
  readonly validity: ActionsNgrokTerminateTlsServerValidityVariables;
}

interface ActionsNgrokTerminateTlsErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `terminate-tls` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.terminate_tls.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP or TLS">;
  /**
   * The text of the error, when the last run failed. Missing until `terminate-tls` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.terminate_tls.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP or TLS">;
}

interface ActionsNgrokTerminateTlsVariables {
  /**
   * The cipher suite that client and server agreed on. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.cipher_suite` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly cipherSuite: IfPresent<"string", "HTTP or TLS">;
  /**
   * The host that the client asked for when TLS began. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.sni` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly sni: IfPresent<"string", "HTTP or TLS">;
  /**
   * The version of TLS that client and server agreed on. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.version` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly version: IfPresent<"string", "HTTP or TLS">;
  /**
   * What is wrong with the authorities of clients' certificates. Missing until `terminate-tls` has run.
   *
   * CEL: `actions.ngrok.terminate_tls.warnings` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message; TLS on_tcp_connect.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly warnings: IfPresent<"list(string)", "HTTP or TLS">;
  readonly client: ActionsNgrokTerminateTlsClientVariables;
  readonly server: ActionsNgrokTerminateTlsServerVariables;
  readonly error: ActionsNgrokTerminateTlsErrorVariables;
}

interface ActionsNgrokUrlRewriteErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `url-rewrite` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.url_rewrite.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `url-rewrite` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.url_rewrite.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
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
   * CEL: `actions.ngrok.url_rewrite.matches` (list(string)); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly matches: IfPresent<"list(string)", "HTTP">;
  /**
   * The URL after the replacement. Missing until `url-rewrite` has run.
   *
   * CEL: `actions.ngrok.url_rewrite.url` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly url: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokVerifyWebhookErrorVariables {
  /**
   * The code of the error, when the last run failed. Missing until `verify-webhook` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.verify_webhook.error.code` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly code: IfPresent<"string", "HTTP">;
  /**
   * The text of the error, when the last run failed. Missing until `verify-webhook` has run. Perhaps missing or empty when the action did not fail.
   *
   * CEL: `actions.ngrok.verify_webhook.error.message` (string); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly message: IfPresent<"string", "HTTP">;
}

interface ActionsNgrokVerifyWebhookVariables {
  /**
   * Whether the signature is right. Missing until `verify-webhook` has run.
   *
   * CEL: `actions.ngrok.verify_webhook.verified` (bool); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly verified: IfPresent<"bool", "HTTP">;
  readonly error: ActionsNgrokVerifyWebhookErrorVariables;
}

interface ActionsNgrokVariables {
  readonly addHeaders: ActionsNgrokAddHeadersVariables;
  readonly aiGateway: ActionsNgrokAiGatewayVariables;
  readonly basicAuth: ActionsNgrokBasicAuthVariables;
  readonly compress: ActionsNgrokCompressVariables;
  readonly forwardInternal: ActionsNgrokForwardInternalVariables;
  readonly httpRequest: ActionsNgrokHttpRequestVariables;
  readonly jwtValidation: ActionsNgrokJwtValidationVariables;
  readonly log: ActionsNgrokLogVariables;
  /**
   * All that the action leaves behind. Missing until `oauth` has run.
   *
   * CEL: `actions.ngrok.oauth` (dyn); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly oauth: IfPresent<"dyn", "HTTP"> & ActionsNgrokOauthVariables;
  /**
   * All that the action leaves behind. Missing until `openid-connect` has run.
   *
   * CEL: `actions.ngrok.oidc` (dyn); HTTP on_tcp_connect and on_http_request and on_http_response and on_event_stream_message.
   *
   * Whether a result is still there in rules that run later than those of its own key is not documented.
   */
  readonly oidc: IfPresent<"dyn", "HTTP"> & ActionsNgrokOidcVariables;
  readonly owaspCrsRequest: ActionsNgrokOwaspCrsRequestVariables;
  readonly owaspCrsResponse: ActionsNgrokOwaspCrsResponseVariables;
  readonly rateLimit: ActionsNgrokRateLimitVariables;
  readonly redirect: ActionsNgrokRedirectVariables;
  readonly removeHeaders: ActionsNgrokRemoveHeadersVariables;
  readonly requestBodyFindReplace: ActionsNgrokRequestBodyFindReplaceVariables;
  readonly responseBodyFindReplace: ActionsNgrokResponseBodyFindReplaceVariables;
  readonly restrictIps: ActionsNgrokRestrictIpsVariables;
  readonly sseFindReplace: ActionsNgrokSseFindReplaceVariables;
  readonly terminateTls: ActionsNgrokTerminateTlsVariables;
  readonly urlRewrite: ActionsNgrokUrlRewriteVariables;
  readonly verifyWebhook: ActionsNgrokVerifyWebhookVariables;
}

interface ActionsVariables {
  readonly ngrok: ActionsNgrokVariables;
}

/** The results of actions that have run: the variables `actions.*`. */
export const actions: ActionsVariables = namespaceOf(phases, "actions");
