import { dialectNamed } from "@traffic-policy/policy-language";
import {
  countryCodes,
  headerNames,
  httpMethods,
  statusCodes,
} from "@traffic-policy/policy-language/internal";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { countryName } from "../../packages/language-server/src/expression/literal-meaning.ts";
import { complete, labels, taken } from "./completion-editor.ts";
import { mark } from "./syntaxes.ts";

// What the schemas leave open is offered as far as it is known.

const methods = [...httpMethods];
const countries = [...countryCodes].filter((code) => countryName(code) !== undefined);
const statuses = [...statusCodes.keys()].map(String);
const directions = await dialectNamed("directions");
const types = [...directions.actions.keys()];

const action = (type: string, config: string): string =>
  `inbound:\n  - actions:\n      - type: ${type}\n        config:\n          ${config}`;
const configuration = (text: string): string =>
  `${text}
environments: { staging: { services: { local: emulator }, targets: {} }, production: {} }
services: { eu: emulator, us: emulator }
`;

test.each<[name: string, text: string, expected: readonly string[]]>([
  ["web.cases.yaml", `cases:\n  - request:\n      method: ${mark}`, methods],
  ["web.cases.json", `{"cases": [{"request": {"method": "${mark}"}}]}`, methods],
  ["web.cases.yaml", `cases:\n  - each:\n      - request: { method: ${mark} }`, methods],
  ["web.cases.yaml", `cases:\n  - expect: { upstream: { method: ${mark} } }`, methods],
  [
    "web.assertions.json",
    `{"assertions": [{"when": {"request": {"method": "${mark}"}}}]}`,
    methods,
  ],
  [
    "web.assertions.json",
    `{"assertions": [{"when": {"request": {"method": ["GET", "${mark}"]}}}]}`,
    methods,
  ],
  ["web.cases.yaml", `cases:\n  - response: { status: ${mark} }`, statuses],
  ["web.cases.json", `{"cases": [{"expect": {"status": ${mark}}}]}`, statuses],
  ["web.cases.yaml", `cases:\n  - connection: { geo: { countryCode: ${mark} } }`, countries],
  ["web.cases.yaml", `cases:\n  - expect: { by: ${mark} }`, types],
  ["web.cases.yaml", `cases:\n  - expect: { by: { action: ${mark} } }`, types],
  ["web.assertions.json", `{"assertions": [{"never": {"by": "${mark}"}}]}`, types],
  ["web.policy.yaml", action("deny", `status_code: ${mark}`), statuses],
  ["web.policy.yaml", action("custom-response", `status_code: ${mark}`), statuses],
  [
    "web.policy.yaml",
    action("redirect", `status_code: ${mark}`),
    statuses.filter((code) => code.startsWith("3")),
  ],
  [
    "web.policy.yaml",
    action("remove-headers", `headers: [${mark}]`),
    headerNames.filter((name) => name !== "user-agent"),
  ],
  ["web.policy.yaml", action("rate-limit", `capacity: ${mark}`), []],
  [
    "traffic-policy.config.yaml",
    configuration(`defaultEnvironment: ${mark}`),
    ["staging", "production"],
  ],
  [
    "traffic-policy.config.yaml",
    configuration(`targets: { web: { service: ${mark} } }`),
    ["eu", "us"],
  ],
  [
    "traffic-policy.config.json",
    `{"environments": {"a": {"services": {"local": {}}, "targets": {"web": {"service": "${mark}"}}}}, "services": {"eu": {}}}`,
    ["eu", "local"],
  ],
])("in %s, at %j, the known values are offered", async (name, text, expected) => {
  expect((await labels(name, text)).toSorted()).toEqual(expected.toSorted());
});

describe("keys that are known are offered", () => {
  test.each<[name: string, text: string, expected: readonly string[]]>([
    ["web.cases.json", `{"cases": [{"request": {"headers": {"${mark}"}}}]}`, headerNames],
    ["web.cases.yaml", `cases:\n  - response:\n      trailers:\n        ${mark}`, headerNames],
    ["web.cases.yaml", `cases:\n  - expect: { headers: { ${mark} } }`, headerNames],
    ["web.cases.yaml", `stubs:\n  ${mark}`, types],
    [
      "web.policy.json",
      `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": {"${mark}"}}}]}]}`,
      headerNames.filter((name) => name !== "user-agent"),
    ],
    [
      "web.policy.yaml",
      action("custom-response", `headers:\n            Content-Type: a\n            ${mark}`),
      headerNames.filter((name) => name !== "content-type"),
    ],
    ["web.policy.yaml", action("redirect", `headers: { ${mark} }`), headerNames],
    [
      "traffic-policy.config.json",
      `{"targets": {"web": {}, "Ssh": {}, "Db": {}}, "environments": {"a": {"targets": {"Db": {}, "${mark}"}}}}`,
      ["web", "Ssh"],
    ],
  ])("in %s, at %j", async (name, text, expected) => {
    expect((await labels(name, text)).toSorted()).toEqual(expected.toSorted());
  });
});

test.each([
  ["web.cases.yaml", `cases:\n  - request: { cookies: { ${mark} } }`],
  ["web.cases.yaml", `cases:\n  - request: { cookies: { method: ${mark} } }`],
  ["web.cases.yaml", `cases:\n  - request: { url: ${mark} }`],
  ["web.policy.yaml", action("remove-headers", `headers: { ${mark} }`)],
  ["traffic-policy.config.yaml", configuration(`targets: { ${mark} }`)],
])("in %s, at %j, nothing is offered", async (name, text) => {
  expect(await labels(name, text)).toEqual([]);
});

test("types of actions of phases are offered as well when a policy of them is open", async () => {
  const text = `# on_http_request\ncases:\n  - expect: { by: ${mark} }`;
  const phases = await dialectNamed("phases");
  const all = new Set([...types, ...phases.actions.keys()]);
  expect((await labels("web.cases.yaml", text)).toSorted()).toEqual([...all].toSorted());
});

test("a status and a country are explained", async () => {
  const status = await complete("web.policy.yaml", action("deny", `status_code: ${mark}`));
  expect(status.items.find(({ label }) => label === "404")?.documentation).toBe("Not Found");
  const country = `cases:\n  - connection: { geo: { countryCode: ${mark} } }`;
  const { items } = await complete("web.cases.yaml", country);
  expect(items.find(({ label }) => label === "NO")?.documentation).toBe("Norway");
});

test.each<[name: string, text: string, label: string, expected: object]>([
  [
    "web.cases.yaml",
    `cases:\n  - request:\n      headers:\n        ${mark}`,
    "accept",
    { cases: [{ request: { headers: { accept: null } } }] },
  ],
  [
    "web.policy.json",
    `{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": ${mark}}}]}]}`,
    "404",
    { inbound: [{ actions: [{ type: "deny", config: { status_code: 404 } }] }] },
  ],
])("in %s, at %j, %s is inserted", async (name, text, label, expected) => {
  expect(parse(await taken(name, text, label))).toEqual(expected);
});
