import {
  applyToJson,
  compare,
  directionsDialect,
  type JsonObject,
  type Protocol,
} from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { applyToYaml, parseYaml, toYaml } from "@traffic-policy/policy-language/yaml";
import { migratePolicy, type Migration } from "@traffic-policy/policy-proof/migration";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryPolicy } from "../../policy-builder/to-source/arbitrary-policy.ts";
import { seeded, seededAsync } from "../../seeded.ts";

function migrated(
  document: JsonObject,
  { protocol = "http", ...more }: { protocol?: Protocol; forwardTo?: string } = {},
): Migration {
  return migratePolicy(document, { from: directionsDialect, to: phasesDialect, protocol, ...more });
}

const get = ["req.method == 'GET'"];

describe("sections", () => {
  test("are those that run at the same time, and keep empty lists", () => {
    const deny = [{ actions: [{ type: "deny" }] }];
    expect(migrated({ inbound: deny, outbound: [] }).document).toEqual({
      on_http_request: deny,
      on_http_response: [],
    });
    for (const protocol of ["tcp", "tls"] as const) {
      expect(migrated({ inbound: deny }, { protocol }).document).toEqual({ on_tcp_connect: deny });
    }
  });

  test("after the connection do not exist, so that their rules are refused", () => {
    const outbound = [{ actions: [{ type: "log", config: { metadata: {} } }] }];
    const { document, notes } = migrated({ inbound: [], outbound }, { protocol: "tcp" });
    expect(document).toBeUndefined();
    expect(notes).toMatchObject([{ kind: "refused", path: "/outbound/0" }]);
    expect(migrated({ inbound: [], outbound: [] }, { protocol: "tcp" }).document).toEqual({
      on_tcp_connect: [],
    });
  });

  test("of both dialects in one document are refused", () => {
    const { document, notes } = migrated({ inbound: [], on_http_request: [] });
    expect(document).toBeUndefined();
    expect(notes).toMatchObject([{ kind: "refused", path: "/on_http_request" }]);
  });
});

describe("actions", () => {
  test("that exist only later move there, with the conditions of their rule, before the others", () => {
    const { document, notes } = migrated({
      inbound: [
        {
          name: "a",
          expressions: get,
          actions: [{ type: "compress-response" }, { type: "deny" }],
        },
        { name: "b", actions: [{ type: "compress-response", config: { algorithms: ["br"] } }] },
      ],
      outbound: [{ name: "c", actions: [{ type: "remove-headers", config: { headers: ["x"] } }] }],
    });
    expect(document).toEqual({
      on_http_request: [{ name: "a", expressions: get, actions: [{ type: "deny" }] }],
      on_http_response: [
        { name: "a", expressions: get, actions: [{ type: "compress-response" }] },
        { name: "b", actions: [{ type: "compress-response", config: { algorithms: ["br"] } }] },
        { name: "c", actions: [{ type: "remove-headers", config: { headers: ["x"] } }] },
      ],
    });
    expect(notes.map(({ kind, path }) => [kind, path])).toEqual([
      ["moved", "/inbound/0/actions/0"],
      ["moved", "/inbound/1/actions/0"],
    ]);
  });

  test.each(["deny", "rate-limit"])("%s after the upstream is left with a note", (type) => {
    const { document, notes } = migrated({ outbound: [{ actions: [{ type }] }] });
    expect(document).toEqual({ on_http_response: [{ actions: [{ type }] }] });
    expect(notes).toMatchObject([{ kind: "left", path: "/outbound/0/actions/0" }]);
  });

  test("that nobody knows are left with a note", () => {
    const { document, notes } = migrated({ inbound: [{ actions: [{ type: "teleport" }] }] });
    expect(document).toEqual({ on_http_request: [{ actions: [{ type: "teleport" }] }] });
    expect(notes).toMatchObject([{ kind: "left" }]);
  });

  test.each([
    ["custom-response", { content: "a" }, { body: "a" }],
    ["forward-internal", { url: "https://a", binding: "internal" }, { url: "https://a" }],
    ["redirect", { to: "/a", format: "ngrok" }, { to: "/a" }],
    [
      "redirect",
      { to: "https://b$uri?x=$arg_q", format: "nginx" },
      { to: "https://b${req.url.uri}?x=${hasQueryParam('q') ? getQueryParam('q')[0] : ''}" },
    ],
    ["custom_response", { status_code: 200 }, { status_code: 200 }],
  ])("%s with %j gets %j", (type, before, after) => {
    const { document, notes } = migrated({ inbound: [{ actions: [{ type, config: before }] }] });
    const config = { type: type.replace("_", "-"), config: after };
    expect(document).toEqual({ on_http_request: [{ actions: [config] }] });
    expect(notes.filter(({ kind }) => kind !== "changed")).toEqual([]);
  });

  test("deny for connections loses its status", () => {
    const deny = { type: "deny", config: { status_code: 404 } };
    const { document, notes } = migrated({ inbound: [{ actions: [deny] }] }, { protocol: "tcp" });
    expect(document).toEqual({ on_tcp_connect: [{ actions: [{ type: "deny", config: {} }] }] });
    expect(notes).toMatchObject([
      { kind: "changed", path: "/inbound/0/actions/0/config/status_code" },
    ]);
  });
});

