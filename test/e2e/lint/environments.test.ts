import { expect, test } from "vitest";
import { project, run } from "../command.ts";

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
  const cwd = project({
    "traffic-policy.config.json": JSON.stringify({
      service: "emulator",
      targets,
      ...configuration,
    }),
    "web.policy.ts": web,
    "both.json": JSON.stringify(both),
  });
  const named = ["--rule", "document/rule-name=info"];
  const { out } = await run(["lint", "--format", "json", ...named, ...args], { cwd });
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
