import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const targets = (name: string) => ({
  service: "emulator",
  targets: { [name]: { kind: "tcp-edge", policy: "x.json", tags: [`tag-${name}`] } },
  environments: { [`env-${name}`]: { targets: { [name]: { edge: "e1" } } } },
});

test.each([
  ["the names of targets", ["--target", ""], "other"],
  ["the tags of targets", ["--tag", ""], "tag-other"],
  ["environments", ["--environment", ""], "env-other"],
])("%s are those of the configuration that is typed already", async (_what, words, expected) => {
  const { run } = projectOf({
    "traffic-policy.config.json": targets("here"),
    "other/some.config.json": targets("other"),
  });
  const completed = async (...typed: readonly string[]): Promise<string> => {
    const { out } = await run("complete", "--", "plan", ...typed, ...words);
    return out.replaceAll(/\t.*/g, "").trim();
  };
  expect(await completed("--config", "other/some.config.json")).toBe(expected);
  expect(await completed("--config=other/some.config.json")).toBe(expected);
  expect(await completed()).toBe(expected.replace("other", "here"));
  // Somebody is only typing.
  expect(await completed("--config", "missing.config.json")).toBe("");
});