test("keys of configs that every object has are keys like others", () => {
  const config = JSON.parse('{ "__proto__": 1, "constructor": 2, "toString": 3 }') as JsonObject;
  const inbound = [{ actions: [{ type: "log", config }] }];
  const { document, notes } = migrated({ inbound });
  expect(JSON.stringify(document)).toBe(JSON.stringify({ on_http_request: inbound }));
  expect(notes).toEqual([]);
});

describe("expressions", () => {
  test("have the names of today, where they mean the same", () => {
    const expressions = ["conn.ClientIP == '192.0.2.1' && req.Method == 'GET'", "req.Params == {}"];
    const { document, notes } = migrated({ inbound: [{ expressions, actions: [] }] });
    expect(document).toEqual({
      on_http_request: [
        {
          expressions: ["conn.client_ip == '192.0.2.1' && req.method == 'GET'", "req.Params == {}"],
          actions: [],
        },
      ],
    });
    expect(notes.map(({ kind, path }) => [kind, path])).toEqual([
      ["changed", "/inbound/0/expressions/0"],
      ["changed", "/inbound/0/expressions/0"],
      ["left", "/inbound/0/expressions/1"],
    ]);
  });

  test.each([
    ["${.ngrok.client_ip}", "${conn.client_ip}", "changed"],
    ["${.backend.id}", "${.backend.id}", "left"],
    ["{{ .ngrok.client_ip }}", "{{ .ngrok.client_ip }}", "left"],
    ["${conn.end_ts}", "${conn.end_ts}", "left"],
  ])("%s becomes %s", (before, after, kind) => {
    const log = (text: string): JsonObject => ({ type: "log", config: { metadata: { a: text } } });
    const { document, notes } = migrated({ inbound: [{ actions: [log(before)] }] });
    expect(document).toEqual({ on_http_request: [{ actions: [log(after)] }] });
    expect(notes).toMatchObject([{ kind, path: "/inbound/0/actions/0/config/metadata/a" }]);
  });
});

test("a policy that is not enabled is refused, and true is left out", () => {
  expect(migrated({ enabled: true, inbound: [] }).document).toEqual({ on_http_request: [] });
  const { document, notes } = migrated({ enabled: false, inbound: [] });
  expect(document).toBeUndefined();
  expect(notes).toMatchObject([{ kind: "refused", path: "/enabled" }]);
});

test.each(["http", "tcp"] as const)("a policy for %s ends where somebody says", (protocol) => {
  const { document } = migrated({ inbound: [] }, { protocol, forwardTo: "https://a.internal" });
  const config = { url: "https://a.internal" };
  const name = "Forward to https://a.internal";
  const rules = [{ name, actions: [{ type: "forward-internal", config }] }];
  expect(Object.values(document ?? {})).toEqual([rules]);
});

test("the rule that ends a policy has a name that no other one has", () => {
  const names = ["", " (2)"].map((end) => `Forward to https://a.internal${end}`);
  const inbound = names.map((name) => ({ name, actions: [{ type: "deny" }] }));
  const { document } = migrated({ inbound }, { forwardTo: "https://a.internal" });
  const rules = document?.["on_http_request"] as readonly { readonly name: string }[];
  expect(rules.map(({ name }) => name)).toEqual([...names, "Forward to https://a.internal (3)"]);
});

// The edits of a text come to the very document: that comments stay is what they are for.
const options = fc.record({
  protocol: fc.constantFrom<Protocol>("http", "http", "http", "tcp"),
  forwardTo: fc.option(fc.constant("https://a.internal"), { nil: undefined }),
});

interface GivenOptions {
  readonly protocol: Protocol;
  readonly forwardTo: string | undefined;
}

function withEdits(document: JsonObject, { protocol, forwardTo }: GivenOptions): Migration {
  return migrated(document, { protocol, ...(forwardTo !== undefined && { forwardTo }) });
}

test("the edits of a JSON text give the same document", () => {
  seeded(
    fc.property(arbitraryPolicy, options, (policy, given) => {
      const { document, edits } = withEdits(policy, given);
      if (document === undefined) return;
      let text = JSON.stringify(policy, undefined, 2);
      for (const some of edits)
        if (some.length > 0) text = applyToJson(text, [{ edits: some }]).text;
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)));
    }),
  );
});

test("the edits of a YAML text give the same document", async () => {
  await seededAsync(
    fc.asyncProperty(arbitraryPolicy, options, async (policy, given) => {
      const { document, edits } = withEdits(policy, given);
      if (document === undefined) return;
      let text = await toYaml(policy);
      for (const some of edits)
        if (some.length > 0) text = applyToYaml(text, [{ edits: some }]).text;
      expect(compare(parseYaml(text).value ?? null, document).state).toBe("identical");
    }),
    100,
    1000,
    30,
  );
});
