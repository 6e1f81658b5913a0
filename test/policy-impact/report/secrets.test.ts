import { withoutSecrets } from "@traffic-policy/policy-impact/report";
import { expect, test } from "vitest";

// Made up, and in no form that a service gives out.
const random = "q7Zp2Lw9Xc4Vb8Nm1Ks6";

function shown(request: Parameters<typeof withoutSecrets>[0]["request"]): string {
  return JSON.stringify(withoutSecrets({ ...(request && { request }) }).request);
}

test.each([
  "authorization",
  "Proxy-Authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "X-Auth-Token",
  "x-csrf-token",
  "x-session-id",
  "x-amz-security-token",
])("the value of the header %s is hidden, however short", (name) => {
  const text = shown({ url: "https://a.example/", headers: { [name]: ["abc", "d e f"] } });
  expect(text).toContain(`"${name}":["***","***"]`);
});

test.each([
  ["?token=abc", "?token=***"],
  ["?a=1&access_token=abc&b=2", "?a=1&access_token=***&b=2"],
  ["?access%5Ftoken=abc", "?access%5Ftoken=***"],
  ["?user[password]=abc", "?user[password]=***"],
  ["?X-Amz-Signature=abc;sig=1", "?X-Amz-Signature=***;sig=***"],
  ["?code=abc&country_code=no", "?code=***&country_code=no"],
  [`?q=${random}`, "?q=***"],
  [`?${random}`, "?***"],
  ["?token=", "?token="],
  ["?q=shoes%20in%20red&page=12", "?q=shoes%20in%20red&page=12"],
  [`/reset/${random}/form`, "/reset/***/form"],
  ["/articles/how-to-mend-2-shoes-in-10-minutes", "/articles/how-to-mend-2-shoes-in-10-minutes"],
  ["/orders/3f2b8c1a-5d4e-4f6a-9b7c-0d1e2f3a4b5c", "/orders/3f2b8c1a-5d4e-4f6a-9b7c-0d1e2f3a4b5c"],
  ["/%ff?%ff=%ff&key=%ff", "/%ff?%ff=%ff&key=***"],
])("of the URL %s, %s is shown", (uri, expected) => {
  expect(shown({ url: `https://a.example${uri}` })).toContain(`"https://a.example${expected}"`);
});

test.each([
  ["/hook/ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
  ["/x?next=ghp_", "aaaabbbbccccddddeeeeffffgggghhhhiiii"],
  ["/x?xoxb-", "1234-5678-kqZtEFGHij"],
  ["/services/xoxb-", "2345-6789-kqZtEFGHij/send"],
  ["/services/xoxb%2D", "2345%2D6789%2DkqZtEFGHij/send"],
])("a token of a known form is hidden wherever it stands: %s", (before, after) => {
  // In two parts, so that nothing takes this file for one with a token.
  const text = shown({ url: `https://a.example${before}${after}` });
  expect(text).toContain("***");
  expect(text).not.toContain(after.slice(0, 12));
});

test.each(["/", "/?", "/?a=", "//", "/a@"])(
  "a URL of 10 MB with %s is shown without them",
  (start) => {
    const long = "x".repeat(10_000_000);
    const text = shown({ url: `https://a.example${start}${long}`, headers: { a: long } });
    expect(text.length).toBeLessThan(200);
  },
);

test("user and password of a URL are hidden", () => {
  expect(shown({ url: "https://me:pw@a.example/" })).toContain("https://***@a.example/");
});

test("what looks like a token is hidden in any header, and what does not is shown", () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0";
  const headers: readonly (readonly [string, string])[] = [
    ["user-agent", agent],
    ["referer", `https://a.example/in?token=abc&next=/b`],
    ["x-note", `it is ${random}, or session=${random}`],
  ];
  const { request } = withoutSecrets({ request: { url: "https://a.example/", headers } });
  expect(request?.headers).toEqual([
    ["user-agent", agent],
    ["referer", "https://a.example/in?token=***&next=/b"],
    ["x-note", "it is ***, or session=***"],
  ]);
});

test("secrets of the response and of cookies are hidden, too", () => {
  const hidden = withoutSecrets({
    request: { url: "https://a.example/", cookies: { session: "abc" }, body: `key=${random}` },
    response: { status: 200, headers: { "Set-Cookie": "a=b", location: `/?code=1&state=2` } },
  });
  expect(hidden).toEqual({
    request: { url: "https://a.example/", cookies: { session: "***" }, body: "key=***" },
    response: { status: 200, headers: { "Set-Cookie": "***", location: "/?code=***&state=2" } },
  });
});
