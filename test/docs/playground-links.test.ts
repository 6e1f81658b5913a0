import { readFileSync } from "node:fs";
import { rules } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";
import { playgroundLinks } from "../../docs/.vitepress/playground-links.ts";
import { targetsFor } from "../../docs/.vitepress/playground/files.ts";
import { readState } from "../../packages/playground/src/link/state.ts";
import { linkOf, openLink } from "../../packages/playground/src/link/link.ts";
import { root } from "../../scripts/generate/root.ts";
import { commandOf, openedExamples, pageExamples } from "./playground-examples.ts";
import { allPages, blocksOf } from "./pages.ts";

const textOf = (file: string): string => readFileSync(new URL(file, root), "utf8");

/** The file that a block shows. */
const fileOf = (info: string): string | undefined => / file=(\S+)$/.exec(info)?.[1];

const ofRule = /^docs\/rules\/(.+\/.+)\.md$/;

test("what has no link says why", () => {
  const none = pageExamples
    .filter(({ page, href }) => href === undefined && !ofRule.test(page.path))
    .map(({ page, name, reason }) => `${page.path}: ${name}: ${reason}`);
  const expected = [
    "docs/comparing.md: traffic-policy diff: It compares with what the service stores.",
    "docs/custom-rules.md: traffic-policy lint: It names no policy.",
    "docs/drawing.md: traffic-policy draw --out pictures/: The page has nothing for --out.",
    'docs/environments.md: web.policy.ts: It imports "../../shared/crawlers.ts".',
    "docs/environments.md: traffic-policy simulate web -e production --request 'GET https://shop.example/debug/vars': The page has nothing for -e.",
    'docs/environments.md: web.cases.yaml: It imports "../../shared/crawlers.ts".',
    "docs/environments.md: traffic-policy test: It names no policy.",
    "docs/environments.md: traffic-policy test -e production: The page has nothing for -e.",
    "docs/environments.md: traffic-policy lint: It names no policy.",
    "docs/environments.md: traffic-policy diff -e '*': The page has nothing for -e.",
    "docs/environments.md: traffic-policy lint services/bastion services/api/api.policy.json: It names several policies.",
    "docs/from-edges-to-endpoints.md: traffic-policy lint: It names no policy.",
    "docs/from-edges-to-endpoints.md: traffic-policy migrate ssh --forward-to tcp://ssh.internal:22 --out endpoints/ssh.policy.yaml: The page has nothing for --out.",
    "docs/from-edges-to-endpoints.md: traffic-policy migrate web --forward-to https://shop.internal --out endpoints/web.policy.yaml: The page has nothing for --out.",
    "docs/from-edges-to-endpoints.md: traffic-policy test: It names no policy.",
    "docs/from-edges-to-endpoints.md: traffic-policy prove: It names no policy.",
    "docs/from-edges-to-endpoints.md: traffic-policy diff: It compares with what the service stores.",
    "docs/getting-started.md: traffic-policy lint: It names no policy.",
    "docs/getting-started.md: traffic-policy test: It names no policy.",
    "docs/getting-started.md: traffic-policy diff: It compares with what the service stores.",
    'docs/linting.md: traffic-policy lint .: "." is not one policy.',
    "docs/linting.md: traffic-policy lint: It names no policy.",
    "docs/linting.md: traffic-policy lint legacy/edge.json --baseline known.json --update-baseline: The page has nothing for --baseline.",
    "docs/linting.md: traffic-policy lint legacy/edge.json --baseline known.json: The page has nothing for --baseline.",
    'docs/linting.md: traffic-policy lint many: "many" is not one policy.',
    "docs/linting.md: traffic-policy lint many --max-diagnostics 0: The page has nothing for --max-diagnostics.",
    "docs/manifests.md: traffic-policy diff endpoints.yaml: It compares with what the service stores.",
    'docs/manifests.md: traffic-policy diff state update.json: "state" is not one policy.',
    "docs/manifests.md: traffic-policy lint update.json --since state: The page has nothing for --since.",
    'docs/manifests.md: traffic-policy lint .: "." is not one policy.',
    "docs/manifests.md: traffic-policy lint wiki.yaml --fix-unsafe --fix-dry-run: The page has nothing for --fix-unsafe.",
    "docs/manifests.md: traffic-policy lint wiki.yaml --fix-unsafe: The page has nothing for --fix-unsafe.",
    `docs/manifests.md: traffic-policy simulate 'wiki.yaml#NgrokTrafficPolicy/wiki' --request 'POST https://wiki.example.com/edit': "wiki.yaml#NgrokTrafficPolicy/wiki" is not one policy.`,
    'docs/manifests.md: wiki.cases.yaml: "wiki.yaml#NgrokTrafficPolicy/wiki" is not one policy.',
    'docs/manifests.md: traffic-policy test wiki.cases.yaml: "wiki.yaml#NgrokTrafficPolicy/wiki" is not one policy.',
    'docs/manifests.md: shop.assertions.yaml: "endpoints.yaml#CloudEndpoint/shop" is not one policy.',
    'docs/manifests.md: traffic-policy prove shop.assertions.yaml: "endpoints.yaml#CloudEndpoint/shop" is not one policy.',
    "docs/proving.md: traffic-policy prove: It names no policy.",
    "docs/proving.md: ssh.assertions.ts: The page takes cases and assertions in YAML and JSON only.",
    "docs/proving.md: traffic-policy prove --fails shop.policy.yaml: The page has nothing for --fails.",
    "docs/proving.md: traffic-policy simulate tls.policy.yaml --protocol tls --variable conn.tls.version=1.3: The page has nothing for --variable.",
    "docs/proving.md: traffic-policy prove shop.assertions.yaml --filter staff --format github: The page has nothing for --format.",
    "docs/site.md: traffic-policy simulate . --site --request 'GET https://shop.example.com/bills/7' --stub jwt-validation=next: The page has nothing for --site.",
    'docs/site.md: traffic-policy test sites/shop: "sites/shop" is not one policy.',
    "docs/site.md: shop.cases.yaml: There is no policy for it.",
    "docs/site.md: traffic-policy draw --site . --format mermaid --request 'GET https://shop.example.com/search': The page has nothing for --site.",
    "docs/testing.md: traffic-policy test: It names no policy.",
    "docs/testing.md: ssh.cases.ts: The page takes cases and assertions in YAML and JSON only.",
    'docs/writing-policies.md: composed.policy.ts: It imports "./common-rules.ts".',
    'docs/writing-policies.md: web.policy.ts: It imports "../../shared/crawlers.ts".',
  ];
  expect([...new Set(none)].toSorted()).toEqual(expected.toSorted());
});

