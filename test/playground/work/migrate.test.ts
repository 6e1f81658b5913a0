import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import type { Migrated, PolicyText } from "../../../packages/playground/src/work/messages.ts";
import { writtenPolicies } from "../../policy-builder/to-source/documents.ts";
import { ask, at, refusalOf, yaml } from "./ask.ts";
import { expectMigratedText } from "./migrated-text.ts";

const text = `# Of the shop
inbound:
  - name: Nobody deletes # but the shop itself
    expressions: ["req.Method == 'DELETE'"]
    actions: [{ type: deny }]
  - name: Scripts
    expressions: ["req.url.path.startsWith('/assets/')"]
    actions:
      - type: compress-response
outbound:
  - name: Office
    actions: [{ type: remove-headers, config: { headers: [server] } }]
`;

/** The notes with what they are about. */
function notesOf({ notes }: Migrated, of: string): (readonly [string, string | undefined])[] {
  return notes.map(({ kind, place }) => [kind, at(of, place)]);
}

describe("a policy of an edge is written in phases", () => {
  test("in its own language, with its comments, and what became of its parts", async () => {
    const migrated = await ask("migrate", { policy: yaml(text) });
    expect(migrated).toMatchObject({
      state: "migrated",
      summary: "In phases, for HTTP: 1 moved, 1 changed.",
      protocol: "http",
      isProtocolAssumed: false,
      policy: { language: "yaml" },
    });
    expect(notesOf(migrated, text)).toEqual([
      ["changed", `"req.Method == 'DELETE'"`],
      ["moved", "type: compress-response"],
    ]);
    const written = migrated.policy?.text ?? "";
    expect(written).toMatch(/^# Of the shop\non_http_request:\n {2}- name: .* # but the shop/);
    expect(parse(written)).toEqual({
      on_http_request: [
        {
          name: "Nobody deletes",
          expressions: ["req.method == 'DELETE'"],
          actions: [{ type: "deny" }],
        },
      ],
      on_http_response: [
        {
          name: "Scripts",
          expressions: ["req.url.path.startsWith('/assets/')"],
          actions: [{ type: "compress-response" }],
        },
        {
          name: "Office",
          actions: [{ type: "remove-headers", config: { headers: ["server"] } }],
        },
      ],
    });
  });

  test("in JSON, too", async () => {
    const policy = {
      language: "json",
      text: '{\n\t"inbound": [ { "actions": [ { "type": "deny" } ] } ]\n}',
    } as const;
    const migrated = await ask("migrate", { policy });
    expect(migrated.policy).toEqual({
      language: "json",
      text: policy.text.replace("inbound", "on_http_request"),
    });
  });

  test("and of code, as the JSON that it builds, with the places of its calls", async () => {
    const place = { line: 3, column: 1, endLine: 3, endColumn: 9 };
    const policy: PolicyText = {
      language: "typescript",
      text: '{"inbound":[{"expressions":["conn.ClientIP == \'192.0.2.1\'"],"actions":[]}]}',
      protocol: "tcp",
      places: { "/inbound/0": place },
    };
    const migrated = await ask("migrate", { policy });
    expect(migrated).toMatchObject({ protocol: "tcp", isProtocolAssumed: false });
    expect(migrated.policy?.language).toBe("json");
    expect(JSON.parse(migrated.policy?.text ?? "")).toEqual({
      on_tcp_connect: [{ expressions: ["conn.client_ip == '192.0.2.1'"], actions: [] }],
    });
    expect(migrated.notes.map((note) => note.place)).toEqual([place]);
  });

  test("once: in phases, it stays as it is", async () => {
    const { policy } = await ask("migrate", { policy: yaml(text) });
    expect(await ask("migrate", { policy: policy ?? yaml("") })).toEqual({
      state: "unchanged",
      summary: "The policy is in phases already.",
      protocol: "http",
      isProtocolAssumed: false,
      notes: [],
    });
  });
});

describe("what the policy is for", () => {
  const any = yaml("inbound: [{ actions: [{ type: deny }] }]");

  test("is said by somebody", async () => {
    const migrated = await ask("migrate", { policy: any, protocol: "tcp" });
    expect(migrated).toMatchObject({ protocol: "tcp", isProtocolAssumed: false });
    expect(parse(migrated.policy?.text ?? "")).toHaveProperty("on_tcp_connect");
  });

  test("or told by a variable that exists for it only", async () => {
    const policy = yaml(`inbound: [{ expressions: ["req.method == 'A'"], actions: [] }]`);
    expect(await ask("migrate", { policy })).toMatchObject({ isProtocolAssumed: false });
  });

  test("or assumed, which is said", async () => {
    expect(await ask("migrate", { policy: any })).toMatchObject({
      protocol: "http",
      isProtocolAssumed: true,
    });
  });
});

describe("at its end, a policy forwards to an internal endpoint", () => {
  const forwardTo = "https://shop.internal";

  test("and is compared without that rule, which stands for the upstream of an edge", async () => {
    const before = yaml(`inbound:
  - name: Admin
    expressions: ["req.url.path.startsWith('/admin')"]
    actions: [{ type: deny, config: { status_code: 404 } }]
`);
    const migrated = await ask("migrate", { policy: before, forwardTo: ` ${forwardTo} ` });
    expect(migrated).toMatchObject({ forwardTo, summary: "In phases, for HTTP: 1 changed." });
    const { on_http_request: rules } = parse(migrated.policy?.text ?? "") as {
      on_http_request: object[];
    };
    expect(rules.slice(1)).toEqual([
      {
        name: `Forward to ${forwardTo}`,
        actions: [{ type: "forward-internal", config: { url: forwardTo } }],
      },
    ]);
    expect(migrated.compared?.text).not.toContain("forward-internal");
    // What is about the whole policy is at no place.
    expect(migrated.notes.map(({ place }) => place)).toEqual([undefined]);
    const compared = await ask("compare", {
      policy: migrated.compared ?? before,
      other: before,
      protocol: migrated.protocol,
    });
    expect(compared).toMatchObject({ documents: "different", verdict: "same", groups: [] });
  });

  test("but not to what is no URL, as lint says", async () => {
    expect(await refusalOf("migrate", { policy: yaml(text), forwardTo: "shop" })).toEqual({
      message: '"shop" is not a URL.',
      help: "Write the full URL with scheme and host, such as https://example.com/path.",
    });
  });
});

describe("what cannot be migrated", () => {
  test("has its reason and its place, and nothing is migrated", async () => {
    const policy = "inbound: []\noutbound: [{ actions: [{ type: log }] }]\nenabled: false\n";
    const migrated = await ask("migrate", { policy: yaml(policy), protocol: "tcp" });
    expect(migrated).toMatchObject({
      state: "refused",
      summary: "The policy is not migrated: 2 parts of it cannot be written in phases.",
    });
    expect(migrated).not.toHaveProperty("policy");
    expect(migrated).not.toHaveProperty("compared");
    expect(notesOf(migrated, policy)).toEqual([
      ["refused", "{ actions: [{ type: log }] }"],
      ["refused", "false"],
    ]);
    for (const { message, help } of migrated.notes) {
      expect(message).toMatch(/\.$/);
      expect(help).toMatch(/\.$/);
    }
  });

  test("is a document that is no policy", async () => {
    expect(await refusalOf("migrate", { policy: yaml("[]") })).toMatchObject({
      message: "This is not a policy.",
      input: "policy",
      place: { line: 1, column: 1 },
    });
  });

  test("is one of both dialects", async () => {
    const policy = "inbound: []\non_http_request: []\n";
    const migrated = await ask("migrate", { policy: yaml(policy) });
    expect([migrated.state, ...notesOf(migrated, policy)]).toEqual(["refused", ["refused", "[]"]]);
  });
});

test("in a comparison, sentences call the versions by the names that the question gives", async () => {
  const [policy, other] = [yaml("inbund: []\ninbound: []"), yaml("inbound: []")];
  const names = [["Before", "After"] as const, undefined];
  const notes = names.map(async (subjects) => {
    const compared = await ask("compare", { policy, other, ...(subjects && { subjects }) });
    return compared.notes;
  });
  expect(await Promise.all(notes)).toEqual([
    ['After has the key "inbund", whose effect is not known.'],
    ['The policy has the key "inbund", whose effect is not known.'],
  ]);
});

test("of policies as people write them, the text in phases holds what is compared", async () => {
  const policies = writtenPolicies("fixtures", "published");
  const states = await Promise.all(
    policies.map(({ name, document }) => expectMigratedText(name, JSON.stringify(document))),
  );
  expect(states.filter((state) => state === "migrated").length).toBeGreaterThan(10);
});
