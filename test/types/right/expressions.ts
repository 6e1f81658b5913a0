import {
  allOf,
  anyOf,
  bytes,
  cel,
  conn,
  double,
  duration,
  dyn,
  endpoint,
  has,
  int,
  listOf,
  literal,
  not,
  req,
  res,
  string,
  time,
  timestamp,
  uint,
  type BytesExpression,
  type Condition,
  type CookieExpression,
  type DoubleExpression,
  type DurationExpression,
  type DynExpression,
  type IntExpression,
  type ListExpression,
  type StringExpression,
  type TimestampExpression,
} from "@traffic-policy/policy-builder";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

function is<Expected>() {
  return <Actual>(_value: Actual, _equal: Equal<Actual, Expected>): void => {};
}

// What restricts the parts restricts the whole.
is<StringExpression<"HTTP">>()(req.method, true);
is<StringExpression<never>>()(conn.clientIp, true);
is<Condition<"HTTP">>()(req.method.eq("GET"), true);
is<Condition<never>>()(conn.clientIp.eq("a"), true);
is<Condition<"HTTP" | "HTTP outbound">>()(req.host.eq(res.location), true);
is<Condition<"HTTP" | "HTTP outbound">>()(
  req.host.eq("a").and(res.statusCode.eq(1), conn.serverPort.eq(1)),
  true,
);
is<Condition<"HTTP" | "HTTP or TLS">>()(
  anyOf(req.host.eq("a"), conn.tls.sni.eq("a"), not(conn.clientIp.eq("a"))),
  true,
);
is<Condition<"HTTP">>()(conn.tls === undefined ? req.host.eq("a") : req.host.ne("a"), true);

// Types follow what is done.
is<IntExpression<"HTTP">>()(req.headers.at("x").at(0).size().plus(1), true);
is<ListExpression<"int", "HTTP">>()(
  req.header("X").map((value) => value.size()),
  true,
);
is<ListExpression<"string", "HTTP" | "HTTP outbound">>()(
  req.header("X").filter((value) => value.eq(res.location)),
  true,
);
is<ListExpression<"string", "HTTP">>()(req.headers["x"], true);
is<CookieExpression<"HTTP">>()(req.cookies.at("a").at(0), true);
is<Condition<"HTTP outbound">>()(res.cookie("a").secure, true);
is<DurationExpression<"HTTP outbound">>()(res.cookie("a").maxAge, true);
is<TimestampExpression<never>>()(timestamp(time.now), true);
is<DurationExpression<never>>()(timestamp(time.now).since(conn.ts.start), true);
is<TimestampExpression<never>>()(conn.ts.start.plus("1h"), true);
is<DoubleExpression<never>>()(double(conn.geo.latitude).times(2), true);
is<StringExpression<"HTTP">>()(string(req.contentLength).plus("a"), true);
is<StringExpression<never>>()(cel.as("string")`anything()`, true);
is<DynExpression<"HTTP">>()(req.Headers.at("X"), true);
is<StringExpression<"HTTP">>()(req.Headers.at("X").as("string"), true);
is<ListExpression<"string", never>>()(listOf("string", ["a", conn.geo.city]), true);
is<BytesExpression<"HTTP or TLS">>()(conn.tls.client.extensions.at(0).value, true);

export const conditions: readonly Condition<"HTTP" | "HTTP or TLS" | "HTTP outbound">[] = [
  req.contentLength.isIn(1, 2n, req.contentLength),
  req.header("X").some((v) => req.header("Y").every((w) => v.eq(w), "w")),
  req.header("X").eq(["a", req.host]),
  req.Method.eq("GET"),
  req.url.eq("https://a.example/"),
  conn.tls.client.validity.notAfter.gt(new Date()),
  conn.tls.client.extensions.at(0).value.eq(new Uint8Array()),
  res.cookie("a").maxAge.gt(duration("1h")),
  allOf(has(req.url.port), literal("a").eq(endpoint.host), int("1").eq(1), uint("1").eq(1)),
  dyn(req.host).eq(5),
  bytes("a").size().eq(1),
];
