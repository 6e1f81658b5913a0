import { compilePolicy } from "@traffic-policy/policy-engine";
import { expect, test } from "vitest";
import { act, fact, logged, onRequest, phases } from "./phases.ts";

/** What expressions give after variables have been set. */
async function after(
  vars: readonly object[],
  expressions: Readonly<Record<string, string>>,
): Promise<unknown> {
  const asked = Object.fromEntries(
    Object.entries(expressions).map(([name, text]) => [name, `\${${text}}`]),
  );
  const { logs, errors } = await onRequest([act("set-vars", { vars: [...vars] }), logged(asked)]);
  return errors[0]?.message ?? logs[0]?.metadata;
}

test(
  fact("actions.set-vars.scope", "the variables of one phase are not seen in another"),
  async () => {
    const document = {
      on_tcp_connect: [{ actions: [act("set-vars", { vars: [{ a: "1" }] })] }],
      on_http_request: [{ actions: [logged({ has: "${has(vars.a)}", size: "${size(vars)}" })] }],
    };
    expect((await phases(document)).logs[0]?.metadata).toEqual({ has: false, size: 0 });
  },
);

test(
  fact("actions.set-vars.scope", "later rules of the phase see them, and can set them anew"),
  async () => {
    const set = (value: string) => act("set-vars", { vars: [{ a: value }] });
    const { logs } = await phases({
      on_http_request: [
        { actions: [set("one")] },
        { expressions: ["vars.a == 'one'"], actions: [set("two")] },
        { actions: [logged({ a: "${vars.a}" })] },
      ],
    });
    expect(logs[0]?.metadata).toEqual({ a: "two" });
  },
);

test(fact("actions.set-vars.order", "an entry sees earlier ones, and itself"), async () => {
  const vars = [
    { list: [1, 2, 3] },
    { list: "${vars.list.filter(i, i > 1)}" },
    { n: "${size(vars.list)}" },
  ];
  expect(await after(vars, { list: "vars.list", n: "vars.n" })).toEqual({ list: [2, 3], n: 2 });
});

test(fact("actions.set-vars.types", "literals keep their type"), async () => {
  const vars = [
    { int: 1 },
    { double: 1.5 },
    { bool: true },
    { none: null },
    { list: [1, "a"] },
    { map: { a: 2 } },
  ];
  const types = { int: "int", double: "double", bool: "bool", none: "null_type" };
  for (const [name, type] of Object.entries(types)) {
    expect(await after(vars, { type: `type(vars.${name}) == ${type}` })).toEqual({ type: true });
  }
  expect(await after(vars, { is: "type(vars.list) == list && type(vars.map) == map" })).toEqual({
    is: true,
  });
  expect(await after(vars, { item: "vars.list[0] + vars.map.a" })).toEqual({ item: 3 });
});

test(
  fact("actions.set-vars.types", "a text that is one interpolation keeps the type of its value"),
  async () => {
    const values = {
      int: "1 + 1",
      uint: "uint(3)",
      double: "0.5 * 3.0",
      bool: "1 < 2",
      string: "'a' + 'b'",
      bytes: "b'a'",
      null_type: "null",
      list: "[1, 2]",
      map: "{'a': [1u]}",
    };
    for (const [type, text] of Object.entries(values)) {
      const asked = { is: `type(vars.v) == ${type} && vars.v == (${text})` };
      expect(await after([{ v: `\${${text}}` }], asked), type).toEqual({ is: true });
    }
    const time = "timestamp('2024-01-31T00:00:00Z')";
    const asked = { is: `vars.t == ${time} && vars.d == duration('90s')` };
    expect(await after([{ t: `\${${time}}` }, { d: "${duration('90s')}" }], asked)).toEqual({
      is: true,
    });
  },
);

test(fact("actions.set-vars.types", "with other text around it, it is a text"), async () => {
  expect(await after([{ v: " ${1 + 1}" }], { v: "vars.v", is: "type(vars.v) == string" })).toEqual({
    v: " 2",
    is: true,
  });
});

test(
  fact("actions.set-vars.numbers", "1.5 is a double, and 1 an int that does not add up with it"),
  async () => {
    expect(await after([{ a: 1 }, { b: 1.5 }], { sum: "double(vars.a) + vars.b" })).toEqual({
      sum: 2.5,
    });
    expect(await after([{ a: 1 }, { b: 1.5 }], { sum: "vars.a + vars.b" })).toMatch(
      /int and double/,
    );
  },
);

test(fact("config set-vars.configNotes", "texts are interpolated at any depth"), async () => {
  const vars = [{ a: { b: [{ c: "${2 * 3}", d: ["<${'x'}>"] }] } }];
  expect(await after(vars, { a: "vars.a", six: "vars.a.b[0].c == 6" })).toEqual({
    a: { b: [{ c: 6, d: ["<x>"] }] },
    six: true,
  });
});

test("an entry that reads what is not set fails, and says which", async () => {
  expect(await after([{ a: "${vars.b}" }], {})).toBe('${vars.b} fails: There is no key "b".');
});

test.each([
  ["an object in place of the list", { vars: { a: 1 } }, '"vars" must be a list of objects.'],
  [
    "two names in one entry",
    { vars: [{ a: 1, b: 2 }] },
    "An entry sets one variable: it must have one name.",
  ],
  ["an empty entry", { vars: [{}] }, "An entry sets one variable: it must have one name."],
  ["no entries at all", {}, '"vars" is missing.'],
])("%s is a problem, and no second one", async (_title, config, message) => {
  const document = { on_http_request: [{ actions: [{ type: "set-vars", config }] }] };
  const { problems } = await compilePolicy(document);
  expect(problems.map((one) => one.message)).toEqual([message]);
});

test("the trace says what was set", async () => {
  const { trace } = await onRequest([act("set-vars", { vars: [{ a: 1 }, { b: "x" }] })], {
    trace: true,
  });
  expect(trace?.rules[0]?.actions[0]?.note).toBe('vars.a is 1, vars.b is "x".');
});
