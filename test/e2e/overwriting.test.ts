// What the commands for single operations do before they overwrite or remove a stored policy.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Deploying, policy, sshAndWeb, type TestTarget } from "./deploying/service.ts";

const { ssh, web } = sshAndWeb;
const http = JSON.stringify({
  inbound: [{ name: "posts", expressions: ["req.method == 'POST'"], actions: [{ type: "deny" }] }],
});
const files = {
  "ssh.json": policy("norway"),
  "web.json": policy("france"),
  "new.json": policy("sweden"),
  "wrong.json": '{"inbound":[{"name":"wrong","actions":[]}]}',
  "warned.json": '{"inbound":[{"name":"warned","actions":[{"type":"teleport"}]}]}',
  "http.json": http,
  "tcp.ts":
    'import { deny, policy, rule } from "@traffic-policy/policy-builder";\nexport default policy({ protocol: "tcp" }).inbound(rule("tcp").do(deny()));\n',
  "http.ts":
    'import { deny, policy, rule } from "@traffic-policy/policy-builder";\nexport default policy({ protocol: "http" }).inbound(rule("http").do(deny()));\n',
};

interface Place {
  readonly target: TestTarget;
  readonly name: string;
  /** The command that writes a policy there. */
  readonly set: readonly string[];
}

const places: Readonly<Record<string, Place>> = {
  "routes policy set": {
    target: web,
    name: "web",
    set: ["routes", "policy", "set", "edge_2", "route_1"],
  },
  "edges update": { target: ssh, name: "ssh", set: ["edges", "update", "edge_1"] },
};

/** What the history holds of a target, the latest first. */
async function kept(deploying: Deploying, name: string): Promise<unknown[]> {
  const { out } = await deploying.run("history", name, "--format", "json");
  const { entries } = JSON.parse(out) as { entries: { file: string }[] };
  return entries.map(
    ({ file }) =>
      (JSON.parse(readFileSync(join(deploying.cwd, file), "utf8")) as { stored: unknown }).stored,
  );
}

const nobody =
  "error: Nothing was written: there is no terminal to ask for confirmation.\n  help: Use --yes to continue without confirmation.\n";

