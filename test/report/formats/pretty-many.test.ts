import { rules } from "@traffic-policy/policy-lint";
import prettyReport from "@traffic-policy/report/formats/pretty";
import { describe, expect, test } from "vitest";
import { inFile, inFiles } from "../alike.ts";
import { context, diagnostic, report } from "../sample.ts";

const another = "Something else.";

describe("equal findings", () => {
  test("of 2,000 files are shown once and fit on a screen", () => {
    const found = inFiles(2000, {
      help: "Write one.",
      fix: { title: "Write b", safe: true, edits: [] },
      related: [{ message: "It began here.", path: "/inbound" }],
    });
    const files = found.map((_, index) => `p/${index + 1}.json`);
    const text = prettyReport(
      report(found, { files, baseline: { known: 3, stale: 1 } }),
      context({ "p/1.json": "a == b == c" }),
    );
    expect(text).toBe(`\
error: A name is missing here. expression/syntax (2000 times in 2000 files)
  --> p/1.json:1:5
    |
  1 | a == b == c
    |     ^^^
  --> p/2.json:1:5
  --> p/3.json:1:5
      and 1997 more
  note: It began here. (/inbound)
  help: Write one.
   fix: Write b (safe, with --fix)
  more: traffic-policy explain expression/syntax

By rule:
  expression/syntax  2000 errors in 2000 files
By folder:
  p                  2000 errors in 2000 files

Equal findings are shown once; \`traffic-policy lint --all\` shows each.
2000 errors in 2000 files.
2000 can be fixed with --fix.
3 findings of the baseline left out.
1 finding of the baseline no longer there: --update-baseline removes it.
`);
  });

  test("of up to five places are shown as they are, and each of more when that is asked for", () => {
    const five = prettyReport(report(inFiles(5)), context());
    expect(five.match(/^error: /gm)).toHaveLength(5);
    expect(five).not.toContain("By rule");
    expect(five).not.toContain("--all");
    const six = report(inFiles(6));
    expect(prettyReport(six, context()).match(/^error: /gm)).toHaveLength(1);
    expect(prettyReport(six, { ...context(), all: true }).match(/^error: /gm)).toHaveLength(6);
  });

  test("stand where the first of them does, among others", () => {
    const found = [
      inFile("a/1.json", { message: "Before." }),
      ...inFiles(3),
      inFile("p/2.json", { message: "Between." }, 2),
      ...inFiles(6).slice(3),
    ];
    const text = prettyReport(report(found), context());
    expect(text.match(/^error: .*/gm)).toEqual([
      "error: Before. expression/syntax",
      "error: A name is missing here. expression/syntax (6 times in 6 files)",
      "error: Between. expression/syntax",
    ]);
  });

  test.each<[string, Partial<Parameters<typeof inFile>[1]>]>([
    ["rule", { rule: "document/rule-name" }],
    ["severity", { severity: "warning" }],
    ["message", { message: another }],
    ["help", { help: another }],
    ["fix", { fix: { title: another, safe: true, edits: [] } }],
    ["note", { related: [{ message: another, path: "" }] }],
  ])("are no longer equal with another %s", (_what, other) => {
    const text = prettyReport(report([...inFiles(6), ...inFiles(6, other, "q")]), context());
    expect(text.match(/\(6 times in 6 files\)/g)).toHaveLength(2);
    expect(text).toContain("--> p/1.json:1:5\n");
    expect(text).toContain("--> q/1.json:1:5\n");
  });

  test("whose fixes were not applied are apart from those that can be fixed", () => {
    const found = inFiles(14, { fix: { title: "Write b", safe: true, edits: [] } });
    const left = found.slice(0, 7).map((one) => ({ ...one, reason: "a comment could be lost" }));
    const text = prettyReport(report(found, { fixes: { fixed: 0, files: [], left } }), context());
    expect(text.match(/^ {3}fix: .*/gm)).toEqual([
      "   fix: Write b (not done: a comment could be lost)",
      "   fix: Write b (safe, with --fix)",
    ]);
  });

  test("in one file, and without a place", () => {
    const lines = Array.from({ length: 6 }, (_, line) => inFile("a.json", {}, line + 1));
    expect(prettyReport(report(lines), context())).toContain(
      "(6 times in 1 file)\n  --> a.json:1:5\n",
    );
    const { location: _location, ...nowhere } = diagnostic();
    const text = prettyReport(report(Array.from({ length: 6 }, () => nowhere)), context());
    expect(text).toContain("expression/syntax (6 times)\n      and 3 more\n");
  });

  test("keep the secrets of their lines hidden", () => {
    const text = "x: 9fK2mQ7xV4bL1pT8";
    const found = inFiles(9);
    const place = { file: "p/1.json", start: { line: 1, column: 4 }, end: { line: 1, column: 20 } };
    const secret = diagnostic({ rule: "security/secret", location: place });
    const sources = Object.fromEntries(found.map((_, index) => [`p/${index + 1}.json`, text]));
    const output = prettyReport(report([...found, secret]), context(sources));
    expect(output.match(/9fK2\*{12}/g)).toHaveLength(2);
    expect(output).not.toContain("mQ7x");
  });
});

