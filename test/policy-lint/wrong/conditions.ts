import type { ExpressionPlace } from "../look-in.ts";

/** A condition with one mistake, and the rule that tells it. */
export interface WrongCondition extends ExpressionPlace {
  readonly rule: string;
  /** With « and » around the very place. */
  readonly marked: string;
}

function wrong(
  rule: string,
  marked: readonly string[],
  place: ExpressionPlace = {},
): WrongCondition[] {
  return marked.map((text) => ({ ...place, rule: `expression/${rule}`, marked: text }));
}

/** Nothing else may be told of them, at least no warning and no error. */
export const wrongConditions: readonly WrongCondition[] = [
  ...wrong("constant", ["«res.content_length > 5 || res.content_length < 10»"], {
    direction: "outbound",
  }),
  ...wrong("syntax", [
    "req.method «=» 'GET'",
    "req.method «===» 'GET'",
    "req.method == 'GET' «and» req.host == 'a.example'",
    "«not» hasReqHeader('A')",
    "req.method == «'GET»",
    "«(»req.method == 'GET'",
    "req.method == 'GET'«)»",
    "conn.client_ip == «192.0.2.1»",
    "has(«req.headers['a']»)",
  ]),
  ...wrong("control-character", [String.raw`req.user_agent.matches('bot«\b»')`]),
  ...wrong("pattern-slashes", ["req.user_agent.matches(«'/gptbot/i'»)"]),
  ...wrong("host-case", ["req.host == «'Api.example.com'»"]),
  ...wrong("unknown-name", [
    "«req.headers('a')» == ['b']",
    "«req.path» == '/a'",
    "«request.method» == 'GET'",
    "«req.user_agent.includes('a')»",
    "«req.url.path.toLowerCase()» == '/a'",
    "«getReqHeader('A').length» > 0",
    "«req.headers.get('a')» == 'b'",
    "«hasHeader('A')»",
    "req.method == «GET»",
    "«conn.geo.county_code» == 'NO'",
  ]),
  ...wrong("type", [
    "«req.content_length == '10'»",
    "«req.url.port > '80'»",
    "«req.content_length > 1.5»",
    "«size(5)» > 1",
    "«req.url.path.startsWith(1)»",
    "«hasReqHeader()»",
    "«req.method» && hasReqHeader('A')",
    "«req.method[0]» == 'G'",
  ]),
  ...wrong("not-boolean", [
    "«req.method»",
    "«getReqHeader('A')»",
    "«size(req.headers)»",
    "«'true'»",
  ]),
  ...wrong(
    "unavailable",
    ["«req.method» == 'GET'", "«hasReqHeader('A')»", "«conn.tls.sni» == 'a'"],
    {
      protocol: "tcp",
    },
  ),
  ...wrong("unavailable", ["«res.status_code» == 200", "«hasResHeader('A')»"]),
  ...wrong("renamed-variable", [
    "«req.Method» == 'GET'",
    "«conn.ClientIP» == '192.0.2.1'",
    "«conn.Geo.CountryCode» in ['NO', 'SE']",
    "hasReqCookie('a') && getReqCookie('a').«Value» == 'b'",
  ]),
  ...wrong("unguarded-access", [
    "«req.headers['x-a']»[0] == 'b'",
    "'b' in «req.headers['x-a']»",
    "«req.headers.host»[0] == 'a.example'",
    "«getReqHeader('A')[0]» == 'b'",
    "«req.content_encoding[0]» == 'br'",
    "'x-b' in req.headers && «req.headers['x-a']»[0] == 'c'",
    "size(req.content_encoding) > 1 && «req.content_encoding[2]» == 'br'",
    "'x-a' in req.headers ? req.method == 'GET' : «req.headers['x-a']»[0] == 'b'",
    "hasReqHeader('X-B') || «getReqHeader('X-A')[0]» == 'b'",
  ]),
  ...wrong("header-case", [
    "«'Authorization'» in req.headers",
    "!(«'X-A'» in req.headers)",
    "hasReqHeader(«'authorization'»)",
    "'a' in getReqHeader(«\"x-id\"»)",
  ]),
  ...wrong("list-equals-text", [
    "«getReqHeader('A') == 'b'»",
    "«'b' != getQueryParam('a')»",
    "'a' in req.headers && «req.headers['a'] == 'b'»",
  ]),
  ...wrong("regular-expression", [
    "req.url.path.matches('/v«[0-9»')",
    "req.url.path.matches('a«(?=»b)')",
  ]),
  ...wrong("unescaped-dot", [
    "req.host.matches('^(a|b)«.»example.com$')",
    "req.url.matches('^https://(www|api)«.»example[.]org/')",
  ]),
  ...wrong("cidr", [
    "inCidrRange(conn.client_ip, «'192.0.2.1'»)",
    "inCidrRange(conn.client_ip, «'192.0.2.0/33'»)",
    "inCidrRanges(conn.client_ip, ['10.0.0.0/8', «'office'»])",
  ]),
  ...wrong("cidr-host-bits", [
    "inCidrRange(conn.client_ip, «'192.0.2.7/24'»)",
    "inCidrRanges(conn.client_ip, ['10.0.0.0/8', «'2001:db8::1/32'»])",
  ]),
  ...wrong("address-pattern", [
    "«conn.client_ip.startsWith('10.')»",
    "«conn.client_ip.matches('^10[.]')»",
    "«conn.client_ip == '10.0.0.0/8'»",
    "«conn.client_ip in ['10.0.0.0/8', '192.0.2.1']»",
  ]),
  ...wrong("timestamp", [
    "conn.ts.start > timestamp(«'2024-01-31'»)",
    "conn.ts.start > timestamp(«'2024-02-30T00:00:00Z'»)",
  ]),
  ...wrong("duration", [
    "timestamp(time.now) - conn.ts.start > duration(«'1 day'»)",
    "timestamp(time.now) - conn.ts.start > duration(«'10'»)",
  ]),
  ...wrong("constant", [
    "«req.method != 'GET' || req.method != 'HEAD'»",
    "req.method == 'GET' && «1 < 2»",
    "req.host == 'a.example' || «size(req.cookies) >= 0»",
    "«req.url.path.startsWith('')»",
    "«conn.client_port > 5 || conn.client_port < 10»",
    "«hasReqHeader('A') || !hasReqHeader('A')»",
  ]),
  ...wrong("contradiction", [
    "req.method == 'GET' && «req.method == 'PUT'»",
    "conn.client_port > 10 && «conn.client_port < 11»",
    "req.url.path == '/a' && «req.url.path.startsWith('/b')»",
    "hasReqHeader('A') && req.host == 'b' && «!hasReqHeader('A')»",
    "req.method in ['GET', 'HEAD'] && «req.method in ['PUT', 'POST']»",
    "!(req.method != 'GET') && «req.method != 'GET'»",
  ]),
  ...wrong("contradiction", [
    "(req.method == 'PUT' && «req.method == 'GET'») || req.host == 'a.example'",
  ]),
  ...wrong("duplicate-condition", [
    "req.method == 'GET' || «'GET' == req.method»",
    "hasReqHeader('A') && req.method == 'GET' && «hasReqHeader('A')»",
  ]),
  ...wrong("method-case", ["req.method == «'post'»", "req.method in ['GET', «'Put'»]"]),
  ...wrong("path-slash", [
    "req.url.path == «'admin'»",
    "req.url.path.startsWith(«'api/'»)",
    "req.url.path in ['/a', «'b'»]",
  ]),
  ...wrong("host-scheme", [
    "req.host == «'https://example.com'»",
    "req.url.host in ['a.example', «'b.example/c'»]",
  ]),
  ...wrong("country-code", [
    "conn.geo.country_code == «'Norway'»",
    "conn.geo.country_code in ['NO', «'se'»]",
    "conn.geo.country_code in ['GR', «'EL'»]",
  ]),
  ...wrong("text-form", [
    "req.url.scheme == «'ws'»",
    "req.url.query != «'?'»",
    "req.url.query.contains(«'?debug'»)",
    "req.url.path == «'/search?q=a'»",
    "req.content_type in ['a/b', «'text/html;charset=utf-8'»]",
    "req.content_type.startsWith(«'multipart/form-data; boundary='»)",
  ]),
  ...wrong("glob", [
    "req.url.path == «'/api/*'»",
    "req.url.path in ['/', «'/a/*/b'»]",
    "req.url.path.startsWith(«'/api/*'»)",
    "req.host == «'*.example.com'»",
    "conn.client_ip == «'10.0.*'»",
    "req.content_type != «'image/*'»",
    "req.url.path.matches('^/api«/*»')",
    "req.url.path.matches('^/users«/*»/edit$')",
  ]),
  ...wrong("surrounding-space", [
    "req.method == «'GET '»",
    "req.host.endsWith(«'.example.com '»)",
    "hasReqHeader(«'X-A '»)",
    "«' x-a'» in req.headers",
  ]),
];
