import { Files } from "@traffic-policy/project";
import { describe, expect, test } from "vitest";
import { givenValues } from "../../../packages/cli/src/simulation/given-values.ts";
import type { GivenValuesOptions } from "../../../packages/cli/src/program/options.ts";
import { project } from "../../e2e/command.ts";

const files = {
  "keys.json": '{"keys": [{"kty": "oct"}]}',
  "other.yaml": "keys: []",
  "secrets.yaml": "vault: { name: value }",
  "list.json": "[]",
  "numbers.yaml": "vault:\n  name: 5\n",
  "broken.json": "{",
  "no-keys.json": "{}",
};

const given = (options: GivenValuesOptions) =>
  givenValues(options, { files: new Files(project(files)) });

describe("keys, secrets and random numbers", () => {
  test("are read from files, in JSON or YAML", async () => {
    const { keySets, secrets, random } = await given({
      keySet: ["https://a.example/keys?a=b=keys.json", "https://b.example/=other.yaml"],
      secrets: "secrets.yaml",
      random: 0.5,
    });
    expect(keySets).toEqual({
      "https://a.example/keys?a=b": { keys: [{ kty: "oct" }] },
      "https://b.example/": { keys: [] },
    });
    expect(secrets).toEqual({ vault: { name: "value" } });
    expect(random?.()).toBe(0.5);
    expect(await given({})).toEqual({});
  });

  test.each<[GivenValuesOptions, string]>([
    [{ keySet: ["keys.json"] }, '--key-set: "keys.json" is not a URL with a file.'],
    [
      { keySet: ["https://a.example="] },
      '--key-set: "https://a.example=" is not a URL with a file.',
    ],
    [{ keySet: ["https://a.example=none.json"] }, "none.json"],
    [
      { keySet: ["https://a.example=no-keys.json"] },
      '--key-set: no-keys.json:1:1: "keys" is missing.',
    ],
    [{ keySet: ["https://a.example=broken.json"] }, "broken.json:1:"],
    [{ secrets: "list.json" }, "--secrets: list.json:1:1: "],
    [
      { secrets: "numbers.yaml" },
      '--secrets: numbers.yaml:2:9: "name" must be text, not a number.',
    ],
  ])("that are wrong are refused with their place: %j", async (options, sentence) => {
    const failure: unknown = await given(options).catch((error: unknown) => error);
    expect(String(failure)).toContain(sentence);
  });
});
