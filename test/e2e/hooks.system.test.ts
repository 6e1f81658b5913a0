import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { howMany } from "../seeded.ts";
import { Repository, type Outcome } from "./repository.ts";

const root = new URL("../../", import.meta.url);
const good = '{ "inbound": [{ "name": "a", "actions": [{ "type": "deny" }] }] }\n';
const bad = '{ "inbound": [{ "name": "a", "actions": [] }] }\n';

function example(name: string): string {
  return readFileSync(new URL(`docs/examples/hooks/${name}`, root), "utf8");
}

interface PreCommitHook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
}

const preCommitHooks = parse(
  readFileSync(new URL(".pre-commit-hooks.yaml", root), "utf8"),
) as readonly PreCommitHook[];

/** What pre-commit (a program in Python) makes of a hook: its command, on the files that fit. */
function asGitHook({ entry, files }: PreCommitHook): string {
  const staged = `git diff --cached --name-only --diff-filter=ACMR -z | grep -zE '${files}'`;
  return `#!/bin/sh\n${staged} | xargs -0 -r ${entry}\n`;
}

const hooks = {
  "a hook of git alone": async () => {
    const repository = await Repository.create();
    repository.hook("pre-commit", example("pre-commit"));
    return repository;
  },
  "a hook of git alone that an earlier version has written": async () => {
    const repository = await Repository.create();
    const text = example("pre-commit");
    expect(text).toContain("lint --staged");
    repository.hook("pre-commit", text.replace("lint --staged", "lint --changed"));
    return repository;
  },
};

/** The command of pre-commit's hook alone: what is not staged would be put aside by pre-commit. */
const entries = {
  "the command of .pre-commit-hooks.yaml": async () => {
    const repository = await Repository.create();
    const [hook] = preCommitHooks;
    if (hook === undefined) throw new Error("There is no hook.");
    repository.hook("pre-commit", asGitHook(hook));
    return repository;
  },
};

describe.each(Object.entries({ ...hooks, ...entries }))("%s", (_name, create) => {
  test("a policy with a mistake is refused and the finding shown, a right one is committed, and one that is removed not looked for", async () => {
    const repository = await create();
    const refused = await repository.commit("web.policy.json", bad);
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain('The rule "a" has no actions.');
    expect(refused.output).toContain("web.policy.json:1:41");
    expect(await repository.committed()).toEqual([]);

    const taken = await repository.commit("web.policy.json", good);
    expect(taken).toMatchObject({ status: 0 });
    expect(await repository.committed()).toEqual(["web.policy.json"]);

    await repository.git("rm", "--quiet", "web.policy.json");
    expect(await repository.git("commit", "--message", "gone")).toMatchObject({ status: 0 });
  });

  test("names with spaces, folders, YAML and TypeScript; JSON that holds a policy, whatever it is called; nothing is said of files that hold none", async () => {
    const repository = await create();
    repository.write("package.json", '{ "name": "a" }\n');
    await repository.git("add", "package.json");
    expect(await repository.commit("web.policy.md", "# Policies\n")).toMatchObject({ status: 0 });
    expect(await repository.committed()).toEqual(["package.json", "web.policy.md"]);
    repository.write(
      "policies/more of it/a b.policy.yaml",
      "inbound:\n  - name: a\n    actions: []\n",
    );
    repository.write(
      "policies/ssh.policy.ts",
      'const actions: object[] = [];\nexport default { inbound: [{ name: "a", actions }] };\n',
    );
    repository.write("traffic-policy.json", bad);
    await repository.git("add", "policies", "traffic-policy.json");
    const { status, output } = await repository.git("commit", "--message", "both");
    expect(status).not.toBe(0);
    expect(output).toContain("policies/more of it/a b.policy.yaml:3:14");
    expect(output).toContain("policies/ssh.policy.ts:2:41");
    expect(output).toContain("traffic-policy.json:1:41");
  });
});

/** Files of a repository that deploys by other means, with a policy in each of three kinds. */
function deployed(actions: string): Readonly<Record<string, string>> {
  const manifest = "apiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: NgrokTrafficPolicy\n";
  const agent = "version: 3\nendpoints:\n  - name: web\n    url: https://a.example\n";
  const rules = `{ on_http_request: [{ name: a, actions: [${actions}] }] }`;
  return {
    "edge/traffic-policy.yml": `${rules}\n`,
    "cluster/web.yaml": `apiVersion: apps/v1\nkind: Deployment\n---\n${manifest}metadata: { name: a }\nspec: { policy: ${rules} }\n`,
    "ngrok.yml": `${agent}    traffic_policy: ${rules}\n`,
  };
}

const withoutPolicies = {
  "package.json": '{ "name": "a" }\n',
  "chart/values.yaml": "replicas: 2\n",
  "chart/templates/web.yaml": "{{ if .Values.web }}\nkind: Deployment\n{{ end }}\n",
  "src/server.ts": "export const port = 80;\n",
  "broken.yaml": "a: [\n",
  ...Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`cluster/${index}.yaml`, "kind: Service\n"]),
  ),
};

