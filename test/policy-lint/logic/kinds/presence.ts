import fc from "fast-check";
import { equality, answers, combinations, readings, headerSample, type Kind } from "./kind.ts";

// Presence. Which value is the first, and which ones are in a list, is asked of two values: three items of three
// values have all that can be.

const lists = [1, 2, 3].flatMap((length) =>
  combinations(Array.from({ length }, () => ["1", "2", "3"])),
);

function valueAtoms(list: string, field = ""): fc.Arbitrary<string> {
  const values = fc.constantFrom("'1'", "'1'", "'2'");
  const forms = [
    `${list}[0]${field} == V`,
    `${list}[0]${field} != V`,
    `${list}.exists(v, v${field} == V)`,
  ];
  if (field === "") forms.push(`V in ${list}`, `V in ${list}`);
  return fc
    .tuple(fc.constantFrom(...forms), values)
    .map(([form, value]) => form.replace(/\bV\b/, value));
}

function presence(
  certain: readonly string[],
  sizes: readonly string[],
  values: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...certain), weight: 6 },
    { arbitrary: fc.constantFrom(...sizes), weight: 2 },
    { arbitrary: values, weight: 2 },
  );
}

const header = ["getReqHeader('Via')", "req.headers['via']", "req.headers.via"];
const param = ["getQueryParam('q')", "req.url.query_params['q']", "req.url.query_params.q"];
const cookies = ["req.cookies['c']", "req.cookies.c"];

export const presences: Kind = {
  readings: readings(
    answers("absentValues", "empty-list", "error"),
    answers("absentCookie", "error", "empty"),
    answers("headerNames", "canonical", "any-case"),
  ),
  subjects: [
    {
      atoms: presence(
        ["hasReqHeader('Via')", "'via' in req.headers", "has(req.headers.via)"],
        [
          "size(getReqHeader('Via')) > 0",
          "getReqHeader('Via').size() == 0",
          "getReqHeader('Via') != []",
          "hasReqHeader('via')",
        ],
        fc.oneof(...header.map((list) => valueAtoms(list))),
      ),
      samples: [{}, ...lists.map((values) => headerSample("via", ...values))],
    },
    {
      atoms: presence(
        ["hasReqCookie('c')", "'c' in req.cookies", "has(req.cookies.c)"],
        ["size(req.cookies['c']) > 1"],
        fc.oneof(
          ...cookies.map((list) => valueAtoms(list, ".value")),
          equality.map((sign) => `getReqCookie('c').value ${sign} '1'`),
        ),
      ),
      samples: [
        {},
        ...lists.map((all) => headerSample("cookie", all.map((one) => `c=${one}`).join("; "))),
      ],
    },
    {
      atoms: presence(
        ["hasQueryParam('q')", "'q' in req.url.query_params", "has(req.url.query_params.q)"],
        ["size(getQueryParam('q')) > 0", "getQueryParam('q') == []"],
        fc.oneof(...param.map((list) => valueAtoms(list))),
      ),
      samples: [
        {},
        ...lists.map((values) => ({ query: values.map((value) => `q=${value}`).join("&") })),
      ],
    },
  ],
};
