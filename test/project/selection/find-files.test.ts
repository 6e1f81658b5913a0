import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../../../packages/cli/src/program.ts";
import { Repository } from "../../e2e/repository.ts";
import { configuration, project } from "../../e2e/command.ts";
import { testContext } from "../../cli/context.ts";

const environment = {
  NO_COLOR: "1",
  PATH: process.env["PATH"],
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

async function runIn(
  folder: string,
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const context = await testContext(folder, environment);
  return { status: await run(args, context), ...context.printed };
}

interface Output {
  readonly files: number;
  readonly diagnostics: readonly { readonly location: { readonly file: string } }[];
  readonly notChecked?: readonly { readonly file: string; readonly reason: string }[];
}

async function lint(folder: string, ...args: readonly string[]): Promise<Output> {
  const { out } = await runIn(folder, "lint", ...args, "--format", "json");
  return JSON.parse(out) as Output;
}

/** The files in which something is found. */
async function found(folder: string, ...args: readonly string[]): Promise<string[]> {
  const { diagnostics } = await lint(folder, ...args);
  return [...new Set(diagnostics.map(({ location }) => location.file))].toSorted();
}

const wrong =
  "on_http_request:\n  - name: a\n    expressions: [\"req.metod == 'GET'\"]\n    actions: [{ type: deny }]\n";
const wrongJson = '{ "inbound": [{ "name": "a", "actions": [] }] }\n';

/** As people call them. */
const wrongFiles = {
  "traffic-policy.yml": wrong,
  "ngrok-policy.yaml": wrong,
  "deploy/policy.json": wrongJson,
  "ngrok.yml": `version: 3\nendpoints:\n  - name: a\n    traffic_policy:\n      ${wrong.replaceAll("\n", "\n      ").trimEnd()}\n`,
  "k8s/app.yaml": `kind: Service\n---\napiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: NgrokTrafficPolicy\nspec:\n  policy:\n    ${wrong.replaceAll("\n", "\n    ").trimEnd()}\n`,
  "broken.yml": `${wrong}  - name: "b\n`,
};

const others = {
  "package.json": '{ "name": "a" }\n',
  "k8s/service.yaml": "kind: Service\nspec:\n  inbound: 3\n",
  "chart/templates/policy.yaml": `spec:\n  policy:\n    on_http_request:\n      - actions: {{ toYaml .Values.actions }}\n`,
  "firewall.json": '{ "inbound": [{ "port": 22 }], "region": "eu" }\n',
};

describe("a file that holds a policy is linted, whatever it is called", () => {
  const names = Object.keys(wrongFiles).toSorted();

  test("in a folder", async () => {
    const cwd = project({ ...wrongFiles, ...others });
    expect(await found(cwd, ".")).toEqual(names);
    expect(await found(cwd, "deploy", "k8s")).toEqual(["deploy/policy.json", "k8s/app.yaml"]);
    const { status, out } = await runIn(project({ "traffic-policy.yml": wrong }), "lint", ".");
    expect(out).toMatch("There is no variable req.metod.");
    expect(status).toBe(1);
  });

  test("where it changed, is named or staged, or stands in a new folder", async () => {
    const repository = await Repository.create();
    const { folder } = repository;
    for (const [name, text] of Object.entries({ ...wrongFiles, ...others })) {
      repository.write(name, text);
    }
    expect(await found(folder, "--changed")).toEqual(names);
    expect(await found(folder, "--changed", ...names, "package.json")).toEqual(names);
    await repository.git("add", "traffic-policy.yml", "package.json");
    expect(await found(folder, "--staged")).toEqual(["traffic-policy.yml"]);
    repository.write("traffic-policy.yml", "on_http_request: []\n");
    expect(await found(folder, "--staged")).toEqual(["traffic-policy.yml"]);
    expect((await runIn(folder, "lint", "--staged")).status).toBe(1);
  });

  test.each(["app", "app/deploy"])("where lint runs in a new folder: %s", async (inside) => {
    const repository = await Repository.create();
    repository.write("app/deploy/policy.yml", wrong);
    const own = await found(join(repository.folder, inside), "--changed");
    expect(own.map((name) => join(inside, name))).toEqual(["app/deploy/policy.yml"]);
  });

  test("unless git or the configuration ignores it, or it is installed or built", async () => {
    const repository = await Repository.create();
    const files = {
      "node_modules/x/policy.yml": wrong,
      "dist/policies/web.json": wrongJson,
      "tmp/policy.yml": wrong,
      "old/policy.yml": wrong,
      "kept/policy.yml": wrong,
      "traffic-policy.config.json": configuration({ targets: {}, lint: { ignore: ["old"] } }),
      ".gitignore": "node_modules\ntmp\n",
    };
    for (const [name, text] of Object.entries(files)) repository.write(name, text);
    expect(await found(repository.folder, ".")).toEqual(["kept/policy.yml"]);
    expect(await found(repository.folder, "--changed", "tmp/policy.yml")).toEqual([
      "tmp/policy.yml",
    ]);
  });

  test("even without a change of its own, when the configuration changed", async () => {
    const repository = await Repository.create();
    repository.write("traffic-policy.yml", wrong);
    await repository.git("add", ".");
    await repository.git("commit", "--quiet", "--message", "first");
    repository.write("traffic-policy.config.json", configuration({ targets: {} }));
    expect(await found(repository.folder, "--changed")).toEqual(["traffic-policy.yml"]);
  });
});

test("what changed without affecting a policy is named", async () => {
  const cwd = project({ ...others, "a.ts": "export default 1;\n", "notes.md": "" });
  const { status, err } = await runIn(cwd, "lint", "--changed", "package.json", "a.ts", "notes.md");
  expect(err).toBe(
    "Nothing that is named affects a policy. Not linted: package.json (without a policy); a.ts (not named like web.policy.ts).\n",
  );
  expect(status).toBe(0);
  expect(await lint(cwd, "--changed", "package.json")).toMatchObject({
    files: 0,
    notChecked: [{ file: "package.json", reason: "without a policy" }],
  });
});

describe("a policy that is not read", () => {
  const unread = {
    "a.yaml.tmpl": wrong,
    "b.jsonc": `// a\n${wrongJson}`,
    "c.yaml": `apiVersion: v1\nkind: ConfigMap\ndata:\n  a.yml: |\n    ${wrong.replaceAll("\n", "\n    ").trimEnd()}\n`,
    "chart/p.yaml": others["chart/templates/policy.yaml"],
    "main.tf": `traffic_policy = <<EOT\n${wrong}EOT\n`,
  };
  const quiet = {
    "x.jsonc": '{ "compilerOptions": {} }\n',
    "deploy.tf": 'inbound = "a"\n',
    "notes.txt.tmpl": "on_http_request: none\n",
    "ci.yaml": "on_failure:\n  actions: []\n",
    ".git/x.yml": wrong,
  };
  const right = { "good.yml": "on_http_request:\n  - name: a\n    actions: [{ type: deny }]\n" };
  const reasons = [
    { file: "a.yaml.tmpl", reason: "a template" },
    { file: "b.jsonc", reason: ".jsonc is not read" },
    { file: "c.yaml", reason: "the policy is inside a ConfigMap" },
    { file: "chart/p.yaml", reason: "a template" },
    { file: "main.tf", reason: ".tf is not read" },
  ];

  test("is named with the reason in a folder, and nothing else is", async () => {
    const cwd = project({ ...unread, ...quiet, ...right });
    expect(await lint(cwd, ".")).toMatchObject({ files: 1, notChecked: reasons });
    const { out } = await runIn(cwd, "lint", ".");
    expect(out).toMatch(
      /^Not linted: a\.yaml\.tmpl, chart\/p\.yaml \(a template\); b\.jsonc .*\.$/m,
    );
    const bare = await runIn(project(unread), "lint", ".");
    expect(bare.err).toMatch("There is no policy file in this folder.");
    expect(bare.out).toMatch("Not linted: a.yaml.tmpl");
  });

  test("is named where it changed, and beside policies of targets", async () => {
    const cwd = project({
      ...unread,
      "traffic-policy.config.json": configuration({ targets: {} }),
    });
    const { err } = await runIn(cwd, "lint", "--changed", "a.yaml.tmpl", "c.yaml");
    expect(err).toBe(
      "Nothing that is named affects a policy. Not linted: a.yaml.tmpl (a template); c.yaml (the policy is inside a ConfigMap).\n",
    );
    const unix = await runIn(cwd, "lint", "--changed", "a.yaml.tmpl", "--format", "unix");
    expect(unix.err).toBe(
      "Nothing that is named affects a policy.\nNot linted: a.yaml.tmpl (a template).\n",
    );
    const withTarget = project({
      ...unread,
      ...right,
      "traffic-policy.config.json": configuration({
        targets: { www: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "good.yml" } },
        lint: { ignore: ["chart", "main.tf"] },
      }),
    });
    expect((await lint(withTarget)).notChecked).toEqual(reasons.slice(0, 3));
  });

  test("is told where it is in another encoding or a link leads out", async () => {
    const outside = project({ "web.yml": wrong, "pol/a.yml": wrong, "notes.yml": "a: 1\n" });
    const cwd = project(right);
    writeFileSync(join(cwd, "u.yml"), Buffer.from(`\ufeff${wrong}`, "utf16le"));
    for (const name of ["web.yml", "pol", "notes.yml"]) {
      symlinkSync(join(outside, name), join(cwd, name));
    }
    const reason = "a link that leads out of the folder";
    expect((await lint(cwd, ".")).notChecked).toEqual([
      { file: "pol", reason },
      { file: "u.yml", reason: "not UTF-8" },
      { file: "web.yml", reason },
    ]);
  });

  test("is told where the name of a policy is that of a pipe or of a link to nothing", async () => {
    const cwd = project(right);
    for (const name of ["a.policy.json", "notes.json"]) {
      execFileSync("mkfifo", [join(cwd, name)]);
      symlinkSync("missing", join(cwd, `link-${name}`));
    }
    expect((await lint(cwd, ".")).notChecked).toEqual([
      { file: "a.policy.json", reason: "a named pipe, not a file" },
      { file: "link-a.policy.json", reason: "a link to a file that is missing" },
    ]);
  });
});

