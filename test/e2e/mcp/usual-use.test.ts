import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../command.ts";
import { connect, textOf } from "./client.ts";

const text = "on_http_request:\n  - name: No\n    actions: [{ type: deny }]\n";

test("a client lists the tools, and each answers as its schemas say", async () => {
  const { client, call } = await connect({ cwd: project({}) });
  // With the list, the client checks each answer.
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    "lint explain simulate audit prove diff convert".split(" "),
  );
  const given: Readonly<Record<string, object>> = {
    lint: { text },
    explain: { name: "rate-limit" },
    simulate: { text, request: "GET https://a.example/" },
    audit: { text },
    prove: { text, assertions: "assertions: [{ name: a, never: forwarded }]" },
    diff: { text, after: text.replace("deny", "log") },
    convert: { text },
  };
  for (const { name, inputSchema, annotations } of tools) {
    const answer = await call(name, given[name] ?? {});
    expect(answer.isError, name).toBe(false);
    expect(answer.structuredContent, name).toMatchObject({ version: 1 });
    expect(textOf(answer), name).not.toBe("");
    expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
    for (const [key, property] of Object.entries(inputSchema.properties ?? {})) {
      expect(property, `${name} ${key}`).toHaveProperty("type");
    }
  }
});

test("the options of the server add what writes and what sends", async () => {
  const flags = ["--allow-write", "--allow-deploy"];
  const { client } = await connect({ cwd: project({}), flags });
  const { tools } = await client.listTools();
  const keys = (name: string): string[] =>
    Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
  expect(keys("lint")).toContain("fix");
  expect(keys("convert")).toContain("out");
  expect(keys("deploy")).toEqual(["target", "tag", "environment", "behaviourChange"]);
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  expect(writing.map(({ name }) => name)).toEqual(["lint", "convert", "deploy"]);
});

test("files are those of the roots, or of the folder without any", async () => {
  const [one, other] = [project({ "web.yaml": text }), project({ "web.yaml": text })];
  const named = await connect({ cwd: one, roots: [other] });
  const given = (folder: string): object => ({ paths: [join(folder, "web.yaml")] });
  expect((await named.call("lint", given(other))).isError).toBe(false);
  expect((await named.call("lint", given(one))).isError).toBe(true);
  const unnamed = await connect({ cwd: one });
  expect((await unnamed.call("lint", { paths: ["web.yaml"] })).isError).toBe(false);
  expect((await unnamed.call("lint", given(other))).isError).toBe(true);
});

test("the reference, the rules and the schemas are resources, and nothing else is", async () => {
  const { client } = await connect({ cwd: project({}) });
  const { resources } = await client.listResources();
  const read = async (uri: string): Promise<unknown> =>
    (await client.readResource({ uri })).contents;
  expect(resources.length).toBeGreaterThan(100);
  const uri = "traffic-policy://docs/catalogue/phases/actions.md";
  expect(resources).toContainEqual({
    uri,
    name: "catalogue/phases/actions",
    mimeType: "text/markdown",
  });
  const page = readFileSync(new URL("../../../docs/rules/action/cidr.md", import.meta.url), "utf8");
  const rule = "traffic-policy://docs/rules/action/cidr.md";
  expect(await read(rule)).toMatchObject([
    { uri: rule, text: expect.stringContaining(page.slice(0, 200)) as string },
  ]);
  expect(await read("traffic-policy://schema/prove.schema.json")).toHaveLength(1);
  for (const other of ["traffic-policy://docs/../../package.json", "file:///etc/passwd"]) {
    await expect(read(other)).rejects.toThrow("There is no such page.");
  }
});

test("the prompt ends in audit and prove", async () => {
  const { client } = await connect({ cwd: project({}) });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["write-policy"]);
  const { messages } = await client.getPrompt({
    name: "write-policy",
    arguments: { task: "only the office gets in" },
  });
  const prompt = JSON.stringify(messages);
  expect(prompt).toContain("only the office gets in");
  const order = ["explain", "lint", "simulate", "audit", "prove"].map((tool) =>
    prompt.indexOf(`\`${tool}\``),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
});

test("the prompt without its task is refused", async () => {
  const { client } = await connect({ cwd: project({}) });
  await expect(client.getPrompt({ name: "write-policy" })).rejects.toThrow(
    "The prompt needs the argument task: what the policy must do.",
  );
});
