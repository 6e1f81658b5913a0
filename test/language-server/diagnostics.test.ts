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

test("what is opened is checked at once, and what is typed after the pause", async () => {
  const pause = 100_000_000;
  const editor = await TestEditor.start({ pauses: { text: pause, code: pause } });
  const uri = "file:///work/web.policy.json";
  const [first] = await editor.open(uri, `{"inbound": [{"nam": "a"}]}`);
  expect(first).toMatchObject({ severity: 1 });
  await editor.change(uri, [{ text: "{}" }]);
  const checked = editor.diagnostics(uri).then(() => "checked");
  const answered = editor.request("textDocument/documentSymbol", uri).then(() => "answered");
  await answered;
  expect(
    await Promise.race([checked, new Promise((settle) => setImmediate(settle, "not yet"))]),
  ).toBe("not yet");
  await editor.close();
});

test("a file that holds a policy is checked, whatever it is called", async () => {
  const editor = await TestEditor.start();
  const rules = `[{"actions": [{"type": "denyy"}]}]`;
  const policy = `{"on_http_request": ${rules}}`;
  for (const text of [
    policy,
    `{"version": 3, "endpoints": [{"traffic_policy": {}}, {"traffic_policy": ${policy}}]}`,
    `kind: Service\n---\non_http_request: ${rules}\n`,
  ]) {
    const found = await editor.open(`file:///work/${text.length}.yml`, text);
    expect(found.map(({ code }) => code)).toContain("action/unknown-type");
  }
  const none = await editor.open("file:///work/a.yml", `all: ${policy}`);
  expect(none).toEqual([]);
  await editor.close();
});