describe("a policy is found in a folder", () => {
  test("in hidden files, in capitals, behind links, and broken", async () => {
    const cwd = project({
      ".dot.yml": wrong,
      ".ci/bad.yml": wrong,
      "BAD.YML": wrong,
      "stored.v1": wrong,
      "tab.yml": "on_http_request:\n\t- name: a\n",
      "manifest.yml": `apiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: NgrokTrafficPolicy\nspec:\n\tpolicy:\n    on_http_request:\n      - actions: []\n`,
      "upper.yml": wrong.replace("on_http_request", "ON_HTTP_REQUEST"),
      ".traffic-policy/a.yml": wrong,
    });
    symlinkSync("stored.v1", join(cwd, "link.yml"));
    symlinkSync("BAD.YML", join(cwd, "twice.yml"));
    const names = [
      ".ci/bad.yml",
      ".dot.yml",
      "BAD.YML",
      "link.yml",
      "manifest.yml",
      "tab.yml",
      "upper.yml",
    ];
    expect(await found(cwd, ".")).toEqual(names);
    expect(await found(cwd, "--changed", ...names)).toEqual(names);
  });

  test("unless git ignores all, which is said", async () => {
    const repository = await Repository.create();
    repository.write("build/web.yml", wrong);
    repository.write(".gitignore", "build\n");
    const { status, err } = await runIn(repository.folder, "lint", "build");
    expect(err).toBe(
      "error: build: Git ignores the only policy file in this folder.\n  help: Name the files to lint them.\n",
    );
    expect(status).toBe(2);
  });
});

