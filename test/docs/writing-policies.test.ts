import { readFileSync, readdirSync } from "node:fs";
import { isPolicyBuilder } from "@traffic-policy/policy-builder";
import { dialectOf, jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import { conditions } from "../../docs/examples/writing/conditions.ts";

const folder = new URL("../../docs/examples/", import.meta.url);

test("each condition of the page stands for the CEL that is shown beside it", () => {
  const code = readFileSync(new URL("writing/conditions.ts", folder), "utf8");
  const shown = [...code.matchAll(/^ {2}\S.*, \/\/ (.+)$/gm)].map(([, cel]) => cel);
  expect(conditions.map((one) => one.toString())).toEqual(shown);
});

const policies = ["policies", "writing"].flatMap((name) =>
  readdirSync(new URL(name, folder))
    .filter((file) => file.endsWith(".policy.ts"))
    .map((file) => `${name}/${file}`),
);

test.each(policies)("lint finds nothing in the example %s", async (file) => {
  const { default: policy } = (await import(new URL(file, folder).href)) as { default: unknown };
  if (!isPolicyBuilder(policy)) throw new Error("It exports no policy.");
  const source = jsonPolicySource(file, policy.toString());
  const dialect = await dialectOf(source.document);
  expect(lintPolicy(source, { dialect })).toEqual([]);
});

test("what the page says does not compile is refused when it runs, or found by lint", async () => {
  const wrong = await import("../../docs/examples/writing/does-not-compile.ts");
  const found = lintPolicy(jsonPolicySource("a.ts", wrong.wrongDirection().toString()));
  expect(found).toMatchObject([
    {
      severity: "warning",
      message: "res.status_code does not exist in inbound rules.",
    },
  ]);
  expect(wrong.wrongProtocol).toThrow(
    'The rule "Posts" is not allowed in the inbound rules of a policy for tcp: req.method does not exist in a policy for tcp.',
  );
});
