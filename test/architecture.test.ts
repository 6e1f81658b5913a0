import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { arrows, foldersInCircles, inBrowsers } from "./architecture.ts";
import { filesBelow } from "./files-below.ts";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { circlesOf, importGraph, importsOf, type Arrow } from "./import-graph.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = new URL("../packages/", import.meta.url);

test("every package is known here", () => {
  expect(readdirSync(packages).toSorted()).toEqual(Object.keys(arrows).toSorted());
});

describe("the page about the architecture", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

  test("lists every package once", () => {
    const listed = [...page.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(Object.keys(arrows).toSorted());
  });

  test("names files and folders that are there", () => {
    const named = [...page.matchAll(/`([\w-]+\/src\/[^`]+)`/g)].map(([, path = ""]) => path);
    expect(named.filter((path) => !existsSync(new URL(path, packages)))).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
  });
});

describe.each(Object.entries(arrows))("%s", (name, allowed) => {
  const imports = importsOf(name, root);
  const manifest = JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), "utf8")) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
    engines?: Record<string, string>;
  };
  // What is bundled is a dependency for development, and an editor brings its own module.
  const dependencies = Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.peerDependencies,
    ...manifest.engines,
  });

  test("imports only the packages that the design allows", () => {
    const ours = imports.filter(({ specifier }) =>
      /^(@traffic-policy\/|traffic-policy$)/.test(specifier),
    );
    const wrong = ours.filter(({ specifier }) => !allowed.includes(specifier.split("/")[1] ?? ""));
    expect(wrong).toEqual([]);
    expect(imports.length).toBeGreaterThan(0);
  });

  test("names what it imports as its dependencies, and never leaves its folder otherwise", () => {
    const wrong = imports.filter(({ file, specifier }) => {
      if (specifier.startsWith(".")) {
        // The first three parts are packages/<name>/src.
        const depth = file.split("/").length - 4;
        return (specifier.match(/\.\.\//g)?.length ?? 0) > depth;
      }
      const packageName = specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/");
      return !isBuiltin(specifier) && !dependencies.includes(packageName);
    });
    expect(wrong).toEqual([]);
  });
});

describe.each(inBrowsers)("%s, in a browser", (name) => {
  test("imports nothing of Node's", () => {
    expect(importsOf(name, root).filter(({ specifier }) => isBuiltin(specifier))).toEqual([]);
  });

  test("is compiled without Node's types, so that none of its globals are used", () => {
    const config = readFileSync(new URL(`${name}/tsconfig.json`, packages), "utf8");
    expect(config).not.toContain("types");
  });
});

/** Where the process is asked, because that is what the file is there for. */
const atTheEntry = [
  "packages/cli/src/main.ts",
  "packages/cli/src/output-stream.ts",
  "packages/cli/src/executable/",
  "packages/cli/src/start/",
  // An editor or an agent speaks to it over these streams.
  "packages/cli/src/commands/lsp/serve-editor.ts",
  "packages/cli/src/commands/mcp/serve-agent.ts",
  // Code of the user's runs in this process, and is stopped by its clock.
  "packages/project/src/code/",
];

test("below the entry of the command, the process is not asked where it is, what is set and what time it is", () => {
  const asks = /\bprocess\.(?:cwd|env|std\w+)\b|\b(?:Date|performance)\.now\(|new Date\(\)/;
  const sources = importGraph(root).files.filter((file) =>
    /^packages\/(?:cli|project|policy-)/.test(file),
  );
  const asking = sources.filter((file) =>
    asks.test(withoutTexts(readFileSync(join(root, file), "utf8"))),
  );
  expect(asking.filter((file) => !atTheEntry.some((known) => file.startsWith(known)))).toEqual([]);
  expect(asking).toContain("packages/cli/src/main.ts");
});

/** A source without comments and quoted texts, roughly. */
function withoutTexts(source: string): string {
  return source.replaceAll(/"[^"\n]*"|`[^`]*`|\/\*[^]*?\*\/|\/\/.*/g, "0");
}

test("no raw text has letters beyond ASCII, which the bundles would show as escapes", () => {
  const raw = importGraph(root).files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/String\.raw`[^`]*`/g)].map(([text]) => ({
      file,
      text,
    })),
  );
  expect(raw.filter(({ text }) => /\P{ASCII}/u.test(text))).toEqual([]);
  expect(raw.length).toBeGreaterThan(10);
});

test.each(Object.keys(arrows).filter((name) => !foldersInCircles.includes(name)))(
  "the folders of %s import each other in one direction",
  (name) => {
    const sources = `packages/${name}/src/`;
    const graph = importGraph(root);
    const folderOf = (file: string): string =>
      /^packages\/\w[^/]*\/src\/[^/]+/.exec(file)?.[0] ?? file;
    const own = graph.files.filter((file) => file.startsWith(sources));
    const between = new Map<string, Map<string, Arrow>>();
    for (const file of own) {
      for (const [target, arrow] of graph.arrows.get(file) ?? []) {
        const [from, to] = [folderOf(file), folderOf(target)];
        if (from !== to) getOrAdd(between, from, () => new Map()).set(to, arrow);
      }
    }
    expect(circlesOf({ files: [...new Set(own.map(folderOf))], arrows: between })).toEqual([]);
    // The extension is five files without a folder.
    expect(between.size).toBeGreaterThan(name === "vscode" ? 1 : 4);
  },
);

test("the expression kinds of the builder are the only circle of imports, types included", () => {
  const [kinds, ...others] = circlesOf(importGraph(root));
  expect(others).toEqual([]);
  expect(kinds).toContain("packages/policy-builder/src/expressions/kinds.ts");
});

test("no test names a file outside of this repository, but for those that compare with what was collected", () => {
  const home = pathToFileURL(root).href;
  const files = filesBelow(join(root, "test"), /^(?:node_modules|corpus|\..*)$/).filter((file) =>
    /\.[jt]s$/.test(file),
  );
  const urls = files.flatMap((file) => {
    const bases = { "import.meta.url": `${home}test/${file}`, root: home };
    const source = readFileSync(join(root, "test", file), "utf8");
    const named = source.matchAll(
      /\bnew URL\(\s*["'`]([^"'`]*)["'`],\s*(import\.meta\.url|root)\b/g,
    );
    return [...named].map(([, path = "", base = ""]) => ({
      file,
      path,
      isInside: new URL(path, bases[base as keyof typeof bases]).href.startsWith(home),
    }));
  });
  expect(urls.filter(({ isInside }) => !isInside)).toEqual([]);
  expect(urls.length).toBeGreaterThan(50);
});
