import { describe, expect, test } from "vitest";
import { everyCommand } from "../../scripts/every-command.ts";
import { manPage } from "../../scripts/generate/man-page.ts";
import { roff } from "../../scripts/generate/roff.ts";

describe("a text in a man page", () => {
  test.each([
    ["--format <format>", String.raw`\-\-format <format>`],
    [".gitignore", String.raw`\&.gitignore`],
    ["in .gitignore.", "in .gitignore."],
    ["'ssh-*'", String.raw`\(aqssh\-*\(aq`],
    [String.raw`C:\new ~/x`, String.raw`C:\(rsnew \(ti/x`],
    ["`a` ^b", String.raw`\(gaa\(ga \(hab`],
    ["more … 👍", String.raw`more \[u2026] \[u1F44D]`],
  ])("%s", (text, written) => {
    expect(roff(text)).toBe(written);
  });
});

describe("the man page of the command", async () => {
  const lines = (await manPage()).text.split("\n").slice(0, -1);
  const shown = lines
    .map((line) =>
      line
        .replace(/^\.(?:SS|B) /, "")
        .replaceAll(/\\f[BIR]|\\&/g, "")
        .replaceAll("\\-", "-")
        .replaceAll("\\(aq", "'"),
    )
    .join("\n");

  test("has no other requests than those that every reader of man pages knows", () => {
    const requests = lines.filter((line) => /^[.']/.test(line));
    const unknown = requests.filter(
      (line) => !/^\.(?:\\" .*|(?:TH|SH|SS|B) .+|RS 4|PP|TP|RE|br|nf|fi|nh|ad l)$/.test(line),
    );
    expect(unknown).toEqual([]);
  });

  test("has no other escapes than its own, and no character that is shown as another one", () => {
    const rest = lines
      .filter((line) => !line.startsWith('.\\"'))
      .map((line) =>
        line.replaceAll(/\\(?:f[BIR]|[-&]|\((?:rs|aq|ga|ha|ti)|\[u[\dA-F]{4,5}\])/g, ""),
      );
    expect(rest.filter((line) => /[^ -~]|[\\\-'`^~]/.test(line))).toEqual([]);
    expect(lines).not.toContain("");
  });

  test("has every option and example of every command", async () => {
    for (const { command, words, examples } of await everyCommand()) {
      expect(shown).toMatch(
        new RegExp(`^${["traffic-policy", ...words].join(" ")}(?: \\[|$)`, "m"),
      );
      const helper = command.createHelp();
      for (const option of helper.visibleOptions(command)) {
        expect(shown).toContain(`\n${helper.optionTerm(option)}\n`);
        expect(shown).toContain(`\n${helper.optionDescription(option)}\n`);
      }
      for (const { what, line } of examples) {
        expect(shown).toContain(
          `\n# ${what}\n.nf\n${line.replace("\\", "\\(rs").replaceAll("~", "\\(ti")}\n`,
        );
      }
    }
  });
});
