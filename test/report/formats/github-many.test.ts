import type { Diagnostic } from "@traffic-policy/policy-language";
import githubReport from "@traffic-policy/report/formats/github";
import { describe, expect, test } from "vitest";
import { inFile, inFiles } from "../alike.ts";
import { context, diagnostic, report } from "../sample.ts";

function lines(found: readonly Diagnostic[], how: object = {}, more: object = {}): string[] {
  return githubReport(report(found, more), { ...context(), ...how }).split("\n");
}

/** How many annotations there are of each kind. */
function annotations(printed: readonly string[]): Record<string, number> {
  const count = (kind: string): number =>
    printed.filter((line) => line.startsWith(`::${kind} `)).length;
  return { error: count("error"), warning: count("warning"), notice: count("notice") };
}

const tenOfEach = (["error", "warning", "info"] as const).flatMap((severity) =>
  inFiles(10, { severity }, severity),
);

test("as many findings as GitHub annotates are annotations alone", () => {
  const printed = lines(tenOfEach);
  expect(annotations(printed)).toEqual({ error: 10, warning: 10, notice: 10 });
  expect(printed).toHaveLength(31);
});

describe("more findings than GitHub annotates", () => {
  test("are shown in a group for each rule, those that say the same once, and as many are annotated", () => {
    const found = [
      ...inFiles(2000, { help: "Write one." }),
      ...inFiles(2, { rule: "document/rule-name", severity: "info", message: "It has no name." }),
    ];
    const printed = lines(
      found,
      {},
      { files: inFiles(2000).map((one) => one.location?.file ?? "") },
    );
    expect(annotations(printed)).toEqual({ error: 10, warning: 0, notice: 2 });
    expect(printed.slice(12)).toEqual([
      "::group::expression/syntax: 2000 errors in 2000 files",
      "error: A name is missing here. (2000 times in 2000 files)",
      ...Array.from({ length: 20 }, (_, index) => `  --> p/${index + 1}.json:1:5`),
      "      and 1980 more",
      "  help: Write one.",
      "::endgroup::",
      "::group::document/rule-name: 2 info in 2 files",
      "info: p/1.json:1:5: It has no name.",
      "info: p/2.json:1:5: It has no name.",
      "::endgroup::",
      "2000 errors, 2 info in 2000 files.",
      "GitHub shows up to 10 annotations of each kind per step; the groups above list the others, too.",
      "",
    ]);
  });

  test("are annotated once each before one that says the same is annotated again", () => {
    const found = [
      ...inFiles(100),
      ...Array.from({ length: 4 }, (_, line) => inFile("z.json", { message: `It is ${line}.` })),
    ];
    const annotated = lines(found).filter((line) => line.startsWith("::error "));
    expect(annotated).toHaveLength(10);
    expect(annotated.filter((line) => line.includes("file=z.json"))).toHaveLength(4);
    // In the order in which they were found.
    expect(annotated[0]).toContain("file=p/1.json");
    expect(annotated[9]).toContain("It is 3.");
  });

  test("share the annotations with files that could not be linted", () => {
    const failures = ["a", "b", "c"].map((file) => ({ file, message: `${file} is not there.` }));
    const printed = lines(inFiles(8), {}, { failures });
    expect(annotations(printed)).toEqual({ error: 10, warning: 0, notice: 0 });
    expect(printed).toContain("error: A name is missing here. (8 times in 8 files)");
    expect(printed).toContain("8 errors in 1 file, 3 files could not be linted.");
    const many = lines(inFiles(1), {}, { failures: Array.from({ length: 12 }, () => failures[0]) });
    expect(annotations(many)).toMatchObject({ error: 12 });
    expect(many).toContain("error: p/1.json:1:5: A name is missing here.");
  });

  test("are all annotated when that is asked for", () => {
    const printed = lines(inFiles(2000), { all: true });
    expect(annotations(printed)).toEqual({ error: 2000, warning: 0, notice: 0 });
    expect(printed).toHaveLength(2001);
  });

  test("of no place are shown, too", () => {
    const { location: _location, ...nowhere } = diagnostic();
    const distinct = Array.from({ length: 11 }, (_, index) => ({
      ...nowhere,
      message: `${index}.`,
    }));
    expect(lines(distinct)).toContain("error: 10.");
    expect(lines(Array.from({ length: 11 }, () => ({ ...nowhere })))).toContain(
      "error: A name is missing here. (11 times)",
    );
  });

  test("in a group are no commands", () => {
    const found = inFiles(
      11,
      {
        rule: "team/a%\n::b",
        message: "\n::error::100 %",
        help: "##[error]no",
      },
      "::warning::\u001b[2J",
    );
    const printed = lines(found);
    expect(printed.slice(10, -3)).toEqual([
      "::group::team/a%25%0A::b: 11 errors in 11 files",
      "error: \\n::error::100 % (11 times in 11 files)",
      ...found.map(
        ({ location }) => `  --> ::warning::\\u001b[2J/${location?.file.split("/")[1]}:1:5`,
      ),
      "  help: ##\\u005berror]no",
      "::endgroup::",
    ]);
  });
});

describe("at most some findings", () => {
  const found = [...inFiles(8, { severity: "info" }), inFile("a.json"), inFile("b.json")];

  test("are the most severe ones, and what is left out is said", () => {
    expect(lines(found, { maxDiagnostics: 2 })).toEqual([
      expect.stringContaining("::error file=a.json"),
      expect.stringContaining("::error file=b.json"),
      "--max-diagnostics leaves out 8 of 10 findings.",
      "",
    ]);
    expect(lines(found, { maxDiagnostics: 3 })).toEqual(lines(found));
  });

  test("with groups", () => {
    const printed = lines([...inFiles(30), ...found], { maxDiagnostics: 1 });
    expect(annotations(printed)).toEqual({ error: 10, warning: 0, notice: 0 });
    expect(printed.filter((line) => line.startsWith("::group::"))).toHaveLength(1);
    expect(printed.slice(-4)).toEqual([
      "32 errors, 8 info in 1 file.",
      expect.stringContaining("GitHub shows up to 10 annotations"),
      "--max-diagnostics leaves out 8 of 40 findings.",
      "",
    ]);
  });
});
