import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { entryPoints } from "../../scripts/packages/entry-points.ts";
import { publishedPackages, type PublishedPackage } from "../../scripts/packages/published.ts";
import { bundledIn } from "../../scripts/packages/bundled.ts";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/decisions.md", root), "utf8");
const [, table = "", development = ""] =
  /^## What it stands on\n([^]*?)^For development:([^]*)/m.exec(page) ?? [];
const rows = [...table.matchAll(/^\| `([^`]+)` +\| (\w+) +\| (.*?) +\|$/gm)].map(
  ([, name = "", comes = "", why = ""]) => ({ name, comes, why }),
);

const published = publishedPackages();
const isOurs = (name: string) => /^(?:@traffic-policy\/|traffic-policy$)/.test(name);
/** What the command finds for the policies and lint rules that it runs, and itself only names. */
const ofPolicies = new Set(["@traffic-policy/policy-builder", "@traffic-policy/policy-language"]);
const isTypes = (name: string) => name.startsWith("@types/");
const others = (list: Readonly<Record<string, string>> = {}) =>
  Object.keys(list).filter((name) => !isOurs(name));

/** What is for development and no types, and is not brought by the user either. */
const toBundle = ({ devDependencies, peerDependencies = {} }: PublishedPackage["manifest"]) =>
  others(devDependencies).filter(
    (name) => !isTypes(name) && !Object.hasOwn(peerDependencies, name),
  );

/** What a user may install beside a package. */
const optionalPeers = ({ devDependencies = {}, peerDependencies }: PublishedPackage["manifest"]) =>
  others(peerDependencies).filter((name) => !Object.hasOwn(devDependencies, name));

describe("each library has a row that says why it is there", () => {
  const installed = new Set(published.flatMap(({ manifest }) => others(manifest.dependencies)));
  const bundled = published.flatMap(({ manifest }) => toBundle(manifest));
  const optional = new Set(published.flatMap(({ manifest }) => optionalPeers(manifest)));

  test("none is missing, and none is left of a library that is gone", () => {
    const names = rows.map(({ name }) => name);
    const all = new Set([...installed, ...bundled, ...optional]);
    expect(names.toSorted()).toEqual([...all].toSorted());
  });

  test.each(rows)("$name is $comes, and the reason is a sentence", ({ name, comes, why }) => {
    const peer = optional.has(name) ? "optional" : "bundled";
    expect(comes).toBe(installed.has(name) ? "installed" : peer);
    expect(why.length).toBeGreaterThan(20);
  });

  test("those for development only are named after the table", () => {
    const { devDependencies } = JSON.parse(
      readFileSync(new URL("package.json", root), "utf8"),
    ) as PublishedPackage["manifest"];
    const extension = JSON.parse(
      readFileSync(new URL("packages/vscode/package.json", root), "utf8"),
    ) as PublishedPackage["manifest"];
    const named = [...development.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const databases = JSON.parse(
      readFileSync(new URL("test/databases/package.json", root), "utf8"),
    ) as PublishedPackage["manifest"];
    const all = [
      ...others(devDependencies),
      ...others(extension.devDependencies),
      ...others(databases.dependencies),
    ];
    expect(named.filter((name) => !all.includes(name))).toEqual([]);
    const known = new Set(["@types/node", ...rows.map(({ name }) => name), ...named]);
    expect(all.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe.each(published.map((entry) => ({ ...entry, name: entry.manifest.name })))(
  "$name",
  (entry) => {
    const { manifest } = entry;
    const text = publishedText(entry);
    const uses = (name: string) => text.includes(`"${name}"`) || text.includes(`"${name}/`);

    test("installs only what its code loads or its types name", () => {
      const unused = Object.keys(manifest.dependencies ?? {}).filter(
        (name) => !uses(name) && !ofPolicies.has(name),
      );
      expect(unused).toEqual([]);
    });

    test("has types that name only what it installs", () => {
      const named = reachedTypes(entry).flatMap((types) =>
        [...types.matchAll(specifierForm)].map(([, specifier = ""]) => specifier),
      );
      const outside = new Set(named.filter((specifier) => !/^(?:\.|node:)/.test(specifier)));
      const { dependencies = {}, peerDependencies = {} } = manifest;
      const known = new Set([
        manifest.name,
        ...Object.keys({ ...dependencies, ...peerDependencies }),
      ]);
      const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "";
      expect([...outside].filter((specifier) => !known.has(packageOf(specifier)))).toEqual([]);
    });

    test("bundles what it does not install", () => {
      const needed = toBundle(manifest);
      const bundled = bundledIn(join(entry.folder, "dist"));
      expect(needed.filter((name) => !bundled.includes(name))).toEqual([]);
    });

    test("asks for exact versions", () => {
      const all = { ...manifest.dependencies, ...manifest.devDependencies };
      for (const [name, version] of Object.entries(all)) {
        expect(version, name).toMatch(isOurs(name) ? /^workspace:\*$/ : /^\d+\.\d+\.\d+$/);
      }
    });
  },
);

/** The code of a package, and the types that its entry points reach. */
function publishedText(entry: PublishedPackage): string {
  const dist = join(entry.folder, "dist");
  const code = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.c?js$/.test(file))
    .map((file) => readFileSync(join(dist, file), "utf8"));
  return [...code, ...reachedTypes(entry)].join("\n");
}

const specifierForm = /(?:from |import\()"([^"]+)"/g;

/** The types that the entry points of a package reach, file by file. */
function reachedTypes(entry: PublishedPackage): string[] {
  const reached = new Map<string, string>();
  const waiting = entryPoints(entry)
    .flatMap(({ files }) => files)
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => join(entry.folder, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    const types = readFileSync(file, "utf8");
    reached.set(file, types);
    for (const [, specifier = ""] of types.matchAll(specifierForm)) {
      if (!specifier.startsWith(".")) continue;
      waiting.push(join(dirname(file), specifier.replace(/\.ts$/, ".d.ts")));
    }
  }
  return [...reached.values()];
}
