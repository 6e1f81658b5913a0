import { expect, test } from "vitest";
import { firstLoad } from "../../scripts/bundle/first-load.js";
import { builtPage } from "./built-page.ts";

// `node scripts/bundle-playground.js --sizes` prints what is in it.

test("the editor, the language and lint are 478 kB at most, compressed", async () => {
  const { folder, metafile } = await builtPage();
  const files = firstLoad(metafile, folder);
  const bytes = files.reduce((sum, { gzip }) => sum + gzip, 0);
  expect(files.length).toBeGreaterThan(2);
  expect(bytes).toBeGreaterThan(200_000);
  expect(bytes).toBeLessThanOrEqual(478_000);
}, 120_000);

test("what is not needed for a policy in JSON is loaded later", async () => {
  const { folder, metafile } = await builtPage();
  const parts = new Set(
    firstLoad(metafile, folder).flatMap(({ parts: all }) => all.map(([part]) => part)),
  );
  const later = [
    "yaml",
    "prettier",
    "@codemirror/lang-yaml",
    "@codemirror/lang-javascript",
    "@codemirror/search",
    "@codemirror/merge",
    "@bufbuild/cel",
    "@sinclair/typebox",
    "fflate",
    "acorn",
    "js-tokens",
    "policy-engine/src/run",
    "policy-proof/src",
    "policy-language/src/catalogue/phases/actions",
    "policy-language/src/catalogue/phases/records",
    "policy-language/src/catalogue/phases/variables",
  ];
  expect(later.filter((part) => parts.has(part))).toEqual([]);
  // The names are still those of the libraries.
  expect(parts).toContain("@codemirror/view");
  expect(parts).toContain("policy-lint/src/rules/expression");
}, 120_000);