test.each([...rules])(
  "the examples of %s have links, if the page can lint them as the rule needs it",
  (name, { severity, docs }) => {
    const { protocol = "http", isOfCloudEndpoint = false, exampleOptions } = docs;
    const isLinted =
      severity !== "off" &&
      protocol !== "tls" &&
      !isOfCloudEndpoint &&
      exampleOptions === undefined;
    const examples = pageExamples.filter(({ page }) => ofRule.exec(page.path)?.[1] === name);
    expect(examples.map(({ href }) => href !== undefined)).toEqual([isLinted, isLinted]);
  },
);

test("every policy, case file, assertion and request of the pages is an example, and so are the two of each rule", () => {
  const known = new Set(pageExamples.map(({ block, page }) => `${page.path}:${block.line}`));
  const missed = allPages()
    .filter(({ path }) => path.startsWith("docs/"))
    .flatMap((page) =>
      blocksOf(page)
        .filter(({ info, text }, index) => {
          const isFile = /\.(?:policy|cases|assertions)\.\w+$/.test(fileOf(info) ?? "");
          const isDocument =
            /^(?:json|ya?ml)\b/.test(info) && /^\W*(?:inbound|outbound|on_\w+)\b/.test(text);
          const isRule = /^docs\/rules\/.+\//.test(page.path) && index < 2;
          const isRequest =
            info.startsWith("console") && /^\$ traffic-policy simulate /m.test(text);
          return isFile || isDocument || isRule || isRequest;
        })
        .map(({ line }) => `${page.path}:${line}`),
    );
  expect(missed.filter((one) => !known.has(one))).toEqual([]);
  expect(missed.length).toBeGreaterThan(180);
});