test("a file that is named as changed must be there, or known to git", async () => {
  const repository = await Repository.create();
  repository.write("gone.yml", wrong);
  await repository.git("add", ".");
  await repository.git("commit", "--quiet", "--message", "first");
  rmSync(join(repository.folder, "gone.yml"));
  expect((await runIn(repository.folder, "lint", "--changed", "gone.yml")).status).toBe(0);
  const { status, err } = await runIn(repository.folder, "lint", "--changed", "never.yml");
  expect(err).toMatch("error: never.yml: There is no such file.\n");
  expect(status).toBe(2);
});

describe("what lint.ignore leaves out", () => {
  const files = {
    "old/a.yml": wrong,
    "old/b.yml": wrong,
    "traffic-policy.config.json": configuration({
      targets: { www: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "old/a.yml" } },
      lint: { ignore: ["old"] },
    }),
  };

  test.each([["old/a.yml"], ["www"], ["--changed", "old/a.yml"]])(
    "is named where it was: %s %s",
    async (...args) => {
      const { status, out } = await runIn(project(files), "lint", ...args);
      expect(out).toBe(
        "No findings in 0 files.\nNot linted: old/a.yml (ignored by lint.ignore).\n",
      );
      expect(status).toBe(0);
    },
  );

  test.each([
    [["old"], 2],
    [["."], 2],
    [["old/*.yml"], 2],
    [[], 1],
  ] as const)("is counted where it was not: %j", async (args, count) => {
    const cwd = project(files);
    const { out } = await runIn(cwd, "lint", ...args);
    const text = `${count} file${count === 1 ? "" : "s"} (ignored by lint.ignore)`;
    expect(out).toBe(`No findings in 0 files.\nNot linted: ${text}.\n`);
    const json = await lint(cwd, ...args);
    expect(json).toMatchObject({ ignored: count });
    expect(json).not.toHaveProperty("notChecked");
  });
});

