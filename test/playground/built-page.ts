import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { buildPlayground } from "../../scripts/bundle/build-playground.js";

/** The playground as the build writes it. */
export interface BuiltPage {
  readonly folder: string;
  readonly metafile: Metafile;
}

let building: Promise<BuiltPage> | undefined;

/** Builds the playground from its sources, once for all tests of a process. */
export function builtPage(): Promise<BuiltPage> {
  building ??= build();
  return building;
}

async function build(): Promise<BuiltPage> {
  const folder = mkdtempSync(join(tmpdir(), "playground-page-"));
  return { folder, metafile: await buildPlayground(folder) };
}
