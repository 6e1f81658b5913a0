import {
  defaults,
  type CertificateInput,
  type GeoInput,
  type TlsInput,
  type DistinguishedNameInput,
  type TimeInput,
} from "../../exchange/exchange.ts";
import { dateOf } from "../../exchange/time.ts";
import type { Run } from "../../run/run.ts";
import { portOf } from "./endpoint.ts";
import type { VariableReader, VariableReaders } from "../reader.ts";
import type { PlainValue } from "../../expression/plain-value.ts";

const start: VariableReader = ({ exchange, now }) =>
  exchange.connection?.start === undefined ? new Date(now) : dateOf(exchange.connection.start);

const end: VariableReader = ({ exchange }) =>
  exchange.connection?.end === undefined ? undefined : dateOf(exchange.connection.end);

const clientIp: VariableReader = ({ exchange }) =>
  exchange.connection?.clientIp ?? defaults.connection.clientIp;

const cipherSuite: VariableReader = (run) => tlsOf(run)?.cipherSuite ?? "";

const sni: VariableReader = (run) => tlsOf(run)?.sni ?? "";

const version: VariableReader = (run) => tlsOf(run)?.version ?? "";

const conn: VariableReaders = {
  "conn.bytes_in": ({ exchange }) => exchange.connection?.bytesIn ?? defaults.connection.bytesIn,
  ...addressReaders("conn.client_ip", true),
  ...addressReaders("conn.server_ip", false),
  "conn.server_region": () => "",
  "conn.bytes_out": ({ exchange }) => exchange.connection?.bytesOut ?? defaults.connection.bytesOut,
  "conn.client_ip": clientIp,
  "conn.client_port": ({ exchange }) =>
    exchange.connection?.clientPort ?? defaults.connection.clientPort,
  "conn.geo.city": geo("city"),
  "conn.geo.country": geo("country"),
  "conn.geo.country_code": geo("countryCode"),
  "conn.geo.latitude": geo("latitude"),
  "conn.geo.longitude": geo("longitude"),
  "conn.geo.radius": geo("radius"),
  "conn.geo.subdivision": geo("subdivision"),
  "conn.server_ip": ({ exchange }) => exchange.connection?.serverIp ?? defaults.connection.serverIp,
  "conn.server_port": (run) => run.exchange.connection?.serverPort ?? portOf(run.endpointUrl),
  "conn.tls.cipher_suite": cipherSuite,
  ...certificateReaders("conn.tls.client", clientCertificate),
  ...certificateReaders("conn.tls.server", serverCertificate),
  "conn.tls.ja4_fingerprint": ofTls(""),
  "conn.tls.negotiated_alpn": ofTls(""),
  "conn.tls.session_resumed": ofTls(false),
  "conn.tls.sni": sni,
  "conn.tls.version": version,
  "conn.ts.start": start,
  "conn.ts.end": end,
  "conn.start_ts": start,
  "conn.end_ts": end,
  "conn.ClientIP": clientIp,
  "conn.Geo.CountryCode": geo("countryCode"),
  "conn.Geo.LatLongRadiusKm": geo("radius"),
  "conn.Geo.Latitude": geo("latitude"),
  "conn.Geo.Longitude": geo("longitude"),
  "conn.TLS.CertCN": clientName,
  "conn.TLS.CipherSuite": cipherSuite,
  "conn.TLS.SNI": sni,
  "conn.TLS.Version": version,
};

export default conn;

/** Returns the common name of the client's certificate; undefined without a certificate, as for its current name. */
export function clientName(run: Run): string | undefined {
  const certificate = clientCertificate(run);
  return certificate && (certificate.subject?.commonName ?? "");
}

export function serverName(run: Run): string {
  return serverCertificate(run)?.subject?.commonName ?? "";
}

export function tlsOf(run: Run): TlsInput | undefined {
  const given = run.exchange.connection?.tls;
  const { scheme, host } = run.endpointUrl;
  if (given === undefined && scheme !== "https" && scheme !== "tls") return undefined;
  return { ...defaults.tls, sni: host, ...given };
}

function clientCertificate(run: Run): CertificateInput | undefined {
  const given = tlsOf(run)?.client;
  return given && { ...validity(run), ...given };
}

// A server that speaks TLS has a certificate, and it is for the host that was asked for.
function serverCertificate(run: Run): CertificateInput | undefined {
  const tls = tlsOf(run);
  if (tls === undefined) return undefined;
  const { sni: host = "" } = tls;
  return { subject: { commonName: host }, dnsNames: [host], ...validity(run), ...tls.server };
}

/** The validity of a certificate that does not state it: now. */
function validity({ now }: Run): Required<Pick<CertificateInput, "notBefore" | "notAfter">> {
  const day = 86_400_000;
  return { notBefore: now - 30 * day, notAfter: now + 60 * day };
}

function geo(field: keyof GeoInput): VariableReader {
  return ({ exchange }) => exchange.connection?.geo?.[field] ?? defaults.geo;
}

function ofTls(value: PlainValue): VariableReader {
  return (run) => (tlsOf(run) === undefined ? undefined : value);
}

/**
 * Creates the readers for facts about an address. An exchange gives only the client's location. Nothing is known of
 * other addresses, and none is on a list; all else must be set by variable name.
 */
