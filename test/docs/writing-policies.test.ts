import { readFileSync, readdirSync } from "node:fs";
import {
  compressResponse,
  isPolicyBuilder,
  policy,
  res,
  rule,
} from "@traffic-policy/policy-builder";
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

const policies = ["policies", "writing", "edges"].flatMap((name) =>
  readdirSync(new URL(name, folder))
    .filter((file) => file.endsWith(".policy.ts"))
    .map((file) => `${name}/${file}`),
);

test.each(policies)("lint finds nothing in the example %s", async (file) => {
  const { default: exported } = (await import(new URL(file, folder).href)) as { default: unknown };
  if (!isPolicyBuilder(exported)) throw new Error("It exports no policy.");
  const source = jsonPolicySource(file, exported.toString());
  const dialect = await dialectOf(source.document);
  expect(lintPolicy(source, { dialect })).toEqual([]);
});

test("what the page says does not compile is refused when it runs", async () => {
  const wrong = await import("../../docs/examples/writing/does-not-compile.ts");
  expect(wrong.wrongPhase).toThrow(
    'The rule "Compress" is not allowed in the on_http_request rules of a policy for http: res.status_code does not exist in on_http_request rules.',
  );
  expect(wrong.wrongProtocol).toThrow(
    'The rule "Posts" is not allowed in the on_tcp_connect rules of a policy for tcp: req.method does not exist in a policy for tcp.',
  );
});

test("a response in inbound rules, which does not compile either, is found by lint", () => {
  const compress = rule("Compress").when(res.statusCode.lt(300)).do(compressResponse());
  // @ts-expect-error … is not assignable to parameter of type '"only for HTTP outbound rules"'.
  const wrong = policy({ protocol: "http" }).inbound(compress);
  expect(lintPolicy(jsonPolicySource("a.ts", wrong.toString()))).toMatchObject([
    { severity: "warning", message: "res.status_code does not exist in inbound rules." },
  ]);
});
