/** CEL, and the typed calls that it becomes. */
export const typedCalls: readonly (readonly [expression: string, code: string])[] = [
  // Comparisons, and plain values as each kind takes them.
  ["req.method == 'POST'", 'req.method.eq("POST")'],
  ["req.method != conn.tls.sni", "req.method.ne(conn.tls.sni)"],
  ["req.content_length > 10000", "req.contentLength.gt(10_000)"],
  ["req.content_length <= -1000", "req.contentLength.le(-1000)"],
  ["req.content_length < 9007199254740993", "req.contentLength.lt(9_007_199_254_740_993n)"],
  ["double(conn.geo.latitude) >= 45.0", "double(conn.geo.latitude).ge(45)"],
  ["uint(req.content_length) == 5u", "uint(req.contentLength).eq(5)"],
  ["conn.ts.start > timestamp('2024-01-31T00:00:00Z')", 'conn.ts.start.gt("2024-01-31T00:00:00Z")'],
  ["res.cookies['a'][0].max_age > duration('24h')", 'res.cookies.at("a").at(0).maxAge.gt("24h")'],
  [
    "conn.tls.client.extensions[0].value == b'\\x00A'",
    "conn.tls.client.extensions.at(0).value.eq(new Uint8Array([0, 65]))",
  ],
  ["conn.geo.country_code in ['BR', 'CN']", 'conn.geo.countryCode.isIn("BR", "CN")'],
  ["req.host in []", 'listOf("dyn", []).includes(req.host)'],
  ["conn.server_port in [80, conn.client_port]", "conn.serverPort.isIn(80, conn.clientPort)"],
  ["conn.tls.client.issuer.country == ['NO']", 'conn.tls.client.issuer.country.eq(["NO"])'],
  ["req.url.path.startsWith('/v1/') == true", 'req.url.path.startsWith("/v1/").eq(true)'],

  // Arithmetic; what is subtracted from a time decides what comes out.
  ["req.content_length / 2 * 3 - 1 > 0", "req.contentLength.dividedBy(2).times(3).minus(1).gt(0)"],
  ["req.content_length % 2 == 0", "req.contentLength.modulo(2).eq(0)"],
  ["req.method + 'a' == 'b'", 'req.method.plus("a").eq("b")'],
  [
    "timestamp(time.now) - conn.ts.start > duration('1h')",
    'timestamp(time.now).since(conn.ts.start).gt("1h")',
  ],
  [
    "timestamp(time.now) - duration('1h') > conn.ts.start",
    'timestamp(time.now).minus("1h").gt(conn.ts.start)',
  ],
  [
    "timestamp(time.now).getHours('Europe/Oslo') < 6",
    'timestamp(time.now).getHours("Europe/Oslo").lt(6)',
  ],

  // Functions.
  ["size(req.url.path) > 5", "req.url.path.size().gt(5)"],
  ["size(req.cookies) > 0", "req.cookies.size().gt(0)"],
  ["has(req.url.port)", "has(req.url.port)"],
  ["inCidrRange(conn.client_ip, '192.0.2.0/24')", 'conn.clientIp.inCidr("192.0.2.0/24")'],
  [
    "inCidrRanges(conn.client_ip, ['192.0.2.0/24', '2001:db8::/32'])",
    'conn.clientIp.inCidr("192.0.2.0/24", "2001:db8::/32")',
  ],
  ["hasReqHeader('User-Agent')", 'req.hasHeader("User-Agent")'],
  ["hasReqHeader('user-agent')", 'req.hasHeader(literal("user-agent"))'],
  ["'b' in getQueryParam('a')", 'req.queryParam("a").includes("b")'],
  ["getResCookie('a').value == 'b'", 'res.cookie("a").value.eq("b")'],
  ["bool(string(1)) || bool('true')", 'anyOf(bool(string(literal(1))), bool("true"))'],

  // Maps.
  ["'x-key' in req.headers", 'req.headers.has("x-key")'],
  ["'X-Key' in req.headers", 'req.headers.has(literal("X-Key"))'],
  ["'a' in req.headers['x-key']", 'req.headers.at("x-key").includes("a")'],
  ["req.headers['X-Key'][0] == 'a'", 'req.headers.at(literal("X-Key")).at(0).eq("a")'],
  ["req.url.query_params['eq'][0] == 'a'", 'req.url.queryParams.at("eq").at(0).eq("a")'],
  ["res.cookies['a'][0].priority == 1", 'res.cookies.at("a").at(0).field("priority").eq(1)'],

  // Names of earlier eras, and values whose type only the run tells.
  ["req.ContentLength > 5000", "req.ContentLength.gt(5000)"],
  ["conn.TLS.Version == '1.3'", 'conn.TLS.Version.eq("1.3")'],
  ["getReqCookie('a').Secure", 'req.cookie("a").Secure'],
  ["'a' in req.Headers['User-Agent']", 'req.Headers.at("User-Agent").includes("a")'],
  ["req.Cookies[0].name == 'a'", 'req.Cookies.at(0).field("name").eq("a")'],
  ["req.method == req.Headers['A']", 'req.method.eq(req.Headers.at("A").as("string"))'],
  ["req.Headers['A'] + 'b' == 'c'", 'req.Headers.at("A").as("string").plus("b").eq("c")'],
  ["req.Headers['A']", 'req.Headers.at("A").as("bool")'],

  // Logic: a chain is one call, another chain in it another.
  ["!(req.method == 'GET')", 'not(req.method.eq("GET"))'],
  [
    "req.method == 'A' && req.host == 'b' && req.version == 'c'",
    'allOf(req.method.eq("A"), req.host.eq("b"), req.version.eq("c"))',
  ],
  [
    "req.method == 'A' && (req.host == 'b' && req.version == 'c')",
    'allOf(req.method.eq("A"), allOf(req.host.eq("b"), req.version.eq("c")))',
  ],
  [
    "req.method == 'A' || req.host == 'b' && req.version == 'c'",
    'anyOf(req.method.eq("A"), allOf(req.host.eq("b"), req.version.eq("c")))',
  ],

  // Literals that come first.
  ["'a' == req.method", 'literal("a").eq(req.method)'],
  ["1 in [1, 2]", "literal(1).isIn(1, 2)"],
  [
    "req.method in [req.host] + ['a']",
    'listOf("string", [req.host]).plus(["a"]).includes(req.method)',
  ],
  ["size([1, 'a', null]) == 3", 'listOf("dyn", [1, "a", null]).size().eq(3)'],

  // Macros.
  [
    "getReqHeader('User-Agent').exists(v, v.matches('bot'))",
    'req.header("User-Agent").some((v) => v.matches("bot"))',
  ],
  [
    "size(getReqHeader('A').filter(x, x.contains('b'))) > 0",
    'req.header("A").filter((x) => x.contains("b"), "x").size().gt(0)',
  ],
  [
    "conn.tls.client.extensions.map(v, v.id) == ['1']",
    'conn.tls.client.extensions.map((v) => v.id).eq(["1"])',
  ],
  ["req.headers.all(key, key != 'a')", 'req.headers.every((key) => key.ne("a"), "key")'],
  ["getReqHeader('A').exists_one(v, true)", 'req.header("A").exactlyOne(() => literal(true))'],
  [
    "getReqHeader('A').exists(v, getReqHeader('B').exists(v2, v2 == v))",
    'req.header("A").some((v) => req.header("B").some((v2) => v2.eq(v)))',
  ],
  [
    "getReqHeader('A').exists(rule, rule == 'a')",
    'req.header("A").some((ruleItem) => ruleItem.eq("a"), "rule")',
  ],
  [
    "getReqHeader('A').exists(class, getReqHeader('B').exists(classItem, classItem == class))",
    'req.header("A").some((classItem) => req.header("B").some((classItemItem) => classItemItem.eq(classItem), "classItem"), "class")',
  ],
  [
    "size([1u, 2u].filter(v, v > 1u)) == 1",
    'listOf("uint", [1, 2]).filter((v) => v.gt(1)).size().eq(1)',
  ],
  ["[['a']][0][0] == 'b'", 'listOf("list(string)", [["a"]]).at(0).at(0).eq("b")'],
  ["dyn(req.headers)['a'] == 1", 'dyn(req.headers).at("a").eq(1)'],
  ["1 + req.Headers['a'] == 2", 'literal(1).plus(req.Headers.at("a").as("int")).eq(2)'],
  ["req.Headers['a'] in ['b', 1, null, [2]]", 'req.Headers.at("a").isIn("b", 1, null, [2])'],
  ["true in [has(req.url.port)]", 'listOf("bool", [has(req.url.port)]).includes(true)'],
  [
    "timestamp(0) < timestamp('2024-01-31T00:00:00Z')",
    'timestamp(literal(0)).lt("2024-01-31T00:00:00Z")',
  ],
  ["b'a' == bytes(req.method)", "literal(new Uint8Array([97])).eq(bytes(req.method))"],
];

