import { directionsDialect } from "@traffic-policy/policy-language";
import { parseType, variablesOf } from "@traffic-policy/policy-language/internal";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { compilePolicy, ExchangeError, simulate } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { checkVariables } from "../../../packages/policy-engine/src/run/exchange-run.ts";
import { ResponseState } from "../../../packages/policy-engine/src/exchange/response-state.ts";
import { resolveOptions } from "../../../packages/policy-engine/src/options.ts";
import { Run } from "../../../packages/policy-engine/src/run/run.ts";
import { readers } from "../../../packages/policy-engine/src/variables/namespaces/index.generated.ts";
import { readVariable } from "../../../packages/policy-engine/src/variables/read-variable.ts";
import { holds } from "../simulated.ts";

const variables = directionsDialect.namespaces.flatMap((namespace) => namespace.variables);
const read = readers.flatMap((namespace) => Object.keys(namespace));

/** What no exchange tells, so that only the name of the variable gives it a value. */
const untold =
  /^(req\.user_agent\..*|conn\.k8s\..*|conn\..*_ip\.as\.number|conn\..*\.is_eu|conn\.tls\.client\.pem)$/;

test("every variable of the catalogues that an exchange tells has a reader, and every reader a variable", () => {
  const known = [directionsDialect, phasesDialect]
    .flatMap(variablesOf)
    .filter(({ setBy }) => setBy === undefined || setBy === "set-vars")
    .map(({ name }) => name)
    .filter((name) => !untold.test(name));
  expect(read.toSorted()).toEqual([...new Set(known)].toSorted());
});

/** Variables without a value when the exchange says nothing of them. */
const without = (name: string): boolean =>
  name.startsWith("conn.tls.client.") ||
  [
    "conn.ts.end",
    "conn.TLS.CertCN",
    "conn.end_ts",
    "req.ClientTLS.CertCN",
    "req.ContentLength",
    "req.content_length",
    "req.ts.body_received",
    "req.url.port",
    "res.ContentLength",
    "res.content_length",
  ].includes(name);

test.each(variables.filter(({ setBy }) => setBy === undefined))(
  "$name has a value of its type by default",
  ({ name, type, protocols }) => {
    const [protocol = "http"] = protocols;
    const exchange =
      protocol === "http" ? { request: { url: "/" } } : { endpoint: { url: "tls://a" } };
    const options = resolveOptions({}, directionsDialect);
    const run = new Run(exchange, { protocol, dialect: directionsDialect }, options);
    if (protocol === "http") run.respond(new ResponseState({}));
    const value = readVariable(run, name);
    expect(value === undefined).toBe(without(name));
    expect(() => parseType(type)).not.toThrow();
    if (value !== undefined) checkVariables({ variables: { [name]: value } }, directionsDialect);
  },
);

test.each(variables.filter(({ renamedTo }) => renamedTo !== undefined))(
  "$name is there when it is by its present name, $renamedTo",
  async ({ name, renamedTo, protocols, sections = ["inbound"] }) => {
    const [protocol = "http"] = protocols;
    const direction = sections.includes("inbound") ? "inbound" : "outbound";
    const conditions = [name, renamedTo].map((one) => `has(${one})`);
    const rules = conditions.map((expression) => ({
      expressions: [expression],
      actions: [{ type: "log", config: { metadata: {} } }],
    }));
    const exchange = protocol === "http" ? { request: { url: "/" }, response: {} } : {};
    const policy = await compilePolicy({ [direction]: rules }, { protocol });
    expect(policy.problems).toEqual([]);
    const { matched } = await simulate(policy, exchange);
    expect([0, 2]).toContain(matched.length);
  },
);

const certificate = {
  subject: { commonName: "client, one", organization: ["Example"], country: ["NO"] },
  issuer: { commonName: "ca" },
  dnsNames: ["a.example"],
  emailAddresses: ["a@example.com"],
  serialNumber: "42",
  notAfter: "2030-01-01T00:00:00Z",
  extensions: [{ id: "2.5.29.15", critical: true, value: Uint8Array.of(1, 2) }],
};

