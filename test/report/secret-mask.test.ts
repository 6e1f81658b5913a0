import type { JsonValue } from "@traffic-policy/policy-language";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { expect, test } from "vitest";

const config = ["on_http_request", "0", "actions", "0", "config"];
const masked = (field: string, value: JsonValue): JsonValue =>
  new SecretMask().value({ [field]: value }, config);

test.each([
  ["credentials", ["ana:short-one"], ["ana:**** (secret 1)"]],
  ["credentials", ["no-colon-one"], ["**** (secret 1)"]],
  [
    "credentials",
    [{ username: "ana", password: "pw" }],
    [{ username: "**** (secret 1)", password: "**** (secret 2)" }],
  ],
  ["secret", "k1", "**** (secret 1)"],
  ["secret", 4711, "**** (secret 1)"],
  ["client_secret", "a-${vars.x}-b", "**** (secret 1)${vars.x}**** (secret 2)"],
  ["secret", "${secrets.get('vault', 'name')}", "${secrets.get('vault', 'name')}"],
  ["server_private_key", "any\nlines", "**** (secret 1)"],
  [
    "providers",
    [{ id: "a", api_keys: [{ value: "sk-1" }] }],
    [{ id: "a", api_keys: [{ value: "**** (secret 1)" }] }],
  ],
  [
    "headers",
    { Authorization: "Bearer t-1", "x-api-key": "k" },
    {
      Authorization: "Bearer **** (secret 1)",
      "x-api-key": "**** (secret 2)",
    },
  ],
  [
    "headers",
    { authorization: "Bearer ${secrets.get('v', 'n')}" },
    {
      authorization: "Bearer ${secrets.get('v', 'n')}",
    },
  ],
  [
    "headers",
    { cookie: "a=1; b=2", "set-cookie": "id=3; Path=/" },
    {
      cookie: "a=**** (secret 1); b=**** (secret 2)",
      "set-cookie": "id=**** (secret 3); Path=/",
    },
  ],
  [
    "headers",
    { "access-control-allow-credentials": "true", "x-plain": "text" },
    {
      "access-control-allow-credentials": "true",
      "x-plain": "text",
    },
  ],
  ["headers", ["authorization"], ["authorization"]],
  [
    "headers",
    [
      ["authorization", "abc"],
      ["accept", "abc"],
    ],
    [
      ["authorization", "**** (secret 1)"],
      ["accept", "abc"],
    ],
  ],
  [
    "query_params",
    [
      { key: "api_key", value: "k" },
      { key: "q", value: "k" },
    ],
    [
      { key: "api_key", value: "**** (secret 1)" },
      { key: "q", value: "k" },
    ],
  ],
  ["body", "see glpat-q7Zt2Lw9Xc4Vb6Nm8Kj1", "see **** (secret 1)"],
] as const)("masks %s %j", (field, value, expected) => {
  expect(masked(field, value)).toEqual({ [field]: expected });
});

test("equal secrets have equal numbers, and others have others", () => {
  const mask = new SecretMask();
  const change = (before: string, after: string) =>
    mask.changes([{ kind: "changed", path: `/${[...config, "secret"].join("/")}`, before, after }]);
  expect(change("one", "two")).toMatchObject([
    { before: "**** (secret 1)", after: "**** (secret 2)" },
  ]);
  expect(change("two", "three")).toMatchObject([
    { before: "**** (secret 2)", after: "**** (secret 3)" },
  ]);
});

test("a key that an expression compares with is masked", () => {
  const text = "req.headers['x-api-key'][0] == 'q7Zt2Lw9Xc4Vb6Nm8Kj1'";
  expect(new SecretMask().text(text)).toBe("req.headers['x-api-key'][0] == '**** (secret 1)'");
});

test("what is below the name of a secret in a config is masked, and so are secrets in a text of JSON", () => {
  const settings = {
    password: { value: "one" },
    auth: [{ key: "two" }],
    body: '{"token": "three", "name": "x"}',
    tokens: [{ name: "Authorization", prefix: "Bearer " }],
  };
  expect(new SecretMask().value({ config: settings })).toEqual({
    config: {
      password: { value: "**** (secret 1)" },
      auth: [{ key: "**** (secret 2)" }],
      body: '{"token": "**** (secret 3)", "name": "x"}',
      tokens: [{ name: "Authorization", prefix: "Bearer " }],
    },
  });
});

test("of a document that cannot be read, what follows the name of a secret is masked", () => {
  const text =
    "a:\n  credentials:\n    - ana:pw-1\n    - bob:pw-2\n  x: y\n  - {secret: pw-3\nz: '";
  expect(new SecretMask().value(text)).toBe(
    "a:\n  credentials:\n    - ana:**** (secret 1)\n    - bob:**** (secret 2)\n  x: y\n  - {secret: **** (secret 3)\nz: '",
  );
});
