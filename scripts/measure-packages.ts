// Prints what each package weighs, what is bundled into it, and what a user installs with it: packed and
// installed into empty projects. Needs the registry; run `pnpm build` before.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packAll } from "./packages/pack.ts";
import { packageSizes } from "./packages/sizes.ts";

const folder = mkdtempSync(join(tmpdir(), "traffic-policy-packages-"));
try {
  console.table(await packageSizes(await packAll(folder), folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
