import { expect, test } from "vitest";
import { TestEditor } from "./editor.ts";

test.each([
  { name: "package.json", edits: 0 },
  { name: "web.policy.json", edits: 1 },
])("only documents that are about policies are formatted: $name", async ({ name, edits }) => {
  const editor = await TestEditor.start();
  const uri = `file:///work/${name}`;
  await editor.open(uri, `{"name":"x"}`);
  const found = await editor.request("textDocument/formatting", uri, {
    options: { tabSize: 2, insertSpaces: true },
  });
  expect(found).toHaveLength(edits);
  await editor.close();
});