function addressReaders(name: string, isClient: boolean): VariableReaders {
  const unknown: VariableReader = () => defaults.geo;
  const ofClient = (field: keyof GeoInput): VariableReader => (isClient ? geo(field) : unknown);
  const used = `${name}.geo.location`;
  const registered = `${name}.geo.registered_location`;
  const parts = ["city", "continent", "country", "country_code", "metro_code", "subdivision"];
  return {
    [`${name}.categories`]: () => [],
    [`${name}.is_on_blocklist`]: () => false,
    [`${name}.is_tor_node`]: () => false,
    [`${name}.as.organization`]: unknown,
    [`${used}.city`]: ofClient("city"),
    [`${used}.continent`]: unknown,
    [`${used}.country`]: ofClient("country"),
    [`${used}.country_code`]: ofClient("countryCode"),
    [`${used}.latitude`]: ofClient("latitude"),
    [`${used}.longitude`]: ofClient("longitude"),
    [`${used}.metro_code`]: unknown,
    [`${used}.postal_code`]: unknown,
    [`${used}.radius`]: ofClient("radius"),
    [`${used}.subdivision`]: ofClient("subdivision"),
    [`${used}.timezone`]: unknown,
    ...Object.fromEntries([...parts, "timezone"].map((part) => [`${registered}.${part}`, unknown])),
  };
}

/**
 * Creates the readers for a certificate.
 *
 * @param name - the prefix of the variables: `conn.tls.client`
 * @param find - returns the certificate of an exchange, or undefined
 */
function certificateReaders(
  name: string,
  find: (run: Run) => CertificateInput | undefined,
): VariableReaders {
  const read =
    (value: (certificate: CertificateInput) => PlainValue | undefined): VariableReader =>
    (run) => {
      const certificate = find(run);
      return certificate && value(certificate);
    };
  return {
    [`${name}.extensions`]: read(({ extensions = [] }) =>
      extensions.map(({ id, critical = false, value = new Uint8Array() }) => ({
        id,
        critical,
        value,
      })),
    ),
    ...nameReaders(`${name}.issuer`, read, ({ issuer }) => issuer),
    [`${name}.san`]: read(sanText),
    [`${name}.san.dns_names`]: read(({ dnsNames = [] }) => dnsNames),
    [`${name}.san.email_addresses`]: read(({ emailAddresses = [] }) => emailAddresses),
    [`${name}.san.ip_addresses`]: read(({ ipAddresses = [] }) => ipAddresses),
    [`${name}.san.uris`]: read(({ uris = [] }) => uris),
    [`${name}.serial_number`]: read(
      ({ serialNumber = defaults.certificate.serialNumber }) => serialNumber,
    ),
    [`${name}.signature_algorithm`]: read(
      ({ signatureAlgorithm = defaults.certificate.signatureAlgorithm }) => signatureAlgorithm,
    ),
    ...nameReaders(`${name}.subject`, read, ({ subject }) => subject),
    [`${name}.validity.not_after`]: read(({ notAfter }) => dateIfGiven(notAfter)),
    [`${name}.validity.not_before`]: read(({ notBefore }) => dateIfGiven(notBefore)),
  };
}

function dateIfGiven(time: TimeInput | undefined): Date | undefined {
  return time === undefined ? undefined : dateOf(time);
}

type Read = (value: (certificate: CertificateInput) => PlainValue | undefined) => VariableReader;

function nameReaders(
  name: string,
  read: Read,
  find: (certificate: CertificateInput) => DistinguishedNameInput | undefined,
): VariableReaders {
  const list = (field: keyof DistinguishedNameInput): VariableReader =>
    read((certificate) => find(certificate)?.[field] ?? []);
  return {
    [name]: read((certificate) => distinguishedName(find(certificate) ?? {})),
    [`${name}.common_name`]: read((certificate) => find(certificate)?.commonName ?? ""),
    [`${name}.country`]: list("country"),
    [`${name}.locality`]: list("locality"),
    [`${name}.organization`]: list("organization"),
    [`${name}.organizational_unit`]: list("organizationalUnit"),
    [`${name}.postal_code`]: list("postalCode"),
    [`${name}.province`]: list("province"),
    [`${name}.street_address`]: list("streetAddress"),
  };
}

/** Formats a name in the order that Go uses: `CN=…,OU=…,O=…`. RFC 2253 defines the form. */
function distinguishedName(name: DistinguishedNameInput): string {
  const parts: readonly (readonly [type: string, values: readonly string[]])[] = [
    ["CN", name.commonName === undefined || name.commonName === "" ? [] : [name.commonName]],
    ["OU", name.organizationalUnit ?? []],
    ["O", name.organization ?? []],
    ["POSTALCODE", name.postalCode ?? []],
    ["STREET", name.streetAddress ?? []],
    ["L", name.locality ?? []],
    ["ST", name.province ?? []],
    ["C", name.country ?? []],
  ];
  return parts
    .filter(([, values]) => values.length > 0)
    .map(([type, values]) => values.map((value) => `${type}=${escaped(value)}`).join("+"))
    .join(",");
}

function escaped(value: string): string {
  return value.replace(/[",+;<>\\]/g, String.raw`\$&`).replace(/^[ #]| $/g, String.raw`\$&`);
}

function sanText(certificate: CertificateInput): string {
  const { dnsNames = [], emailAddresses = [], ipAddresses = [], uris = [] } = certificate;
  return [...dnsNames, ...emailAddresses, ...ipAddresses, ...uris].join(",");
}