describe.each(Object.entries({ ...hooks, ...entries }))("%s", (_name, create) => {
  test("policies where they stand are linted without a configuration, and other files never stop a commit", async () => {
    const repository = await create();
    const committed = async (files: Readonly<Record<string, string>>): Promise<Outcome> => {
      for (const [file, text] of Object.entries(files)) repository.write(file, text);
      await repository.git("add", ".");
      return repository.git("commit", "--quiet", "--message", "files");
    };
    const others = await committed(withoutPolicies);
    expect(others, others.output).toMatchObject({ status: 0 });
    const refused = await committed(deployed(""));
    expect(refused.status).not.toBe(0);
    for (const file of Object.keys(deployed(""))) expect(refused.output).toContain(`${file}:`);
    expect(refused.output).toContain("3 errors in 3 files.");
    const taken = await committed(deployed("{ type: deny }"));
    expect(taken, taken.output).toMatchObject({ status: 0 });
  });
});

describe.each(Object.entries(hooks))("%s", (_name, create) => {
  test("what is staged counts, not what is saved since", async () => {
    const repository = await create();
    repository.write("web.policy.json", good);
    await repository.git("add", "web.policy.json");
    await repository.git("commit", "--no-verify", "--message", "first");
    repository.write("web.policy.json", bad);
    await repository.git("add", "web.policy.json");
    repository.write("web.policy.json", `${good}\n`);
    const refused = await repository.git("commit", "--message", "bad");
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain('The rule "a" has no actions.');

    repository.write("web.policy.json", `\n${good}`);
    await repository.git("add", "web.policy.json");
    repository.write("web.policy.json", bad);
    expect(await repository.git("commit", "--message", "good")).toMatchObject({ status: 0 });
    expect((await repository.run("cat", "web.policy.json")).output).toBe(bad);
  });
});

const parts = "export const actions: object[] = [{ type: 'deny' }];\n";
const policy = (from: string): string =>
  `import { actions } from "${from}";\nexport default { inbound: [{ name: "a", actions }] };\n`;

/** A repository in which two policies import one module, over another one, and a third does not. */
async function withShared(create: () => Promise<Repository>): Promise<Repository> {
  const repository = await create();
  repository.write("lib/parts.ts", parts);
  repository.write("lib/index.ts", 'export * from "./parts.js";\n');
  repository.write("policies/ssh.policy.ts", policy("../lib/index.js"));
  repository.write("policies/web.policy.ts", policy("../lib/index"));
  repository.write("policies/other.policy.json", good);
  repository.write("traffic-policy.config.json", configurationOf("policies/ssh.policy.ts"));
  await repository.git("add", ".");
  const first = await repository.git("commit", "--message", "first");
  expect(first, first.output).toMatchObject({ status: 0 });
  return repository;
}

function configurationOf(file: string): string {
  const targets = { ssh: { kind: "tcp-edge", edge: "e", policy: file } };
  return JSON.stringify({ service: "emulator", targets });
}

// Which files count is up to the command, which all of them run: mostly one of them is enough.
describe.each(Object.entries({ ...hooks, ...entries }).slice(0, howMany(1, 5)))(
  "%s: what a commit reaches",
  (_name, create) => {
    test("a module that breaks policies is refused, with one report for all of them", async () => {
      const repository = await withShared(create);
      const refused = await repository.commit(
        "lib/parts.ts",
        "export const actions: object[] = [];\n",
      );
      expect(refused.status).not.toBe(0);
      expect(refused.output).toContain("policies/ssh.policy.ts:2:41");
      expect(refused.output).toContain("policies/web.policy.ts:2:41");
      const plain = stripVTControlCharacters(refused.output);
      expect(plain.match(/\d+ errors? in \d+ files?\./g)).toEqual(["2 errors in 2 files."]);

      const thrown = await repository.commit("lib/parts.ts", `throw new Error("no");\n${parts}`);
      expect(thrown.status).not.toBe(0);
      expect(thrown.output).toContain("lib/parts.ts:1:7: It throws Error: no.");
    });

    test("a broken configuration is refused", async () => {
      const repository = await withShared(create);
      const refused = await repository.commit("traffic-policy.config.json", '{ "targets": 1 }\n');
      expect(refused.status).not.toBe(0);
      expect(refused.output).toContain("traffic-policy.config.json");
      const missing = await repository.commit(
        "traffic-policy.config.json",
        configurationOf("policies/none.ts"),
      );
      expect(missing.status).not.toBe(0);
      expect(missing.output).toContain("policies/none.ts: There is no such file.");
    });

    test("what the commit does not reach does not stop it", async () => {
      const repository = await withShared(create);
      await repository.git("add", ".");
      repository.write("policies/other.policy.json", bad);
      await repository.git("add", ".");
      await repository.git("commit", "--message", "bad", "--no-verify");
      expect(await repository.commit("src/server.ts", "export {};\n")).toMatchObject({ status: 0 });
      expect(await repository.commit("lib/parts.ts", `${parts}\n`)).toMatchObject({ status: 0 });
    });
  },
);

