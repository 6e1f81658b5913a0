import prettyReport from "@traffic-policy/report/formats/pretty";
import { describe, expect, test } from "vitest";
import { context, diagnostic, report, withWitness } from "../sample.ts";

const files = { "web.json": '{\r\n  "expressions": ["a =="]\r\n}' };

describe("pretty", () => {
  test("the line with the place underlined, the help, and where to read more", () => {
    const found = diagnostic({
      help: "Write one.",
      related: [
        {
          message: "It began here.",
          path: "/inbound",
          location: {
            file: "web.json",
            start: { line: 1, column: 1 },
            end: { line: 1, column: 2 },
          },
        },
        { message: "There is another.", path: "/outbound" },
      ],
    });
    expect(prettyReport(report([found]), context(files))).toBe(`\
error: A name is missing here. expression/syntax
  --> web.json:2:5
    |
  2 |   "expressions": ["a =="]
    |     ^^^
  note: It began here. (web.json:1:1)
  note: There is another. (/outbound)
  help: Write one.
  more: traffic-policy explain expression/syntax

1 error in 1 file.
`);
  });

  const fix = (safe: boolean) => ({
    title: "Write b",
    safe,
    edits: [{ path: "/a", value: "b" }],
  });

  test("a fix, how it is made, and not once more what it does", () => {
    const text = prettyReport(
      report([
        diagnostic({ help: "Write b.", fix: fix(true) }),
        diagnostic({ help: "Something else.", fix: fix(false) }),
      ]),
      context(),
    );
    expect(text.match(/^ +(?:help|fix): .*$/gm)).toEqual([
      "   fix: Write b (safe, with --fix)",
      "  help: Something else.",
      "   fix: Write b (unsafe, with --fix-unsafe)",
    ]);
    expect(text).toMatch(/\n1 can be fixed with --fix, 1 more with --fix-unsafe\.\n$/);
  });

  test("a fix in code, which can be made only where the call has the text", () => {
    const place = { line: 1, column: 1 };
    const inCode = diagnostic({
      fix: fix(true),
      location: { file: "a.mts", start: place, end: place },
    });
    const text = prettyReport(report([inCode, diagnostic({ fix: fix(true) })]), context());
    expect(text).toContain("   fix: Write b (safe, with --fix, if the text is in this call)\n");
    expect(text).toMatch(/\n2 can be fixed with --fix, in code if the text is in the call\.\n$/);
  });

  test("what was fixed, and why something was not", () => {
    const left = diagnostic({ fix: fix(true) });
    const fixes = {
      fixed: 2,
      files: [{ file: "web.json", fixed: 2 }],
      left: [{ ...left, reason: "a comment could be lost" }],
    };
    const text = prettyReport(report([left], { fixes }), context());
    expect(text).toContain("   fix: Write b (not done: a comment could be lost)\n");
    expect(text).toMatch(
      /\n2 findings fixed in 1 file\.\n1 fix was not applied; the finding says why\.\n$/,
    );
    const dry = { ...fixes, files: [{ file: "web.json", fixed: 2, diff: "" }], left: [] };
    expect(prettyReport(report([], { fixes: dry }), context())).toBe(
      "No findings in 1 file.\n2 findings would be fixed in 1 file.\n",
    );
  });

  test("where to read more is said once a rule", () => {
    const text = prettyReport(report([diagnostic(), diagnostic()]), context());
    expect(text.match(/more:/g)).toHaveLength(1);
  });

  test("the findings of a file stand together", () => {
    const at = (file: string, line: number) =>
      diagnostic({
        location: { file, start: { line, column: 1 }, end: { line, column: 1 } },
      });
    const text = prettyReport(
      report([at("a.ts", 1), at("common.ts", 1), at("a.ts", 2)]),
      context(),
    );
    expect(text.match(/--> .*/g)).toEqual(["--> a.ts:1:1", "--> a.ts:2:1", "--> common.ts:1:1"]);
  });

  test.each([
    ["nothing", report([]), "No findings in 1 file.\n"],
    [
      "findings of all severities",
      report(
        [
          diagnostic(),
          diagnostic(),
          diagnostic({ severity: "warning" }),
          diagnostic({ severity: "info" }),
        ],
        { files: ["a", "b"] },
      ),
      "\n2 errors, 1 warning, 1 info in 2 files.\n",
    ],
    [
      "a file that could not be linted",
      report([], { failures: [{ file: "a", message: "a: There is no such file." }] }),
      "No findings in 1 file, 1 file could not be linted.\n",
    ],
    [
      "known findings",
      report([], { baseline: { known: 2, stale: 0 } }),
      "No findings in 1 file.\n2 findings of the baseline left out.\n",
    ],
    [
      "known findings that are gone",
      report([], { baseline: { known: 0, stale: 1 } }),
      "1 finding of the baseline no longer there: --update-baseline removes it.\n",
    ],
  ])("the summary of %s", (_what, given, end) => {
    expect(prettyReport(given, context()).endsWith(end)).toBe(true);
  });

  test("a range over several lines is marked to the end of the first", () => {
    const location = {
      file: "web.json",
      start: { line: 2, column: 20 },
      end: { line: 3, column: 2 },
    };
    expect(prettyReport(report([diagnostic({ location })]), context(files))).toContain(
      '  2 |   "expressions": ["a =="]\n    |                    ^^^^^^\n',
    );
  });

  test("a tab takes four columns, before the marks and above them", () => {
    const line = '\t"expressions":\t[]';
    const location = { file: "t", start: { line: 1, column: 2 }, end: { line: 1, column: 18 } };
    expect(prettyReport(report([diagnostic({ location })]), context({ t: line }))).toContain(
      '  1 |     "expressions":    []\n    |     ^^^^^^^^^^^^^^^^^^^\n',
    );
  });

  test("of a very long line only the part around the marks is shown", () => {
    const line = `${"a".repeat(5000)}HERE${"b".repeat(5000)}`;
    const location = {
      file: "t",
      start: { line: 1, column: 5001 },
      end: { line: 1, column: 5005 },
    };
    const lines = prettyReport(report([diagnostic({ location })]), context({ t: line })).split(
      "\n",
    );
    const shown = lines.find((text) => text.includes("HERE")) ?? "";
    const marks = lines[lines.indexOf(shown) + 1] ?? "";
    expect(shown.length).toBeLessThan(150);
    expect(marks.indexOf("^^^^")).toBe(shown.indexOf("HERE"));
  });

  describe("secrets", () => {
    const range = (file: string, line: number, column: number, endLine: number, end: number) => ({
      file,
      start: { line, column },
      end: { line: endLine, column: end },
    });
    /** The lines that are shown for a finding at the begin of each line, beside that of the secret. */
    const shown = (text: string, place: ReturnType<typeof range>): string[] => {
      const { file } = place;
      const secret = diagnostic({ rule: "security/secret", location: place });
      const others = text
        .split("\n")
        .map((_, index) => diagnostic({ location: range(file, index + 1, 1, index + 1, 2) }));
      const output = prettyReport(report([secret, ...others]), context({ [file]: text }));
      return [...output.matchAll(/^ {2}\d+ \| (.*)$/gm)].map(([, line]) => line ?? "");
    };

    test("are hidden but for their first signs, also in the lines of other findings", () => {
      const text = '{ "x-api-key": "9fK2mQ7xV4bL1pT8" }';
      const line = '{ "x-api-key": "9fK2************" }';
      expect(shown(text, range("a.json", 1, 16, 1, 34))).toEqual([line, line]);
    });

    test("are hidden in each line that they take", () => {
      const text = "key: |\n  -----BEGIN KEY-----\n  MIIE aBcD\n  -----END\nafter: 1";
      expect(shown(text, range("a.yaml", 2, 3, 4, 11))).toEqual([
        "  ----****** ********",
        "key: |",
        "  ----****** ********",
        "  **** ****",
        "  ********",
        "after: 1",
      ]);
    });

    test("leave the marks where they are", () => {
      const text = "x: 9fK2mQ7xV4bL1pT8 # why";
      const secret = diagnostic({
        rule: "security/secret",
        location: range("a.yaml", 1, 4, 1, 20),
      });
      expect(prettyReport(report([secret]), context({ "a.yaml": text }))).toContain(
        "  1 | x: 9fK2************ # why\n    |    ^^^^^^^^^^^^^^^^\n",
      );
    });

    test("are hidden in a part of a very long line", () => {
      const text = `${"a ".repeat(500)}"9fK2mQ7xV4bL1pT8"${" b".repeat(500)}`;
      const secret = range("a.json", 1, 1001, 1, 1019);
      const other = diagnostic({ location: range("a.json", 1, 1011, 1, 1012) });
      const output = prettyReport(
        report([other, diagnostic({ rule: "security/secret", location: secret })]),
        context({ "a.json": text }),
      );
      expect(output.match(/"9fK2\*{12}" b/g)).toHaveLength(2);
      expect(output).not.toContain("mQ7x");
    });

    test("in code are hidden wherever a literal looks like one", () => {
      const text = `const key = '9fK2mQ7xV4bL1pT8';
addHeaders({ headers: { "x-a": "a", authorization: \`Bearer 9fK2mQ7xV4bL1pT8\` } })`;
      const lines = [
        "const key = '9fK2************';",
        'addHeaders({ headers: { "x-a": "a", authorization: `Bearer 9fK2************` } })',
      ];
      expect(shown(text, range("a.policy.ts", 2, 1, 2, 1))).toEqual([lines[1], ...lines]);
      const other = diagnostic({ location: range("a.policy.ts", 1, 1, 1, 1) });
      const withoutSecrets = prettyReport(report([other]), context({ "a.policy.ts": text }));
      expect(withoutSecrets).toContain("9fK2mQ7xV4bL1pT8");
    });

    test("that no finding of the report tells of are hidden as well", () => {
      const text = "x: 9fK2mQ7xV4bL1pT8";
      const output = prettyReport(
        report([diagnostic({ location: range("a.yaml", 1, 1, 1, 2) })], {
          secrets: [range("a.yaml", 1, 4, 1, 20)],
        }),
        context({ "a.yaml": text }),
      );
      expect(output).toContain("  1 | x: 9fK2************\n");
    });

    test("that only their name tells of are hidden as well, but for expressions", () => {
      const text = `{ authorization: "Bearer pw-1", token: "\${x}", cookie: 'a=1' }`;
      const output = prettyReport(
        report([diagnostic({ location: range("a.yaml", 1, 1, 1, 2) })]),
        context({ "a.yaml": text }),
      );
      expect(output).toContain(
        `  1 | { authorization: "Bearer ****", token: "\${x}", cookie: '***' }\n`,
      );
    });
  });

  test("commands for the terminal in a policy are shown, not obeyed", () => {
    const location = { file: "t", start: { line: 1, column: 3 }, end: { line: 1, column: 5 } };
    const message = "The name \u001b]0;x\u0007 is wrong.";
    const text = prettyReport(
      report([diagnostic({ location, message })]),
      context({ t: "a \u202eb\u001b[2J" }),
    );
    // oxlint-disable-next-line no-control-regex -- these are not to come through
    expect(text).not.toMatch(/[\u0007\u001b\u202e]/);
    expect(text).toContain("  1 | a \\u202eb\\u001b[2J\n    |   ^^^^^^^\n");
  });
});

test("the exchange that shows a finding is a note", () => {
  expect(prettyReport(report([withWitness]), context(files))).toContain(`
  note: It fails for GET https://example.com/.
  help: Add one.
`);
});
