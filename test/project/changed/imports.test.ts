import fc from "fast-check";
import { expect, test } from "vitest";
import { exactSpecifiers } from "../../../packages/project/src/changed/exact-specifiers.ts";
import { quickSpecifiers } from "../../../packages/project/src/changed/imports.ts";
import { seeded } from "../../seeded.ts";

/** Statements; `_` stands for anything that may be between their parts. */
const statements = [
  'import _ a _ from _ "./a.ts" _ ;',
  "import _ { _ a _ , _ b _ as _ from _ } _ from _ './b.ts' _ ;",
  'import _ * _ as _ c _ from _ "./c.ts" _ with _ { type: "json" } _ ;',
  'import _ "./d.ts" _ ;',
  'import _ type _ { E } _ from _ "./e.ts" _ ;',
  'export _ * _ from _ "./f.ts" _ ;',
  'export _ { _ from _ as _ from2 _ } _ from _ "./g.ts" _ ;',
  'await _ import _ ( _ "./h.ts" _ ) _ ;',
  "await _ import _ ( _ `./i.ts` _ ) _ ;",
  'await _ import _ ( _ "./j" _ + _ ".ts" _ ) _ ;',
  String.raw`import _ k _ from _ "./\x6b.ts" _ ;`,
  "import _ . _ meta _ . _ url _ ;",
  'const _ text _ = _ "it is imported from it\'s" _ ;',
  "const _ text _ = _ `import ${ _ from _ } from '` _ ;",
  'const _ pattern _ = _ /import from "/ _ ;',
  "({ _ from _ : _ 1 _ , _ import _ : _ 2 _ }) _ ;",
];

const gap = fc.constantFrom(
  "",
  " ",
  " ",
  " ",
  "\n",
  "\t",
  "\u00a0",
  " /* it's */ ",
  ' /* from "./z.ts */ ',
  " // import (\n",
);

const statement = fc
  .tuple(fc.constantFrom(...statements), fc.array(gap, { minLength: 14, maxLength: 14 }))
  .map(([form, gaps]) => {
    let index = 0;
    return form.replaceAll(/ _ ?|_ /g, () => gaps[index++] || " ");
  });

test("what is found without parsing holds all that is imported", () => {
  seeded(
    fc.property(fc.array(statement, { maxLength: 4 }), (parts) => {
      const text = parts.join("\n");
      const exact = exactSpecifiers(text, "a.ts");
      const quick = quickSpecifiers(text);
      if (quick.isOpen) return;
      expect(exact.isOpen).toBe(false);
      expect(quick.names).toEqual(expect.arrayContaining([...exact.names]));
    }),
    1000,
    100_000,
  );
});

test("a usual module is seen through", () => {
  const text = `import { policy } from "@traffic-policy/policy-builder";
import type { A } from './a.ts';
import b, { from } from "./b.ts";
export { c } from "./c.ts";
export * as d from"./d.ts";
import "./e.json" with { type: "json" };
const f = await import("./f.ts");
const url = import.meta.url; // imported from somewhere
`;
  expect(quickSpecifiers(text)).toEqual({
    names: [
      "@traffic-policy/policy-builder",
      "./a.ts",
      "./b.ts",
      "./c.ts",
      "./d.ts",
      "./e.json",
      "./f.ts",
    ],
    isOpen: false,
  });
});
