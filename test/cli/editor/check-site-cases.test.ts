import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { Checker } from "../../../packages/cli/src/editor/checker.ts";
import { testContext } from "../context.ts";
import { projectOf } from "../project.ts";

const agent = (server: number): string =>
  JSON.stringify({
    version: 3,
    endpoints: [{ name: "a", url: "https://a.example", upstream: { url: server } }],
  });

test("an editor shows the cases of a site that fail, with the endpoints that are not saved", async () => {
  const { folder } = projectOf({
    "agent.json": agent(8080),
    "a.cases.yaml": `site: .
cases:
  - name: The server
    request: { url: https://a.example/ }
    expect: { server: 8080 }
`,
  });
  const checker = new Checker(await testContext(folder), { runsCode: false });
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  const messages = async (): Promise<readonly string[]> => {
    const { findings } = await checker.check(uriOf("a.cases.yaml"), "cases", false);
    return Object.values(findings).flatMap((all) => all.map(({ message }) => message));
  };

  expect(await messages()).toEqual([]);
  await checker.give(uriOf("agent.json"), agent(9090));
  expect(await messages()).toEqual([expect.stringMatching(/^The case fails:[^]*"9090"/)]);
});
