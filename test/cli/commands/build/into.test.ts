import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const body = "a ${req.host} %{b}";

const policy = {
  on_http_request: [
    {
      actions: [{ config: { status_code: 200, body }, type: "custom-response" }],
      expressions: ["req.method == 'POST'"],
      name: "All",
    },
  ],
};

const block = (indentation: string, text = body): string =>
  [
    "on_http_request:",
    "  - name: All",
    "    expressions:",
    "      - req.method == 'POST'",
    "    actions:",
    "      - type: custom-response",
    "        config:",
    "          status_code: 200",
    `          body: ${text}`,
  ]
    .map((line) => `${indentation}${line}\n`)
    .join("");

/** Puts the policy into a file, and looks whether it is found there then. */
async function built(name: string, text: string, place = name): Promise<string> {
  const { folder, run } = projectOf({ "web.json": policy, [name]: text });
  const into = ["build", "web.json", "--into", place];
  const check = await run(...into, "--check");
  expect(check).toMatchObject({ status: 1, err: expect.not.stringContaining("error:") as string });
  expect(check.out).toContain(`${place}  different  from web.json\n--- a/${name}\n`);
  expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  expect(await run(...into)).toMatchObject({
    status: 0,
    out: `${place}  written  from web.json\n`,
  });
  expect(await run(...into, "--check")).toMatchObject({
    status: 0,
    out: `${place}  unchanged  from web.json\n`,
  });
  return readFileSync(join(folder, name), "utf8");
}

const manifest = (policyText: string, name = "a"): string => `# shop
apiVersion: ngrok.k8s.ngrok.com/v1alpha1
kind: NgrokTrafficPolicy
metadata: { name: ${name} } # keep
spec:
  policy:${policyText}---
kind: Service
`;

test.each([
  ["an empty one", " {}\n"],
  ["another one", "\n    on_http_response:\n      - actions: [{ type: log }]\n"],
])("the policy of a manifest is replaced, here %s, and nothing around it", async (_what, old) => {
  const after = await built("all.yaml", manifest(old), "all.yaml#NgrokTrafficPolicy/a");
  expect(after).toBe(manifest(`\n${block("    ")}`));
});

test.each([
  [
    "values.yaml",
    "policy: |\n  ",
    "# traffic-policy:begin web\n",
    "  ",
    "  # traffic-policy:end\n",
  ],
  ["notes.txt", "a\n", "// traffic-policy:begin web\n", "", "  // traffic-policy:end\nb\n"],
])("two lines of %s mark a place", async (name, before, begin, indentation, after) => {
  const text = `${before}${begin}${indentation}old: 1\n${after}`;
  expect(await built(name, text, `${name}#web`)).toBe(before + begin + block(indentation) + after);
});

test("in a text of Terraform, what would be one of its templates is escaped", async () => {
  const before = "  traffic_policy = <<-EOT\n    # traffic-policy:begin web\n";
  const after = "    # traffic-policy:end\n  EOT\n";
  expect(await built("main.tf", before + after, "main.tf#web")).toBe(
    before + block("    ", "a $${req.host} %%{b}") + after,
  );
});

test("lines that end with CR and LF stay so", async () => {
  const after = await built("a.conf", "# traffic-policy:begin\r\n# traffic-policy:end\r\n");
  expect(after.replaceAll("\r\n", "")).not.toContain("\n");
});

test("a policy alone is a file, which may be new", async () => {
  const { folder, run } = projectOf({ "web.json": policy });
  expect(await run("build", "web.json", "--into", "a.yaml", "--check")).toMatchObject({
    status: 1,
  });
  await run("build", "web.json", "--into", "a.yaml");
  expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe(block(""));
});

test.each([
  ["main.tf", "resource {}\n", "web", "main.tf: There is no place for the policy in this file."],
  ["all.yaml", manifest(" {}\n"), "NgrokTrafficPolicy/b", 'No policy in this file is named "'],
  ["all.yaml", `${manifest(" {}\n")}---\n${manifest(" {}\n", "b")}`, "", "holds 2 policies."],
  [
    "a.yaml",
    "kind: Deployment\napiVersion: v1\n",
    "",
    "a.yaml: There is no place for the policy in this file.",
  ],
  [
    "ngrok.yml",
    "version: 3\nendpoints:\n  - name: a\n    traffic_policy_file: web.json\n",
    "a",
    "ngrok.yml#a: The policy is in web.json.",
  ],
])("%s without a place is refused, and not written", async (name, text, holder, message) => {
  const { folder, run } = projectOf({ "web.json": policy, [name]: text });
  const place = holder === "" ? name : `${name}#${holder}`;
  const { status, err } = await run("build", "web.json", "--into", place);
  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  expect(readFileSync(join(folder, name), "utf8")).toBe(text);
});

test("a policy with errors of lint is put nowhere", async () => {
  const { folder, run } = projectOf({
    "web.json": { on_http_request: [{ name: "a", actions: [{ type: "denyy" }] }] },
    "all.yaml": manifest(" {}\n"),
  });
  const place = "all.yaml#NgrokTrafficPolicy/a";
  const { status, err } = await run("build", "web.json", "--into", place);
  expect([status, err]).toEqual([
    1,
    expect.stringContaining("Nothing was written: the policy did not pass lint.\n"),
  ]);
  expect(readFileSync(join(folder, "all.yaml"), "utf8")).toBe(manifest(" {}\n"));
});

test("of a file with several policies, only the one that is named has to pass lint", async () => {
  const wrong = manifest("\n    on_http_request: [{ name: b, actions: [{ type: denyy }] }]\n", "b");
  const { folder, run } = projectOf({
    "all.yaml": `${manifest(` ${JSON.stringify(policy)}\n`)}---\n${wrong}`,
  });
  const place = "all.yaml#NgrokTrafficPolicy";
  expect(await run("build", `${place}/a`, "--into", "a.yaml")).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe(block(""));
  expect(await run("build", `${place}/b`, "--into", "a.yaml")).toMatchObject({ status: 1 });
});

test.each([
  ["build", "web.json"],
  ["build", "--into", "a.yaml"],
])("%s %s alone is refused", async (...args) => {
  const { run } = projectOf({ "web.json": policy });
  expect(await run(...args)).toMatchObject({
    status: 2,
    err: expect.stringContaining("--into needs a policy") as string,
  });
});
