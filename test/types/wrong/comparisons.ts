import {
  anyOf,
  cel,
  conn,
  double,
  has,
  listOf,
  literal,
  not,
  req,
  res,
  rule,
  timestamp,
  time,
} from "@traffic-policy/policy-builder";

// TS2345: Argument of type 'string' is not assignable to parameter of type 'IntValue<never>'.
req.contentLength.gt("10000");

// TS2345: Argument of type 'boolean' is not assignable to parameter of type 'IntValue<never>'.
req.contentLength.eq(true);

// TS2345: Argument of type 'StringExpression<"HTTP">' is not assignable to parameter of type 'IntValue<never>'. Type 'StringExpression<"HTTP">' is missing the following properties from type 'IntExpression<never>': modulo, minus, times, dividedBy
req.contentLength.eq(req.host);

// TS2345: Argument of type 'string' is not assignable to parameter of type 'IntValue<never>'.
req.contentLength.isIn(80, "443");

// TS2345: Argument of type 'number' is not assignable to parameter of type 'StringValue<never>'.
req.method.eq(5);

// TS2345: Argument of type 'IntExpression<"HTTP outbound">' is not assignable to parameter of type 'StringValue<never>'. Type 'IntExpression<"HTTP outbound">' is missing the following properties from type 'StringExpression<never>': startsWith, endsWith, contains, matches, and 2 more.
req.method.eq(res.statusCode);

// TS2345: Argument of type 'null' is not assignable to parameter of type 'StringValue<never>'.
req.method.eq(null);

// TS2345: Argument of type 'number' is not assignable to parameter of type 'StringValue<never>'.
req.method.isIn("GET", 5);

// TS2345: Argument of type 'string[]' is not assignable to parameter of type 'StringValue<never>'. Type 'string[]' is missing the following properties from type 'StringExpression<never>': [restriction], [content], [places], [site], and 18 more.
req.method.isIn(["GET", "POST"]);

// TS2345: Argument of type 'string[]' is not assignable to parameter of type 'StringValue<never>'. Type 'string[]' is missing the following properties from type 'StringExpression<never>': [restriction], [content], [places], [site], and 18 more.
req.method.eq(["GET"]);

// TS2345: Argument of type 'RegExp' is not assignable to parameter of type 'StringValue<never>'.
req.url.path.startsWith(/v1/);

// TS2345: Argument of type 'RegExp' is not assignable to parameter of type 'StringValue<never>'.
req.url.path.matches(/v1/);

// TS2345: Argument of type 'number' is not assignable to parameter of type 'StringValue<never>'.
conn.clientIp.inCidr(10);

// TS2345: Argument of type 'string[]' is not assignable to parameter of type 'StringValue<never>'. Type 'string[]' is missing the following properties from type 'StringExpression<never>': [restriction], [content], [places], [site], and 18 more.
conn.clientIp.inCidr(["10.0.0.0/8"]);

// TS2345: Argument of type 'string' is not assignable to parameter of type 'ListValue<"string", never>'.
req.header("X-Key").eq("a");

// TS2345: Argument of type 'string' is not assignable to parameter of type 'ListValue<"string", never>'.
req.headers.at("x-key").eq("a");

// TS2345: Argument of type 'string' is not assignable to parameter of type 'ListValue<"string", never>'.
req.headers["x-key"].ne("a");

// TS2345: Argument of type 'number' is not assignable to parameter of type 'StringValue<never>'.
req.header("X-Key").includes(5);

// TS2345: Argument of type 'IfPresent<"int", "HTTP">' is not assignable to parameter of type 'StringValue<never>'. Type 'IfPresent<"int", "HTTP">' is not assignable to type 'StringExpression<never>'. Type 'IntExpression<"HTTP"> & Presence<"int", "HTTP">' is missing the following properties from type 'StringExpression<never>': startsWith, endsWith, contains, matches, and 2 more.
req.header("X-Key").includes(req.contentLength);

// TS2345: Argument of type 'string' is not assignable to parameter of type 'ListValue<"string", never>'.
conn.tls.client.subject.organization.eq("a");

// TS2345: Argument of type 'number' is not assignable to parameter of type 'TimestampValue<never>'.
conn.ts.start.gt(5);

// TS2345: Argument of type 'StringExpression<never>' is not assignable to parameter of type 'TimestampValue<never>'. Type 'StringExpression<never>' is missing the following properties from type 'TimestampExpression<never>': minus, since, getFullYear, getMonth, and 8 more.
conn.ts.start.gt(time.now);

// TS2345: Argument of type 'IfPresent<"int", "HTTP">' is not assignable to parameter of type 'TimestampValue<never>'. Type 'IfPresent<"int", "HTTP">' is not assignable to type 'TimestampExpression<never>'. Type 'IntExpression<"HTTP"> & Presence<"int", "HTTP">' is missing the following properties from type 'TimestampExpression<never>': since, getFullYear, getMonth, getDate, and 7 more.
timestamp(time.now).lt(req.contentLength);

// TS2345: Argument of type 'string' is not assignable to parameter of type 'DoubleValue<never>'.
double(conn.geo.latitude).gt("45");

// TS2345: Argument of type 'number' is not assignable to parameter of type 'DurationValue<never>'.
res.cookie("a").maxAge.gt(60);

// TS2345: Argument of type '"true"' is not assignable to parameter of type 'BoolValue<never>'.
res.cookie("a").secure.eq("true");

// TS2339: Property 'eq' does not exist on type 'IfPresent<"cookie", "HTTP outbound">'.
res.cookie("a").eq("b");

// TS2345: Argument of type 'string' is not assignable to parameter of type 'IntValue<never>'.
literal(5).eq("a");

// TS2322: Type 'number' is not assignable to type 'StringValue<Restriction>'.
listOf("string", [5]);

// TS2345: Argument of type 'string' is not assignable to parameter of type 'CelExpression<never>'.
has("req.url.port");

// TS2345: Argument of type 'string' is not assignable to parameter of type 'Condition<never>'.
not("req.method == 'GET'");

// TS2345: Argument of type 'boolean' is not assignable to parameter of type 'Condition<"HTTP">'.
anyOf(req.method.eq("GET"), true);

// TS2345: Argument of type 'string' is not assignable to parameter of type 'Condition<never>'.
req.method.eq("GET").and("a");

// TS2345: Argument of type 'undefined' is not assignable to parameter of type 'Embedded<never>'.
cel`a == ${undefined}`;

// TS2345: Argument of type '"text"' is not assignable to parameter of type 'keyof Expressions<never>'.
cel.as("text")`a`;

// TS2739: Type 'StringExpression<"HTTP">' is missing the following properties from type 'Condition<never>': and, or, not
rule().when(req.method);

// TS2345: Argument of type 'string' is not assignable to parameter of type 'Condition<never>'.
rule().when("req.method == 'GET'");

// TS2345: Argument of type 'boolean' is not assignable to parameter of type 'Condition<never>'.
rule().when(true);

// TS2739: Type 'IntExpression<"HTTP">' is missing the following properties from type 'Condition<never>': and, or, not
rule().when(req.contentLength.plus(1));

// TS2740: Type 'Condition<"HTTP">[]' is missing the following properties from type 'Condition<never>': [restriction], [content], [places], [site], and 9 more.
rule().when([req.method.eq("GET")]);

// TS2345: Argument of type '() => Condition<"HTTP">' is not assignable to parameter of type 'Condition<never>'.
rule().when(() => req.method.eq("GET"));
