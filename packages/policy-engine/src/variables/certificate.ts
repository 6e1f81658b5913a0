import type { CertificateInput, DistinguishedNameInput, TimeInput } from "../exchange/exchange.ts";
import { dateOf } from "../exchange/time.ts";
import { defaults } from "../exchange/defaults.ts";
import type { PlainValue } from "../expression/values.ts";
import type { Run } from "../run/run.ts";
import type { VariableReader, VariableReaders } from "./reader.ts";

/**
 * The readers of one certificate.
 *
 * @param name - what the variables begin with: `conn.tls.client`
 * @param find - the certificate of an exchange; none when there is none
 */
export function certificateReaders(
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

/** A name as text, in the order in which Go writes it: `CN=…,OU=…,O=…`; RFC 2253 has the form. */
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
