import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { entryPoints } from "../../scripts/packages/entry-points.ts";
import { publishedPackages, type PublishedPackage } from "../../scripts/packages/published.ts";
import { bundledIn } from "../../scripts/packages/bundled.ts";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/decisions/dependencies.md", root), "utf8");
const rows = [...page.matchAll(/^\| `([^`]+)` +\| (\w+) +\| (.*?) +\|$/gm)].map(
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

/** Whether a row is about a library: its name may end in `*`. */
const isAbout = (row: string) => (name: string) =>
  row.endsWith("*") ? name.startsWith(row.slice(0, -1)) : name === row;

describe("each library has a row that says why it is there", () => {
  const installed = published.flatMap(({ manifest }) => others(manifest.dependencies));
  const bundled = published.flatMap(({ manifest }) => toBundle(manifest));
  const optional = published.flatMap(({ manifest }) => optionalPeers(manifest));
  const development = ["", "packages/vscode/", "test/databases/", "docs/"]
    .map((folder) => JSON.parse(readFileSync(new URL(`${folder}package.json`, root), "utf8")))
    .flatMap(({ dependencies, devDependencies }: PublishedPackage["manifest"]) =>
      others({ ...dependencies, ...devDependencies }),
    );
  const types = published.flatMap(({ manifest }) =>
    others(manifest.devDependencies).filter(isTypes),
  );
  const comesAs = new Map(
    Object.entries({ dev: [...development, ...types], optional, bundled, installed }).flatMap(
      ([comes, names]) => names.map((name): [string, string] => [name, comes]),
    ),
  );

  test("none is missing, and none has two", () => {
    const without = [...comesAs.keys()].filter(
      (name) => rows.filter((row) => isAbout(row.name)(name)).length !== 1,
    );
    expect(without).toEqual([]);
  });

  test.each(rows)("$name is there, as $comes, and the reason is a phrase", (row) => {
    const names = [...comesAs.keys()].filter(isAbout(row.name));
    expect(new Set(names.map((name) => comesAs.get(name)))).toEqual(new Set([row.comes]));
    expect(row.why).toMatch(/\w+ \w+/);
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
