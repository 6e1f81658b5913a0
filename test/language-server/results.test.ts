import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { TestEditor } from "./editor.ts";

const policy = `{"inbound": [{"name": "Nobody", "actions": [{"type": "deny"}]}]}`;

/** A folder with a policy for an edge that sees only connections, and one for a route. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const targets = {
    ssh: { kind: "tcp-edge", edge: "edge_1", policy: "ssh.policy.json" },
    web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "web.policy.json" },
  };
  writeFileSync(
    join(folder, "traffic-policy.config.json"),
    JSON.stringify({ service: "emulator", targets }),
  );
  for (const name of ["ssh", "web"]) writeFileSync(join(folder, `${name}.policy.json`), policy);
  return folder;
}

/** Asks for a command, and gives the address of what it shows. */
function result(editor: TestEditor, command: string, args: unknown[]): Promise<string> {
  return editor.connection.sendRequest("workspace/executeCommand", { command, arguments: args });
}

test.each([
  { name: "web", does: "simulate GET https://example.com/", shows: "--request 'GET https://" },
  { name: "ssh", does: "simulate a connection", shows: "closed by deny" },
])("the lens of $name says what it simulates, and does", async ({ name, does, shows }) => {
  const folder = project();
  const editor = await TestEditor.start({ folder });
  const uri = pathToFileURL(join(folder, `${name}.policy.json`)).href;
  await editor.open(uri, policy);
  const lenses = await editor.request<{ command?: { title: string } }[]>(
    "textDocument/codeLens",
    uri,
  );
  expect(lenses.map(({ command }) => command?.title)).toContain(does);
  const shown = await result(editor, "trafficPolicy.simulate", [uri, ""]);
  expect(shown).toContain(`/simulate-${name}.policy.json.md`);
  expect(readFileSync(new URL(shown), "utf8")).toContain(shows);
  await editor.close();
});

test("a client that shows no documents gets the place of a result", async () => {
  const editor = await TestEditor.start();
  const shown = await result(editor, "trafficPolicy.explain", ["expression/method-case"]);
  expect(editor.messages).toEqual([`The result is in ${shown}`]);
  await editor.close();
});
