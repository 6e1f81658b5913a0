import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";

/** What the site may be served under. */
const pagePolicy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** A folder of files, served as a strict site would. */
export interface ServedFolder {
  /** Without a slash at the end. */
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Serves a folder under {@link pagePolicy}; frames of code bring a policy of their own. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "/");
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = join(
      folder,
      normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname),
    );
    let text: Buffer;
    try {
      text = readFileSync(file);
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      // A browser that opens many pages compiles each script once.
      "cache-control": "max-age=600",
      ...(!file.endsWith("code-frame.html") && { "content-security-policy": pagePolicy }),
    });
    response.end(text);
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((settle) => server.close(() => settle()));
    },
  };
}

/** Debian's Chromium, or the Chrome of a machine that has no package of it. */
const programs = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** A browser without a screen. `npm test` installs one first. */
export function startChromium(): Promise<Browser> {
  const executablePath = programs.find((program) => existsSync(program));
  if (executablePath === undefined) {
    throw new Error("Chromium is missing, in which pages are tested: apt-get install chromium");
  }
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}

/** What went wrong on a page: errors in its console, and requests to another host. */
export function watch(page: Page, origin: string): string[] {
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(error.stack ?? error.message));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:blob|data):/.test(url)) wrong.push(`asks ${url}`);
  });
  return wrong;
}