describe("policies that no target uses", () => {
  const right = "on_http_request:\n  - name: a\n    actions: [{ type: deny }]\n";
  const files = {
    "web.policy.yaml": right,
    "other.policy.yaml": wrong,
    "traffic-policy.yml": wrong,
    "old/a.policy.yaml": wrong,
    "inner/a.policy.yaml": wrong,
    "inner/traffic-policy.config.json": configuration({ targets: {} }),
    "traffic-policy.config.json": configuration({
      targets: { www: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "web.policy.yaml" } },
      lint: { ignore: ["old"] },
    }),
  };
  const text = "Not linted: other.policy.yaml, traffic-policy.yml (used by no target).";

  test("are named in the summary, and their status is not one of findings", async () => {
    const { status, out } = await runIn(project(files), "lint");
    expect(out).toBe(`No findings in 1 file.\n${text} To lint more, name files or folders.\n`);
    expect(status).toBe(0);
  });

  test.each([
    ["github", "out"],
    ["unix", "err"],
    ["gitlab", "err"],
  ] as const)("are named with --format %s on std%s", async (format, stream) => {
    const result = await runIn(project(files), "lint", "--format", format);
    expect(result[stream]).toMatch(text);
  });

  test.each(["junit", "sarif"])(
    "are in what --format %s prints, and only there",
    async (format) => {
      const { out, err } = await runIn(project(files), "lint", "--format", format);
      expect(err).toBe("");
      expect(out.match(/used by no target/g)).toHaveLength(2);
    },
  );

  test("are in the JSON, and in the table for a comment", async () => {
    const reason = "used by no target";
    expect((await lint(project(files))).notChecked).toEqual([
      { file: "other.policy.yaml", reason },
      { file: "traffic-policy.yml", reason },
    ]);
    const { out } = await runIn(project(files), "lint", "--format", "markdown");
    expect(out).toMatch(
      /^No findings in 1 file\. Not linted: <code>other.*<\/code> \(used by no target\)\.$/m,
    );
  });

  test("are not named where files are", async () => {
    expect(await lint(project(files), "web.policy.yaml")).not.toHaveProperty("notChecked");
    expect(await found(project(files), ".")).toEqual([
      "inner/a.policy.yaml",
      "other.policy.yaml",
      "traffic-policy.yml",
    ]);
  });
});

