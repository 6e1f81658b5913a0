import { compilePolicy, simulate } from "@traffic-policy/policy-engine";
import { defineCatalogue, jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";

const dialect = defineCatalogue(phasesDialect, {
  variables: [{ name: "conn.asn", type: "int", description: "the client's network, by number" }],
  functions: [
    {
      name: "isOffice",
      description: "whether the address is one of ours",
      overloads: [{ parameters: ["string"], returns: "bool" }],
    },
  ],
  actions: [
    {
      type: "slow-down",
      description: "Lets the request wait before it goes on.",
      config: {
        type: "object",
        properties: { delay_ms: { type: "integer", minimum: 1, maximum: 10_000 } },
        required: ["delay_ms"],
        additionalProperties: false,
      },
      sections: { http: ["on_http_request"], tcp: [], tls: [] },
    },
  ],
});

const document = {
  on_http_request: [
    {
      name: "Strangers wait",
      expressions: ["conn.asn != 64496 && !isOffice(conn.client_ip)"],
      actions: [{ type: "slow-down", config: { delay_ms: 20_000 } }],
    },
  ],
};

const source = jsonPolicySource("web.json", JSON.stringify(document));
for (const { rule, message } of lintPolicy(source, { dialect, protocol: "http" })) {
  console.log(`${rule}: ${message}`);
}

const policy = await compilePolicy(document, { dialect, protocol: "http" });
const { matched } = await simulate(
  policy,
  { variables: { "conn.asn": 64500 }, request: { url: "https://example.com/" } },
  {
    functions: { isOffice: (address) => address === "192.0.2.1" },
    stubs: { "slow-down": () => ({ next: true }) },
  },
);
console.log(matched.map(({ name }) => name));
