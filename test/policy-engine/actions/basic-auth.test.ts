import type { RequestInput } from "@traffic-policy/policy-engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededAsync } from "../../seeded.ts";
import { guard, guarded, verdictOf } from "../protected.ts";

// Source: facts/phases/actions.json and behaviour.json, basic-auth.

const config = { credentials: ["user:password1", "admin:pass:word2", "jürgen:pässword"] };
const base64 = (text: string) => Buffer.from(text).toString("base64");
const presenting = (authorization: string): RequestInput => ({
  url: "https://example.com/",
  headers: { authorization },
});

const results = [
  "basic_auth.credentials.presented",
  "basic_auth.credentials.username",
  "basic_auth.credentials.authorized",
];

describe.each<[string, string | undefined, [boolean, string, boolean]]>([
  ["a pair of the list", `Basic ${base64("user:password1")}`, [true, "user", true]],
  ["a password with a colon", `Basic ${base64("admin:pass:word2")}`, [true, "admin", true]],
  ["a pair in UTF-8", `Basic ${base64("jürgen:pässword")}`, [true, "jürgen", true]],
  ["the scheme in any case", `bASIC ${base64("user:password1")}`, [true, "user", true]],
  ["another password", `Basic ${base64("user:password2")}`, [true, "user", false]],
  ["the password of another", `Basic ${base64("user:pass:word2")}`, [true, "user", false]],
  ["a beginning of the pair", `Basic ${base64("user:password")}`, [true, "user", false]],
  ["more than the pair", `Basic ${base64("user:password11")}`, [true, "user", false]],
  ["another case", `Basic ${base64("User:password1")}`, [true, "User", false]],
  ["no colon", `Basic ${base64("user")}`, [true, "", false]],
  ["no Base64", "Basic user:password1", [true, "", false]],
  ["nothing", "Basic ", [true, "", false]],
  ["another scheme", `Bearer ${base64("user:password1")}`, [false, "", false]],
  ["no header", undefined, [false, "", false]],
])("%s", (_what, authorization, [presented, username, authorized]) => {
  const request =
    authorization === undefined ? { url: "https://example.com/" } : presenting(authorization);

  test("lets through, or is answered with 401", async () => {
    const { result, response } = await guard("basic-auth", config, { request });
    expect(result).toBe(authorized ? "forwarded" : "answered");
    if (authorized) return;
    expect(response).toEqual({
      status: 401,
      headers: { "www-authenticate": ['Basic realm="ngrok"'], "content-length": ["0"] },
    });
  });

  test("leaves behind what was presented, also when it is not enforced", async () => {
    const own = { ...config, enforce: false };
    const { result, logs } = await guard("basic-auth", own, { request }, {}, results);
    expect(result).toBe("forwarded");
    const [one, two, three] = results as [string, string, string];
    expect(logs[0]?.metadata).toEqual({ [one]: presented, [two]: username, [three]: authorized });
  });
});

test("the realm is quoted", async () => {
  const own = { ...config, realm: 'The "inner" \\ circle' };
  const { response } = await guard("basic-auth", own, { request: { url: "/" } });
  expect(response?.headers["www-authenticate"]).toEqual([
    'Basic realm="The \\"inner\\" \\\\ circle"',
  ]);
});

describe("a credential with expressions", () => {
  test.each<[string, string, string]>([
    ["user:${'pass' + 'word1'}", "user:password1", "verified"],
    ["${'user'}:password1", "user:password1", "verified"],
    ["${'user:password1'}", "user:password1", "verified"],
    ["user:${'pass:word1'}", "user:pass:word1", "error: "],
    ["${'us:er'}:password1", "us:er:password1", "error: "],
    ["${'user'}", "user", "error: "],
    ["${'a:b:c'}", "a:b:c", "error: "],
  ])("%s", async (credential, pair, expected) => {
    const request = presenting(`Basic ${base64(pair)}`);
    const found = verdictOf(await guard("basic-auth", { credentials: [credential] }, { request }));
    expect(found.startsWith(expected)).toBe(true);
    expect(found).toBe(
      expected === "verified"
        ? expected
        : "error: The credential 1 has a colon too many or none after its expressions are replaced.",
    );
  });
});

test("a credential without a colon, an object and none at all are problems", async () => {
  const messages = async (own: object) =>
    (await guarded("basic-auth", own)).problems.map(({ message }) => message);
  expect(await messages({ credentials: ["user"] })).toEqual([
    "A credential must be a user and a password with a colon between.",
  ]);
  expect(await messages({ credentials: [{ username: "a", password: "b" }] })).toEqual([
    '"credentials" must be a list of texts.',
    '"credentials" is missing.',
  ]);
  expect(await messages({})).toEqual(['"credentials" is missing.']);
});

test("random pairs get in exactly when they are in the list", async () => {
  const name = fc.stringMatching(/^[a-b]{0,2}$/);
  const pair = fc.tuple(name, name).map((both) => both.join(":"));
  await seededAsync(
    fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 4 }), pair, async (list, given) => {
      const request = presenting(`Basic ${base64(given)}`);
      const { result } = await guard("basic-auth", { credentials: list }, { request });
      expect(result === "forwarded").toBe(list.includes(given));
    }),
    200,
    2000,
  );
});
