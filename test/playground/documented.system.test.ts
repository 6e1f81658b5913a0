import { expect, test } from "vitest";
import { openedExamples, type OpenedExample } from "../docs/playground-examples.ts";
import { playgroundTests } from "./playground.ts";

const { open } = playgroundTests();

/** One of the examples of the pages, by a part of its title. */
function example(part: string): OpenedExample {
  const found = openedExamples.find(({ title }) => title.includes(part));
  if (found === undefined) throw new Error(`No page has a link for ${part}.`);
  return found;
}

/** The fragment that a link leads to. */
const fragmentOf = ({ href }: OpenedExample): string => href.replace("/playground", "");

test.each<readonly [link: string, says: readonly (string | RegExp)[]]>([
  ["first.policy.ts in docs/writing-policies.md", ["Nothing found."]],
  ["lint mistakes/web.json in docs/linting.md", ["2 errors.", /is not closed/]],
  ["simulate web --exchange", ["answered with 451", /Refuse large posts from some countries/]],
  ["simulate ssh --country NO", [/^forwarded to tcp:/, /Only from the office or from Norway/]],
  ["test web.cases.yaml", ["1 failed, 0 passed", "The old API is answered by the third version"]],
  ["prove shop.assertions.yaml --filter staff", [/1 refuted/, /Only the office reaches/]],
  ["diff --semantic shop.policy.yaml", ["not the same for 2 groups of requests"]],
  ["what is wrong for flow/shadowed-rule", [/^1 warning/]],
])("the link of %s opens it, with what its page says", async (link, says) => {
  const one = example(link);
  const playground = await open({ fragment: fragmentOf(one), height: 1600 });
  for (const text of says) await playground.says(text);
  expect(await playground.text("Policy")).toBe(one.state.policy.text);
  await playground.close();
});
