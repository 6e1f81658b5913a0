import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeEvents } from "../../docs/examples/impact/make-events.js";
import { run } from "../../packages/cli/src/program.ts";
import { commandWords } from "../../scripts/generate/command-words.ts";
import { testContext } from "../cli/context.ts";

// What this page shows needs a database, so `npm test` only sees to it that the commands exist. Here they are run, and
// `vitest -u` fills the page with what they print.

const page = fileURLToPath(new URL("../../docs/impact.md", import.meta.url));
const examples = fileURLToPath(new URL("../../docs/examples/impact", import.meta.url));
const packages = fileURLToPath(new URL("node_modules", import.meta.url));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-impact-"));
  cpSync(examples, folder, { recursive: true });
  symlinkSync(packages, join(folder, "node_modules"));
  writeEvents(join(folder, "events.ndjson"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function printed(line: string): Promise<string> {
  const context = await testContext(folder);
  await run(commandWords(line), context);
  return context.printed.out + context.printed.err;
}

test("what the page about impact shows is what its commands print", async () => {
  const text = readFileSync(page, "utf8");
  let filled = "";
  let end = 0;
  for (const block of text.matchAll(/^```console database\n(.*?)^```$/gms)) {
    const [whole, content = ""] = block;
    filled += `${text.slice(end, block.index)}\`\`\`console database\n`;
    end = block.index + whole.length;
    for (const [line, words = ""] of content.matchAll(/^\$ traffic-policy (.*)$/gm)) {
      filled += `${line}\n${await printed(words)}`;
    }
    filled += "```";
  }
  expect(end).toBeGreaterThan(0);
  await expect(`${filled}${text.slice(end)}`).toMatchFileSnapshot(page);
});
