import { readFileSync } from "node:fs";

/** The version of this command. */
export function version(): string {
  return manifest().version;
}

/** Where a page of the documentation is read: `docsUrl("hooks.md")`. */
export function docsUrl(page: string): string {
  return `${manifest().homepage.replace(/#.*$/, "")}/blob/main/docs/${page}`;
}

function manifest(): { readonly version: string; readonly homepage: string } {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return JSON.parse(text) as { version: string; homepage: string };
}

/** The version of this command, with what it runs on. */
export function versionLine(): string {
  const { versions, platform, arch } = process;
  return `traffic-policy ${version()} (Node ${versions.node}, ${platform} ${arch})`;
}
