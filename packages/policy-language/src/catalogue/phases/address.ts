import type { Absence, NamespaceVariable } from "../variable.ts";
import { addressCategories } from "./address-categories.ts";

const withoutPlace: Absence = { when: "the location of the address is unknown", isInferred: true };

const withoutNetwork: Absence = { when: "the network of the address is unknown", isInferred: true };

const ofPlace: readonly (readonly [name: string, description: string])[] = [
  ["city", "the likely city"],
  ["continent", "the likely continent"],
  ["country", "the likely country, by its English name"],
  ["country_code", "the likely country, as two letters (ISO 3166)"],
  ["latitude", "the likely latitude, as text"],
  ["longitude", "the likely longitude, as text"],
  ["metro_code", "the code of the likely metropolitan area"],
  ["postal_code", "the likely postal code"],
  ["radius", "the accuracy of latitude and longitude, in kilometres, as text"],
  ["subdivision", "the likely state or province, by its English name"],
  ["timezone", "the likely time zone"],
];

/** Facts that are known only about where an address is used, not where it is registered. */
const onlyUsed = new Set(["latitude", "longitude", "postal_code", "radius"]);

/**
 * Defines the variables with the facts about an address.
 *
 * @param name - the variable with the address: `conn.client_ip`
 * @param address - the address as a phrase: "the client's address"
 */
export function addressVariables(name: string, address: string): readonly NamespaceVariable[] {
  return [
    {
      name: `${name}.categories`,
      type: "list(string)",
      values: addressCategories,
      description: `the categories of ${address}, such as \`com.github.hooks\``,
      knownBy: "service",
    },
    {
      name: `${name}.is_on_blocklist`,
      type: "bool",
      description: `whether ${address} is on a list of addresses to block`,
      knownBy: "service",
    },
    {
      name: `${name}.is_tor_node`,
      type: "bool",
      description: `whether ${address} is an exit of Tor`,
      knownBy: "service",
    },
    {
      name: `${name}.as.number`,
      type: "int",
      missing: withoutNetwork,
      knownBy: "service",
      description: `the number of the autonomous system of ${address}`,
    },
    {
      name: `${name}.as.organization`,
      type: "string",
      missing: withoutNetwork,
      knownBy: "service",
      description: `who runs the autonomous system of ${address}`,
    },
    ...place(`${name}.geo.location`, `of ${address}`, ofPlace),
    ...place(
      `${name}.geo.registered_location`,
      `where ${address} is registered`,
      ofPlace.filter(([part]) => !onlyUsed.has(part)),
    ),
  ];
}

function place(
  name: string,
  whose: string,
  parts: readonly (readonly [name: string, description: string])[],
): readonly NamespaceVariable[] {
  return [
    ...parts.map(([part, description]): NamespaceVariable => ({
      name: `${name}.${part}`,
      type: "string",
      missing: withoutPlace,
      knownBy: "service",
      description: `${description}, ${whose}`,
      ...(part === "country_code" && { form: "country-code" as const }),
    })),
    {
      name: `${name}.is_eu`,
      type: "bool",
      missing: withoutPlace,
      knownBy: "service",
      description: `whether the likely country is in the European Union, ${whose}`,
    },
  ];
}
