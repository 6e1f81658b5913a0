import {
  allOf,
  anyOf,
  cel,
  conn,
  double,
  not,
  req,
  res,
  time,
  timestamp,
} from "@traffic-policy/policy-builder/phases";

const legacy = "/v1/";

export const conditions = [
  // Comparing, and membership
  req.method.eq("POST"), // req.method == 'POST'
  conn.serverPort.gt(1023), // conn.server_port > 1023
  req.method.isIn("PUT", "PATCH"), // req.method in ['PUT', 'PATCH']

  // Values that some requests do not have: ask first
  req.contentLength.whenPresent((length) => length.gt(10_000)), // has(req.content_length) && req.content_length > 10000
  conn.geo.countryCode.missingOr((code) => code.ne("NO")), // !has(conn.geo.country_code) || conn.geo.country_code != 'NO'
  double(conn.geo.latitude.orElse("0")).ge(45), // double(has(conn.geo.latitude) ? conn.geo.latitude : '0') >= 45.0
  req.url.port.isPresent(), // has(req.url.port)

  // Text and regular expressions (RE2)
  req.url.path.startsWith(legacy), // req.url.path.startsWith('/v1/')
  req.userAgent.matches("(?i)gptbot"), // req.user_agent.matches('(?i)gptbot')

  // Addresses
  conn.clientIp.inCidr("10.0.0.0/8"), // inCidrRange(conn.client_ip, '10.0.0.0/8')
  conn.clientIp.inCidr("10.0.0.0/8", "fd00::/8"), // inCidrRanges(conn.client_ip, ['10.0.0.0/8', 'fd00::/8'])

  // Headers: the functions want `Canonical-Names`, the maps lower case; write either as you like
  req.hasHeader("x-api-key"), // hasReqHeader('X-Api-Key')
  req.header("accept").some((value) => value.contains("json")), // getReqHeader('Accept').exists(v, v.contains('json'))
  req.headers.has("X-Api-Key"), // 'x-api-key' in req.headers
  req.headers.at("X-Api-Key").includes("secret"), // 'secret' in req.headers['x-api-key']

  // Cookies and query parameters
  req.cookie("session").whenPresent((cookie) => cookie.value.ne("")), // hasReqCookie('session') && getReqCookie('session').value != ''
  req.queryParam("debug").includes("1"), // '1' in getQueryParam('debug')

  // Lists
  res.contentEncoding.size().gt(1), // size(res.content_encoding) > 1
  conn.tls.client.san.dnsNames.every((name) => name.endsWith(".example")), // conn.tls.client.san.dns_names.all(v, v.endsWith('.example'))

  // Time
  timestamp(time.now).lt("2030-01-01T00:00:00Z"), // timestamp(time.now) < timestamp('2030-01-01T00:00:00Z')
  timestamp(time.now).getHours("Europe/Oslo").lt(6), // timestamp(time.now).getHours('Europe/Oslo') < 6

  // And, or, not
  req.method.eq("PUT").or(req.method.eq("POST")), // req.method == 'PUT' || req.method == 'POST'
  allOf(req.host.eq("a.example"), not(req.hasCookie("session"))), // req.host == 'a.example' && !hasReqCookie('session')
  anyOf(conn.serverPort.eq(80), conn.serverPort.eq(443)).not(), // !(conn.server_port == 80 || conn.server_port == 443)

  // Anything else
  cel`req.url.path.startsWith(${legacy}) ? size(req.cookies) == 0 : true`, // req.url.path.startsWith('/v1/') ? size(req.cookies) == 0 : true
];
