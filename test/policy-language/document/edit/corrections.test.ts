import { expect, test } from "vitest";
import { yamlPolicySource, applyToYaml } from "@traffic-policy/policy-language/yaml";
import { lintPolicy } from "@traffic-policy/policy-lint";

/** The fixes of what lint finds. */
function fixesOf(text: string) {
  return lintPolicy(yamlPolicySource("a.yaml", text)).flatMap(({ fix }) => fix ?? []);
}

test("a text that cannot be read is corrected, one value after the other", () => {
  let text = `inbound:\n  - name: a\n    expressions:\n      - !req.url.path.startsWith("/a")\n      - "b" in req.headers # why\n    actions:\n      - type: deny\n`;
  for (let count = 0; count < 2; count++) {
    const fixes = fixesOf(text);
    const { text: fixed, applied } = applyToYaml(text, fixes);
    expect(applied).toEqual(fixes);
    text = fixed;
  }
  expect(text).toContain(
    `- '!req.url.path.startsWith("/a")'\n      - '"b" in req.headers' # why\n`,
  );
  expect(yamlPolicySource("a.yaml", text).errors).toEqual([]);
});

test("a correction after which the same is wrong is not made, and none in a text that can be read", () => {
  const source = { start: 3, end: 4 };
  const fix = { edits: [{ path: "", source, text: "{" }] };
  const skipped = (reason: string) => [{ fix, reason }];
  expect(applyToYaml("a: [", [fix])).toMatchObject({
    text: "a: [",
    skipped: skipped("unreadable"),
  });
  expect(applyToYaml("a: b", [fix])).toMatchObject({
    text: "a: b",
    skipped: skipped("no-such-place"),
  });
});
