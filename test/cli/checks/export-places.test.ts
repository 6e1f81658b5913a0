import { Files } from "@traffic-policy/project";
import { expect, test } from "vitest";
import { ExportPlaces } from "../../../packages/cli/src/checks/export-places.ts";

function withItems(text: string, ...items: readonly string[]): string | undefined {
  const files = new Files("/");
  files.give("/web.cases.ts", text);
  return new ExportPlaces("/web.cases.ts", "cases", files).withItems(items);
}

test.each([
  ["an empty list", "export default [];\n", "export default [\n  {\n    a: 1\n  },\n];\n"],
  [
    "a list on one line",
    "export default define(web, [one, { b: 2 }]);\n",
    "export default define(web, [one, { b: 2 },\n  {\n    a: 1\n  },\n]);\n",
  ],
  [
    "a list in an object that is indented by tabs",
    "const all = {\n\tcases: [\n\t\tone,\n\t],\n};\nexport default define(all);\n",
    "const all = {\n\tcases: [\n\t\tone,\n\t\t{\n\t\t  a: 1\n\t\t},\n\t],\n};\nexport default define(all);\n",
  ],
  [
    "a list without a comma at its end, and with comments",
    "export default [\n  one // the first\n  // the end\n];\n",
    "export default [\n  one, // the first\n  {\n    a: 1\n  },\n  // the end\n];\n",
  ],
  [
    "a list with a comment before the comma",
    "export default [\n  one /* 1 */, // first\n];\n",
    undefined,
  ],
  [
    "a list with line breaks of Windows",
    "export default [\r\n  one,\r\n];\r\n",
    "export default [\r\n  one,\r\n  {\r\n    a: 1\r\n  },\r\n];\r\n",
  ],
  ["what is made by code", "export default make();\n", undefined],
])("items are added to %s", (_what, text, after) => {
  expect(withItems(text, "{\n  a: 1\n}")).toBe(after);
});
