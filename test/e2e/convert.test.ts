import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configuration, project, run } from "./command.ts";

const old = JSON.stringify({
  inbound: [
    {
      name: "Posts",
      expressions: ["req.method == 'POST'", 'req.host == "a"'],
      actions: [{ type: "deny", config: { status_code: 405 } }],
    },
  ],
});

const source = `import { cel, deny, policy, req, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" }).inbound(
  rule("Posts")
    .when(req.method.eq("POST"), cel\`req.host == "a"\`)
    .do(deny({ statusCode: 405 })),
);
`;

test("convert prints the TypeScript of a JSON policy", async () => {
  const cwd = project({ "old.json": old });
  const result = await run(["convert", "old.json", "--protocol", "http"], { cwd });
  expect(result).toEqual({ status: 0, out: source, err: "" });
  const toStdout = ["convert", "old.json", "--protocol", "http", "--out", "-"];
  expect(await run(toStdout, { cwd })).toEqual(result);
});

test("convert writes a file, which is a policy again and gives the same document", async () => {
  const cwd = project({ "old.json": old });
  const args = ["convert", "old.json", "--protocol", "http", "--out", "new.policy.ts"];
  const written = await run(args, { cwd });
  expect(written).toEqual({ status: 0, out: "", err: "new.policy.ts was written.\n" });
  expect(readFileSync(join(cwd, "new.policy.ts"), "utf8")).toBe(source);
  const again = await run(["convert", "new.policy.ts", "--format", "json"], { cwd });
  expect(JSON.parse(again.out)).toEqual({ version: 1, source });
});

test("convert never writes over a file unless it is told to", async () => {
  const cwd = project({ "old.json": old, "mine.ts": "mine" });
  const refused = await run(["convert", "old.json", "--out", "mine.ts"], { cwd });
  expect(refused.status).toBe(2);
  expect(refused.err).toContain("mine.ts: The file already exists.");
  expect(readFileSync(join(cwd, "mine.ts"), "utf8")).toBe("mine");
  const forced = await run(["convert", "old.json", "--out", "mine.ts", "--force"], { cwd });
  expect(forced.status).toBe(0);
  expect(readFileSync(join(cwd, "mine.ts"), "utf8")).toContain("policy()");
});

test.each([
  [["missing.json"], "missing.json: There is no such file."],
  [["broken.json"], "broken.json:1:2: An object is not closed."],
  [["list.json"], "list.json: The file holds no policy document."],
  [["old.json", "--protocol", "udp"], '"udp" is not a valid value for --protocol.'],
  [["old.json", "--out", "new.json"], "new.json: The result is TypeScript."],
  [["old.json", "--out", "no/new.ts"], "no/new.ts: The file cannot be written (ENOENT)."],
])("convert %j ends with one sentence and status 2", async (args, sentence) => {
  const cwd = project({ "old.json": old, "broken.json": "{", "list.json": "[]" });
  const { status, out, err } = await run(["convert", ...args], { cwd });
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(`error: ${sentence}`);
  expect(existsSync(join(cwd, "new.json"))).toBe(false);
});

test("what convert writes of any text is built as that text again", async () => {
  const texts = [
    "</script",
    "<\\/script <!-- -->",
    "` ${a} \\` \\${ $",
    "\r\n\r\u2028\u2029\t\0\ufeff",
    "\ud83c\udf89 ' \" \\u0041 \\",
  ];
  const document = {
    inbound: texts.map((text, index) => ({
      name: `${index} ${text}`,
      expressions: [`req.url.path == ${JSON.stringify(text)}`],
      actions: [
        {
          type: "custom-response",
          config: { status_code: 200, content: text, headers: { a: text } },
        },
      ],
    })),
  };
  const cwd = project({
    "old.json": JSON.stringify(document),
    "traffic-policy.config.json": configuration({
      targets: { web: { kind: "https-route", edge: "e", route: "r", policy: "./new.ts" } },
    }),
  });
  const written = await run(["convert", "old.json", "--out", "new.ts"], { cwd });
  expect(written.err).toBe("new.ts was written.\n");
  // With a type, so that types are taken out of it.
  const file = join(cwd, "new.ts");
  writeFileSync(file, `${readFileSync(file, "utf8")}\nexport type T = string;\n`);
  await run(["build", "--no-lint"], { cwd });
  expect(JSON.parse(readFileSync(join(cwd, "dist/policies/web.json"), "utf8"))).toEqual(document);
});

test("a function of the environment is not converted, and the error says what writes its JSON", async () => {
  const cwd = project({
    "ssh.policy.ts": "export default ({ name }) => ({ inbound: [{ name, actions: [] }] });",
    "traffic-policy.config.json": '{ "environments": { "staging": { "service": "emulator" } } }',
  });
  const { status, err } = await run(["convert", "ssh.policy.ts"], { cwd });
  expect(err).toContain("It exports a function of the environment, but no environment is known.\n");
  expect(err).toContain("Where it has some, `traffic-policy build` writes the JSON for each.\n");
  expect(status).toBe(2);
});
