import {
  fromZero,
  ports,
  type Protocol,
  type Absence,
  type NamespaceVariable,
} from "../../variable.ts";
import { certificateVariables } from "../certificate.ts";

const withTls: readonly Protocol[] = ["http", "tls"];

const onlyEarlier = "For TCP and TLS policies only earlier documentation lists it.";

const withoutPlace: Absence = {
  when: "the location of the address is unknown",
  isInferred: true,
};

const ofPlace = { missing: withoutPlace, knownBy: "service" } as const;

const withoutTls: Absence = { when: "the connection does not use TLS", isInferred: true };

const withoutCertificate: Absence = {
  when: "the client sends no certificate",
  isInferred: true,
  group: "conn.tls.client",
};

const withoutServerName: Absence = {
  when: "the client sends no server name, or the connection does not use TLS",
  isInferred: true,
};

/** The connection variables that all dialects have, including older names. */
export const connVariables: readonly NamespaceVariable[] = [
  {
    name: "conn.bytes_in",
    type: "int",
    range: fromZero,
    varies: true,
    description: "how many bytes the client has sent so far",
    unsure: [onlyEarlier],
  },
  {
    name: "conn.bytes_out",
    type: "int",
    range: fromZero,
    varies: true,
    description: "how many bytes have been sent to the client so far",
    unsure: ["Before there is a response its value is probably of little use.", onlyEarlier],
  },
  {
    name: "conn.client_ip",
    type: "string",
    form: "ip-address",
    description: "the address of the peer; never taken from a header",
  },
  { name: "conn.client_port", type: "int", range: ports, description: "the port of the peer" },
  {
    name: "conn.geo.city",
    type: "string",
    ...ofPlace,
    description: "the likely city of the client, by its English name",
  },
  {
    name: "conn.geo.country",
    type: "string",
    ...ofPlace,
    description: "the likely country of the client, by its English name",
  },
  {
    name: "conn.geo.country_code",
    type: "string",
    form: "country-code",
    ...ofPlace,
    description: "the likely country of the client, as two letters (ISO 3166)",
  },
  {
    name: "conn.geo.latitude",
    type: "string",
    ...ofPlace,
    description: "the likely latitude of the client, as text",
  },
  {
    name: "conn.geo.longitude",
    type: "string",
    ...ofPlace,
    description: "the likely longitude of the client, as text",
  },
  {
    name: "conn.geo.radius",
    type: "string",
    ...ofPlace,
    description: "the accuracy of latitude and longitude, in kilometres, as text",
    unsure: [
      "It is text: compared as text, '10' comes before '5'. Write `double(conn.geo.radius)`.",
    ],
  },
  {
    name: "conn.geo.subdivision",
    type: "string",
    ...ofPlace,
    description: "the likely state or province of the client, by its English name",
  },
  {
    name: "conn.server_ip",
    type: "string",
    form: "ip-address",
    description: "the address the client connected to",
  },
  {
    name: "conn.server_port",
    type: "int",
    range: ports,
    description: "the port the client connected to",
  },
  {
    name: "conn.tls.cipher_suite",
    type: "string",
    missing: withoutTls,
    description: "the cipher suite that client and server agreed on",
    protocols: withTls,
  },
  ...certificateVariables("conn.tls.client", "the client's certificate").map((variable) => ({
    ...variable,
    missing: withoutCertificate,
    protocols: withTls,
  })),
  ...certificateVariables("conn.tls.server", "the server's certificate").map((variable) => ({
    ...variable,
    missing: withoutTls,
    protocols: withTls,
  })),
  {
    name: "conn.tls.sni",
    type: "string",
    form: "host",
    missing: withoutServerName,
    description: "the host that the client asked for when TLS began",
    protocols: withTls,
  },
  {
    name: "conn.tls.version",
    type: "string",
    missing: withoutTls,
    description: "the version of TLS that client and server agreed on",
    unsure: ["Examples write it as `1.3`, earlier ones as `TLS 1.3`."],
    protocols: withTls,
  },
  { name: "conn.ts.start", type: "timestamp", description: "when the connection began" },
  {
    name: "conn.ts.end",
    type: "timestamp",
    varies: true,
    description: "when the connection ended",
    outdated: true,
    unsure: ["It appears in an example, but in no list of variables."],
  },
  {
    name: "conn.start_ts",
    type: "timestamp",
    description: "when the connection began",
    renamedTo: "conn.ts.start",
  },
  {
    name: "conn.end_ts",
    type: "timestamp",
    varies: true,
    description: "when the connection ended",
    outdated: true,
    unsure: ["Before the connection ends its value is probably of little use."],
  },
  {
    name: "conn.ClientIP",
    type: "string",
    form: "ip-address",
    description: "the address of the peer",
    renamedTo: "conn.client_ip",
  },
  {
    name: "conn.Geo.CountryCode",
    type: "string",
    knownBy: "service",
    form: "country-code",
    description: "the likely country of the client, as letters",
    renamedTo: "conn.geo.country_code",
  },
  {
    name: "conn.Geo.LatLongRadiusKm",
    type: "string",
    knownBy: "service",
    description: "the accuracy of latitude and longitude, in kilometres, as text",
    renamedTo: "conn.geo.radius",
  },
  {
    name: "conn.Geo.Latitude",
    type: "string",
    knownBy: "service",
    description: "the likely latitude of the client, as text",
    renamedTo: "conn.geo.latitude",
  },
  {
    name: "conn.Geo.Longitude",
    type: "string",
    knownBy: "service",
    description: "the likely longitude of the client, as text",
    renamedTo: "conn.geo.longitude",
  },
  {
    name: "conn.TLS.CertCN",
    type: "string",
    description: "the common name of the certificate",
    protocols: ["tls"],
    renamedTo: "conn.tls.client.subject.common_name",
    unsure: ["Whether it is the client's certificate or the server's is not documented."],
  },
  {
    name: "conn.TLS.CipherSuite",
    type: "string",
    description: "the cipher suite that client and server agreed on",
    protocols: ["tls"],
    renamedTo: "conn.tls.cipher_suite",
  },
  {
    name: "conn.TLS.SNI",
    type: "string",
    form: "host",
    description: "the host that the client asked for when TLS began",
    protocols: ["tls"],
    renamedTo: "conn.tls.sni",
  },
  {
    name: "conn.TLS.Version",
    type: "string",
    description: "the version of TLS that client and server agreed on",
    protocols: ["tls"],
    renamedTo: "conn.tls.version",
  },
];
