import { examplesOf } from "../../docs/.vitepress/playground/examples.ts";
import { linksOf } from "../../docs/.vitepress/playground-links.ts";
import { openLink } from "../../packages/playground/src/link/link.ts";
import type { PlaygroundState } from "../../packages/playground/src/link/state.ts";
import { allPages, blocksOf, type CodeBlock, type Page } from "./pages.ts";

/** Something about a policy that a page of the site shows. */
export interface PageExample {
  readonly page: Page;
  readonly block: CodeBlock;
  readonly name: string;
  /** Why it has no link. */
  readonly reason: string | undefined;
  /** The link below the block. */
  readonly href: string | undefined;
}

/** An example with what its link opens. */
export interface OpenedExample extends PageExample {
  readonly title: string;
  readonly href: string;
  readonly state: PlaygroundState;
}

/** All examples of the pages of the site. */
export const pageExamples: readonly PageExample[] = allPages()
  .filter(({ path }) => path.startsWith("docs/"))
  .flatMap((page) => {
    const blocks = blocksOf(page);
    const shown = { path: page.path.replace("docs/", ""), text: page.text, blocks };
    const links = linksOf(shown);
    const examples = examplesOf(shown);
    return blocks.flatMap((block, index) =>
      (examples[index] ?? []).map(({ name, opens }) => {
        const reason = typeof opens === "string" ? opens : undefined;
        return { page, block, name, reason, href: links[index]?.href };
      }),
    );
  });

/** Those that have a link, with what it opens. */
export const openedExamples: readonly OpenedExample[] = (
  await Promise.all(pageExamples.map(opened))
).flat();

async function opened(example: PageExample): Promise<OpenedExample[]> {
  const { page, block, name, href } = example;
  if (href === undefined) return [];
  const link = await openLink(new URL(href, "https://site.example").hash);
  if (link.kind !== "state") throw new Error(`The link of ${name} in ${page.path} does not open.`);
  const title = `${name} in ${page.path}:${block.line}`;
  return [{ ...example, title, href, state: link.state }];
}

/** The command that a block shows the output of; nothing for another block. */
export function commandOf({ block, name }: PageExample): string | undefined {
  return block.info.startsWith("console") ? name.split(" ")[1] : undefined;
}
