import { sectionNames } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";
import {
  isAboutPolicies,
  startWhenWanted,
  type Editor,
} from "../../packages/vscode/src/when-wanted.ts";

const events = ["workspaceContains:**/ngrok.{yaml,yml}", "onLanguage:yaml"];

/** An editor with these open texts, and with files for these globs. */
function editorWith(texts: readonly string[], globs: readonly string[] = []) {
  const listeners = new Set<(text: string) => void>();
  const editor: Editor = {
    hasFile: (glob) => Promise.resolve(globs.includes(glob)),
    texts: () => texts,
    onText(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let starts = 0;
  const start = (): Promise<void> => {
    starts += 1;
    return Promise.resolve();
  };
  const open = (text: string): void => {
    for (const listener of listeners) listener(text);
  };
  return { editor, start, open, starts: () => starts, listeners };
}

test.each([
  ["a file is meant by its name", [], ["**/ngrok.{yaml,yml}"]],
  ["an open text is about policies", ["kind: NgrokTrafficPolicy"], []],
])("the server starts at once where %s", async (_what, texts, globs) => {
  const { editor, start, starts } = editorWith(texts, globs);
  await startWhenWanted(editor, events, start);
  expect(starts()).toBe(1);
});

test("in other workspaces it starts once, with the first text about policies", async () => {
  const { editor, start, open, starts, listeners } = editorWith(["kind: Deployment"]);
  await startWhenWanted(editor, events, start);
  open("kind: Service");
  expect(starts()).toBe(0);
  open("    traffic_policy:\n");
  open("on_http_request: []");
  expect([starts(), listeners.size]).toEqual([1, 0]);
});

test("nothing is waited for any more when the extension ends", async () => {
  const { editor, start, open, starts } = editorWith([]);
  (await startWhenWanted(editor, events, start))();
  open("on_http_request: []");
  expect(starts()).toBe(0);
});

test.each([
  ...Object.values(sectionNames)
    .flat()
    .map((name) => `${name}:`),
  "kind: TrafficPolicy",
  "kind: NgrokTrafficPolicy",
  "trafficPolicy:",
  "traffic_policy_file: a.yaml",
])("%s is about policies", (text) => {
  expect(isAboutPolicies(text)).toBe(true);
});
