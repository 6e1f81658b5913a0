import fc from "fast-check";
import type { JsonObject } from "@traffic-policy/policy-language";

const methods = ["GET", "PUT", "A"];
const paths = ["/", "/a", "/a/b", "/b", "/ab"];

const method = fc.constantFrom(...methods).map((text) => `'${text}'`);
const path = fc.constantFrom(...paths).map((text) => `'${text}'`);
const length = fc.constantFrom("0", "5", "10", "11");

const test = fc.oneof(
  fc.tuple(fc.constantFrom("==", "!="), method).map(([sign, text]) => `req.method ${sign} ${text}`),
  fc.tuple(fc.constantFrom("==", "!="), path).map(([sign, text]) => `req.url.path ${sign} ${text}`),
  fc
    .array(method, { minLength: 1, maxLength: 3 })
    .map((texts) => `req.method in [${texts.join(", ")}]`),
  fc
    .array(path, { minLength: 1, maxLength: 3 })
    .map((texts) => `req.url.path in [${texts.join(", ")}]`),
  fc
    .tuple(fc.constantFrom("startsWith", "endsWith", "contains"), path)
    .map(([name, text]) => `req.url.path.${name}(${text})`),
  fc
    .tuple(fc.constantFrom("<", "<=", ">", ">=", "==", "!="), length)
    .map(([sign, number]) => `req.content_length ${sign} ${number}`),
  fc.constantFrom(
    "'x' in req.headers",
    "!('x' in req.headers)",
    "has(req.headers.x)",
    "'1' in req.headers['x']",
    "req.headers['x'][0] == '1'",
    "req.headers['x'].exists(v, v == '1')",
    "size(req.headers) > 0",
    "size(req.headers) == 0",
    "req.url.path.matches('^/a')",
    "req.url.path.matches('^/a$')",
    "req.method == req.method",
    "true",
    "1 == 2",
  ),
);

const condition: fc.Arbitrary<string> = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { arbitrary: test, weight: 5 },
    fc
      .tuple(tie("condition"), fc.constantFrom("&&", "||"), tie("condition"))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
    tie("condition").map((operand) => `!(${operand})`),
  ),
})).condition;

const action = fc.constantFrom<JsonObject>(
  { type: "deny" },
  { type: "deny" },
  { type: "log", config: { metadata: { a: 1 } } },
  { type: "custom-response", config: { status_code: 200 } },
  { type: "redirect", config: { from: "/a", to: "/b" } },
  { type: "url-rewrite", config: { from: "/a", to: "/b" } },
  { type: "url-rewrite", config: { from: "/b", to: "/a" } },
  { type: "add-headers", config: { headers: { x: "1" } } },
  { type: "remove-headers", config: { headers: ["x"] } },
);

const rule = fc.record({
  expressions: fc.array(condition, { maxLength: 2 }),
  actions: fc.array(action, { minLength: 1, maxLength: 2 }),
  /** Which earlier rule it shares its conditions with, if it does with one. */
  like: fc.option(fc.nat(), { freq: 2 }),
});

/** A few inbound rules about the same few things, so that they often have to do with each other. */
export const arbitraryRules: fc.Arbitrary<readonly JsonObject[]> = fc
  .array(rule, { minLength: 1, maxLength: 5 })
  .map((rules) =>
    rules.map(({ expressions, actions, like }, index) => {
      const earlier = like === null ? undefined : rules[like % Math.max(index, 1)];
      const shared = index === 0 ? [] : (earlier?.expressions ?? []);
      return { expressions: [...expressions, ...shared], actions };
    }),
  );

/** A request, as far as the rules look at it. */
export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly length: bigint;
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

/** All combinations of what the rules can tell apart. */
export const sampleRequests: readonly SampleRequest[] = methods.flatMap((name) =>
  [...paths, "/b/a"].flatMap((text) =>
    [-1n, 0n, 5n, 7n, 10n, 11n, 12n].flatMap((bytes) =>
      [[], [["x", ["1"]]], [["x", ["2", "1"]]], [["x", []]], [["y", ["1"]]]].map((headers) => ({
        method: name,
        path: text,
        length: bytes,
        headers: new Map(headers as [string, string[]][]),
      })),
    ),
  ),
);