describe.each(Object.entries(places))("%s", (_command, { target, name, set }) => {
  async function stored(value: string, enabled = true): Promise<Deploying> {
    const deploying = await Deploying.start(files, { env: { NO_COLOR: "1" } });
    await deploying.write(target, value, enabled);
    return deploying;
  }

  test("asks nothing where there is nothing, and keeps nothing", async () => {
    const deploying = await Deploying.start(files);
    expect(await deploying.run(...set, "--policy", "new.json")).toMatchObject({
      status: 0,
      err: "",
    });
    expect(await deploying.stored(target)).toMatchObject({
      value: expect.stringContaining("sweden"),
    });
    expect(existsSync(join(deploying.cwd, ".traffic-policy"))).toBe(false);
  });

  test("asks nothing when it would change nothing", async () => {
    const deploying = await stored(files["new.json"].replaceAll(":", ": "));
    expect(await deploying.run(...set, "--policy", "new.json")).toMatchObject({
      status: 0,
      err: "",
    });
    expect(existsSync(join(deploying.cwd, ".traffic-policy"))).toBe(false);
  });

  test.each([[[]], [["--format", "json"]]])(
    "writes nothing when nobody can be asked: %j",
    async (args) => {
      const deploying = await stored(policy("norway"));
      deploying.takeRequests();
      const { status, out, err } = await deploying.run(...set, "--policy", "new.json", ...args);
      expect(status).toBe(2);
      expect(out).toMatch(
        args.length === 0 ? /^$/ : /"error": \{\s+"message": "Nothing was written/,
      );
      expect(err.endsWith(nobody)).toBe(true);
      expect(deploying.takeRequests()).toBe("1 GET");
      expect(await deploying.stored(target)).toMatchObject({
        value: expect.stringContaining("norway"),
      });
    },
  );

  test("shows what changes, asks, and does as the answer is", async () => {
    const deploying = await stored(policy("norway"));
    const no = await deploying.terminal([...set, "--policy", "new.json"], ["n"]);
    expect(no).toContain('- inbound rule "norway" (removed)');
    expect(no).toContain('+ inbound rule "sweden" (added)');
    expect(no).toContain("Write this? [y/N]");
    expect(no).toContain("Nothing was written: you answered no.");
    expect(await deploying.stored(target)).toMatchObject({
      value: expect.stringContaining("norway"),
    });
    expect(existsSync(join(deploying.cwd, ".traffic-policy"))).toBe(false);
    await deploying.terminal([...set, "--policy", "new.json"], ["y"]);
    expect(await deploying.stored(target)).toMatchObject({
      value: expect.stringContaining("sweden"),
    });
    expect(await kept(deploying, name)).toMatchObject([
      { value: expect.stringContaining("norway") },
    ]);
  });

  test("keeps what was there as that of the target, so that rollback puts it back", async () => {
    const deploying = await stored(policy("norway"), false);
    const { status, err } = await deploying.run(
      ...set,
      "--policy",
      "new.json",
      "--yes",
      "--format",
      "json",
    );
    expect(status).toBe(0);
    expect(err).toMatch(
      new RegExp(
        `^The previous policy is saved in \\.traffic-policy/history/${name}/[^/\\n]+\\.json\\.\\n\`traffic-policy rollback ${name}\` restores it\\.\\n$`,
      ),
    );
    expect(await kept(deploying, name)).toMatchObject([
      { enabled: false, value: expect.stringContaining("norway") },
    ]);
    const back = await deploying.run("rollback", name, "--yes", "--force", name);
    expect(back).toMatchObject({ status: 0 });
    expect(await deploying.stored(target)).toMatchObject({
      enabled: false,
      value: expect.stringContaining("norway"),
    });
  });

  test("writes nothing when what was there cannot be kept", async () => {
    const deploying = await stored(policy("norway"));
    mkdirSync(join(deploying.cwd, ".traffic-policy/history"), { recursive: true });
    writeFileSync(join(deploying.cwd, ".traffic-policy/history", name), "a file in the way");
    const { status, err } = await deploying.run(...set, "--policy", "new.json", "--yes");
    expect(status).toBe(2);
    expect(err).toMatch(/: It is not a folder\.$/m);
    expect(await deploying.stored(target)).toMatchObject({
      value: expect.stringContaining("norway"),
    });
  });

  test("does not write when somebody else writes while it asks", async () => {
    const deploying = await stored(policy("norway"));
    const afterOthers = async (): Promise<string> => {
      await deploying.write(target, policy("italy"));
      return "y";
    };
    const shown = await deploying.terminal([...set, "--policy", "new.json"], [afterOthers]);
    expect(shown).toContain("Nothing was written: the stored policy has changed meanwhile.");
    expect(await deploying.stored(target)).toMatchObject({
      value: expect.stringContaining("italy"),
    });
  });

  test("refuses what has errors, and tells of warnings", async () => {
    const deploying = await Deploying.start(files);
    const wrong = await deploying.run(...set, "--policy", "wrong.json");
    expect(wrong).toMatchObject({ status: 1, out: "" });
    expect(wrong.err).toContain("document/rule-actions");
    expect(wrong.err).toMatch(/\nNothing was written: the policy did not pass lint\.\n$/);
    const strict = await deploying.run(...set, "--policy", "warned.json", "--max-warnings", "0");
    expect(strict).toMatchObject({ status: 1, out: "" });
    expect(await deploying.stored(target)).toBeNull();
    const warned = await deploying.run(...set, "--policy", "warned.json", "--format", "json");
    expect(warned).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^warning: warned\.json:/),
    });
    const unlinted = await deploying.run(...set, "--policy", "wrong.json", "--no-lint", "--yes");
    expect(unlinted).toMatchObject({ status: 0, err: expect.stringMatching(/^Plan for/) });
  });

  test.each([[[]], [["--no-lint"]]])("refuses a policy for another protocol: %j", async (args) => {
    const deploying = await Deploying.start(files);
    const [file, said, kind] =
      target.kind === "tcp-edge"
        ? ["http.ts", "http", "a TCP edge"]
        : ["tcp.ts", "tcp", "an HTTPS route"];
    const { status, out, err } = await deploying.run(...set, "--policy", file, "--yes", ...args);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(
      `error: ${file}: The protocol of the policy is ambiguous: the policy says ${said}, but its target is ${kind}.\n`,
    );
    expect(await deploying.stored(target)).toBeNull();
  });
});

