import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { describe, expect, test } from "vitest";
import { arrows, inBrowsers } from "./architecture.ts";

const packages = new URL("../packages/", import.meta.url);

interface Import {
  readonly file: string;
  readonly specifier: string;
}

function importsOf(name: string): Import[] {
  const source = new URL(`${name}/src/`, packages);
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, source), "utf8");
      const pattern =
        /^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"/gm;
      return [...text.matchAll(pattern)].map(([, from, dynamic, bare]) => ({
        file,
        specifier: from ?? dynamic ?? bare ?? "",
      }));
    });
}

test("every package is known here", () => {
  expect(readdirSync(packages).toSorted()).toEqual(Object.keys(arrows).toSorted());
});

describe.each(Object.entries(arrows))("%s", (name, allowed) => {
  const imports = importsOf(name);
  const manifest = JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), "utf8")) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
  };
  // What is bundled is a dependency for development.
  const dependencies = Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.peerDependencies,
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
        const depth = file.split("/").length - 1;
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
    expect(importsOf(name).filter(({ specifier }) => isBuiltin(specifier))).toEqual([]);
  });

  test("is compiled without Node's types, so that none of its globals are used", () => {
    const config = readFileSync(new URL(`${name}/tsconfig.json`, packages), "utf8");
    expect(config).not.toContain("types");
  });
});
