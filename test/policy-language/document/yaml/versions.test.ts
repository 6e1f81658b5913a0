import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, serialize, type JsonValue } from "@traffic-policy/policy-language";
import { parseYaml, YamlVersions } from "@traffic-policy/policy-language/yaml";
import type { ParsedDocument } from "../../../../packages/policy-language/src/document/policy-source.ts";
import { damaged, damages, inYaml } from "../../../long-documents.ts";
import { seeded } from "../../../seeded.ts";

/** All that is known of a document: its value, what is wrong, and each place. */
function everything({ value, errors, positions }: ParsedDocument): unknown {
  const places: unknown[] = [];
  const walk = (part: JsonValue, pointer: string): void => {
    places.push([pointer, positions.value(pointer), positions.key(pointer)]);
    places.push([positions.value(`${pointer}/7`), positions.key(`${pointer}/none`)]);
    if (typeof part === "string") {
      for (const at of [0, 1, 5, part.length]) {
        places.push([
          positions.within(pointer, { start: 0, end: at }),
          positions.within(pointer, { start: at, end: at + 1 }),
        ]);
      }
    } else if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) walk(item, `${pointer}/${index}`);
    } else if (isJsonObject(part)) {
      for (const [key, member] of Object.entries(part)) {
        walk(member, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
      }
    }
  };
  if (value !== undefined) walk(value, "");
  return { value: value === undefined ? undefined : serialize(value), errors, places };
}

describe("a long document of which each version only parses the rules that changed", () => {
  test("is what the whole text is, in each version", () => {
    seeded(
      fc.property(
        inYaml,
        inYaml,
        fc.array(damages, { maxLength: 4 }),
        ({ text }, { text: other }, changes) => {
          const versions = new YamlVersions();
          for (const version of [text, ...changes.map((one) => damaged(text, one)), other, text]) {
            expect(everything(versions.parse(version))).toEqual(everything(parseYaml(version)));
          }
        },
      ),
      40,
      1500,
      10,
    );
  });

  const filling = `  - name: ${"x".repeat(4000)}\n`;

  test.each([
    ["a section twice", `inbound:\n${filling}inbound:\n  - name: a\n`],
    ["a key that is no text", `inbound:\n${filling}null:\n  - name: a\n`],
    ["a quote that the next rule closes", `inbound:\n${filling}  - name: "a\n  - name: b"\n`],
    ["an escaped quote at the end", `inbound:\n${filling}  - name: "a\\"`],
    ["a key twice in a rule", `inbound:\n${filling}  - name: a\n    name: b\n`],
    [
      "as many levels as there may be",
      `inbound:\n${filling}  - ${"[".repeat(497)}${"]".repeat(497)}`,
    ],
    ["a level too many", `inbound:\n${filling}  - ${"[".repeat(498)}${"]".repeat(498)}`],
    ["a rule that is nothing", `inbound:\n${filling}  - ~\n`],
    ["rules that are alike", `inbound:\n${filling}${filling}`],
    ["text behind the document", `inbound:\n${filling}...\na`],
  ])("is what the whole text is with %s", (_what, text) => {
    expect(everything(new YamlVersions().parse(text))).toEqual(everything(parseYaml(text)));
  });

  test("parses no rule again that is written as before", () => {
    const versions = new YamlVersions();
    const text = `inbound:\n${filling}  - name: a\n`;
    const rulesOf = (version: string): readonly unknown[] =>
      (versions.parse(version).value as { readonly inbound: readonly unknown[] }).inbound;
    const [first, second] = rulesOf(text);
    const [sameFirst, otherSecond] = rulesOf(text.replace("name: a", "name: ab"));
    expect(sameFirst).toBe(first);
    expect(otherSecond).not.toEqual(second);
  });
});
