import {
  checkExpression,
  defineCatalogue,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";

const dialect = defineCatalogue(directionsDialect, {
  variables: [{ name: "conn.asn", type: "int", description: "the client's network, by number" }],
  functions: [
    {
      name: "isOffice",
      description: "whether the address is one of ours",
      overloads: [{ parameters: ["string"], returns: "bool" }],
    },
  ],
});

const parsed = parseExpression("conn.asn == 64496 || isOffice(conn.client_ip)");
if (parsed.ok) console.log(checkExpression(parsed.tree, { dialect }).errors.length); // 0
