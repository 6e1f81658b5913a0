import { Type, type Static } from "@sinclair/typebox";
import * as Json from "../../report/schema.ts";

const edit = Type.Union(
  [
    Json.object(
      { path: Json.pointer, span: Json.span, text: Json.text("The new text of this part.") },
      "A part of a string.",
    ),
    Json.object({ path: Json.pointer, value: Json.any("The new value.") }, "Another value."),
    Json.object({ path: Json.pointer, key: Json.text("The new key.") }, "Another key."),
    Json.object({ path: Json.pointer, remove: Type.Literal(true) }, "A removal."),
  ],
  { description: "One change of the policy document." },
);

const fix = Json.object(
  {
    title: Json.text("What it does, in a few words."),
    safe: Json.flag(
      "Whether the policy certainly does the same afterwards, apart from the problem.",
    ),
    edits: Json.list(edit, "The changes that it is made of."),
  },
  "A change that fixes it.",
);

const related = Json.object(
  {
    message: Json.text("How it relates to the finding."),
    path: Json.pointer,
    location: Json.optional(Json.range),
  },
  "A place that is related to the finding.",
);

const finding = {
  rule: Json.text("The rule that found it: `expression/syntax`."),
  message: Json.text("What is wrong, in a sentence."),
  path: Json.pointer,
  location: Json.optional(Json.range),
};

export const diagnostic = Json.object(
  {
    rule: finding.rule,
    severity: Json.severity("The severity."),
    message: finding.message,
    help: Json.optional(Json.text("What to do.")),
    path: finding.path,
    span: Json.optional(Json.span),
    location: finding.location,
    related: Json.optional(Json.list(related, "Related places.")),
    fix: Json.optional(fix),
    docs: Json.optional(
      Json.text("The rule's page in the documentation; a custom rule may have none."),
    ),
  },
  "One finding.",
);

const failure = Json.object(
  {
    file: Json.text("The file, relative to the working directory."),
    rule: Json.optional(
      Json.text(
        "The lint rule that did not finish, so that this file and those after it were linted without it.",
      ),
    ),
    message: Json.text("Why, in a sentence."),
    help: Json.optional(Json.text("What to do.")),
    position: Json.optional(Json.position),
    end: Json.optional(Json.position),
  },
  "A file that could not be linted, or a lint rule that did not finish.",
);

const fixedFile = Json.object(
  {
    file: Json.text("The file, relative to the working directory."),
    fixed: Json.whole("How many findings were fixed in it."),
    text: Json.optional(Json.text("The new text of standard input.")),
    diff: Json.optional(Json.text("In a dry run: what would change, as a unified diff.")),
  },
  "A file that was fixed.",
);

const left = Json.object(
  { ...finding, reason: Json.text("Why, as the end of a sentence.") },
  "A finding whose fix was not applied.",
);

const lintOutput = Json.object(
  {
    ...Json.version,
    files: Json.whole("How many files were linted."),
    summary: Json.object(
      {
        error: Json.whole("Errors."),
        warning: Json.whole("Warnings."),
        info: Json.whole("Findings of the severity info."),
      },
      "How many findings there are of each severity.",
    ),
    diagnostics: Json.list(diagnostic, "The findings."),
    failures: Json.list(
      failure,
      "Files that could not be linted, and lint rules that did not finish; then the exit status is 2.",
    ),
    baseline: Json.optional(
      Json.object(
        {
          known: Json.whole("How many findings were omitted because they are known."),
          stale: Json.whole("How many known findings no longer occur."),
        },
        "What the baseline did, if there was one.",
      ),
    ),
    fixes: Json.optional(
      Json.object(
        {
          fixed: Json.whole("How many findings were fixed."),
          files: Json.list(fixedFile, "The files."),
          left: Json.list(left, "Findings whose fixes were not applied."),
        },
        "What fixing did, or in a dry run would do.",
      ),
    ),
  },
  "The report of the linter.",
);

export type LintOutput = Static<typeof lintOutput>;

export default [Json.output("lint", lintOutput)];
