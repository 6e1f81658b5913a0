import { rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { projectOf } from "../cli/project.ts";
import { TestEditor } from "./editor.ts";

const policy = "inbound:\n  - actions: [{ type: deny }]\n";
const configuration = `{"lint": {"rules": {"document/rule-name": "error"}}}`;

const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };

test("an editor that watches files is asked to tell which change, and others are not", async () => {
  const editor = await TestEditor.start({ capabilities });
  await editor.open("file:///work/web.policy.yaml", policy);
  expect(editor.registered).toMatchObject([
    {
      method: "workspace/didChangeWatchedFiles",
      registerOptions: { watchers: [{ globPattern: "**/*.{json,jsonc,yaml,yml,ts,mts,js,mjs}" }] },
    },
  ]);
  await editor.close();
  const other = await TestEditor.start();
  await other.open("file:///work/web.policy.yaml", policy);
  expect(other.registered).toEqual([]);
  await other.close();
});

test("what another program changes is checked again, but not for each file of a package", async () => {
  const { folder } = projectOf({ "web.policy.yaml": policy });
  const editor = await TestEditor.start({ folder, capabilities });
  const uri = pathToFileURL(`${folder}/web.policy.yaml`).href;
  const file = `${folder}/traffic-policy.config.json`;
  await editor.open(uri, policy);
  const tell = (changed: string): Promise<void> =>
    editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: pathToFileURL(changed).href, type: 1 }],
    });
  const severities = (found: readonly { readonly severity?: number }[]): unknown[] =>
    found.map(({ severity }) => severity);
  writeFileSync(file, configuration);
  await tell(`${folder}/node_modules/a/package.json`);
  await editor.request("textDocument/codeAction", uri, {
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    context: { diagnostics: [] },
  });
  expect(severities(await editor.diagnostics(uri))).not.toContain(1);
  await tell(file);
  await editor.shows(uri, (found) => severities(found).includes(1));
  rmSync(file);
  await tell(file);
  await editor.shows(uri, (found) => !severities(found).includes(1));
  await editor.close();
});
