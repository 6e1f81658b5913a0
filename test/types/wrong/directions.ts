import {
  allOf,
  anyOf,
  cel,
  conn,
  customResponse,
  has,
  int,
  literal,
  log,
  not,
  policy,
  req,
  res,
  rule,
  text,
} from "@traffic-policy/policy-builder";

const http = policy({ protocol: "http" });
const failed = res.statusCode.ge(500);

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(failed));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(req.method.eq("GET"), failed));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule("Right"), rule("Wrong").when(failed));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(false, rule().when(failed));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(...[rule().when(failed)]);

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(anyOf(req.method.eq("GET"), failed)));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(allOf(failed)));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(not(failed)));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(failed.not()));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(req.method.eq("GET").and(failed)));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(req.method.eq("GET").or(failed)));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(has(res.contentType.raw)));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(req.url.path.eq(res.location)));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(literal("/").isIn(res.location)));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(req.url.path.isIn("/", res.location)));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(req.header("X").includes(res.location)));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(req.header("X").some((value) => value.eq(res.location))));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(res.header("X").some((value) => value.eq("a"))));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(
  rule().when(
    req
      .header("X")
      .map(() => res.location)
      .includes("a"),
  ),
);

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(res.headers["x"].at(0).eq("a")));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(int(res.location).eq(1)));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().when(cel`${res.statusCode} > 400`));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().do(log({ metadata: { status: text`${res.statusCode}` } })));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().do(log({ metadata: { nested: [{ status: text`${res.statusCode}` }] } })));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().do(customResponse({ statusCode: 200, content: text`${res.location}` })));

// TS2345: Argument of type 'RuleBuilder<"HTTP" | "HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().do(customResponse({ statusCode: 200, headers: { a: text`${res.location}` } })));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
http.inbound(rule().do(log({ metadata: {} }), log({ metadata: { a: text`${res.location}` } })));

// TS2345: Argument of type 'RuleBuilder<"HTTP outbound">' is not assignable to parameter of type '"only for HTTP outbound rules"'.
policy().inbound(rule().when(failed));
