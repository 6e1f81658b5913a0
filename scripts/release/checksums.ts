import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The checksums of the files in a folder, as `sha256sum --check` reads them. */
export function checksums(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "SHA256SUMS")
    .map(({ name }) => {
      const digest = createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex");
      return `${digest}  ${name}\n`;
    })
    .toSorted((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1))
    .join("");
}
