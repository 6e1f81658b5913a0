import { expect, test } from "vitest";
import { formatted } from "@traffic-policy/language-server";
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

test.each([
  // The formatter takes the blank lines for some of the text.
  ["inbound:\n  - name: |+\n      kept\n\n\n    # a comment", 0],
  ["inbound:\n  - name: |+\n      kept\n\n\n    actions:   []\n", 1],
  ["inbound:   &rules\n  - {name: !!str 12}\noutbound: *rules\n", 1],
  ["inbound: *nothing\noutbound:   []\n", 1],
])("%j is only formatted if it means the same then", async (text, edits) => {
  const editor = await TestEditor.start();
  const uri = "file:///work/web.policy.yaml";
  await editor.open(uri, text);
  const options = { tabSize: 2, insertSpaces: true };
  expect(await editor.request("textDocument/formatting", uri, { options })).toHaveLength(edits);
  await editor.close();
});

test.each([
  ["json", "[".repeat(6000) + "]".repeat(6000)],
  [
    "yaml",
    "a:\n" + Array.from({ length: 6000 }, (_one, at) => " ".repeat(at + 1) + "a:\n").join(""),
  ],
  ["yaml", `inbound: ${"- ".repeat(6000)}a`],
  ["yaml", `inbound: ${"[".repeat(6000)}${"]".repeat(6000)}`],
])("in %s, a text that is nested too deep to be read is not formatted", async (language, text) => {
  expect(await formatted(`web.policy.${language}`, text)).toBeUndefined();
});
