import { readFileSync } from "node:fs";

/** The version of this command. */
export function version(): string {
  return manifest().version;
}

function manifest(): { readonly version: string } {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return JSON.parse(text) as { version: string };
}

/** The version of this command, with what it runs on. */
export function versionLine(): string {
  const { versions, platform, arch } = process;
  return `traffic-policy ${version()} (Node ${versions.node}, ${platform} ${arch})`;
}
