import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeLens } from "vscode-languageserver";
import { expect, onTestFinished, test } from "vitest";
import { editorPictures } from "../../scripts/generate/editor-pictures.ts";
import { escapedXml } from "../../scripts/picture/escaped-xml.ts";
import { root } from "../../scripts/generate/root.ts";
import { TestEditor } from "./editor.ts";

test.each(editorPictures)(
  "$path shows what the server says",
  async ({ path, files, open, typed }) => {
    const folder = mkdtempSync(join(tmpdir(), "traffic-policy-pictures-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const editor = await TestEditor.start({ folder });
    const uri = pathToFileURL(join(folder, open)).href;
    const findings = await editor.open(uri, (files[open] ?? "").replace(...(typed ?? ["", ""])));
    const lenses = await editor.request<CodeLens[]>("textDocument/codeLens", uri);
    const titles = await Promise.all(
      lenses.map(async (lens) => {
        if (lens.command !== undefined) return lens.command.title;
        const { command } = await editor.connection.sendRequest<CodeLens>("codeLens/resolve", lens);
        return command?.title ?? "";
      }),
    );
    // Neovim shows findings when no more is typed, and puts what has several lines into one.
    const messages = (typed === undefined ? findings : []).map(({ message }) =>
      String(message).replaceAll("\n", "  "),
    );
    const picture = readFileSync(new URL(path, root), "utf8").replaceAll("\u00a0", " ");
    for (const text of [...titles, ...messages]) expect(picture).toContain(escapedXml(text));
    expect(picture).not.toContain("file://");
    await editor.close();
  },
);
