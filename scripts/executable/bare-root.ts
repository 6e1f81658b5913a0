import { cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "../packages/run.ts";

/**
 * Makes a root folder with nothing but a program and the libraries that the system loads for it: no shell, no
 * Node.js, and no file of this machine.
 *
 * @param root - absolute path
 * @param program - absolute path
 * @param addon - a library that the program brings and loads; absolute path
 */
export async function makeBareRoot(root: string, program: string, addon: string): Promise<void> {
  const listed = await run("ldd", [program, addon], { cwd: "/" });
  const libraries = [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
  for (const path of libraries) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    cpSync(realpathSync(path), join(root, path));
  }
  for (const folder of ["etc", "tmp", "usr/bin"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost\n");
  cpSync(program, join(root, "usr/bin/traffic-policy"));
}
