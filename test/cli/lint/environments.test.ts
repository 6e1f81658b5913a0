import { expect, test } from "vitest";
import { projectOf } from "../project.ts";

const targets = {
  web: { kind: "https-route", policy: "web.policy.ts" },
  both: { policy: "both.json", kind: "https-route" },
};

const place = (name: string): object => ({
  web: { edge: "e", route: `${name}1` },
  both: { edge: "e", route: `${name}2` },
});

const environments = {
  staging: { targets: place("s") },
  production: { targets: place("p") },
};

/** Its rule has no name, and its action is misspelt in production. */
const web = `export default ({ name }: { name: string }) => ({
  inbound: [{ actions: [{ type: name === "production" ? "dney" : "deny" }] }],
});
`;

const both = { inbound: [{ name: "One", expressions: ["req.methd == 'GET'"], actions: [] }] };

interface Finding {
  readonly rule: string;
  readonly environments?: readonly string[];
  readonly location: { readonly file: string };
}

async function findings(
  configuration: object,
  ...args: readonly string[]
): Promise<[string, string, readonly string[] | undefined][]> {
  const { run } = projectOf({
    "traffic-policy.config.json": { service: "emulator", targets, ...configuration },
    "web.policy.ts": web,
    "both.json": both,
  });
  const { out } = await run(
    "lint",
    "--format",
    "json",
    "--rule",
    "document/rule-name=info",
    ...args,
  );
  const { diagnostics } = JSON.parse(out) as { diagnostics: Finding[] };
  return diagnostics.map(({ rule, location, environments: of }) => [location.file, rule, of]);
}

test("each finding is reported once, with the environments that it is for", async () => {
  const found = await findings({ environments });
  expect(found).toContainEqual(["both.json", "expression/unknown-name", undefined]);
  expect(found).toContainEqual(["web.policy.ts", "document/rule-name", undefined]);
  expect(found).toContainEqual(["web.policy.ts", "action/unknown-type", ["production"]]);
  expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(found.length);
});

test("--environment lints for one", async () => {
  const found = await findings({ environments }, "-e", "staging");
  expect(found.map(([, rule]) => rule)).not.toContain("action/unknown-type");
  expect(found).toContainEqual(["web.policy.ts", "document/rule-name", undefined]);
});

test("what a target is for may differ between environments", async () => {
  const { run } = projectOf({
    "traffic-policy.config.json": {
      service: "emulator",
      environments: {
        staging: { targets: { a: { kind: "tcp-edge", edge: "e1", policy: "a.json" } } },
        production: {
          targets: { a: { kind: "https-route", edge: "e2", route: "r", policy: "a.json" } },
        },
      },
    },
    "a.json": { inbound: [{ expressions: ["req.method == 'GET'"], actions: [{ type: "deny" }] }] },
  });
  const { out, status } = await run("lint");
  expect(out).toContain("expression/unavailable (staging)");
  expect(status).toBe(1);
  expect((await run("lint", "-e", "production")).status).toBe(0);
});

test("files of other folders are linted by the configuration that is nearest to them", async () => {
  const policy = { inbound: [{ actions: [{ type: "deny" }] }] };
  const rule = (severity: string): object => ({
    targets: {},
    lint: { rules: { "document/rule-name": severity } },
  });
  const { run } = projectOf({
    "traffic-policy.config.json": rule("error"),
    "a.policy.json": policy,
    "one/traffic-policy.config.json": rule("off"),
    "one/b.policy.json": policy,
    "two/traffic-policy.config.json": {
      ...rule("warning"),
      extends: "../traffic-policy.config.json",
    },
    "two/c.policy.json": policy,
    "three/traffic-policy.config.json": { lnt: {} },
    "three/d.policy.json": policy,
  });
  const { out, err, status } = await run("lint", ".", "--format", "unix");
  const named = out.split("\n").filter((line) => line.includes("document/rule-name"));
  expect(named.map((line) => line.replace(/:\d+:\d+: (\w+):.*/, " $1"))).toEqual([
    "a.policy.json error",
    "two/c.policy.json warning",
  ]);
  expect(err).toContain('three/traffic-policy.config.json:1:2: Unknown key "lnt".');
  expect(status).toBe(2);
});
