import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One import or re-export as it stands in a file. */
export interface Import {
  /** The importing file, relative to the root, with `/`. */
  readonly file: string;
  readonly specifier: string;
  /** The names that are imported; none for `*` and for a dynamic import. */
  readonly names: readonly string[];
  /** Whether nothing of it is left once the types are stripped. */
  readonly isType: boolean;
}

/** What a file imports from another one. */
export interface Arrow {
  readonly names: readonly string[];
  /** Whether only types are imported. */
  readonly isType: boolean;
}

/** Which file in the sources of the packages imports which. */
export interface ImportGraph {
  readonly files: readonly string[];
  /** By importing file, and then by imported file. */
  readonly arrows: ReadonlyMap<string, ReadonlyMap<string, Arrow>>;
}

const statement =
  /^(?:import|export) (type )?([^;"]*?)\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"/gm;

/** The files in the sources of a package, such as `policy-lint`. */
function sourcesOf(packageName: string, root: string): string[] {
  const folder = `packages/${packageName}/src`;
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .toSorted();
}

/** The imports in the sources of a package, such as `policy-lint`. */
export function importsOf(packageName: string, root: string): Import[] {
  return sourcesOf(packageName, root).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(statement)].map(([, type, clause, from, dynamic, bare]): Import => {
      const listed = /\{([^}]*)\}/.exec(clause ?? "")?.[1]?.split(",") ?? [];
      const names = listed.map((name) => name.trim()).filter((name) => name !== "");
      const isTypes = clause?.startsWith("{") && names.every((name) => name.startsWith("type "));
      return {
        file,
        specifier: from ?? dynamic ?? bare ?? "",
        names: names.map((name) => name.replace(/^type /, "").replace(/ as .*$/, "")),
        isType: type !== undefined || isTypes === true,
      };
    });
  });
}

/**
 * The import graph of all packages. A name that is imported from a package points at the file that
 * the entry of the package re-exports it from, so that an entry joins nothing that is apart.
 */
export function importGraph(root: string): ImportGraph {
  const packages = readdirSync(join(root, "packages")).filter((name) =>
    existsSync(join(root, "packages", name, "src")),
  );
  const imports = packages.flatMap((name) => importsOf(name, root));
  const entries = entriesOf(packages, root);
  const reexports = new Map<string, string>();
  for (const entry of entries.values()) {
    for (const { file, specifier, names } of imports.filter((one) => one.file === entry)) {
      if (!specifier.startsWith(".")) continue;
      for (const name of names) reexports.set(`${file}:${name}`, relativeTo(file, specifier));
    }
  }
  const arrows = new Map<string, Map<string, Arrow>>();
  for (const { file, specifier, names, isType } of imports) {
    const target = specifier.startsWith(".") ? relativeTo(file, specifier) : entries.get(specifier);
    if (target === undefined || !target.endsWith(".ts")) continue;
    const own = arrows.get(file) ?? new Map<string, Arrow>();
    arrows.set(file, own);
    const targets = names.map((name) => [reexports.get(`${target}:${name}`) ?? target, name]);
    for (const [one = target, ...more] of targets.length === 0 ? [[target]] : targets) {
      const known = own.get(one);
      own.set(one, {
        names: [...(known?.names ?? []), ...more],
        isType: isType && known?.isType !== false,
      });
    }
  }
  return { files: packages.flatMap((name) => sourcesOf(name, root)), arrows };
}

/** The files behind the specifiers of our packages. */
function entriesOf(packages: readonly string[], root: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const name of packages) {
    const text = readFileSync(join(root, "packages", name, "package.json"), "utf8");
    const manifest = JSON.parse(text) as {
      name: string;
      exports?: Record<string, string | { "@traffic-policy/source"?: string }>;
    };
    for (const [path, entry] of Object.entries(manifest.exports ?? {})) {
      const source = typeof entry === "string" ? undefined : entry["@traffic-policy/source"];
      if (source === undefined) continue;
      entries.set(manifest.name + path.slice(1), `packages/${name}/${source.slice(2)}`);
    }
  }
  return entries;
}

function relativeTo(file: string, specifier: string): string {
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}

/** The files that import each other in a circle, directly or through others; the largest first. */
export function circlesOf({ files, arrows }: ImportGraph): string[][] {
  // Tarjan's algorithm: what can reach each other stands together on the stack.
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  for (const file of files) if (!order.has(file)) visit(file);
  return circles.toSorted((a, b) => b.length - a.length);

  function visit(file: string): void {
    order.set(file, order.size);
    let low = order.size - 1;
    stack.push(file);
    for (const next of arrows.get(file)?.keys() ?? []) {
      if (!order.has(next)) {
        visit(next);
        low = Math.min(low, lowest.get(next) ?? low);
      } else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    lowest.set(file, low);
    if (low !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.toSorted());
  }
}

/**
 * The shortest way along imports that are left at run time, from a file to the one that another
 * takes the function from; empty when there is none.
 */
export function wayTo({ arrows }: ImportGraph, functionName: string, from: string): string[] {
  const ways: string[][] = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const imported = [...(arrows.get(way.at(-1) ?? from) ?? [])].filter(([, one]) => !one.isType);
    const last = imported.find(([, { names }]) => names.includes(functionName));
    if (last !== undefined) return [...way, last[0]];
    for (const [next] of imported) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}
