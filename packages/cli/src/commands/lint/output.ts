import { Type, type Static } from "@sinclair/typebox";
import {
  list,
  object,
  optional,
  flag,
  json,
  pointer,
  position,
  range,
  severity,
  span,
  text,
  version,
  whole,
  type JsonOutput,
} from "../../report/schema.ts";

const edit = Type.Union(
  [
    object(
      { path: pointer, span, text: text("The new text of this part.") },
      "A part of a string.",
    ),
    object({ path: pointer, value: json("The new value.") }, "Another value."),
    object({ path: pointer, key: text("The new key.") }, "Another key."),
    object({ path: pointer, remove: Type.Literal(true) }, "Nothing in its place."),
  ],
  { description: "One change of the policy document." },
);

const fix = object(
  {
    title: text("What it does, in a few words."),
    safe: flag("Whether the policy surely does the same afterwards, but for what was wrong."),
    edits: list(edit, "The changes that it is made of."),
  },
  "A change that puts it right.",
);

const related = object(
  { message: text("What it has to do with it."), path: pointer, location: optional(range) },
  "Another place that belongs to the finding.",
);

const finding = {
  rule: text("The rule that found it: `expression/syntax`."),
  message: text("What is wrong, in a sentence."),
  path: pointer,
  location: optional(range),
};

/** A finding of lint. */
export const diagnostic = object(
  {
    rule: finding.rule,
    severity: severity("How bad it is."),
    message: finding.message,
    help: optional(text("What to do.")),
    path: finding.path,
    span: optional(span),
    location: finding.location,
    related: optional(list(related, "Other places that belong to the finding.")),
    fix: optional(fix),
    docs: optional(text("The rule's page in the documentation; a rule of your own may have none.")),
  },
  "One finding.",
);

const failure = object(
  {
    file: text("The file, relative to the working directory."),
    rule: optional(
      text(
        "The lint rule that did not finish, so that this file and those after it were linted without it.",
      ),
    ),
    message: text("Why, in a sentence."),
    help: optional(text("What to do.")),
    position: optional(position),
    end: optional(position),
  },
  "A file that could not be linted, or a lint rule that did not finish.",
);

const fixedFile = object(
  {
    file: text("The file, relative to the working directory."),
    fixed: whole("How many findings were fixed in it."),
    text: optional(text("The new text of standard input.")),
    diff: optional(text("In a dry run: what would change, as a unified diff.")),
  },
  "A file that was fixed.",
);

const left = object(
  { ...finding, reason: text("Why, as the end of a sentence.") },
  "A finding whose fix was not applied.",
);

/** What `lint --format json` prints. */
const lintOutput = object(
  {
    ...version,
    files: whole("How many files were linted."),
    summary: object(
      {
        error: whole("Errors."),
        warning: whole("Warnings."),
        info: whole("Findings of the severity info."),
      },
      "How many findings there are of each severity.",
    ),
    diagnostics: list(diagnostic, "The findings."),
    failures: list(
      failure,
      "Files that could not be linted, and lint rules that did not finish; then the exit status is 2.",
    ),
    baseline: optional(
      object(
        {
          known: whole("How many findings were left out because they are known."),
          stale: whole("How many known ones are not there any more."),
        },
        "What the baseline did, if there was one.",
      ),
    ),
    fixes: optional(
      object(
        {
          fixed: whole("How many findings were fixed."),
          files: list(fixedFile, "The files."),
          left: list(left, "Findings that are left although they have a fix."),
        },
        "What fixing did, or in a dry run would do.",
      ),
    ),
  },
  "The report of the linter.",
);

export type LintOutput = Static<typeof lintOutput>;

export default [{ name: "lint", commands: ["lint"], schema: lintOutput }] satisfies JsonOutput[];
