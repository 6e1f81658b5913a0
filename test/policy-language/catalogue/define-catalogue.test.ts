import {
  defineCatalogue,
  directionsDialect,
  jsonPolicySource,
  type FunctionDefinition,
} from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";

const teleport = {
  type: "teleport",
  description: "Takes the request elsewhere.",
  config: {
    type: "object",
    properties: { distance: { type: "integer", minimum: 1 } },
    required: ["distance"],
    additionalProperties: false,
  },
} as const;

const asn = { name: "conn.asn", type: "int", description: "the client's network, by number" };

function namesIn(dialect: typeof directionsDialect, namespace: string): string[] {
  const found = dialect.namespaces.find(({ name }) => name === namespace);
  return found?.variables.map(({ name }) => name) ?? [];
}

describe("defineCatalogue", () => {
  test("adds to what the base has, and leaves the base as it is", () => {
    const dialect = defineCatalogue(directionsDialect, { actions: [teleport], variables: [asn] });
    expect(dialect.name).toBe("directions");
    expect([...dialect.actions.keys()]).toEqual([...directionsDialect.actions.keys(), "teleport"]);
    expect(namesIn(dialect, "conn")).toEqual([...namesIn(directionsDialect, "conn"), "conn.asn"]);
    expect(dialect.functions).toEqual(directionsDialect.functions);
    expect(directionsDialect.actions.has("teleport")).toBe(false);
    expect(namesIn(directionsDialect, "conn")).not.toContain("conn.asn");
  });

  test("fills in what is left out so that nothing is wrongly refused", () => {
    const dialect = defineCatalogue(directionsDialect, { actions: [teleport], variables: [asn] });
    const everywhere = ["inbound", "outbound"];
    expect(dialect.actions.get("teleport")).toMatchObject({
      sections: { http: everywhere, tcp: everywhere, tls: everywhere },
      endsProcessing: "never",
    });
    const conn = dialect.namespaces.find(({ name }) => name === "conn");
    expect(conn?.variables.at(-1)).toEqual({
      ...asn,
      protocols: ["http", "tcp", "tls"],
      sections: everywhere,
    });
  });

  test("puts an entry in the place of one with its name", () => {
    const size: FunctionDefinition = {
      name: "size",
      description: "how large it is",
      overloads: [{ parameters: ["string"], returns: "int" }],
    };
    const dialect = defineCatalogue(directionsDialect, {
      name: "ours",
      actions: [{ ...teleport, type: "deny" }],
      variables: [{ name: "req.method", type: "int", description: "a number" }],
      records: [{ name: "cookie", description: "a cookie", fields: [] }],
      functions: [size],
    });
    expect(dialect.name).toBe("ours");
    expect(dialect.actions.size).toBe(directionsDialect.actions.size);
    expect(dialect.actions.get("deny")?.description).toBe("Takes the request elsewhere.");
    expect(namesIn(dialect, "req").toSorted()).toEqual(
      namesIn(directionsDialect, "req").toSorted(),
    );
    expect(dialect.records.get("cookie")?.fields).toEqual([]);
    expect(dialect.functions.get("size")).toBe(size);
  });

  test("makes a namespace for a variable that is in none", () => {
    const dialect = defineCatalogue(directionsDialect, {
      variables: [{ name: "ours.team", type: "string", description: "the team in charge" }],
    });
    expect(namesIn(dialect, "ours")).toEqual(["ours.team"]);
    expect(dialect.namespaces).toHaveLength(directionsDialect.namespaces.length + 1);
  });

  test.each([
    ["a variable", { variables: [{ ...asn, type: "list(int" }] }],
    ["a variable of an unknown record", { variables: [{ ...asn, type: "list(network)" }] }],
    [
      "a record's field",
      {
        records: [
          {
            name: "network",
            description: "a network",
            fields: [{ name: "owner", type: "owner", description: "its owner" }],
          },
        ],
      },
    ],
    [
      "a function",
      {
        functions: [
          {
            name: "ours",
            description: "ours",
            overloads: [{ parameters: ["map(string)"], returns: "bool" }],
          },
        ],
      },
    ],
  ])("refuses a type that is none: %s", (_what, extension) => {
    expect(() => defineCatalogue(directionsDialect, extension)).toThrow(RangeError);
  });

  test("takes types with a record that comes with them", () => {
    const dialect = defineCatalogue(directionsDialect, {
      variables: [{ ...asn, type: "list(network)" }],
      records: [
        {
          name: "network",
          description: "a network",
          fields: [{ name: "number", type: "int", description: "its number" }],
        },
      ],
    });
    expect(dialect.records.has("network")).toBe(true);
  });

  test("what it adds is linted like what is built in", () => {
    const dialect = defineCatalogue(directionsDialect, { actions: [teleport] });
    const lint = (config: object) => {
      const document = { inbound: [{ name: "a", actions: [{ type: "teleport", config }] }] };
      const source = jsonPolicySource("policy.json", JSON.stringify(document));
      return lintPolicy(source, { dialect }).map(({ message }) => message);
    };
    expect(lint({ distance: 5 })).toEqual([]);
    expect(lint({ distance: 0 })).toEqual(['"distance" must be 1 or more.']);
  });
});
