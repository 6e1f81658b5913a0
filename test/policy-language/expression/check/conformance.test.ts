import { tests } from "@bufbuild/cel-spec/testdata/checking.js";
import {
  checkExpression,
  directionsDialect,
  parseExpression,
  typeText,
  type Dialect,
  type FunctionDefinition,
  type Overload,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { expect, test } from "vitest";

// The checker's suite of the CEL project, without what policies have no use for: messages of
// protocol buffers, wrapper and abstract types, containers, and the syntax of optional values.

interface Declaration {
  readonly name: string;
  readonly ident?: { readonly type: object };
  readonly function?: {
    readonly overloads: readonly {
      readonly params?: readonly object[];
      readonly resultType: object;
      readonly isInstanceFunction?: boolean;
    }[];
  };
}

interface Case {
  readonly original: {
    readonly expr: string;
    readonly container?: string;
    readonly typeEnv?: readonly Declaration[];
  };
  readonly type?: string;
  readonly error?: string;
}

const cases = (tests as { tests: readonly Case[] }).tests;

const applicable = cases.filter(({ original: { expr, container, typeEnv = [] } }) => {
  const declared = JSON.stringify(typeEnv);
  return (
    container === undefined &&
    !/messageType|wrapper|abstractType|wellKnown/.test(declared) &&
    !/google\.|TestAllTypes|\w\{|[.{[]\?/.test(expr)
  );
});

/** What the suite declares for all of its cases. */
const common: readonly Declaration[] = [
  ...Object.entries({
    is: "STRING",
    ii: "INT64",
    iu: "UINT64",
    iz: "BOOL",
    ib: "BYTES",
    id: "DOUBLE",
  }).map(([name, primitive]) => ({ name, ident: { type: { primitive } } })),
  { name: "ix", ident: { type: { null: "NULL_VALUE" } } },
  { name: "fg_s", function: { overloads: [{ resultType: { primitive: "STRING" } }] } },
  {
    name: "fi_s_s",
    function: {
      overloads: [
        {
          params: [{ primitive: "STRING" }],
          resultType: { primitive: "STRING" },
          isInstanceFunction: true,
        },
      ],
    },
  },
];

const primitives: Readonly<Record<string, string>> = {
  BOOL: "bool",
  INT64: "int",
  UINT64: "uint",
  DOUBLE: "double",
  STRING: "string",
  BYTES: "bytes",
};

function textOf(type: object): string {
  if ("primitive" in type) return primitives[String(type.primitive)] ?? "dyn";
  if ("listType" in type)
    return `list(${textOf((type.listType as { elemType: object }).elemType)})`;
  if ("mapType" in type) {
    const { keyType, valueType } = type.mapType as { keyType: object; valueType: object };
    return `map(${textOf(keyType)}, ${textOf(valueType)})`;
  }
  return "null" in type ? "null" : "dyn";
}

function dialectOf(declarations: readonly Declaration[]): Dialect {
  const variables = declarations.flatMap(({ name, ident }): VariableDefinition[] =>
    ident === undefined
      ? []
      : [{ name, type: textOf(ident.type), description: "", protocols: ["http"], sections: [] }],
  );
  const functions = declarations.flatMap((declaration): FunctionDefinition[] => {
    const overloads = declaration.function?.overloads.map(
      ({ params = [], resultType, isInstanceFunction }): Overload => {
        const [target, ...others] = params.map(textOf);
        return isInstanceFunction && target !== undefined
          ? { target, parameters: others, returns: textOf(resultType) }
          : { parameters: params.map(textOf), returns: textOf(resultType) };
      },
    );
    return overloads === undefined ? [] : [{ name: declaration.name, description: "", overloads }];
  });
  return {
    ...directionsDialect,
    namespaces: [{ name: "test", description: "", variables }],
    functions: new Map([
      ...directionsDialect.functions,
      ...functions.map((one): [string, FunctionDefinition] => [one.name, one]),
    ]),
  };
}

function outcome({ original: { expr, typeEnv = [] } }: Case): string {
  const parsed = parseExpression(expr);
  if (!parsed.ok) return "error";
  const dialect = dialectOf([...common, ...typeEnv]);
  const { type, errors } = checkExpression(parsed.tree, { dialect });
  return errors.length > 0 ? "error" : typeText(type);
}

test("the checker's suite of the CEL project: every type and every error", () => {
  const rows = applicable.map((one) => ({
    expr: one.original.expr,
    expected: one.type ?? "error",
    got: outcome(one),
  }));
  const types = rows.filter(({ expected }) => expected !== "error");
  const errors = rows.filter(({ expected }) => expected === "error");
  const right = (some: typeof rows): number =>
    some.filter(({ expected, got }) => expected === got).length;
  const missed = rows.filter(({ expected, got }) => expected !== got);
  console.log(
    [
      `types  ${right(types)} of ${types.length}`,
      `errors ${right(errors)} of ${errors.length}`,
      `left out ${cases.length - applicable.length} of ${cases.length}`,
      ...missed.map(({ expr, expected, got }) => `missed: ${expr} is ${expected}, not ${got}`),
    ].join("\n"),
  );
  expect(missed).toEqual([]);
});
