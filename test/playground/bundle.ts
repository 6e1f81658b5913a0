import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions } from "esbuild";
import { codeFrame } from "../../scripts/bundle/code-frame.js";

const folder = fileURLToPath(new URL("../../packages/playground", import.meta.url));

/** A page of its own beside the parts of the playground that it uses, in a folder that is removed later. */
export interface BundledPage {
  readonly folder: string;
  remove(): void;
}

/**
 * Bundles a page whose script imports parts of the playground, with its workers and the frame beside it, as the build
 * does.
 *
 * @param script - TypeScript; `@playground/` stands for the sources
 */
export async function bundlePage(script: string): Promise<BundledPage> {
  const outdir = mkdtempSync(join(tmpdir(), "playground-"));
  const options: BuildOptions = {
    absWorkingDir: folder,
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    mainFields: ["module", "main"],
    conditions: ["@traffic-policy/source"],
    define: { "process.env.NODE_ENV": '"production"' },
    minify: true,
    legalComments: "inline",
    logLevel: "warning",
  };
  const stdin = join(outdir, "page.ts");
  writeFileSync(stdin, script);
  await build({
    ...options,
    entryPoints: { page: stdin, "work-worker": "src/work/worker.ts" },
    alias: { "@playground": `${folder}/src` },
  });
  writeFileSync(join(outdir, "code-frame.html"), await codeFrame(options));
  writeFileSync(
    join(outdir, "index.html"),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Test</title></head><body><script type="module" src="page.js"></script></body></html>\n',
  );
  return { folder: outdir, remove: () => rmSync(outdir, { recursive: true, force: true }) };
}
