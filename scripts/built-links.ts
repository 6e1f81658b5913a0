import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The links, pictures, scripts and styles of a built site that lead nowhere, each as a sentence.
 *
 * @param folder - of the site; its files are served from the top of a host
 */
export function deadLinks(folder: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html") && !file.startsWith("playground/"))
    .map((file) => ({ path: `/${file}`, html: readFileSync(join(folder, file), "utf8") }));
  const anchors = new Map(pages.map(({ path, html }) => [path, idsIn(html)]));
  return pages.flatMap(({ path, html }) =>
    [...targetsIn(html)].flatMap((target) => {
      const fault = faultOf(target, path);
      return fault === undefined ? [] : [`${path}: ${target} ${fault}`];
    }),
  );

  function faultOf(target: string, path: string): string | undefined {
    const url = new URL(target, `http://site${path}`);
    if (url.host !== "site") return undefined;
    const file = decodeURIComponent(url.pathname).replace(/\/$/, "/index.html");
    if (!existsSync(join(folder, file))) return "leads nowhere";
    if (statSync(join(folder, file)).isDirectory()) return "leads to a folder";
    const anchor = decodeURIComponent(url.hash.slice(1));
    // A page of the playground reads what is behind the sign.
    if (anchor === "" || anchor.startsWith("v1.")) return undefined;
    return anchors.get(file)?.has(anchor) === true ? undefined : "leads to no heading";
  }
}

function targetsIn(html: string): Set<string> {
  const found = html.matchAll(/<(?:a|link|img|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g);
  const cards = html.matchAll(/<meta property="og:image" content="([^"]*)"/g);
  return new Set([...found, ...cards].map(([, target = ""]) => target.replaceAll("&amp;", "&")));
}

function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id));
}
