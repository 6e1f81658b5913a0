import type { JsonObject } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { toYaml } from "../../../../packages/policy-language/src/document/yaml/to-yaml.ts";
import { seeded } from "../../../seeded.ts";

// oxlint-disable-next-line no-control-regex
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

const text = fc
  .array(
    fc.constantFrom(
      ..."a:#-'\"\\|> \n\t\r\u001b\u007f\u009b\u2028\u202e\u{1f600}",
      "::error::",
      "  ",
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

const documents = fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 2 })), {
  maxKeys: 3,
  noNullPrototype: true,
});

describe.each([
  [false, obeyed],
  [true, new RegExp(`${obeyed.source}|^\\s*::`, "m")],
])("YAML, for a terminal: %s", (isForTerminal, unwanted) => {
  test("holds any text exactly, and nothing that a terminal obeys", () => {
    seeded(
      fc.property(documents, (document) => {
        const yaml = toYaml(document as JsonObject, { isForTerminal });
        expect(parse(yaml)).toEqual(document);
        expect(yaml).not.toMatch(unwanted);
      }),
      400,
      2000,
    );
  });
});

test("lines stay lines, unless they are for a terminal", () => {
  expect(toYaml({ a: "b\nc\n" })).toBe("a: |\n  b\n  c\n");
  expect(toYaml({ a: "b\nc\n" }, { isForTerminal: true })).toBe('a: "b\\nc\\n"\n');
});
