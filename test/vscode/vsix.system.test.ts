import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { DOMParser } from "@xmldom/xmldom";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { extensionFiles } from "../../scripts/vscode/extension-files.ts";
import { vsix } from "../../scripts/vscode/vsix.ts";

let archive: Uint8Array;
/** What is in the archive, read as VS Code reads it. */
let entries: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  archive = vsix(await extensionFiles());
  entries = await unzipped(archive);
});

async function unzipped(zip: Uint8Array): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const file = await fromBufferPromise(Buffer.from(zip));
  for await (const entry of file.eachEntry()) {
    found.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)));
  }
  return found;
}

const text = (path: string): string => entries.get(path)?.toString() ?? `${path} is missing`;
const manifest = () => JSON.parse(text("extension/package.json")) as Record<string, unknown>;

test("all that its manifest names is inside", () => {
  const named = JSON.stringify(manifest()).match(/(?<=")\.\/[^"]+(?=")/g) ?? [];
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((path) => !entries.has(`extension/${path.slice(2)}`))).toEqual([]);
});

test("what is inside is what an editor needs, and nothing of the development", () => {
  const wanted = [
    /^\[Content_Types\]\.xml$/,
    /^extension\.vsixmanifest$/,
    /^extension\/(?:package\.json|README\.md|CHANGELOG\.md|LICENSE\.txt|icon\.png|language-configuration\.json)$/,
    /^extension\/walkthrough\/\w+\.md$/,
    /^extension\/syntaxes\/[\w-]+\.tmLanguage\.json$/,
    /^extension\/schema\/(?:policy|cases|assertions|configuration)\.schema\.json$/,
    /^extension\/dist\/extension\.cjs$/,
    /^extension\/server\/(?:package\.json|bin\/traffic-policy\.cjs|dist\/\w+\.cjs)$/,
    /^extension\/server\/dist\/docs\/(?:hooks|site|(?:catalogue|rules)\/[\w/-]+)\.md$/,
    /^extension\/(?:server\/)?dist\/third-party-licenses\.txt$/,
  ];
  const paths = [...entries.keys()];
  expect(paths.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(manifest()).not.toHaveProperty("devDependencies");
  expect(manifest()).not.toHaveProperty("dependencies");
});

test("its schema of policies takes both dialects, and tells what is wrong with each", () => {
  const schema = JSON.parse(text("extension/schema/policy.schema.json")) as object;
  const ajv = new Ajv2020({ strictTypes: false });
  const isValid = (document: object): unknown => ajv.validate(schema, document);
  const rules = (type: string, config: object): object[] => [{ actions: [{ type, config }] }];
  const [content, body] = [
    { status_code: 200, content: "a" },
    { status_code: 200, body: "a" },
  ];
  expect(isValid({ inbound: rules("custom-response", content) })).toBe(true);
  expect(isValid({ inbound: rules("custom-response", body) })).toBe(false);
  expect(isValid({ on_http_request: rules("custom-response", body) })).toBe(true);
  expect(isValid({ on_http_request: rules("custom-response", { boddy: "a" }) })).toBe(false);
  expect(isValid({ on_http_request: [], inbound: [] })).toBe(false);
  expect(isValid({ incoming: [] })).toBe(false);
});

test("it has the version of the packages, in both of its manifests", () => {
  const path = new URL("../../packages/cli/package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(path, "utf8")) as { version: string };
  const parsed = new DOMParser().parseFromString(text("extension.vsixmanifest"), "text/xml");
  const identity = parsed.getElementsByTagName("Identity")[0];
  expect(manifest()).toMatchObject({ version });
  expect(identity?.getAttribute("Version")).toBe(version);
  expect(identity?.getAttribute("Id")).toBe(manifest()["name"]);
  expect(identity?.getAttribute("Publisher")).toBe(manifest()["publisher"]);
});

test("its assets are inside, and each file has a type", () => {
  const parser = new DOMParser();
  const assets = parser
    .parseFromString(text("extension.vsixmanifest"), "text/xml")
    .getElementsByTagName("Asset");
  const paths = Array.from(assets, (asset) => asset.getAttribute("Path"));
  expect(paths).toContain("extension/package.json");
  expect(paths.filter((path) => !entries.has(path ?? ""))).toEqual([]);
  const types = parser
    .parseFromString(text("[Content_Types].xml"), "text/xml")
    .getElementsByTagName("Default");
  const known = new Set(Array.from(types, (type) => type.getAttribute("Extension")));
  const files = [...entries.keys()].filter((path) => !path.startsWith("["));
  expect(files.filter((path) => !known.has(path.slice(path.lastIndexOf("."))))).toEqual([]);
});

test("the client is one file, which asks for nothing but the editor and Node", () => {
  const code = text("extension/dist/extension.cjs");
  const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name);
  expect(required).toContain("vscode");
  const known = new Set(["vscode", ...builtinModules]);
  expect(required.filter((name) => !known.has(name.replace("node:", "")))).toEqual([]);
  expect(text("extension/dist/third-party-licenses.txt")).toMatch(/^vscode-languageclient \d/m);
});

test("it is small", () => {
  // A tenth of it are the pages about rules and the catalogue.
  expect(archive.length).toBeLessThan(1_740_000);
});

test("the same sources make the same archive", async () => {
  expect(Buffer.from(vsix(await extensionFiles())).equals(archive)).toBe(true);
});

const folder = mkdtempSync(join(tmpdir(), "traffic-policy-vsix-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the command inside works where nothing is installed, for JSON and YAML", async () => {
  for (const [path, content] of entries) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeFileSync(
    join(folder, "a.policy.json"),
    '{"inbound": [{"expressions": ["req.metod == 1"]}]}',
  );
  writeFileSync(join(folder, "a.policy.yaml"), "inbound: [{ expressions: [req.metod == 1] }]");
  const command = join(folder, "extension/server/bin/traffic-policy.cjs");
  for (const file of ["a.policy.json", "a.policy.yaml"]) {
    const args = [command, "lint", file, "--format", "json"];
    const found: unknown = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
      (failed: { stdout: string }) => JSON.parse(failed.stdout),
    );
    expect(found).toMatchObject({
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ rule: "expression/unknown-name" }),
      ]),
    });
  }
});
