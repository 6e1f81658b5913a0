import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../../packages/cli/src/program.ts";
import { testContext } from "../../cli/context.ts";
import { duckDb } from "../databases.ts";

const packages = fileURLToPath(new URL("../node_modules", import.meta.url));

test.each(["log.csv", "log.csv.gz", "log.csv.zst"])(
  "the format of %s is found from its first lines",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "compressed-log-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(packages, join(folder, "node_modules"));
    const file = join(folder, name);
    const text = "method,uri\nGET,/a\nGET,/b\n";
    if (name.endsWith(".gz")) writeFileSync(file, gzipSync(text));
    else if (name.endsWith(".zst")) {
      // Not every version of Node.js knows this compression.
      const database = await duckDb();
      const { text: quoted } = database.writer;
      const copy = `COPY (SELECT * FROM (VALUES ('GET', '/a'), ('GET', '/b')) AS rows(method, uri)) TO ${quoted(file)} (FORMAT csv, COMPRESSION zstd)`;
      for await (const _ of database.rows(copy));
      await database.close();
    } else writeFileSync(file, text);
    const rule = { expressions: ["req.url.path == '/b'"], actions: [{ type: "deny" }] };
    writeFileSync(join(folder, "a.json"), JSON.stringify({ inbound: [rule] }));
    const context = await testContext(folder);
    await run(["impact", "a.json", "--log", name, "--examples", "0"], context);
    expect(context.printed.err).toBe("");
    expect(context.printed.out).toContain("1 of 2 requests (50 %) would newly be denied");
  },
);
