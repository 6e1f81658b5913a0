import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import budget from "./budget.json" with { type: "json" };
import { writeManyRules } from "../bench/many-rules.ts";
import { compile, type Compilation } from "./compile.ts";

/** A call that must not compile: the comments above it are the errors it gives, word by word. */
interface WrongCall {
  readonly file: string;
  /** Its first line, from 1, and the line after it. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly expected: readonly string[];
}

function wrongCalls(project: string, file: string): WrongCall[] {
  const text = readFileSync(new URL(`${project}/${file}`, import.meta.url), "utf8");
  let line = 1;
  return text.split(/(?<=\n)\n/).flatMap((block) => {
    const start = line;
    line += block.split("\n").length;
    const lines = block.trimEnd().split("\n");
    const expected = lines.filter((one) => one.startsWith("// ")).map((one) => one.slice(3));
    const code = lines.filter((one) => !one.startsWith("// ")).join("\n");
    return expected.length === 0 ? [] : [{ file, start, end: line, code, expected }];
  });
}

const wrong = compile("wrong");
const right = compile("right");
// Apart: each dialect adds to the types that both share.
const ofPhases = { wrong: compile("phases/wrong"), right: compile("phases/right") };

const files = (
  [
    ["wrong", wrong],
    ["phases/wrong", ofPhases.wrong],
  ] as const
).flatMap(([project, compilation]) =>
  readdirSync(new URL(project, import.meta.url))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ project, file, compilation })),
);

describe.each(files)("what does not compile: $project/$file", ({ project, file, compilation }) => {
  const calls = wrongCalls(project, file);

  test.each(calls)("$code", ({ start, end, expected }) => {
    const found = compilation.errors.filter(
      (error) => error.file === file && error.line >= start && error.line < end,
    );
    expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual(expected);
  });

  test("nothing else is wrong there", () => {
    const others = compilation.errors.filter(
      (error) =>
        error.file === file &&
        !calls.some(({ start, end }) => error.line >= start && error.line < end),
    );
    expect(others).toEqual([]);
  });
});

test("what is wrong is said in under 200 characters", () => {
  const all = [...wrong.errors, ...ofPhases.wrong.errors];
  expect(all.filter(({ head }) => head.length >= 200)).toEqual([]);
  // With its elaborations a message is longer only where two types of expressions, or a list and a
  // text, are compared: the compiler lists the methods that one of them lacks.
  const long = wrong.errors.filter(({ message }) => message.length >= 200);
  expect(long.map(({ file }) => file)).toEqual([
    ...Array.from({ length: 8 }, () => "comparisons.ts"),
    "parts.ts",
  ]);
});

test("no type is too deep for the compiler", () => {
  expect(wrong.errors.filter(({ code }) => code === "TS2589")).toEqual([]);
});

test("what is right compiles", () => {
  expect(right.errors).toEqual([]);
  expect(ofPhases.right.errors).toEqual([]);
});

function manyRules(): Compilation {
  const projects = writeManyRules();
  try {
    return compile(projects.built);
  } finally {
    projects.remove();
  }
}

/** How much more work than the budget says is let pass, and how much less before it is stale. */
const slack = { more: 1.05, less: 0.8 };

test.each(["right", "wrong", "many-rules"] as const)(
  "the types of %s cost what test/types/budget.json says",
  (project) => {
    const found = { right, wrong, "many-rules": manyRules() }[project].instantiations;
    const allowed = budget[project];
    const help = `it is ${found} now; if that is worth it, write it into the budget`;
    expect(found, help).toBeLessThanOrEqual(allowed * slack.more);
    expect(found, help).toBeGreaterThanOrEqual(allowed * slack.less);
  },
);
