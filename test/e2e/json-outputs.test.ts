import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { jsonOutputs } from "../../packages/cli/src/commands/outputs.generated.ts";
import { everyCommand } from "../../scripts/every-command.ts";
import { configuration, project, run, start } from "./command.ts";
import { Repository } from "./repository.ts";

const ajv = new Ajv2020({ strictTypes: false, allErrors: true });

function validatorOf(name: string): ValidateFunction {
  const file = new URL(`../../packages/cli/schema/${name}.schema.json`, import.meta.url);
  return ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
}

const validators = new Map(jsonOutputs.map(({ name }) => [name, validatorOf(name)]));

function faultsOf(name: string, output: string): string {
  const isValid = validators.get(name);
  if (isValid === undefined) throw new Error(`There is no schema ${name}.`);
  return isValid(JSON.parse(output)) ? "none" : ajv.errorsText(isValid.errors);
}

const policy = (status: number): string =>
  JSON.stringify({
    inbound: [
      { name: "Posts", expressions: ["req.method == 'POST'"], actions: [{ type: "deny" }] },
      { name: "Rest", actions: [{ type: "deny", config: { status_code: status } }] },
    ],
  });

const files = {
  "traffic-policy.config.json": configuration({
    targets: {
      ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.json" },
      web: { kind: "https-route", edge: "edge_2", route: "route_1", policy: "./web.json" },
      wild: { kind: "https-route", edge: "edge_2", route: "route_2", policy: "./none.json" },
    },
  }),
  "ssh.json": '{"inbound":[{"name":"Nobody","actions":[{"type":"deny"}]}]}',
  "web.json": policy(403),
  "wrong.yaml":
    "inbound:\n  - expressions: [\"req.Method == 'post'\", \"req.url.path == 'a'\"]\n    actions: [{ type: Deny, config: { status: 1 } }]\n",
  "broken.json": "{",
  "site/ngrok.json":
    '{"version":3,"endpoints":[{"name":"a","url":"https://a.internal","pooling_enabled":true,"upstream":{"url":80},"traffic_policy":{"on_http_request":[{"actions":[{"type":"forward-internal","config":{"url":"https://b.internal"}}]}]}},{"name":"b","url":"tcp://b.example:1","traffic_policy_file":"none"},{}]}',
  "large.json":
    '{"inbound":[{"expressions":["req.content_length > 9"],"actions":[{"type":"deny"}]}]}',
};

/** Runs commands in one project, one after the other, and tells what is not as it has to be. */
async function faultsOfRuns(
  folder: string,
  runs: readonly (readonly [name: string, line: string, status: number])[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, line, status] of runs) {
    const result = await run([...line.split(" "), "--format", "json"], { cwd: folder });
    if (result.status !== status) faults.push(`${line} ends with ${result.status}: ${result.err}`);
    const fault = faultsOf(name, result.out);
    if (fault !== "none") faults.push(`${line}: ${fault}`);
  }
  return faults;
}

test("every command with a JSON format has its schema, or prints the service's objects", async () => {
  const described = new Set(
    jsonOutputs.flatMap(({ commands }) => commands.map((line) => line.replace(/ --.*/, ""))),
  );
  const others = (await everyCommand())
    .filter(({ command }) =>
      command.options.some(
        ({ long, argChoices }) => long === "--format" && argChoices?.includes("json"),
      ),
    )
    .map(({ words }) => words.join(" "))
    .filter((line) => !described.has(line));
  expect(others.filter((line) => !/^(edges|endpoints|routes) /.test(line))).toEqual([]);
});

test("what lint and its kin print is as their schemas say", async () => {
  expect(
    await faultsOfRuns(project(files), [
      ["lint", "lint web.json", 0],
      ["lint", "lint wrong.yaml broken.json", 1],
      ["lint", "lint wrong.yaml --fix-dry-run --fix-unsafe", 1],
      ["lint", "lint wrong.yaml --update-baseline --baseline known.json", 0],
      ["lint", "lint wrong.yaml --baseline known.json", 0],
      ["lint", "lint nowhere.json", 2],
      ["rules", "explain", 0],
      ["explain", "explain expression/syntax", 0],
      ["explain", "explain document/size", 0],
      ["explain-reference", "explain rate-limit", 0],
      ["convert", "convert web.json", 0],
      ["convert", "convert web.json --out web.policy.ts", 0],
      ["open-questions", "simulate --options", 0],
      ["prove", "prove --reach --fails --ask web.json large.json", 1],
      ["prove", "audit wrong.yaml", 2],
      ["site", "audit --site site", 1],
      ["site", "audit --site site none", 2],
    ]),
  ).toEqual([]);
}, 240_000);

// Commands run one after the other, which takes its time on a busy machine.
test("what the commands over the service print is as their schemas say", async () => {
  const folder = project({ ...files, "none.json": policy(404) });
  expect(
    await faultsOfRuns(folder, [
      ["plan", "plan", 0],
      ["diff", "diff", 1],
      ["deploy", "deploy --yes", 0],
      ["plan", "plan", 0],
      ["diff", "diff", 0],
      ["build", "build", 0],
      ["build", "build", 0],
      ["pull", "pull --dry-run --force", 0],
      ["deploy", "deploy --dry-run", 0],
      ["history", "history", 0],
      ["history-entry", "history show ssh", 0],
      ["history-entry", "history show web --no-diff", 0],
      ["pull", "pull", 0],
    ]),
  ).toEqual([]);
  writeFileSync(join(folder, "web.json"), policy(405));
  expect(
    await faultsOfRuns(folder, [
      ["pull", "pull", 2],
      ["deploy", "deploy --yes", 0],
      ["deploy", "rollback --yes", 0],
      ["history", "history", 0],
    ]),
  ).toEqual([]);
}, 240_000);

test("what diff prints of revisions is as its schema says", async () => {
  const repository = await Repository.create();
  repository.write("broken.json", '{"inbound": [');
  repository.write("web.json", policy(403));
  await repository.git("add", ".");
  await repository.git("commit", "--quiet", "--message", "first");
  for (const [file, text] of Object.entries(files)) repository.write(file, text);
  repository.write("broken.json", policy(404));
  repository.write("ssh.policy.ts", "export default { inbound: [] };\n");
  expect(
    await faultsOfRuns(repository.folder, [
      ["diff-revisions", "diff HEAD web.json", 0],
      ["diff-revisions", "diff HEAD", 2],
    ]),
  ).toEqual([]);
});

test("what could not be done is as the schemas say, too", async () => {
  expect(
    await faultsOfRuns(project(files), [
      ["plan", "plan --no-lint --target ssh --target web", 0],
      ["diff", "diff", 2],
    ]),
  ).toEqual([]);
});

test("what init, doctor and emulator print is as their schemas say", async () => {
  const folder = project({});
  expect(
    await faultsOfRuns(folder, [
      ["init", "init --dry-run", 0],
      ["init", "init", 0],
      ["doctor", "doctor", 0],
    ]),
  ).toEqual([]);
  const emulator = start(["emulator", "--port", "0", "--format", "json"], { cwd: folder });
  const line = await new Promise<string>((settle) =>
    emulator.stdout?.once("data", (data: Buffer) => settle(String(data))),
  );
  expect(faultsOf("emulator", line)).toBe("none");
});
