import fc from "fast-check";
import { expect, test } from "vitest";
import { edgeNames } from "../../../../packages/cli/src/commands/pull/pull-account.ts";
import { seeded } from "../../../seeded.ts";

function namesOf(...descriptions: readonly (string | undefined)[]): string[] {
  return edgeNames(
    descriptions.map((description, index) => ({ id: `edge_${index + 1}`, description })),
  );
}

test.each([
  ["SSH for the Zürich office", "ssh-for-the-zurich-office"],
  ["../../etc/passwd\u202e", "etc-passwd"],
  ["  -- ", "edge-1"],
  ["データベース", "edge-1"],
  [undefined, "edge-1"],
  ["CON", "con-edge-1"],
  ["__proto__", "proto"],
  ["word ".repeat(50), "word-word-word-word-word-word-word-word"],
])("%j becomes %s", (description, name) => {
  expect(namesOf(description)).toEqual([name]);
});

test("edges with one description have their identifiers behind it, in any order", () => {
  expect(namesOf("db", "web", "DB")).toEqual(["db-edge-1", "web", "db-edge-3"]);
});

test("no two names are equal, and each is fit for any file system", () => {
  const edge = fc.record({
    id: fc.string({ unit: fc.constantFrom("a", "A", "1", "_", "/"), maxLength: 3 }),
    description: fc.string({
      unit: fc.constantFrom("a", "B", "b", "-", " ", "é", "1"),
      maxLength: 4,
    }),
  });
  const property = fc.property(fc.array(edge, { maxLength: 12 }), (edges) => {
    const names = edgeNames(edges);
    expect(new Set(names).size).toBe(edges.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
  seeded(property, 1000);
});
