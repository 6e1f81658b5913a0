import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { packProject } from "../../../packages/playground/src/link/project.ts";
import type { PlaygroundState } from "../../../packages/playground/src/link/state.ts";
import { project, run } from "../../e2e/command.ts";
import { filesBelow } from "../../files-below.ts";
import { readFileSync } from "node:fs";

const workspace = fileURLToPath(new URL("../../..", import.meta.url));

/** Unpacks what a state is packed as, where npm has installed it. */
async function unpacked(state: PlaygroundState): Promise<string> {
  const packed = await packProject(state);
  if (packed.state !== "packed") throw new Error(packed.problem.message);
  const top = project({});
  for (const [path, bytes] of Object.entries(unzipSync(packed.bytes))) {
    const file = join(top, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, strFromU8(bytes));
  }
  const folder = join(top, "policy-project");
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@traffic-policy"), { recursive: true });
  symlinkSync(join(workspace, "packages/cli"), join(modules, "traffic-policy"));
  symlinkSync(
    join(workspace, "packages/policy-builder"),
    join(modules, "@traffic-policy/policy-builder"),
  );
  return folder;
}

const cases = `cases:
  - name: POST is refused
    request: { method: POST, url: https://example.com/ }
    expect: { outcome: denied }
`;

const assertions = JSON.stringify({
  assertions: [{ name: "No POST", when: "req.method == 'POST'", always: "denied" }],
});

const policies = {
  json: JSON.stringify({
    inbound: [
      { name: "No POST", expressions: ["req.method == 'POST'"], actions: [{ type: "deny" }] },
    ],
  }),
  yaml: `inbound:
  - name: No POST
    expressions: ["req.method == 'POST'"]
    actions:
      - type: deny`,
  typescript: `import { deny, policy, req, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" }).inbound(
  rule("No POST").when(req.method.eq("POST")).do(deny()),
);
`,
} as const;

describe("what is copied as a project passes the command's checks in it", () => {
  test.each(Object.entries(policies))("%s", async (language, text) => {
    const cwd = await unpacked({
      policy: { language: language as keyof typeof policies, text },
      cases,
      assertions,
    });
    expect(await run(["lint", "--format", "json"], { cwd })).toMatchObject({
      status: 0,
      out: expect.stringContaining('"files": 1'),
    });
    const tested = await run(["test"], { cwd });
    expect(tested.out).toContain("1 passed in 1 file.");
    expect(tested.status).toBe(0);
    const proved = await run(["prove"], { cwd });
    expect(proved.out).toContain("1 proved in 1 file.");
    expect(proved.status).toBe(0);
  });

  test("a policy for TCP alone", async () => {
    const cwd = await unpacked({
      policy: { language: "yaml", text: "inbound: []\n" },
      protocol: "tcp",
    });
    expect((await run(["lint"], { cwd })).status).toBe(0);
    const built = await run(["build"], { cwd });
    expect(built.status).toBe(0);
    expect(readFileSync(join(cwd, "traffic-policy.config.ts"), "utf8")).toContain(
      'ssh: tcpEdge("edge_1", "./policies/ssh.policy.yaml")',
    );
  });
});

test.each([
  [
    "json",
    '{"on_http_request": [{"name": "No", "actions": [{"type": "deny", "config": {"status_code": 404}}]}]}',
  ],
  [
    "yaml",
    "on_http_request:\n  - name: No\n    actions: [{ type: deny, config: { status_code: 404 } }]\n",
  ],
] as const)("a policy in phases is planned for a cloud endpoint, in %s", async (language, text) => {
  const cwd = await unpacked({ policy: { language, text } });
  expect(await run(["plan"], { cwd })).toMatchObject({
    status: 0,
    out: expect.stringContaining("create     cloud-endpoint ep_1"),
  });
});

test("the rest is what `traffic-policy init --ci none` writes", async () => {
  const cwd = project({});
  await run(["init", "policy-project", "--for", "tcp-edge", "--ci", "none"], { cwd });
  const written = join(cwd, "policy-project");
  const copied = await unpacked({
    policy: { language: "typescript", text: policies.typescript },
    protocol: "tcp",
    cases,
  });
  const names = (folder: string): string[] => filesBelow(folder, /^node_modules$/).toSorted();
  expect(names(copied)).toEqual(
    names(written).map((name) => name.replace("ssh.cases.ts", "ssh.cases.yaml")),
  );
  for (const name of ["traffic-policy.config.ts", "tsconfig.json", ".gitignore"]) {
    const read = (folder: string): string => readFileSync(join(folder, name), "utf8");
    expect(read(copied)).toBe(read(written));
  }
  const manifest = (folder: string): Record<string, unknown> => {
    const text = readFileSync(join(folder, "package.json"), "utf8");
    // Only a build of the page knows its version.
    return JSON.parse(text.replaceAll('"latest"', '"0.1.0"')) as Record<string, unknown>;
  };
  expect(manifest(copied)).toEqual(manifest(written));
});

test("without a policy there is no project", async () => {
  expect(await packProject({ policy: { language: "json", text: " \n" } })).toEqual({
    state: "refused",
    problem: { message: "The policy is empty.", input: "policy" },
  });
});

test("a manifest is refused: commands read it where it stands", async () => {
  const text =
    "apiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: NgrokTrafficPolicy\nspec: { policy: { on_http_request: [] } }\n";
  expect(await packProject({ policy: { language: "yaml", text } })).toMatchObject({
    state: "refused",
    problem: { message: "The text is no policy alone: it holds the policy of something else." },
  });
});
