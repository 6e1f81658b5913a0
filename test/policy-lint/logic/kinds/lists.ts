import fc from "fast-check";
import { answers, combinations, headerSample, readings, type Kind } from "./kind.ts";

// Lists and macros. Items are asked whether they are one of a few texts, or begin with one, so that an item of each
// combination of answers stands for all of them; and how many items there are, or are as asked, is asked up to two.
// Four items are as many as a few of these questions together can tell apart.

const items = ["1", "12", "2", "x"];

const lists = [1, 2, 3, 4].flatMap((length) => combinations(Array.from({ length }, () => items)));

/** What is asked of an item, and holds for one or two of the sorts. */
const bodies = [
  "v == '1'",
  "v == '2'",
  "v != '1'",
  "v in ['1', '2']",
  "v.startsWith('1')",
  "v.startsWith('1') && v != '1'",
  "v == '1' || v == '2'",
];

function atomsOf(list: string): fc.Arbitrary<string> {
  const body = fc.constantFrom(...bodies);
  const macro = fc
    .tuple(fc.constantFrom("exists", "all", "exists_one"), body)
    .map(([name, asked]) => `${list}.${name}(v, ${asked})`);
  const filtered = fc
    .tuple(body, fc.constantFrom("> 0", "== 0", "== 1", "> 1", "!= 2"))
    .map(([asked, size]) => `size(${list}.filter(v, ${asked})) ${size}`);
  const chained = fc
    .tuple(body, body)
    .map(([one, other]) => `${list}.filter(v, ${one}).exists(w, ${other.replaceAll("v", "w")})`);
  const simple = [
    `'1' in ${list}`,
    `'2' in ${list}`,
    `${list}[0] == '1'`,
    `${list}[0].startsWith('1')`,
    `${list}[1] == '2'`,
    `size(${list}) == 1`,
    `size(${list}) > 1`,
    `${list}.size() == 2`,
    `${list} == ['1']`,
    `${list} != ['1', '2']`,
    `${list}.map(v, v + '0').exists(w, w == '10')`,
    `${list}.map(v, v == '1').exists(w, w)`,
    `['1', '2'].exists(v, v in ${list})`,
    `['1', '2'].all(v, v in ${list})`,
    `['1', '2'].exists(v, ${list}[0] == v)`,
  ];
  return fc.oneof(
    { arbitrary: macro, weight: 5 },
    { arbitrary: filtered, weight: 2 },
    { arbitrary: chained, weight: 1 },
    { arbitrary: fc.constantFrom(...simple), weight: 4 },
  );
}

export const listsAndMacros: Kind = {
  readings: readings(answers("absentValues", "empty-list", "error")),
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: atomsOf("getReqHeader('Via')"), weight: 2 },
        { arbitrary: atomsOf("req.headers['via']"), weight: 2 },
        { arbitrary: fc.constant("hasReqHeader('Via')"), weight: 1 },
      ),
      samples: [{}, ...lists.map((values) => headerSample("via", ...values))],
    },
    {
      // An item that is no number fails, unless another one decides.
      atoms: fc.oneof(
        {
          arbitrary: fc
            .tuple(
              fc.constantFrom("exists", "all", "exists_one"),
              fc.constantFrom("int(v) > 1", "int(v) == 1", "v == 'x'", "int(v) < 2 || v == 'x'"),
            )
            .map(([name, body]) => `getQueryParam('q').${name}(v, ${body})`),
          weight: 4,
        },
        {
          arbitrary: fc.constantFrom("hasQueryParam('q')", "size(getQueryParam('q')) > 1"),
          weight: 1,
        },
      ),
      samples: [
        {},
        ...[1, 2, 3]
          .flatMap((length) =>
            combinations(Array.from({ length }, () => ["0", "1", "2", "x", "y"])),
          )
          .map((values) => ({ query: values.map((value) => `q=${value}`).join("&") })),
      ],
    },
    {
      atoms: fc.oneof(
        fc
          .tuple(
            fc.constantFrom("exists", "all", "exists_one"),
            fc.constantFrom("c.value == '1'", "c.value != '1'", "c.value in ['1', '2']"),
          )
          .map(([name, body]) => `req.cookies['c'].${name}(c, ${body})`),
        fc.constantFrom(
          "'c' in req.cookies",
          "req.cookies['c'][0].value == '1'",
          "req.cookies.c[1].value == '2'",
          "size(req.cookies['c']) > 1",
          "getReqCookie('c').value == '2'",
          "req.cookies['c'].map(c, c.value).exists(v, v == '2')",
          "'1' in req.cookies['c'].map(c, c.value)",
        ),
      ),
      samples: [
        {},
        ...[1, 2, 3]
          .flatMap((length) => combinations(Array.from({ length }, () => ["1", "2", "3"])))
          .map((all) => headerSample("cookie", all.map((one) => `c=${one}`).join("; "))),
      ],
    },
  ],
};