test("JSON of which something does not exist for TCP is refused for a TCP edge", async () => {
  const deploying = await Deploying.start(files);
  const refused = await deploying.run("edges", "update", "edge_1", "--policy", "http.json");
  expect(refused).toMatchObject({ status: 1, out: "" });
  expect(refused.err).toContain("expression/unavailable");
  const route = ["routes", "policy", "set", "edge_2", "route_1", "--policy", "http.json"];
  expect(await deploying.run(...route)).toMatchObject({ status: 0, err: "" });
});

test("edges create lints, refuses another protocol, and asks nothing", async () => {
  const deploying = await Deploying.start(files);
  const create = ["edges", "create", "--policy"];
  expect(await deploying.run(...create, "wrong.json")).toMatchObject({ status: 1, out: "" });
  expect(await deploying.run(...create, "http.json")).toMatchObject({ status: 1, out: "" });
  expect(await deploying.run(...create, "http.ts")).toMatchObject({ status: 2, out: "" });
  deploying.takeRequests();
  expect(await deploying.run(...create, "tcp.ts")).toMatchObject({ status: 0, err: "" });
  expect(deploying.takeRequests()).toBe("1 POST");
});

test("an edge is disabled after a question, and what it was is kept", async () => {
  const deploying = await Deploying.start(files);
  await deploying.write(ssh, policy("norway"));
  const disable = ["edges", "update", "edge_1", "--disabled"];
  expect(await deploying.run(...disable)).toMatchObject({ status: 2, out: "" });
  expect(await deploying.run(...disable, "--yes")).toMatchObject({ status: 0 });
  expect(await kept(deploying, "ssh")).toMatchObject([{ enabled: true }]);
  // What is not about the policy is not asked.
  const described = await deploying.run("edges", "update", "edge_1", "--description", "x");
  expect(described).toMatchObject({ status: 0, err: "" });
});

test("a policy that is deleted is kept, and comes back; one that is not there is none to keep", async () => {
  const deploying = await Deploying.start(files);
  await deploying.write(web, policy("norway"));
  const remove = ["routes", "policy", "delete", "edge_2", "route_1"];
  expect(await deploying.run(...remove)).toMatchObject({
    status: 2,
    err: expect.stringContaining(
      "Nothing was deleted: there is no terminal to ask for confirmation.",
    ),
  });
  const removed = await deploying.run(...remove, "--yes");
  expect(removed).toMatchObject({
    status: 0,
    err: expect.stringContaining("`traffic-policy rollback web` restores it.\n"),
  });
  expect(await deploying.stored(web)).toBeNull();
  expect(await deploying.run("rollback", "web", "--yes")).toMatchObject({ status: 0 });
  expect(await deploying.stored(web)).toMatchObject({ value: expect.stringContaining("norway") });

  const other = ["routes", "policy", "delete", "edge_2", "route_9", "--yes"];
  expect(await deploying.run(...other)).toMatchObject({ status: 2, out: "" });
});

test("the policy of an edge that is deleted is kept; nothing says that it could be put back", async () => {
  const deploying = await Deploying.start(files);
  await deploying.write(ssh, policy("norway"));
  const { status, err } = await deploying.run("edges", "delete", "edge_1", "--yes");
  expect(status).toBe(0);
  expect(err).toMatch(
    /^The previous policy is saved in \.traffic-policy\/history\/ssh\/[^/\n]+\.json\.\n$/,
  );
  expect(await kept(deploying, "ssh")).toMatchObject([
    { value: expect.stringContaining("norway") },
  ]);
});

test("what is no target of the configuration is kept by its identifiers", async () => {
  const deploying = await Deploying.start(files);
  await deploying.write({ ...web, route: "route_9" }, policy("norway"));
  const set = ["routes", "policy", "set", "edge_2", "route_9", "--policy", "new.json", "--yes"];
  const { status, err } = await deploying.run(...set);
  expect(status).toBe(0);
  expect(err).toMatch(
    /\nThe previous policy is saved in \.traffic-policy\/history\/edge_2%2Froute_9\/[^/\n]+\.json\.\n$/,
  );
  expect(await kept(deploying, "edge_2/route_9")).toHaveLength(1);
});
