import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyExamples } from "../packages/examples.ts";
import { installNode } from "../packages/node-versions.ts";
import { run } from "../packages/run.ts";
import type { Tarball } from "../packages/tarball.ts";
import { BareRoot } from "./bare-root.ts";

const dockerfile = fileURLToPath(new URL("../../Dockerfile", import.meta.url));

/**
 * Writes the folder that the container image is built from.
 *
 * @param folder - absolute path
 */
export function writeImageContext(folder: string, tarballs: readonly Tarball[]): void {
  mkdirSync(join(folder, "packs"), { recursive: true });
  cpSync(dockerfile, join(folder, "Dockerfile"));
  for (const { path } of tarballs) cpSync(path, join(folder, "packs", basename(path)));
  const files = Object.fromEntries(
    tarballs.map(({ manifest, path }) => [manifest.name, `file:packs/${basename(path)}`]),
  );
  const manifest = { name: "image", private: true, dependencies: files };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * Runs what is in the image as the image does, as far as that goes without an engine for containers: in a root folder
 * with Node.js and the files of the image, read-only, and not as root.
 *
 * @param context - the folder that the image is built from
 * @param folder - where the root folder is made
 */
export async function tryImage(context: string, folder: string, version: string): Promise<void> {
  const inImage = join(folder, "opt/traffic-policy");
  mkdirSync(inImage, { recursive: true });
  cpSync(context, inImage, { recursive: true });
  const options = ["--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...options], { cwd: inImage });
  const node = join(await installNode(version), "node");
  const addon = `@oxc-parser/binding-linux-${process.arch}-gnu/parser.linux-${process.arch}-gnu.node`;
  const addons = [join(inImage, "node_modules", addon)];
  const root = await BareRoot.make(folder, { "/usr/local/bin/node": node }, addons);
  copyExamples(join(folder, "work"));
  const words = [
    "/usr/local/bin/node",
    "/opt/traffic-policy/node_modules/traffic-policy/bin/traffic-policy.cjs",
  ];
  const user = ["--setgid=1000", "--setuid=1000"];
  const tried: readonly [args: string, folder: string, status: number][] = [
    ["lint draft.policy.yaml site.policy.ts", "work/site", 0],
    ["prove site.assertions.yaml", "work/site", 0],
    ["test", "work/fleet/services/shop", 0],
    ["lint manifests", "work", 1],
    ["deploy --yes", "work/site", 2],
  ];
  for (const [args, inFolder, status] of tried) {
    const cwd = join(folder, inFolder);
    const [program, ...rest] = root.readOnlyWords(cwd, [...words, ...args.split(" ")], user);
    const said = await run(program, rest, { cwd, status });
    if (said.includes("please report it")) throw new Error(said);
  }
}
