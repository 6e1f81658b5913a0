import {
  action,
  deny,
  policy,
  req,
  rule,
  type Condition,
  type RuleBuilder,
} from "@traffic-policy/policy-builder";

// TS2345: Argument of type 'number' is not assignable to parameter of type 'string'.
rule(5);

// TS2739: Type 'RuleBuilder<never>' is missing the following properties from type 'ActionBuilder<never>': [written], toAction
rule("a").do(rule("b"));

// TS2345: Argument of type 'string' is not assignable to parameter of type 'ActionBuilder<never>'.
rule("a").do("deny");

// TS2345: Argument of type '{ (): ActionBuilder<"inbound">; (config: DenyConfig): ActionBuilder<"HTTP inbound">; }' is not assignable to parameter of type 'ActionBuilder<never>'.
rule("a").do(deny);

// TS2739: Type 'Condition<"HTTP">' is missing the following properties from type 'ActionBuilder<never>': [written], toAction
rule("a").do(req.method.eq("GET"));

// TS2740: Type 'ActionBuilder<"inbound">[]' is missing the following properties from type 'ActionBuilder<never>': [restriction], [written], [places], [site], and 3 more.
rule("a").do([deny()]);

// TS2339: Property 'then' does not exist on type 'RuleBuilder<never>'.
rule("a").then(deny());

// TS2554: Expected 1-2 arguments, but got 0.
action();

// TS2345: Argument of type 'string' is not assignable to parameter of type 'object'.
action("a", "b");

// TS2345: Argument of type 'ActionBuilder<"inbound">' is not assignable to parameter of type '"not a rule"'.
policy().inbound(deny());

// TS2345: Argument of type 'RuleBuilder<never>[]' is not assignable to parameter of type '"not a rule"'.
policy().inbound([rule()]);

// TS2345: Argument of type '{ name: string; actions: never[]; }' is not assignable to parameter of type '"not a rule"'.
policy().inbound({ name: "a", actions: [] });

// TS2345: Argument of type 'true' is not assignable to parameter of type '"not a rule"'.
policy().inbound(true);

// TS2339: Property 'phase' does not exist on type 'PolicyBuilder<"http" | "tcp" | "tls">'.
policy().phase(rule());

// TS2345: Argument of type 'Date' is not assignable to parameter of type 'JsonValue'. Type 'Date' is not assignable to type 'JsonObject'. Index signature for type 'string' is missing in type 'Date'.
policy().set("enabled", new Date());

// TS2739: Type 'IntExpression<"HTTP">' is missing the following properties from type 'Condition<never>': and, or, not
req.header("X").some((value) => value.size());

// TS2739: Type 'StringExpression<"HTTP">' is missing the following properties from type 'Condition<never>': and, or, not
req.header("X").some((value) => value);

// TS2345: Argument of type 'string' is not assignable to parameter of type '(item: StringExpression<"HTTP">) => Condition<never>'.
req.header("X").some("a");

// TS2322: Type 'boolean' is not assignable to type 'Condition<never>'.
req.header("X").filter(() => true);

// TS2322: Type 'number' is not assignable to type 'CelExpression<Restriction> & { readonly [kind]: keyof Expressions<never>; }'. Type 'number' is not assignable to type 'CelExpression<Restriction>'.
req.header("X").map(() => 5);

// TS2345: Argument of type 'number' is not assignable to parameter of type 'StringValue<never>'.
req.header("X").every((value) => value.gt(5));

// TS2322: Type 'Condition<"HTTP">' is not assignable to type 'Condition<never>'. Type '"HTTP"' is not assignable to type 'never'.
export const annotated: Condition = req.method.eq("GET");

// TS2322: Type 'Condition<"HTTP" | "HTTP outbound">' is not assignable to type 'Condition<"HTTP outbound">'. Type '"HTTP" | "HTTP outbound"' is not assignable to type '"HTTP outbound"'. Type '"HTTP"' is not assignable to type '"HTTP outbound"'.
export const narrow: Condition<"HTTP outbound"> = req.method.eq("GET");

// TS2322: Type 'RuleBuilder<"HTTP">' is not assignable to type 'RuleBuilder<never>'. Type '"HTTP"' is not assignable to type 'never'.
export const list: readonly RuleBuilder[] = [rule().when(req.method.eq("GET"))];
