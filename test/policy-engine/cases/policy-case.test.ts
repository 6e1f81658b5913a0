import { type PolicyCase } from "@traffic-policy/policy-engine";
import { expandCase, type CaseTable } from "@traffic-policy/policy-engine/internal";
import { expect, test } from "vitest";

test("a case is itself", () => {
  const one: PolicyCase = { name: "a", request: { url: "/" }, expect: { status: 200 } };
  expect(expandCase(one)).toEqual([one]);
});

test("a row is added to the template, member by member; lists, dates and bytes as a whole", () => {
  const bytes = new Uint8Array([1]);
  const table: CaseTable = {
    name: "Table",
    request: { method: "POST", url: "/a", headers: { a: "1", b: ["2", "3"] } },
    expect: { status: 200, headers: { x: "1" }, matched: ["One", "Two"] },
    each: [
      { request: { url: "/b", headers: { b: ["4"] }, body: bytes } },
      { time: new Date(0), expect: { headers: { x: null }, matched: ["Three"] } },
    ],
  };
  expect(expandCase(table)).toEqual([
    {
      name: 'Table: url /b, b ["4"], body 1 bytes',
      request: { method: "POST", url: "/b", headers: { a: "1", b: ["4"] }, body: bytes },
      expect: { status: 200, headers: { x: "1" }, matched: ["One", "Two"] },
    },
    {
      name: "Table: time 1970-01-01T00:00:00.000Z",
      request: { method: "POST", url: "/a", headers: { a: "1", b: ["2", "3"] } },
      time: new Date(0),
      expect: { status: 200, headers: { x: null }, matched: ["Three"] },
    },
  ]);
});

test("a row is called as it says, after what is different, or by its number", () => {
  const table: CaseTable = {
    name: "T",
    request: { url: "/" },
    expect: { status: 200 },
    each: [{ name: "one" }, { connection: { geo: { countryCode: "NO" } } }, {}],
  };
  expect(expandCase(table).map(({ name }) => name)).toEqual([
    "T: one",
    "T: countryCode NO",
    "T: 3",
  ]);
});
