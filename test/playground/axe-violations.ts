import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** What axe-core finds on a page, as rules with the elements. */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  const given = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const found: unknown = await page.evaluate(`${axe.source};axe.run(${given}).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target)))`);
  return found as string[];
}
