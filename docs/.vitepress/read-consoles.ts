import { existsSync, readFileSync } from "node:fs";
import type { SiteConsoles } from "../../scripts/generate/site-consoles.ts";

const file = new URL("cache/consoles.json", import.meta.url);

/** What the last build of the site printed; nothing before the first, while pages are written. */
export function readConsoles(): SiteConsoles {
  if (!existsSync(file)) return { blocks: {}, rules: {} };
  return JSON.parse(readFileSync(file, "utf8")) as SiteConsoles;
}
