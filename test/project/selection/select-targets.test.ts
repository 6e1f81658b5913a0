import { describe, expect, test } from "vitest";
import type { LoadedConfiguration } from "@traffic-policy/project";
import {
  selectTargets,
  type TargetSelection,
} from "../../../packages/project/src/selection/select-targets.ts";

/** A configuration of targets with these tags. */
function configuration(tags: Readonly<Record<string, readonly string[]>>): LoadedConfiguration {
  const targets = Object.entries(tags).map(([name, own]) => [
    name,
    { kind: "tcp-edge" as const, edge: `edge of ${name}`, policy: "./p.json", tags: [...own] },
  ]);
  const start = { line: 1, column: 1 };
  return {
    environment: undefined,
    environmentNames: [],
    sources: ["/work/traffic-policy.config.json"],
    service: { emulator: { name: "", folder: "/work" } },
    services: {},
    limits: {},
    parts: {},
    inputs: [],
    targets: Object.fromEntries(targets) as LoadedConfiguration["targets"],
    file: "/work/traffic-policy.config.json",
    folder: "/work",
    fileOf: (name) => `/work/${name}`,
    nameOf: (file) => file.slice("/work/".length),
    locate: () => ({ file: "traffic-policy.config.json", start, end: start }),
  };
}

const some = configuration({
  "ssh-oslo": ["oslo", "office"],
  "ssh-bergen": ["office"],
  "eu/web": ["oslo"],
  "ssh-*": [],
  ".hidden": [],
});

const names = (selection: TargetSelection): string[] =>
  selectTargets([some], selection).map(({ name }) => name);

const errorOf = (selection: TargetSelection, from = some): unknown => {
  try {
    return selectTargets([from], selection);
  } catch (error) {
    const { message, help } = error as { message: string; help: string };
    return [message, help];
  }
};

describe("selected is", () => {
  test("everything, when nothing is asked for", () => {
    expect(names({})).toHaveLength(5);
    expect(names({ target: [], tag: [] })).toHaveLength(5);
  });

  test("a target by its name, in the order of the configuration, and once", () => {
    expect(names({ target: ["eu/web", "ssh-oslo", "eu/web"] })).toEqual(["ssh-oslo", "eu/web"]);
  });

  test("a target whose name looks like a glob, by its name alone", () => {
    expect(names({ target: ["ssh-*"] })).toEqual(["ssh-*"]);
  });

  test("all that a glob names, slashes and dots at the start included", () => {
    expect(names({ target: ["ssh-?*"] })).toEqual(["ssh-oslo", "ssh-bergen", "ssh-*"]);
    expect(names({ target: ["*"] })).toHaveLength(5);
    expect(names({ target: ["*e?"] })).toEqual(["ssh-bergen", "eu/web", ".hidden"]);
    expect(names({ target: ["{eu,us}*"] })).toEqual(["eu/web"]);
  });

  test("what has one of the tags", () => {
    expect(names({ tag: ["oslo"] })).toEqual(["ssh-oslo", "eu/web"]);
    expect(names({ tag: ["oslo", "office"] })).toEqual(["ssh-oslo", "ssh-bergen", "eu/web"]);
  });

  test("what fits both, when names and tags are asked for", () => {
    expect(names({ target: ["ssh-?*"], tag: ["oslo"] })).toEqual(["ssh-oslo"]);
  });
});

describe("it is an error, with help, that", () => {
  test("a name does not exist", () => {
    expect(errorOf({ target: ["ssh-oslo", "eu/wep"] })).toEqual([
      'The configuration has no target "eu/wep".',
      'Did you mean "eu/web"?',
    ]);
    expect(errorOf({ target: ["nothing like it"] })).toEqual([
      'The configuration has no target "nothing like it".',
      "It has: ssh-oslo, ssh-bergen, eu/web, ssh-*, .hidden.",
    ]);
  });

  test("a glob names nothing", () => {
    expect(errorOf({ target: ["db-*"] })).toEqual([
      'The configuration has no target that matches "db-*".',
      "It has: ssh-oslo, ssh-bergen, eu/web, ssh-*, .hidden.",
    ]);
  });

  test("a glob would exclude: together with another it would select everything", () => {
    expect(errorOf({ target: ["ssh-oslo", "!ssh-oslo"] })).toEqual([
      'The configuration has no target "!ssh-oslo".',
      'Did you mean "ssh-oslo"?',
    ]);
  });

  test("a tag is at no target", () => {
    expect(errorOf({ tag: ["osl"] })).toEqual([
      'No target of the configuration is tagged "osl".',
      'Did you mean "oslo"?',
    ]);
    expect(errorOf({ tag: ["production"] })).toEqual([
      'No target of the configuration is tagged "production".',
      "The tags are: oslo, office.",
    ]);
    expect(errorOf({ tag: ["a"] }, configuration({ web: [] }))).toEqual([
      'No target of the configuration is tagged "a".',
      'Its targets have no "tags".',
    ]);
  });

  test("no target fits both", () => {
    expect(errorOf({ target: ["eu/*"], tag: ["office"] })).toEqual([
      'None of the targets that --target names is tagged "office".',
      "With --target and --tag, a target must match both.",
    ]);
  });

  test("there are no targets at all", () => {
    expect(errorOf({}, configuration({}))).toEqual([
      "The configuration has no targets.",
      "Add `targets` to it, or run this in the folder of a project that has some.",
    ]);
  });

  test("a list of names would fill the screen", () => {
    const many = configuration(
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`edge-${index}`, []])),
    );
    expect(errorOf({ target: ["web*"] }, many)).toEqual([
      expect.any(String),
      expect.stringMatching(/edge-19 and 9980 more\.$/),
    ]);
  });
});
