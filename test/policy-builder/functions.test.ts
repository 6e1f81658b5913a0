import {
  cel,
  listOf,
  policy,
  req,
  rule,
  type Condition,
  type Restriction,
  type RuleBuilder,
} from "@traffic-policy/policy-builder";
import {
  defineCatalogue,
  directionsDialect,
  type FunctionDefinition,
} from "@traffic-policy/policy-language";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  defineMethods,
  functionsOf,
  methodClasses,
  ownFunctions,
} from "../../packages/policy-builder/src/functions.ts";
import { directions } from "../../packages/policy-builder/src/directions/places.generated.ts";
import { builderFunctions } from "../../scripts/generate/builder-functions.ts";
import { written, type AnyExpression } from "./written.ts";

const functions: readonly Pick<FunctionDefinition, "name" | "description" | "overloads">[] = [
  {
    name: "shout",
    description: "the text in capitals",
    overloads: [
      { target: "string", parameters: [], returns: "string" },
      { target: "string", parameters: ["int"], parameterNames: ["times"], returns: "string" },
    ],
  },
  {
    name: "isLoud",
    description: "whether it is in capitals",
    overloads: [{ target: "string", parameters: [], returns: "bool" }],
  },
  {
    name: "ends",
    description: "the first items and the last ones",
    overloads: [{ target: "list(A)", parameters: ["int"], returns: "list(A)" }],
  },
  {
    name: "glued",
    description: "the texts in one",
    overloads: [{ target: "list(string)", parameters: ["string"], returns: "string" }],
  },
  {
    name: "my_code.pack_all",
    description: "all of it as text",
    overloads: [
      { parameters: ["list(A)"], returns: "string" },
      { parameters: ["map(A, B)"], returns: "string" },
      { parameters: ["list(A)", "string"], returns: "string" },
    ],
  },
  {
    name: "my_code.unpack",
    description: "what a text stands for",
    overloads: [{ parameters: ["bytes"], returns: "dyn" }],
  },
];

const dialect = defineCatalogue(directionsDialect, { functions });
const vocabulary = { ...directions, dialect };

interface Fn {
  readonly myCode: {
    readonly packAll: (...args: unknown[]) => AnyExpression;
    readonly unpack: (...args: unknown[]) => AnyExpression;
  };
}

const { myCode } = functionsOf<Fn>(vocabulary);
const prototypes = Object.values(methodClasses).map((one) => one.prototype as object);
const before = prototypes.map((one) => Object.getOwnPropertyNames(one));

beforeAll(() => {
  defineMethods(vocabulary);
});

// Other tests share these classes.
afterAll(() => {
  for (const [index, prototype] of prototypes.entries()) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (before[index]?.includes(name) === false) Reflect.deleteProperty(prototype, name);
    }
  }
});

function method(target: AnyExpression, name: string, ...args: unknown[]): AnyExpression {
  const called = Reflect.get(target, name) as (...args: unknown[]) => AnyExpression;
  return Reflect.apply(called, target, args);
}

test("what the shared classes have no method for is found", () => {
  expect(ownFunctions(dialect).map(({ name }) => name)).toEqual(functions.map(({ name }) => name));
  expect(ownFunctions(directionsDialect)).toEqual([]);
});

describe("the functions of a dialect build", () => {
  test.each<[string, () => AnyExpression]>([
    ["req.host.shout()", () => method(req.host, "shout")],
    ["req.host.shout(2)", () => method(req.host, "shout", 2)],
    ["req.host.shout(req.content_length)", () => method(req.host, "shout", req.contentLength)],
    ["req.host.isLoud()", () => method(req.host, "isLoud")],
    ["getReqHeader('X').ends(1)", () => method(req.header("x"), "ends", 1)],
    ["getReqHeader('X').ends(1)[0]", () => method(method(req.header("x"), "ends", 1), "at", 0)],
    [
      "[1].ends(1)[0] + 1",
      () => method(method(method(listOf("int", [1]), "ends", 1), "at", 0), "plus", 1),
    ],
    ["getReqHeader('X').glued(',')", () => method(req.header("x"), "glued", ",")],
    ["my_code.pack_all(['a', 1])", () => myCode.packAll(["a", 1])],
    ["my_code.pack_all(req.headers)", () => myCode.packAll(req.headers)],
    ["my_code.pack_all(getReqHeader('X'), 'a')", () => myCode.packAll(req.header("x"), "a")],
    ["my_code.unpack(b'a')", () => myCode.unpack(new Uint8Array([97]))],
  ])("%s", (text, build) => {
    expect(written(build(), dialect)).toBe(text);
  });

  test("nothing of another number of arguments, or another type", () => {
    expect(() => myCode.unpack()).toThrow(
      new TypeError("my_code.unpack() takes 1 argument, not 0."),
    );
    expect(() => method(req.host, "shout", "a")).toThrow(TypeError);
  });

  test("rules that stand where all that they use exists", () => {
    const built = myCode.packAll([req.host]);
    const one = rule().when(cel`${built} == ''` as Condition<Restriction>) as RuleBuilder;
    expect(() => policy({ protocol: "tcp" }).inbound(one)).toThrow("req.host does not exist");
    expect(() => policy({ protocol: "http" }).inbound(one)).not.toThrow();
  });
});

test("their types say the same", () => {
  const source = { name: "dialect", module: "./dialect.ts" };
  const { text } = builderFunctions({ dialect, firstBit: 0, source });
  const code = text.replace(/\/\*\*.*?\*\/\s*/gs, "");
  for (const line of [
    'declare module "../expressions/string.ts" {',
    "shout(): StringExpression<R>;",
    "shout<Q extends Restriction = never>(times: IntValue<Q>): StringExpression<R | Q>;",
    "isLoud(): Condition<R>;",
    "ends<Q extends Restriction = never>(argument1: IntValue<Q>): ListExpression<K, R | Q>;",
    'glued<Q extends Restriction = never>(this: ListExpression<"string", Restriction>, argument1: StringValue<Q>): StringExpression<R | Q>;',
    "packAll<Q extends Restriction = never>(argument1: MapExpression<Kind, Q> | DynExpression<Q>): StringExpression<Q>;",
    "unpack<Q extends Restriction = never>(argument1: BytesValue<Q>): DynExpression<Q>;",
  ]) {
    expect(code).toContain(line);
  }
});
