import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { entryPoints } from "../../scripts/packages/entry-points.ts";
import { publishedPackages, type Manifest } from "../../scripts/packages/published.ts";

/** What `npm pack --json` tells of one package. */
interface Tarball {
  readonly name: string;
  /** In bytes, compressed. */
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const published = publishedPackages();
// Copies without what is installed: npm would follow its links through the whole workspace, though none of it
// is packed.
const copies = mkdtempSync(join(tmpdir(), "traffic-policy-contents-"));
const folders = published.map(({ folder }) => `./${basename(folder)}`);
for (const { folder } of published) {
  const filter = (path: string): boolean => basename(path) !== "node_modules";
  cpSync(folder, join(copies, basename(folder)), { recursive: true, filter });
}
const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", ...folders], {
  cwd: copies,
  maxBuffer: 10_000_000,
});
rmSync(copies, { recursive: true });
const tarballs = new Map(
  (JSON.parse(stdout) as Tarball[]).map((tarball) => [tarball.name, tarball]),
);

/** All that may be in a package: code, its types, and what is read by people and editors. */
const wanted = [
  /^dist\/.+\.(?:js|d\.ts)$/,
  /^dist\/(?:start|main|agent|changed|help|code|yaml|emulator|editor|checker|checks|rest)\.cjs$/,
  // What editors and messages link to.
  /^dist\/docs\/(?:hooks|site|(?:catalogue|rules)\/[\w/-]+)\.md$/,
  // The page of the playground.
  /^dist\/page\/[\w-]+\.(?:html|css|json)$/,
  /^dist\/third-party-licenses\.txt$/,
  /^bin\/traffic-policy\.cjs$/,
  /^schema\/[\w-]+\.schema\.json$/,
  /^skill\/SKILL\.md$/,
  /^completion\/traffic-policy\.(?:bash|fish|ps1|zsh)$/,
  /^(?:README\.md|LICENSE|package\.json)$/,
];

/** The most bytes of those that hold more than a library. */
const most: Readonly<Record<string, number>> = {
  "traffic-policy": 1_680_000,
  "@traffic-policy/playground": 1_580_000,
};

describe.each(published.map(({ manifest, folder }) => ({ name: manifest.name, manifest, folder })))(
  "the tarball of $name",
  ({ name, manifest, folder }) => {
    const tarball = tarballs.get(name);
    const paths = tarball?.files.map(({ path }) => path) ?? [];

    test("holds what is run, typed and read, and nothing else", () => {
      expect(paths.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toEqual([]);
      expect(paths).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    });

    test("holds every entry point", () => {
      const entries = entryPoints({ manifest, folder }).flatMap(({ files }) => files);
      expect(entries.length).toBeGreaterThan(0);
      expect(paths).toEqual(expect.arrayContaining(entries));
    });

    test("holds every file that one of its types or modules imports", () => {
      const missing = paths
        .filter((path) => /\.(?:d\.ts|js)$/.test(path))
        .flatMap((path) => {
          const text = readFileSync(`${folder}/${path}`, "utf8");
          return [...text.matchAll(/^(?:import|export)\b(?:[^;"]*?\bfrom)?\s*"(\.[^"]+)"/gm)]
            .map(([, specifier = ""]) => new URL(specifier, `file:///${path}`).pathname.slice(1))
            .map((file) => (path.endsWith(".d.ts") ? file.replace(/\.ts$/, ".d.ts") : file))
            .filter((file) => !paths.includes(file));
        });
      expect(missing).toEqual([]);
    });

    test("brings no package with it", () => {
      const bundled = Object.keys(manifest).filter((key) => /^bundled?Dependencies$/.test(key));
      expect(bundled).toEqual([]);
    });

    test("is small", () => {
      expect(tarball?.size).toBeLessThan(most[name] ?? 400_000);
    });

    test("has the licence of the repository", () => {
      expect(manifest.license).toBe("MIT");
      const licence = (path: string) => readFileSync(`${path}/LICENSE`, "utf8");
      expect(licence(folder)).toBe(licence(root));
    });

    test("runs nothing when it is installed", () => {
      expect(manifest.scripts).toBeUndefined();
      expect(paths).not.toContain("binding.gyp");
    });

    test("names no source that is not in it", () => {
      for (const [path, entry] of Object.entries(manifest.exports)) {
        const { "@traffic-policy/source": _, ...rest } = entry as Record<string, string>;
        const expected = typeof entry === "string" ? entry : rest;
        expect(manifest.publishConfig.exports[path], path).toEqual(expected);
      }
      const asked = Object.keys(manifest.publishConfig.exports);
      expect(asked).toEqual(Object.keys(manifest.exports));
    });

    test("is published with provenance", () => {
      expect(manifest.publishConfig.provenance).toBe(true);
    });
  },
);

test("the command is executable in its tarball", () => {
  const files = tarballs.get("traffic-policy")?.files ?? [];
  const command = files.find(({ path }) => path === "bin/traffic-policy.cjs");
  expect((command?.mode ?? 0) & 0o111).toBe(0o111);
});

test("all packages have one version, and ask for the same Node.js as the repository", () => {
  const repository = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as Manifest;
  expect(new Set(published.map(({ manifest }) => manifest.version)).size).toBe(1);
  for (const { manifest } of published) expect(manifest.engines).toEqual(repository.engines);
});
