import { describe, expect, test } from "vitest";
import { defectsOf, examples, readExample, type Change, type Example } from "./site-of.ts";

test.each(examples)("the site %s has no defect, and all of it is read", async (name) => {
  const reading = await readExample(name);
  expect(await defectsOf(reading)).toEqual([]);
  expect([reading.leftOut, reading.failures]).toEqual([[], []]);
});

const url = (name: string): string => `config: { url: "${name}" }`;

const seeded: Readonly<Record<Example, Readonly<Record<string, readonly [Change[], string[]]>>>> = {
  shop: {
    "a letter of a target is missing": [
      [["gateway.yaml", url("https://billing.internal"), url("https://biling.internal")]],
      ["error site/unknown-target gateway.yaml https://biling.internal"],
    ],
    "a target is nowhere": [
      [["gateway.yaml", url("https://search.internal"), url("https://find.internal")]],
      [
        "warning site/unknown-target gateway.yaml https://find.internal",
        "info site/unused-endpoint ngrok.yml https://search.internal",
      ],
    ],
    "a target has another scheme": [
      [["gateway.yaml", url("https://search.internal"), url("http://search.internal")]],
      ["warning site/other-scheme gateway.yaml http://search.internal"],
    ],
    "a target is for another protocol": [
      [["ngrok.yml", "url: https://search.internal", "url: tls://search.internal"]],
      ["error site/other-scheme gateway.yaml https://search.internal"],
    ],
    "a target is not internal": [
      [["gateway.yaml", url("https://search.internal"), url("https://search.example.com")]],
      [
        "error site/not-internal gateway.yaml https://search.example.com",
        "info site/unused-endpoint ngrok.yml https://search.internal",
      ],
    ],
    "a target has a path": [
      [["gateway.yaml", url("https://search.internal"), url("https://search.internal/v1")]],
      ["warning site/target-url gateway.yaml https://search.internal/v1"],
    ],
    "an internal endpoint for HTTP has connection rules": [
      [["billing.policy.yaml", "on_http_request:", "on_tcp_connect:"]],
      ["error site/phase billing.policy.yaml on_tcp_connect"],
    ],
    "nothing forwards to an endpoint": [
      [
        [
          "ngrok.yml",
          "- name: search",
          "- { name: old, url: https://old.internal }\n  - name: search",
        ],
      ],
      ["info site/unused-endpoint ngrok.yml https://old.internal"],
    ],
    "a rule is about a host that goes elsewhere": [
      [["gateway.yaml", "req.url.path.startsWith('/search')", "req.host == 'search.example.com'"]],
      ["warning site/unreachable-host gateway.yaml search.example.com"],
    ],
    "a cloud endpoint has no policy": [
      [["gateway.yaml", "  trafficPolicy:\n    policy:", "  other:\n    policy:"]],
      [
        "error site/no-policy gateway.yaml https://shop.example.com",
        "info site/unused-endpoint ngrok.yml https://storefront.internal",
        "info site/unused-endpoint ngrok.yml https://search.internal",
        "info site/unused-endpoint ngrok.yml https://billing.internal",
      ],
    ],
  },
  news: {
    "one of the chosen names is of no endpoint": [
      [["plan.json", "'news-b' : 'news-a'", "'news-beta' : 'news-a'"]],
      [
        "warning site/unknown-target plan.json https://${vars.version}.internal",
        "info site/unused-endpoint plan.json https://news-b.internal",
      ],
    ],
    "the reader chooses the version": [
      [["plan.json", "rand.double() < 0.1 ? 'news-b' : 'news-a'", "req.headers['x-version'][0]"]],
      ["warning site/client-chosen plan.json https://${vars.version}.internal"],
    ],
    "an internal endpoint is public": [
      [
        [
          "plan.json",
          '"url": "https://news-a.internal",\n            "bindings": ["internal"]',
          '"url": "https://news-a.internal",\n            "bindings": ["public"]',
        ],
      ],
      ["error site/binding plan.json https://news-a.internal"],
    ],
  },
  brewery: {
    "a target has another port": [
      [["front.yaml", url("http://kettles.internal:8080"), url("http://kettles.internal:8081")]],
      ["error site/other-port front.yaml http://kettles.internal:8081"],
    ],
    "the service that is asked is nowhere": [
      [["front.yaml", "https://members.internal/of/", "https://member.internal/of/"]],
      [
        "error site/unknown-target front.yaml https://member.internal/of/${req.headers['x-staff'][0]}",
      ],
    ],
    "the policy has another name": [[["endpoints.yaml", "Name: front", "Name: fronts"]], []],
    "the target forwards back": [
      [
        [
          "endpoints.yaml",
          'upstream: { url: "http://kettles.brewery:8080" }',
          'upstream: { url: "http://kettles.brewery:8080" }\n  trafficPolicy: { targetRef: { name: front } }',
        ],
      ],
      ["error site/loop front.yaml http://kettles.internal:8080"],
    ],
  },
  tenants: {
    "no condition lists the rooms": [
      [
        [
          "endpoints.yaml",
          "!(req.host.split('.')[0] in ['attic', 'cellar'])",
          "req.method == 'TRACE'",
        ],
      ],
      ["warning site/client-chosen endpoints.yaml https://room-${req.host.split('.')[0]}.internal"],
    ],
    "the targets begin with another word": [
      [["endpoints.yaml", "https://room-$", "https://flat-$"]],
      [
        "warning site/unknown-target endpoints.yaml https://flat-${req.host.split('.')[0]}.internal",
        "info site/unused-endpoint endpoints.yaml https://room-attic.internal",
        "info site/unused-endpoint endpoints.yaml https://room-cellar.internal",
      ],
    ],
    "the targets have another scheme": [
      [["endpoints.yaml", "https://room-$", "http://room-$"]],
      ["warning site/other-scheme endpoints.yaml http://room-${req.host.split('.')[0]}.internal"],
    ],
    "one host has an endpoint for HTTP alone": [
      [
        [
          "endpoints.yaml",
          "- name: attic",
          "- { name: plain, url: http://attic.rooms.example.com }\n  - name: attic",
        ],
      ],
      ["info site/shadowed-host endpoints.yaml http://attic.rooms.example.com"],
    ],
    "a wildcard is the only target": [
      [
        ["endpoints.yaml", "url: https://room-attic.internal", 'url: "https://*.attic.internal"'],
        [
          "endpoints.yaml",
          "url: \"https://room-${req.host.split('.')[0]}.internal\"",
          'url: "https://a.attic.internal"',
        ],
      ],
      [
        "info site/wildcard-target endpoints.yaml https://a.attic.internal",
        "info site/unused-endpoint endpoints.yaml https://room-cellar.internal",
      ],
    ],
  },
  clinic: {
    "one member of a pool is not pooled": [
      [
        [
          "ngrok.yml",
          "pooling_enabled: true\n    upstream: { url: 4002 }",
          "upstream: { url: 4002 }",
        ],
      ],
      ["error site/pooling ngrok.yml https://ward.internal"],
    ],
    "a prefix of the target is missing": [
      [["records.yaml", "tls://clinic-records.internal", "tls://records.internal"]],
      ["error site/unknown-target records.yaml tls://records.internal"],
    ],
    "scheme and port of the target differ": [
      [["ngrok.yml", "tls://clinic-records.internal", "tcp://clinic-records.internal:8443"]],
      ["error site/other-scheme records.yaml tls://clinic-records.internal"],
    ],
    "a connection is forwarded to an endpoint for HTTP": [
      [["records.yaml", "tls://clinic-records.internal", "https://ward.internal"]],
      [
        "error site/phase records.yaml https://ward.internal",
        "info site/unused-endpoint ngrok.yml tls://clinic-records.internal",
      ],
    ],
    "the last resort forwards to itself": [
      [
        [
          "sorry.yaml",
          "      - type: custom-response",
          "      - { type: forward-internal, config: { url: https://sorry.internal } }\n      - type: custom-response",
        ],
      ],
      ["error site/loop sorry.yaml https://sorry.internal"],
    ],
    "the last resort forwards to itself on a condition": [
      [
        [
          "sorry.yaml",
          "    actions:\n      - type: custom-response",
          "    expressions: [req.method == 'GET']\n    actions:\n      - { type: forward-internal, config: { url: https://sorry.internal } }\n      - type: custom-response",
        ],
      ],
      ["warning site/loop sorry.yaml https://sorry.internal"],
    ],
    "an endpoint for TLS has rules of requests": [
      [["records.yaml", "on_tcp_connect:", "on_http_request:"]],
      ["error site/phase records.yaml on_http_request"],
    ],
  },
  cluster: {
    "a target for TCP has no port": [
      [["endpoints.yaml", url("tcp://ledger.internal:5432"), url("tcp://ledger.internal")]],
      ["error site/target-url endpoints.yaml tcp://ledger.internal"],
    ],
    "an endpoint for TCP has no port": [
      [["endpoints.yaml", "url: tcp://ledger.mill:5432", "url: tcp://ledger.mill"]],
      ["error site/endpoint-url endpoints.yaml tcp://ledger.mill"],
    ],
    "an endpoint for TCP has rules of requests": [
      [
        [
          "endpoints.yaml",
          "bindings: [internal]",
          "trafficPolicy: { targetRef: { name: short-bodies } }",
        ],
      ],
      ["error site/phase policies.yaml on_http_request"],
    ],
    "a host has no namespace": [
      [["endpoints.yaml", "url: http://orders.mill", "url: http://orders"]],
      ["error site/binding endpoints.yaml http://orders"],
    ],
    "an endpoint with the binding kubernetes is for TLS": [
      [["endpoints.yaml", "url: tcp://ledger.mill:5432", "url: tls://ledger.mill:5432"]],
      ["warning site/binding endpoints.yaml tls://ledger.mill:5432"],
    ],
    "an internal endpoint has the binding public": [
      [["endpoints.yaml", "bindings: [internal]", "bindings: [public]"]],
      ["error site/binding endpoints.yaml tcp://ledger.internal:5432"],
    ],
    "an internal endpoint has a public host": [
      [
        [
          "endpoints.yaml",
          "url: tcp://ledger.internal:5432\n      bindings",
          "url: tcp://ledger.office:5432\n      bindings",
        ],
      ],
      [
        "error site/binding endpoints.yaml tcp://ledger.office:5432",
        "warning site/unknown-target endpoints.yaml tcp://ledger.internal:5432",
        "info site/unused-endpoint endpoints.yaml tcp://ledger.office:5432",
      ],
    ],
  },
};

describe.each(examples)("the site %s with one defect:", (name) => {
  test.each(Object.entries(seeded[name]))("%s", async (_what, [changes, expected]) => {
    const reading = await readExample(name, changes);
    expect(await defectsOf(reading)).toEqual(expected);
    expect(reading.failures).toEqual([]);
  });
});