test("a link goes to the page of the playground, with a state that the page keeps as it is", async () => {
  expect(openedExamples.length).toBeGreaterThan(180);
  for (const { href, state } of openedExamples) {
    expect(href).toMatch(/^\/playground#v1\.[\w-]+$/);
    expect(readState(state)).toEqual(state);
    expect(await openLink(await linkOf(state))).toEqual({ kind: "state", state });
  }
});

describe("a link holds the very text of the file", () => {
  const ofFiles = openedExamples.filter(({ block }) => fileOf(block.info) !== undefined);

  test.each(ofFiles)("$title", ({ block, state }) => {
    const file = fileOf(block.info) ?? "";
    const [, kind] = /\.(policy|cases|assertions)\./.exec(file) ?? [];
    const { policy, cases, assertions } = state;
    const held = { policy: policy.text, cases, assertions }[String(kind)];
    expect(held).toBe(textOf(file));
    expect(`${held?.trimEnd()}\n`).toBe(block.text);
  });

  const ofOthers = openedExamples.filter(
    ({ block }) => fileOf(block.info) === undefined && !block.info.startsWith("console"),
  );

  test.each(ofOthers)("or of the page: $title", ({ block, state }) => {
    expect(state.policy.text).toBe(block.text);
  });

  const ofCommands = openedExamples.filter((one) => commandOf(one) !== undefined);

  test.each(ofCommands)("$title", ({ name, block, state }) => {
    const [, folder = ""] = / folder=(\S+)$/.exec(block.info) ?? [];
    const files = name
      .split(" ")
      .filter((word) => /^[\w/-]+(?:\.\w+)+$/.test(word) && !word.includes("stored/"))
      .map((word) => textOf(`docs/examples/${folder}/${word}`));
    const { policy, other, exchange, cases, assertions } = state;
    const held = new Set([policy.text, other?.text, exchange?.text, cases, assertions]);
    expect(files.filter((text) => !held.has(text))).toEqual([]);
  });
});

test.each([
  ["docs/examples", "../../docs/examples/traffic-policy.config.ts"],
  ["docs/examples/failing", "../../docs/examples/failing/traffic-policy.config.json"],
  ["docs/examples/proving/published", "../../docs/examples/proving/traffic-policy.config.json"],
])("targets in %s are those of the configuration", async (folder, path) => {
  const module = (await import(path)) as {
    readonly default: {
      readonly targets: Readonly<
        Record<string, { readonly kind: string; readonly policy: string }>
      >;
    };
  };
  const protocols: Readonly<Record<string, string>> = { "https-route": "http", "tcp-edge": "tcp" };
  const expected = Object.entries(module.default.targets).map(([name, { kind, policy }]) => {
    const { pathname } = new URL(policy, new URL(path, import.meta.url));
    return [name, { file: pathname.slice(root.pathname.length), protocol: protocols[kind] }];
  });
  expect([...targetsFor(folder)]).toEqual(expected);
});

describe("in the Markdown of the site", () => {
  class Token {
    info = "";
    content = "";
    children: Token[] | null = null;
    attrs: [string, string][] | null = null;
    readonly type: string;
    readonly tag: string;
    readonly nesting: number;

    constructor(type: string, tag: string, nesting: number) {
      this.type = type;
      this.tag = tag;
      this.nesting = nesting;
    }
  }

  const page = allPages().find(({ path }) => path === "docs/proving.md");
  const fences = (page === undefined ? [] : blocksOf(page)).map(({ info, text }) =>
    Object.assign(new Token("fence", "code", 0), { info, content: text }),
  );

  function rendered(env: object): Token[] {
    const state = { src: page?.text ?? "", env, Token, tokens: [...fences] };
    playgroundLinks({ core: { ruler: { push: (_name, rule) => rule(state) } } });
    return state.tokens;
  }

  const env = { relativePath: "proving.md", includes: [] };

  test("each link is a paragraph right below its block, and says what it opens", () => {
    const tokens = rendered(env);
    expect(tokens.filter(({ type }) => type === "fence")).toEqual(fences);
    const links = tokens.flatMap(({ type, children }, index) => {
      if (type !== "inline") return [];
      const above = tokens[index - 2];
      const around = [tokens[index - 1], tokens[index + 1]].map((token) => token?.type);
      expect(around).toEqual(["paragraph_open", "paragraph_close"]);
      const [open, text] = children ?? [];
      expect(text?.content).toBe("Open in playground");
      return [{ block: above?.content, attrs: open?.attrs }];
    });
    const expected = openedExamples.filter((one) => one.page.path === "docs/proving.md");
    expect(links).toEqual(
      expected.map(({ block, name, href }) => ({
        block: block.text,
        attrs: [
          ["href", href],
          ["aria-label", `Open in playground: ${name}`],
        ],
      })),
    );
    expect(links.length).toBeGreaterThan(10);
  });

  test("the index of the search has none", () => {
    expect(rendered({ relativePath: "proving.md" })).toEqual(fences);
  });
});
