import { describe, expect, test } from "vitest";
import { exchangeProblems } from "@traffic-policy/policy-engine/formats";

const url = "https://example.com/";

describe("what cannot be an exchange", () => {
  test.each([
    [{ request: { url: "/path" } }, []],
    [{ request: { url: "ftp://example.com/" } }, ["/request/url"]],
    [{ request: { url: "https://example.com/a\nb" } }, ["/request/url"]],
    [{ request: { url: "https://example.com:99999/" } }, ["/request/url"]],
    [{ request: { url, method: "GET /" } }, ["/request/method"]],
    [
      { request: { url, headers: { "a b": "c", d: ["e", "f\r\n"] } } },
      ["/request/headers/a b", "/request/headers/d/1"],
    ],
    [{ request: { url, headers: { a: 1 } } }, ["/request/headers/a"]],
    [
      { request: { url, cookies: { a: "b;c", "d e": "f" } } },
      ["/request/cookies/a", "/request/cookies/d e"],
    ],
    [{ request: { url, body: "a", bodyFile: "b" } }, ["/request/bodyFile"]],
    [{ request: { url }, response: { status: 99 } }, ["/response/status"]],
    [{ connection: { clientIp: "1.2.3" } }, ["/connection/clientIp"]],
    [{ connection: { geo: { countryCode: "no" } } }, ["/connection/geo/countryCode"]],
    [{ connection: { geo: { countryCode: "UK" } } }, ["/connection/geo/countryCode"]],
    [{ connection: { geo: { countryCode: "" } } }, []],
    [{ connection: { clientPort: 65_536 } }, ["/connection/clientPort"]],
    [
      { connection: { tls: { client: { notAfter: "soon" } } } },
      ["/connection/tls/client/notAfter"],
    ],
    [{ endpoint: { url: "example" } }, ["/endpoint/url"]],
    [{ time: "2024-02-30T00:00:00Z" }, ["/time"]],
    [{ time: 1e300 }, ["/time"]],
    [{ variables: { "conn.geo.cty": "a" } }, ["/variables/conn.geo.cty"]],
    [{ variables: { "conn.client_port": "a" } }, ["/variables/conn.client_port"]],
    [{ variables: { "conn.client_port": 22 } }, []],
    [{ variables: { "conn.ts.start": "2024-01-31T00:00:00Z" } }, []],
    [{ variables: { "req.cookies": {} } }, []],
    [{ variables: { "req.cookies": { a: [{ name: 5 }] } } }, ["/variables/req.cookies"]],
    [{ other: 1 }, ["/other"]],
    [null, [""]],
  ] as [unknown, string[]][])("%j", (exchange, paths) => {
    expect(exchangeProblems(exchange).map(({ path }) => path)).toEqual(paths);
  });
});

test("what a list of objects wants is said", () => {
  const tokens = "actions.ngrok.jwt_validation.tokens";
  const [problem] = exchangeProblems({ variables: { [tokens]: [{ claims: {} }] } });
  expect(problem?.help).toMatch(/^Write a list of objects with /);
});