describe("a file with several policies", () => {
  const two = `${wrong}---\n# traffic-policy-ignore-next-line action/unknown-type -- new\non_tcp_connect:\n  - name: b\n    actions: [{ type: denyy }]\n`;

  test("has the findings of each, where they are", async () => {
    const cwd = project({ "a.yaml": two.replace("-next-line", "") });
    const { diagnostics } = await lint(cwd, "a.yaml");
    expect(diagnostics.map((one) => JSON.stringify(one)).join("\n")).toMatch(/req\.metod[^]*denyy/);
    const { out } = await runIn(cwd, "lint", "a.yaml");
    expect(out).toMatch("--> a.yaml:3:20\n");
    expect(out).toMatch("--> a.yaml:9:23\n");
  });

  test("has comments, each of which is for one of them", async () => {
    const commented = two
      .replace("# traffic-policy-ignore-next-line action/unknown-type -- new\n", "")
      .replace(
        "    actions: [{ type: denyy",
        "    # traffic-policy-ignore-next-line action/unknown-type -- new\n$&",
      );
    const { out } = await runIn(project({ "a.yaml": commented }), "lint", "a.yaml");
    expect(out).toMatch("1 error in 1 file.");
    const unused = commented.replace("denyy", "deny");
    expect((await runIn(project({ "a.yaml": unused }), "lint", "a.yaml")).out).toMatch(
      "1 error, 1 warning in 1 file.",
    );
  });

  test("is linted the same with a cache", async () => {
    const cwd = project({ "a.yaml": two });
    const first = await lint(cwd, "a.yaml", "--cache");
    expect(await lint(cwd, "a.yaml", "--cache")).toEqual(first);
  });

  test("cannot be simulated, and the help says where they are", async () => {
    const { status, err } = await runIn(project({ "a.yaml": two }), "simulate", "a.yaml");
    expect(err).toBe(
      "error: a.yaml: The file holds 2 policies.\n  help: Put the one that you mean into a file of its own, and name that. They start at 1:1 and 7:1.\n",
    );
    expect(status).toBe(2);
  });

  test("holds one where other documents are none, and without any it is told", async () => {
    const cwd = project({
      "a.yaml": `kind: Service\n---\n${wrong}---\n`,
      "b.yaml": "a: 1\n---\nb: 1\n",
    });
    expect((await runIn(cwd, "lint", "a.yaml")).out).toMatch("1 error in 1 file.");
    const request = ["--request", "GET https://example.com/"];
    expect((await runIn(cwd, "simulate", "a.yaml", ...request)).out).toMatch("a.yaml:4\n");
    const { err } = await runIn(cwd, "lint", "b.yaml");
    expect(err).toMatch("error: b.yaml: None of the 2 documents of this file holds a policy.\n");
  });
});

describe("a policy that is given as text is an error at its place, whatever else the file holds", () => {
  const right = "on_http_request:\n  - name: a\n    actions: [{ type: deny }]\n";
  const below = (text: string, spaces: number): string =>
    text.trimEnd().replaceAll(/^/gm, " ".repeat(spaces));
  const endpoint = (value: string, name: string): string =>
    `  - name: ${name}\n    traffic_policy:${value}\n`;
  const object = `\n${below(right, 6)}`;
  const asText = ` |\n${below(right, 6)}`;

  test.each([
    [
      "beside another endpoint",
      `version: 3\nendpoints:\n${endpoint(object, "a")}${endpoint(asText, "b")}`,
    ],
    ["alone", `version: 3\nendpoints:\n${endpoint(asText, "b")}`],
    [
      "in a document beside another",
      `${right}---\napiVersion: ngrok.k8s.ngrok.com/v1alpha1\nkind: CloudEndpoint\nspec:\n  trafficPolicy: |\n${below(right, 4)}\n`,
    ],
  ])("%s", async (_where, text) => {
    const { status, out } = await runIn(project({ "a.yaml": text }), "lint", ".");
    expect(out).toMatch(/"traffic_?[Pp]olicy" must be an object with phases .*, not text\./);
    const line = text.split("\n").findIndex((one) => one.endsWith("|")) + 1;
    expect(out).toMatch(`--> a.yaml:${line}:`);
    expect(out).toMatch("1 error in 1 file.");
    expect(status).toBe(1);
  });
});