const rich = {
  time: "2024-05-01T10:00:00.25Z",
  connection: {
    clientIp: "2001:db8::1",
    clientPort: 1234,
    bytesIn: 12,
    geo: { city: "Oslo", country: "Norway", countryCode: "NO", radius: "20" },
    tls: { version: "1.2", client: certificate },
    end: "2024-05-01T10:00:05Z",
  },
  endpoint: { id: "ep_7", url: "https://shop.example:8443" },
  request: {
    method: "POST",
    url: "https://joe:secret@Shop.Example:8443/a/../%7Eb/c%2fd?q=1&q=%20two&x#part",
    version: "HTTP/2.0",
    headers: {
      "Content-Type": "Text/HTML; Charset=utf-8",
      "X-Many": ["1", "2"],
      "user-agent": "test/1",
      "content-encoding": "gzip, br",
    },
    cookies: { session: "abc", theme: "dark" },
    body: "grüße",
    trailers: { "X-End": "yes" },
  },
  response: {
    status: 404,
    headers: [
      ["set-cookie", "id=1; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=60; Priority=High"],
      ["set-cookie", "id=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Domain=example.com"],
      ["Location", "/elsewhere"],
    ] as [string, string][],
    bodySize: 10,
  },
} as const;

describe("variables come from the exchange", () => {
  test.each([
    "conn.client_ip == '2001:db8::1' && conn.client_port == 1234 && conn.bytes_in == 12",
    "conn.geo.city == 'Oslo' && conn.geo.country_code == 'NO' && conn.geo.radius == '20'",
    "conn.geo.latitude == ''",
    "conn.server_port == 8443 && endpoint.port == 8443 && endpoint.addr == 'shop.example:8443'",
    "endpoint.protocol == 'https' && endpoint.id == 'ep_7' && endpoint.host == 'shop.example'",
    "conn.tls.version == '1.2' && conn.tls.sni == 'shop.example'",
    "conn.tls.client.subject == 'CN=client\\\\, one,O=Example,C=NO'",
    "conn.tls.client.subject.common_name == 'client, one' && conn.tls.client.subject.country == ['NO']",
    "conn.tls.client.san == 'a.example,a@example.com' && conn.tls.client.san.dns_names == ['a.example']",
    "conn.tls.client.validity.not_after == timestamp('2030-01-01T00:00:00Z')",
    "conn.tls.client.extensions[0].critical && conn.tls.client.extensions[0].value == b'\\x01\\x02'",
    "conn.tls.server.subject.common_name == 'shop.example'",
    "conn.ts.end - conn.ts.start == duration('4.75s')",
    "time.now == '2024-05-01T10:00:00.25Z' && timestamp(time.now) == conn.ts.start",
    "req.method == 'POST' && req.Method == 'POST' && req.version == 'HTTP/2.0'",
    "req.url == 'https://joe:secret@shop.example:8443/~b/c%2Fd?q=1&q=%20two&x'",
    "req.url.raw.endsWith('#part') && req.url.raw_path == '/a/../%7Eb/c%2fd'",
    "req.url.path == '/~b/c%2Fd' && req.Path == req.url.path && req.url.port == 8443",
    "req.url.scheme == 'https' && req.url.host == 'shop.example' && req.url.user_password == 'joe:secret'",
    "req.url.authority == 'joe:secret@shop.example:8443' && req.host == 'Shop.Example:8443'",
    "req.url.uri == '/~b/c%2Fd?q=1&q=%20two&x' && req.url.query == 'q=1&q=%20two&x'",
    "req.url.query_params == {'q': ['1', ' two'], 'x': ['']} && req.Params['q'][1] == ' two'",
    "req.headers['x-many'] == ['1', '2'] && req.Headers['X-Many'] == ['1', '2']",
    "req.headers['host'] == ['Shop.Example:8443'] && req.user_agent == 'test/1'",
    "req.content_type == 'text/html' && req.content_type.parameters['charset'] == 'utf-8'",
    "req.content_type.raw == 'Text/HTML; Charset=utf-8' && req.content_encoding == ['gzip', 'br']",
    "req.content_length == 7 && req.ContentLength == 7 && req.headers['content-length'] == ['7']",
    "req.cookies['session'][0].value == 'abc' && req.Cookies[1].name == 'theme'",
    "req.trailers['x-end'] == ['yes'] && req.Trailers['X-End'] == ['yes']",
    "getReqCookie('session').value == 'abc' && getReqCookie('session').Value == 'abc'",
    "hasReqHeader('X-Many') && getReqHeader('X-Many') == ['1', '2'] && !hasReqHeader('X-None')",
    "hasQueryParam('q') && getQueryParam('q') == ['1', ' two'] && !hasQueryParam('z')",
    "inCidrRange(conn.client_ip, '2001:db8::/32') && !inCidrRange(conn.client_ip, 'nonsense')",
    "inCidrRanges(conn.client_ip, ['nonsense', '10.0.0.0/8', '2001:db8::/32'])",
  ])("%s", async (expression) => {
    expect(await holds(expression, rich)).toBe(true);
  });

  test.each([
    "res.status_code == 404 && res.StatusCode == '404' && res.location == '/elsewhere'",
    "res.content_length == 10 && res.headers['location'] == ['/elsewhere']",
    "res.cookies['id'][0].secure && res.cookies['id'][0].http_only && res.cookies['id'][0].path == '/'",
    "res.cookies['id'][0].max_age == duration('60s') && res.cookies['id'][0].same_site == 'Lax'",
    "res.cookies['id'][0].unparsed_attributes == {'Priority': 'High'}",
    "res.cookies['id'][1].expires == timestamp('2026-10-21T07:28:00Z')",
    "res.cookies['id'][1].domain == 'example.com' && getResCookie('id').value == '1'",
    "hasResHeader('Location') && getResHeader('Set-Cookie').size() == 2 && hasResCookie('id')",
  ])("%s", async (expression) => {
    expect(await holds(expression, rich, { direction: "outbound" })).toBe(true);
  });
});

