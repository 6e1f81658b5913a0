import { describe, expect, test } from "vitest";
import { project, run } from "../command.ts";
import { lint } from "./findings.ts";

const text = "on_http_request:\n  - name: a\n    expressions: [req.method == 'post']\n";

/** A plan of Terraform with two endpoints: what the policy of `later` is, is not known yet. */
function plan(...names: readonly ("site" | "later")[]): string {
  const resources = names.map((name) => ({
    address: `ngrok_cloud_endpoint.${name}`,
    mode: "managed",
    type: "ngrok_cloud_endpoint",
    values: { url: "https://a.example", ...(name === "site" && { traffic_policy: text }) },
  }));
  const resource_changes = names.map((name) => ({
    address: `ngrok_cloud_endpoint.${name}`,
    change: { after_unknown: { traffic_policy: name === "later" } },
  }));
  return JSON.stringify({
    format_version: "1.2",
    planned_values: { root_module: { resources } },
    resource_changes,
  });
}

describe("a plan of Terraform", () => {
  test("of which no policy is known counts as no file that was linted", async () => {
    const cwd = project({ "plan.json": plan("later") });
    const { status, out, err } = await run(["lint", "plan.json"], { cwd });
    expect(out + err).toBe(
      "No findings in 0 files.\nNot linted: plan.json#ngrok_cloud_endpoint.later (known only after apply).\n",
    );
    expect(status).toBe(0);
  });

  test("is promised no fix, because none is made there", async () => {
    const cwd = project({ "plan.json": plan("site", "later"), "site.yaml": text });
    const ofPlan = await lint(["plan.json"], { cwd });
    const ofFile = await lint(["site.yaml"], { cwd });
    const fixes = ({ diagnostics }: typeof ofPlan): (string | undefined)[] =>
      diagnostics
        .filter(({ rule }) => rule === "expression/method-case")
        .map(({ fix }) => fix?.title);
    expect(fixes(ofFile)).toEqual(["Write 'POST'"]);
    expect(fixes(ofPlan)).toEqual([undefined]);
  });
});

describe("policies of one name in two namespaces", () => {
  const manifest = (namespace: string): string => `apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: office, namespace: ${namespace} }
spec: { policy: { on_http_request: [{ name: a, actions: [{ type: deni }] }] } }
`;
  const files = { "all.yaml": `${manifest("shop")}---\n${manifest("wiki")}` };
  const names = ["NgrokTrafficPolicy/shop/office", "NgrokTrafficPolicy/wiki/office"];

  test("are told apart by their findings", async () => {
    const { diagnostics } = await lint(["all.yaml"], { cwd: project(files) });
    expect(diagnostics.map(({ holder }) => holder)).toEqual(names);
  });

  test("are offered by names that choose one", async () => {
    const cwd = project(files);
    const { err } = await run(["simulate", "all.yaml"], { cwd });
    expect(err).toContain(
      `Name one of them: ${names.map((name) => `all.yaml#${name}`).join(", ")}.`,
    );
    const [name = ""] = names;
    const { diagnostics } = await lint([`all.yaml#${name}`], { cwd });
    expect(diagnostics.map(({ holder }) => holder)).toEqual([name]);
    const both = await run(["lint", "all.yaml#NgrokTrafficPolicy/office"], { cwd });
    expect(both.err).toContain(`Name one with its namespace: ${names.join(", ")}.`);
  });
});

describe("a configuration of an agent that names a file", () => {
  const endpoint = (name: string): string =>
    `  - { name: ${name}, url: https://${name}.example, traffic_policy_file: api.yaml }\n`;
  const agent = `version: 3\nendpoints:\n${endpoint("a")}${endpoint("b")}`;

  test.each(["ngrok.yml", "."])(
    "%s: each file is counted once, and so is each finding",
    async (path) => {
      const cwd = project({ "ngrok.yml": agent, "api.yaml": text });
      const { files, findings } = await lint([path], { cwd });
      expect(findings).toEqual([
        "api.yaml:2:5 error document/rule-actions",
        "api.yaml:3:33 warning expression/method-case",
      ]);
      expect(files).toBe(2);
    },
  );
});
