import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPage, type ServedPage } from "@traffic-policy/gateway";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

let folder: string;
let page: ServedPage;
let made: number;
const problems: unknown[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "traffic-policy-page-"));
  mkdirSync(join(folder, "page"));
  writeFileSync(join(folder, "page", "index.html"), "<title>Page</title>");
  writeFileSync(join(folder, "page", "frame.html"), "<title>Frame</title>");
  writeFileSync(join(folder, "page", ".hidden"), "hidden");
  writeFileSync(join(folder, "secret.txt"), "secret");
  symlinkSync(join(folder, "page"), join(folder, "other"));
  made = 0;
  problems.length = 0;
  page = await startPage({
    folder: join(folder, "page"),
    contentSecurityPolicy: (file) => (file === "frame.html" ? undefined : "default-src 'self'"),
    local: async () => {
      made += 1;
      if (made > 2) throw new Error("gone");
      return { policy: "a" };
    },
    onProblem: (error) => problems.push(error),
  });
});

afterEach(async () => {
  await page.close();
  rmSync(folder, { recursive: true });
});

/** A request with a path as it is written, which `fetch` would tidy up. */
function ask(
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(page.link);
  return new Promise((settle, refuse) => {
    request({ hostname, port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () =>
        settle({ status: response.statusCode, headers: response.headers, text }),
      );
    })
      .on("error", refuse)
      .end();
  });
}

const token = (): string => new URL(page.link).hash.replace("#local.", "");
const bearer = (given: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${given}` },
});

describe("the files of a page", () => {
  test("are served under its policy, and a frame under its own", async () => {
    const index = await ask("/");
    expect(index).toMatchObject({ status: 200, text: "<title>Page</title>" });
    expect(index.headers).toMatchObject({
      "content-security-policy": "default-src 'self'",
      "x-frame-options": "SAMEORIGIN",
    });
    const frame = await ask("/frame.html");
    expect(frame.text).toBe("<title>Frame</title>");
    expect(frame.headers).not.toHaveProperty("content-security-policy");
    expect(await ask("/index.html", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  });

  test.each([
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/page/../../secret.txt",
    "//../secret.txt",
    "/..\\secret.txt",
    "/.hidden",
    "/none.js",
    "/%",
    "/index.html/..%00",
  ])("are all that is served: not %s", async (path) => {
    const { status, text } = await ask(path);
    expect(text).not.toContain("secret\n");
    expect(text).not.toBe("secret");
    expect(status).toBe(404);
  });

  test("are for who asks the loopback address, and not for a name that resolves to it", async () => {
    const { host, port } = new URL(page.link);
    expect((await ask("/", { headers: { host: `localhost:${port}` } })).status).toBe(200);
    for (const other of [`example.com:${port}`, "127.0.0.1", `${host}.example.com`]) {
      expect((await ask("/", { headers: { host: other } })).status).toBe(403);
    }
  });

  test("are not for other origins, and nothing is taken", async () => {
    const { origin } = new URL(page.link);
    expect((await ask("/", { headers: { origin } })).status).toBe(200);
    for (const other of ["null", "http://example.com", origin.replace("http:", "https:")]) {
      expect((await ask("/", { headers: { origin: other } })).status).toBe(403);
    }
    expect(await ask("/", { method: "POST" })).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD" },
    });
  });
});

describe("what only who has the link gets", () => {
  test("needs the token once, and then the session that came with it", async () => {
    const first = await ask("/local.json", bearer(token()));
    expect(first.headers).toMatchObject({ "cache-control": "no-store" });
    const { session, local } = JSON.parse(first.text) as { session: string; local: object };
    expect(local).toEqual({ policy: "a" });
    expect(await ask("/local.json", bearer(token()))).toMatchObject({
      status: 403,
      text: "This link has been used. Start the command again for another one.\n",
    });
    expect((await ask("/local.json", bearer(session))).status).toBe(200);
  });

  test.each(["", "a", "A".repeat(43)])("is not for the token %j", async (given) => {
    expect((await ask("/local.json", bearer(given))).status).toBe(403);
    expect((await ask("/local.json")).status).toBe(403);
    expect(made).toBe(0);
  });

  test("is not for another page that has a token", async () => {
    const headers = { ...bearer(token()).headers, origin: "http://example.com" };
    expect((await ask("/local.json", { headers })).status).toBe(403);
    expect((await ask("/local.json", bearer(token()))).status).toBe(200);
  });

  test("may fail, which is said to who started the page only", async () => {
    const { text } = await ask("/local.json", bearer(token()));
    const { session } = JSON.parse(text) as { session: string };
    await ask("/local.json", bearer(session));
    expect(await ask("/local.json", bearer(session))).toMatchObject({
      status: 500,
      text: "This could not be made. The command says why.\n",
    });
    expect(problems).toEqual([new Error("gone")]);
  });
});

test("a port in use is a sentence", async () => {
  const { port } = new URL(page.link);
  const again = startPage({
    folder: join(folder, "page"),
    contentSecurityPolicy: () => undefined,
    local: async () => ({}),
    onProblem: () => {},
    port: Number(port),
  });
  await expect(again).rejects.toThrow(`The port ${port} is already in use.`);
});
