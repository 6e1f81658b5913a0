import { expect, test } from "vitest";
import { TestEditor } from "./editor.ts";

test("what lint finds is shown at its place", async () => {
  const editor = await TestEditor.start();
  const text = `{"inbound": [{"name": "a", "expressions": ["req.metod == 'GET'"], "actions": [{"type": "deny"}]}]}`;
  const [first] = await editor.open("file:///work/web.policy.json", text);
  expect(first).toMatchObject({
    code: "expression/unknown-name",
    range: { start: { line: 0, character: 43 + 1 }, end: { line: 0, character: 43 + 10 } },
  });
  await editor.close();
});