describe("a variable without a value", () => {
  test("is an error that names it, and has() tells", async () => {
    expect(await holds("req.url.port == 80")).toBe("req.url.port has no value in this exchange.");
    expect(await holds("has(req.url.port)")).toBe(false);
    expect(await holds("has(req.url.path) && !has(req.headers.nothing)")).toBe(true);
  });

  test("can be given outright, and so can every other one", async () => {
    const exchange = { request: { url: "/" }, variables: { "req.url.port": 81, "req.host": "a" } };
    expect(await holds("req.url.port == 81 && req.host == 'a'", exchange)).toBe(true);
  });

  test.each([
    [{ "req.hots": "a" }, "There is no variable req.hots.", 'Did you mean "req.host"?'],
    [{ "req.host": 1 }, "The value of req.host is not a string.", "Use a string."],
    [{ "conn.ts.start": "now" }, "The value of conn.ts.start is not a timestamp.", "Use a Date."],
  ])("is not given as %j", async (given, message, help) => {
    const exchange = { request: { url: "/" }, variables: given };
    const told = await holds("true", exchange).catch((error: unknown) => error);
    expect(told).toBeInstanceOf(ExchangeError);
    expect(told).toMatchObject({ message, help });
  });
});

test("a name that a macro binds hides variables that begin with it", async () => {
  expect(await holds("[{'method': 'x'}].exists(req, req.method == 'x')")).toBe(true);
  expect(await holds("['a'].exists(conn, conn == 'a' && .req.method == 'GET')")).toBe(true);
});

describe("expires of a cookie", () => {
  const expires = (text: string): Promise<boolean | string> =>
    holds(
      "getResCookie('a').expires == timestamp('2026-10-21T07:28:00Z') && getResCookie('a').unparsed_attributes == {}",
      { request: { url: "/" }, response: { headers: { "set-cookie": `a=b; Expires=${text}` } } },
      { direction: "outbound" },
    );

  test.each([
    "Wed, 21 Oct 2026 07:28:00 GMT",
    "Wed, 21-Oct-2026 07:28:00 GMT",
    "wed, 21 oct 2026 07:28:00 UTC",
  ])("%s is read", async (text) => {
    expect(await expires(text)).toBe(true);
  });

  // What JavaScript would make of these depends on where the machine stands, or is another day.
  test.each([
    "Wed, 21 Oct 2026 07:28:00",
    "2026-10-21T07:28:00",
    "Oct 21 2026",
    "Wed, 21 Oct 2026 07:28:00 PST",
    "Sat, 31 Feb 2026 07:28:00 GMT",
    "Wed, 21 Oct 2026 27:28:00 GMT",
    "Wed, 21 Foo 2026 07:28:00 GMT",
    "1",
    "",
  ])("%j is kept as it is", async (text) => {
    expect(
      await holds(
        `getResCookie('a').expires == timestamp('0001-01-01T00:00:00Z') && getResCookie('a').unparsed_attributes == {'Expires': '${text}'}`,
        { request: { url: "/" }, response: { headers: { "set-cookie": `a=b; Expires=${text}` } } },
        { direction: "outbound" },
      ),
    ).toBe(true);
  });
});