/** CEL that stays text, and what is special about it. */
export const untyped: readonly (readonly [what: string, expression: string])[] = [
  ["another way to write it", 'req.method == "GET"'],
  ["a number in another form", "double('1.5') < 1e-07"],
  ["spaces", "req.method=='GET'"],
  ["parentheses", "(req.method == 'GET')"],
  ["a comment", "req.method == 'GET' // why"],
  ["a size that is a method", "req.method.size() > 1"],
  ["one CIDR in a list", "inCidrRanges(conn.client_ip, ['192.0.2.0/24'])"],
  ["a test of an address against nothing", "inCidrRanges(conn.client_ip, [])"],
  ["a conditional", "req.method == 'GET' ? true : false"],
  ["a map", "{'a': true}['a']"],
  ["a minus", "-req.content_length < 1"],
  ["a fraction that comes first", "1.5 < double('2')"],
  ["null that comes first", "null == req.Cookies[0]"],
  ["a variable that nobody knows", "req.colour == 'red'"],
  ["a function that nobody knows", "isRed(req.method)"],
  ["a method that nobody knows", "req.method.reverse() == 'TEG'"],
  ["a member of every object", "req.constructor == 'a'"],
  ["a method of every object", "req.method.toString() == 'a'"],
  ["a method of the builder", "req.method.eq('a')"],
  ["a function with a leading dot", ".size(req.method) > 1"],
  ["a wrong type", "req.method == 5"],
  ["a list of another type", "conn.tls.client.issuer.country == [1]"],
  ["the header of a field", "req.headers.accept == ['a']"],
  ["what is no condition", "req.method"],
  ["a macro's variable with the name of another", "['a'].all(v, ['b'].all(v, v == 'b'))"],
  ["a macro's variable with the name of a namespace", "['a'].all(req, req == 'b')"],
  ["a macro with three arguments", "size(['a'].map(v, v == 'b', v)) > 0"],
  ["what cannot be parsed", "req.method == 'GET"],
];
