import type { NamespaceVariable } from "../variable.ts";

/**
 * Defines the variables that describe a certificate of a TLS connection.
 *
 * @param name - the prefix of their names: `conn.tls.client`
 * @param certificate - the certificate as a phrase: "the client's certificate"
 */
export function certificateVariables(
  name: string,
  certificate: string,
): readonly NamespaceVariable[] {
  return [
    {
      name: `${name}.extensions`,
      type: "list(extension)",
      description: `the extensions of ${certificate}`,
    },
    ...distinguishedName(`${name}.issuer`, `who issued ${certificate}`),
    {
      name: `${name}.san`,
      type: "string",
      description: `all subject alternative names of ${certificate}, as one text`,
    },
    ...lists(`${name}.san`, [
      ["dns_names", `the DNS names that ${certificate} is for`],
      ["email_addresses", `the e-mail addresses that ${certificate} is for`],
      ["ip_addresses", `the IP addresses that ${certificate} is for`],
      ["uris", `the URIs that ${certificate} is for`],
    ]),
    {
      name: `${name}.serial_number`,
      type: "string",
      description: `the serial number of ${certificate}`,
    },
    {
      name: `${name}.signature_algorithm`,
      type: "string",
      description: `the name of the algorithm that ${certificate} is signed with`,
    },
    ...distinguishedName(`${name}.subject`, `whom ${certificate} is for`),
    {
      name: `${name}.validity.not_after`,
      type: "timestamp",
      description: `when ${certificate} expires`,
    },
    {
      name: `${name}.validity.not_before`,
      type: "timestamp",
      description: `from when ${certificate} is valid`,
    },
  ];
}

function distinguishedName(name: string, who: string): readonly NamespaceVariable[] {
  return [
    { name, type: "string", description: `${who}: the distinguished name as text` },
    { name: `${name}.common_name`, type: "string", description: `${who}: the common name` },
    ...lists(name, [
      ["country", `${who}: the countries`],
      ["locality", `${who}: the towns`],
      ["organization", `${who}: the organizations`],
      ["organizational_unit", `${who}: the units of the organization`],
      ["postal_code", `${who}: the postal codes`],
      ["province", `${who}: the states or provinces`],
      ["street_address", `${who}: the lines of the street address`],
    ]),
  ];
}

function lists(
  name: string,
  fields: readonly (readonly [field: string, description: string])[],
): readonly NamespaceVariable[] {
  return fields.map(([field, description]) => ({
    name: `${name}.${field}`,
    type: "list(string)",
    description,
  }));
}
