import fc from "fast-check";
import { isJsonObject } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { insertIntoJson } from "../../../../packages/cli/src/commands/init/insert.ts";
import { seeded } from "../../../seeded.ts";

describe("everything that is there stays as it is written", () => {
  test.each<[string, string, string]>([
    [
      "tabs",
      '{\n\t"name": "a",\n\t"list": [1,2]\n}\n',
      '{\n\t"name": "a",\n\t"list": [1,2],\n\t"scripts": {\n\t\t"lint": "x"\n\t}\n}\n',
    ],
    [
      "four spaces",
      '{\n    "scripts": {\n        "b": "y"\n    }\n}\n',
      '{\n    "scripts": {\n        "b": "y",\n        "lint": "x"\n    }\n}\n',
    ],
    [
      "ends of lines of Windows",
      '{\r\n  "name": "a"\r\n}\r\n',
      '{\r\n  "name": "a",\r\n  "scripts": {\r\n    "lint": "x"\r\n  }\r\n}\r\n',
    ],
    ["no end of line", '{\n  "a": 1\n}', '{\n  "a": 1,\n  "scripts": {\n    "lint": "x"\n  }\n}'],
    ["one line", '{ "scripts": { "a":"b" } }\n', '{ "scripts": { "a":"b", "lint": "x" } }\n'],
    [
      "an empty object in another one",
      '{\n  "scripts": {},\n  "a": [ 1 ]\n}\n',
      '{\n  "scripts": {\n    "lint": "x"\n  },\n  "a": [ 1 ]\n}\n',
    ],
    ["an empty object", "{}\n", '{\n  "scripts": {\n    "lint": "x"\n  }\n}\n'],
  ])("%s", (_what, text, expected) => {
    expect(insertIntoJson(text, ["scripts", "lint"], "x")).toBe(expected);
  });
});

describe("the place", () => {
  const at = (...names: string[]): string[] => {
    const text = JSON.stringify({ list: Object.fromEntries(names.map((name) => [name, 1])) });
    const { list } = JSON.parse(insertIntoJson(text, ["list", "m"], 2)) as { list: object };
    return Object.keys(list);
  };

  test("is by the alphabet where all keys are", () => {
    expect(at("a", "z")).toEqual(["a", "m", "z"]);
    expect(at("n", "z")).toEqual(["m", "n", "z"]);
    expect(at("a", "b")).toEqual(["a", "b", "m"]);
  });

  test("is the last one where they are not, and at the top", () => {
    expect(at("z", "a")).toEqual(["z", "a", "m"]);
    expect(Object.keys(JSON.parse(insertIntoJson('{"a":1,"z":1}', ["m"], 2)) as object)).toEqual([
      "a",
      "z",
      "m",
    ]);
  });
});

test("any object, however it is indented, then holds what it held, and the value", () => {
  const names = fc.constantFrom("a", "m", "z", "list", "");
  const values = fc.oneof(
    fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })),
    fc.jsonValue({ maxDepth: 1 }),
  );
  seeded(
    fc.property(
      fc.dictionary(names, values),
      fc.constantFrom(undefined, 1, 2, 4, "\t"),
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom(["list", "b"], ["b"], ["b", "c"]),
      (before, indentation, eol, path) => {
        const inner: unknown = before["list"];
        fc.pre(!("list" in before) || (isJsonObject(inner) && !("b" in inner)));
        const text = JSON.stringify(before, undefined, indentation).replaceAll("\n", eol);
        const changed = insertIntoJson(text, path, 1);
        const expected = structuredClone(before) as Record<string, Record<string, unknown>>;
        const [first = "", second] = path;
        if (second === undefined) Object.assign(expected, { [first]: 1 });
        else (expected[first] ??= {})[second] = 1;
        expect(JSON.parse(changed)).toEqual(expected);
        expect(changed.length).toBeGreaterThan(text.length);
      },
    ),
  );
});