describe("the summary", () => {
  const ruleNames = [...rules.keys()];

  test("counts many findings by rule and by folder, most first, and no more than the first ten", () => {
    const found = ruleNames.slice(0, 12).flatMap((rule, index) =>
      Array.from({ length: 12 - index }, (_, file) =>
        inFile(`team/${index}/${file}.json`, {
          rule,
          message: `${rule} ${file}`,
          severity: index % 2 === 0 ? "warning" : "info",
        }),
      ),
    );
    const style = { ...context().style, yellow: (text: string) => `<${text}>` };
    const text = prettyReport(report(found), { ...context(), style, all: true });
    const table = text.slice(text.indexOf("By rule:\n")).split("\n");
    expect(table).toHaveLength(27);
    expect(table[1]).toMatch(new RegExp(`^  ${ruleNames[0]} +<12 warnings> in 12 files$`));
    expect(table[2]).toMatch(new RegExp(`^  ${ruleNames[1]} +11 info in 11 files$`));
    expect(table[11]).toBe("  and 2 more rules with 3 findings");
    expect(table[12]).toBe("By folder:");
    expect(table[13]).toMatch(/^ {2}team\/0 +<12 warnings> in 12 files$/);
    expect(table.slice(23)).toEqual([
      "  and 2 more folders with 3 findings",
      "",
      "<42 warnings>, 36 info in 1 file.",
      "",
    ]);
  });

  test("is shown of more than twenty findings", () => {
    const distinct = inFiles(21).map((one, index) => ({ ...one, message: `It is ${index}.` }));
    const of = (count: number): string => prettyReport(report(distinct.slice(0, count)), context());
    expect(of(20)).not.toContain("By rule:");
    expect(of(21)).toContain("By rule:\n  expression/syntax  21 errors in 21 files\n");
  });

  test("puts errors first where there are as many, and names the folder that files are in", () => {
    const found = [
      ...inFiles(11, { rule: "a/info", severity: "info" }, ".."),
      ...Array.from({ length: 11 }, (_, line) => inFile("web.json", { rule: "b/error" }, line)),
    ];
    expect(prettyReport(report(found), context())).toContain(
      "By rule:\n  b/error  11 errors in 1 file\n  a/info   11 info in 11 files\n" +
        "By folder:\n  .        11 errors in 1 file\n  ..       11 info in 11 files\n",
    );
  });

  test("shows names of folders and rules, and obeys nothing in them", () => {
    const found = inFiles(21, { rule: "team/\u001b[2J" }, "a\u001b[31m\n");
    const text = prettyReport(report(found), context());
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/\u001b/);
    expect(text).toContain("  a\\u001b[31m\\n   21 errors in 21 files\n");
  });
});

describe("of hundreds of findings", () => {
  const many = (severity: "error" | "warning") =>
    Array.from({ length: 150 }, (_, line) =>
      inFile("a.json", { severity, message: `${severity} ${line}` }, line + 1),
    );
  const heads = (text: string): readonly string[] => text.match(/^(?:error|warning): /gm) ?? [];

  test("all errors are shown, and of the others as many as there is room for", () => {
    const errors = heads(prettyReport(report([...many("warning"), ...many("error")]), context()));
    expect(errors).toEqual(Array.from({ length: 150 }, () => "error: "));
    const mixed = [...many("warning"), inFile("b.json")];
    const text = prettyReport(report(mixed), context());
    expect(heads(text)).toEqual(["error: ", ...Array.from({ length: 49 }, () => "warning: ")]);
    expect(text).toContain(
      "\n101 of 151 findings are counted only, the least severe; `traffic-policy lint --all` shows each.\n",
    );
    expect(text).toContain("By rule:\n  expression/syntax  1 error, 150 warnings in 2 files\n");
  });

  test("--all shows each, errors first", () => {
    const mixed = [...many("warning"), inFile("b.json")];
    const shown = heads(prettyReport(report(mixed), { ...context(), all: true }));
    expect(shown).toHaveLength(151);
    expect(shown[0]).toBe("error: ");
  });
});

describe("at most some findings", () => {
  const found = [
    ...inFiles(8, { severity: "info", message: "It is odd." }),
    inFile("a.json", { severity: "warning" }),
    inFile("b.json"),
    inFile("c.json"),
  ];
  const shown = (maxDiagnostics: number, all = false): string =>
    prettyReport(report(found), { ...context(), maxDiagnostics, all });

  test("are the most severe ones, errors first; what is shown once counts as one", () => {
    expect(shown(3).match(/^(?:error|warning|info): .*/gm)).toEqual([
      "error: A name is missing here. expression/syntax",
      "error: A name is missing here. expression/syntax",
      "warning: A name is missing here. expression/syntax",
    ]);
    expect(shown(4)).toContain("info: It is odd. expression/syntax (8 times in 8 files)\n");
    expect(shown(4)).not.toContain("leaves out");
    expect(shown(5, true).match(/^info: /gm)).toHaveLength(2);
  });

  test.each([
    [3, false, 8],
    [1, false, 10],
    [0, false, 11],
    [5, true, 6],
  ])("%i: the summary counts all, and says how many are left out", (most, all, left) => {
    const text = shown(most, all);
    expect(text).toContain(
      "By rule:\n  expression/syntax  2 errors, 1 warning, 8 info in 11 files\n",
    );
    expect(
      text.endsWith(
        `\n--max-diagnostics leaves out ${left} of 11 findings.\n2 errors, 1 warning, 8 info in 1 file.\n`,
      ),
    ).toBe(true);
  });
});
