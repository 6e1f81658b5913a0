import { expect, test } from "vitest";
import { project, run } from "../command.ts";
import { denying, edge, makeAccount } from "./account.ts";

const account = {
  edges: { edge_1: denying("Closed"), edge_2: denying("Open") },
  files: { "ssh.json": JSON.stringify(denying("Closed")) },
  targets: {
    same: edge("edge_1", "ssh.json"),
    other: edge("edge_2", "ssh.json"),
    gone: edge("edge_gone", "ssh.json"),
    missing: edge("edge_1", "missing.json"),
  },
};

test.each([
  [["same"], 0, ""],
  [["same", "other"], 1, ""],
  [["other", "gone"], 2, "error: gone: "],
  [["same", "missing"], 2, "error: missing: "],
])(
  "of the targets %j the exit status is %i, and stderr says only what failed",
  async (names, status, err) => {
    const { command } = await makeAccount(account);
    const targets = names.flatMap((name) => ["--target", name]);
    const quiet = await command(["diff", "--quiet", ...targets]);
    expect({ status: quiet.status, out: quiet.out }).toEqual({ status, out: "" });
    expect(quiet.err.slice(0, err.length)).toBe(err);
    expect(quiet.err === "").toBe(err === "");
    const loud = await command(["diff", ...targets]);
    expect(loud.status).toBe(status);
    expect(loud.out).not.toBe("");
  },
);

test("with --semantic, another notation that does the same is no difference", async () => {
  const { command } = await makeAccount({
    edges: { edge_1: denying("Other name") },
    files: { "ssh.json": JSON.stringify(denying("Closed")) },
    targets: { ssh: edge("edge_1", "ssh.json") },
  });
  expect(await command(["diff", "--quiet"])).toMatchObject({ status: 1, out: "", err: "" });
  const semantic = await command(["diff", "--quiet", "--semantic"]);
  expect(semantic).toMatchObject({ status: 0, out: "", err: "" });
});

test("two files: the exit status alone tells whether they differ", async () => {
  const cwd = project({
    "a.json": JSON.stringify(denying("Closed")),
    "b.json": JSON.stringify(denying("Open")),
  });
  const quiet = (...names: readonly string[]) => run(["diff", "--quiet", ...names], { cwd });
  expect(await quiet("a.json", "a.json")).toMatchObject({ status: 0, out: "", err: "" });
  expect(await quiet("a.json", "b.json")).toMatchObject({ status: 1, out: "", err: "" });
  const missing = await quiet("a.json", "c.json");
  expect(missing).toMatchObject({ status: 2, out: "" });
  expect(missing.err).toBe("error: c.json: There is no such file.\n");
});

test("what is not compared in a manifest is said, because nothing else tells", async () => {
  const { command } = await makeAccount({
    files: {
      "all.yaml": `apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: office }
spec: { policy: { on_http_request: [{ actions: [{ type: deny }] }] } }
`,
    },
    targets: {},
  });
  const loud = await command(["diff", "all.yaml"]);
  const quiet = await command(["diff", "all.yaml", "--quiet"]);
  expect(quiet).toMatchObject({ status: loud.status, out: "" });
  expect(quiet.err).toContain("office");
});

test.each(["--verbose", "--exit-zero", "--format=json"])(
  "%s has nothing to say beside it",
  async (option) => {
    const { status, out, err } = await run(["diff", "--quiet", option], { cwd: project({}) });
    expect(status).toBe(2);
    expect(out + err).toContain(`--quiet and ${option.split("=")[0]} cannot be used together.`);
  },
);
