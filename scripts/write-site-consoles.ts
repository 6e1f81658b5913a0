// Writes what the site shows as a terminal would, from what the built command and the linter print: `npm run site`
// runs this first.
import { mkdirSync, writeFileSync } from "node:fs";
import { siteConsoles } from "./generate/site-consoles.ts";

const folder = new URL("../docs/.vitepress/cache/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("consoles.json", folder), JSON.stringify(await siteConsoles()));