test("git alone: a module is read as it is staged, and one that is removed is missed", async () => {
  const repository = await withShared(hooks["a hook of git alone"]);
  repository.write("lib/parts.ts", "export const actions: object[] = [];\n");
  await repository.git("add", ".");
  repository.write("lib/parts.ts", parts);
  const refused = await repository.git("commit", "--message", "bad");
  expect(refused.status).not.toBe(0);
  expect(refused.output).toContain("2 errors in 2 files.");

  await repository.git("reset", "--quiet", "--hard");
  await repository.git("rm", "--quiet", "lib/parts.ts");
  const removed = await repository.git("commit", "--message", "gone");
  expect(removed.status).not.toBe(0);
  expect(removed.output).toContain("lib/index.ts:1:15: Cannot find module 'lib/parts.js'.");
});

test("git alone: of a partial commit, what it leaves out does not count, also in a work tree", async () => {
  const repository = await hooks["a hook of git alone"]();
  for (const name of ["a", "b"]) repository.write(`${name}.policy.json`, good);
  await repository.git("add", ".");
  expect(await repository.git("commit", "--message", "first")).toMatchObject({ status: 0 });
  repository.write("a.policy.json", `\n${good}`);
  repository.write("b.policy.json", bad);
  await repository.git("add", ".");
  const partial = await repository.git("commit", "--message", "a", "a.policy.json");
  expect(partial, partial.output).toMatchObject({ status: 0 });
  const refused = await repository.git("commit", "--message", "b", "b.policy.json");
  expect(refused.status).not.toBe(0);
  expect(refused.output).toContain("b.policy.json:1:41");

  await repository.git("worktree", "add", "--quiet", "tree");
  await repository.run("ln", "-s", "../node_modules", "tree/node_modules");
  repository.write("tree/a.policy.json", bad);
  await repository.git("-C", "tree", "add", "a.policy.json");
  repository.write("tree/a.policy.json", good);
  const inTree = await repository.git("-C", "tree", "commit", "--message", "a");
  expect(inTree.status).not.toBe(0);
  expect(inTree.output).toContain("a.policy.json:1:41");
});

function inFolder(folder: string): string {
  return `sh -c 'cd ${folder} && node_modules/.bin/traffic-policy lint --staged'`;
}

/** What the page says where the project is a folder of the repository. */
const folderHooks = {
  "husky and git alone": async (repository: Repository, folder: string) => {
    const text = example("pre-commit");
    const lint = "node_modules/.bin/traffic-policy lint --staged";
    expect(text).toContain(lint);
    repository.hook("pre-commit", text.replace(lint, `(cd ${folder} && ${lint})`));
  },
  "pre-commit": async (repository: Repository, folder: string) => {
    const [hook] = preCommitHooks;
    if (hook === undefined) throw new Error("There is no hook.");
    repository.hook("pre-commit", asGitHook({ ...hook, entry: inFolder(folder) }));
  },
};

test.each(Object.entries(folderHooks))(
  "%s, in a folder of the repository: a commit of nothing but a module that a policy imports is refused",
  async (_name, install) => {
    const folder = "services/edge";
    const repository = await Repository.create(`${folder}/`);
    await install(repository, folder);
    repository.write(`${folder}/policies/parts.ts`, parts);
    repository.write(`${folder}/policies/ssh.ts`, policy("./parts.ts"));
    repository.write(`${folder}/traffic-policy.config.json`, configurationOf("policies/ssh.ts"));
    await repository.git("add", ".");
    const first = await repository.git("commit", "--message", "first");
    expect(first, first.output).toMatchObject({ status: 0 });
    const refused = await repository.commit(
      `${folder}/policies/parts.ts`,
      "export const actions: object[] = [];\n",
    );
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain("policies/ssh.ts:2:41");
  },
);

describe(".pre-commit-hooks.yaml", () => {
  test("its files are all that policies can be made of", () => {
    const pattern = new RegExp(preCommitHooks[0]?.files ?? "");
    const endings = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"];
    expect(endings.filter((ending) => !pattern.test(`p/web.${ending}`))).toEqual([]);
    expect(["a.json5", "a.tsx", "ajson"].filter((file) => pattern.test(file))).toEqual([]);
  });

  test("pre-commit runs them where the repository has its own command", () => {
    for (const { entry, language } of preCommitHooks) {
      expect({ entry, language }).toEqual({
        entry: "node_modules/.bin/traffic-policy lint --changed",
        language: "system",
      });
    }
    const { repos } = parse(example("pre-commit-config.yaml")) as {
      repos: { hooks: { id: string }[] }[];
    };
    expect(preCommitHooks.map(({ id }) => id)).toContain(repos[0]?.hooks[0]?.id);
  });
});
