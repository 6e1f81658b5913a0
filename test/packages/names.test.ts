import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { installLine, names } from "../../scripts/names.ts";
import { publishedPackages } from "../../scripts/packages/published.ts";
import { root } from "../../scripts/generate/root.ts";
import { allPages, filesIn } from "../docs/pages.ts";

/** What fetches a package, an image or an extension by its name. */
const fetching = {
  packages:
    /\b(?:npm (?:install|i|add|exec|create)|pnpm (?:add|dlx)|yarn (?:add|dlx)|bun (?:add|install)|bunx|deno (?:add|install))\b[^\n`#]*?\s(?:npm:)?(?:traffic-policy|@traffic-policy\/[\w-]+)(?=[\s@`]|$)|\bnpx (?:--yes )?(?:-- )?traffic-policy(?:@\S+| init)/gm,
  image: /\bdocker (?:pull|push) \S*traffic-policy|\bimage: \S*traffic-policy/g,
  extension: /--install-extension traffic-policy\.[\w-]+|\bext install traffic-policy/g,
  repository: /\buses: traffic-policy\/|github\.com\/traffic-policy\//g,
} as const;

const texts = [
  ...allPages().filter(({ path }) => path !== "CHANGELOG.md"),
  ...["packages/cli/src", "packages/cli/skill", "packages/vscode/src", "docs/examples"]
    .flatMap(filesIn)
    .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") })),
];

test.each(Object.entries(fetching))(
  "while the name of the %s is not ours, no text tells anybody to run it",
  (what, pattern) => {
    expect(texts.length).toBeGreaterThan(300);
    const found = texts.flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(([line]) => `${path}: ${line}`),
    );
    expect(names[what as keyof typeof names].owned ? [] : found).toEqual([]);
  },
);

test.each([
  ["packages", "npm install --save-dev traffic-policy"],
  ["packages", "npm install vitest @traffic-policy/api"],
  ["packages", "npx traffic-policy@0.1.0 lint"],
  ["packages", "npx traffic-policy init"],
  ["image", "docker pull example/traffic-policy"],
  ["extension", "code --install-extension traffic-policy.traffic-policy"],
  ["repository", "- uses: traffic-policy/lint@v1"],
] as const)("a name of the %s is found in %s", (what, text) => {
  expect([...text.matchAll(fetching[what])]).toHaveLength(1);
});

test("settings of agents and editors, which no terminal asks, let npx download nothing", () => {
  const starting = texts.flatMap(({ path, text }) =>
    text
      .split("\n")
      .filter((line) => /\bargs"? ?[:=] ?\[.*"traffic-policy"/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(starting.length).toBeGreaterThan(8);
  expect(starting.filter((line) => !line.includes('["--no", "traffic-policy"'))).toEqual([]);
});

test("what is packed or installed in a project is nobody else's", () => {
  const own =
    "npm install ./packages/cli\nnpm install ../clone/dist/packs/*.tgz\nnpx traffic-policy lint\n";
  expect([...own.matchAll(fetching.packages)]).toEqual([]);
});

test("names.json names all packages that are published", () => {
  const [command = "", scope = ""] = names.packages.names;
  const others = publishedPackages()
    .map(({ manifest }) => manifest.name)
    .filter((name) => name !== command && !name.startsWith(scope.replace("*", "")));
  expect(others).toEqual([]);
});

test("a page installs packages by their names once these are ours", () => {
  const packages = { ...names.packages, owned: true };
  expect(installLine("dev:@traffic-policy/api,vitest", { packages })).toBe(
    "npm install --save-dev @traffic-policy/api vitest",
  );
});
