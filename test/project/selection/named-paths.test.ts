import { describe, expect, test } from "vitest";
import { run } from "../../../packages/cli/src/program.ts";
import { configuration, project } from "../../e2e/command.ts";
import { testContext } from "../../cli/context.ts";

const rules = "on_http_request:\n  - name: Closed\n    actions: [{ type: deny }]\n";

const files = {
  "policies/t.yaml": rules,
  "policies/t.cases.yaml":
    "cases:\n  - name: no\n    request: GET https://example.com/\n    expect: { status: 403 }\n",
  "policies/t.assertions.yaml":
    "assertions:\n  - name: closed\n    when: 'true'\n    never: forwarded\n",
  "shop.json": '{"inbound": []}\n',
  "api/a.policy.yaml": rules.replace("Closed", "Api"),
  "traffic-policy.config.json": configuration({
    targets: {
      www: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "policies/t.yaml" },
      "shop.json": { kind: "cloud-endpoint", endpoint: "ep_2", policy: "policies/t.yaml" },
      api: { kind: "cloud-endpoint", endpoint: "ep_3", policy: "policies/t.yaml" },
    },
  }),
};

async function runIn(
  folder: string,
  args: string,
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const context = await testContext(folder);
  return { status: await run(args.split(" "), context), ...context.printed };
}

describe("the name of a target stands for its policy", () => {
  test.each([
    ["lint www", "No findings in 1 file."],
    ["test www", "policies/t.cases.yaml"],
    ["prove www", "policies/t.assertions.yaml"],
    ["prove --reach www", "policies/t.yaml"],
    ["convert www", 'rule("Closed")'],
    ["draw www", "Closed"],
    ["simulate www --request=https://example.com/", "Closed  policies/t.yaml:2"],
  ])("%s", async (args, expected) => {
    const { out, err } = await runIn(project(files), args);
    expect(out + err).toContain(expected);
  });
});

test.each([
  "lint elsewhere",
  "test ww",
  "prove ww",
  "convert ww",
  "playground ww",
  "prove --fails ww",
])("a name that nothing has is told: %s", async (args) => {
  const name = args.split(" ").at(-1) ?? "";
  const { status, err } = await runIn(project(files), args);
  expect(err).toMatch(`error: There is no file, folder or target "${name}".\n`);
  expect(err).toMatch(name === "ww" ? "Did you mean" : "The targets are: www, shop.json, api.");
  expect(status).toBe(2);
});

test("what is there goes before a target of its name", async () => {
  expect((await runIn(project(files), "convert shop.json")).out).not.toMatch("Closed");
  const { out } = await runIn(project(files), "lint api --format json");
  expect(JSON.parse(out)).toMatchObject({ files: 1 });
});

test("without a configuration, it is a file that is missing", async () => {
  const { err } = await runIn(project({}), "lint www");
  expect(err).toBe(
    'error: There is no file, folder or target "www".\n  help: Name a policy file; there are no targets.\n',
  );
  expect((await runIn(project({}), "lint www.json")).err).toMatch("There is no such file.");
});

test("in a workspace, a target may be named with its project", async () => {
  const cwd = project({
    "traffic-policy.config.json": '{ "projects": ["services/*"] }\n',
    ...Object.fromEntries(
      ["shop", "api"].flatMap((name) => [
        [`services/${name}/web.yaml`, rules],
        [
          `services/${name}/traffic-policy.config.json`,
          configuration({
            targets: { web: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "web.yaml" } },
          }),
        ],
      ]),
    ),
  });
  const linted = async (args: string): Promise<unknown> =>
    (JSON.parse((await runIn(cwd, `${args} --format json`)).out) as { files: number }).files;
  expect(await linted("lint services/shop:web")).toBe(1);
  expect(await linted("lint web")).toBe(2);
  expect((await runIn(cwd, "lint services/shop:ssh")).err).toMatch(
    "There is no file, folder or target",
  );
});
