import type { Static } from "@sinclair/typebox";
import { diagnostic, finding } from "../../lint/diagnostic-schema.ts";
import * as Json from "../../report/schema.ts";

const failure = Json.object(
  "A file that could not be linted, or a lint rule that did not finish.",
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
);

const fixedFile = Json.object("A file that was fixed.", {
  file: Json.text("The file, relative to the working directory."),
  fixed: Json.whole("How many findings were fixed in it."),
  text: Json.optional(Json.text("The new text of standard input.")),
  diff: Json.optional(Json.text("In a dry run: what would change, as a unified diff.")),
});

const left = Json.object("A finding whose fix was not applied.", {
  ...finding,
  reason: Json.text("Why, as the end of a sentence."),
});

const lintOutput = Json.object("The report of the linter.", {
  ...Json.version,
  files: Json.whole("How many files were linted."),
  summary: Json.object("How many findings there are of each severity.", {
    error: Json.whole("Errors."),
    warning: Json.whole("Warnings."),
    info: Json.whole("Findings of the severity info."),
  }),
  diagnostics: Json.list(diagnostic, "The findings."),
  failures: Json.list(
    failure,
    "Files that could not be linted, and lint rules that did not finish; then the exit status is 2.",
  ),
  notChecked: Json.optional(
    Json.list(
      Json.notChecked,
      "Files that were not linted, although somebody may expect it: policies in the folder of the project that no target uses or that are not read, named files that lint.ignore leaves out, and without any policy to lint, what changed.",
    ),
  ),
  ignored: Json.optional(
    Json.whole("How many files in folders were not linted because of lint.ignore."),
  ),
  baseline: Json.optional(
    Json.object("What the baseline did, if there was one.", {
      known: Json.whole("How many findings were omitted because they are known."),
      stale: Json.whole("How many known findings no longer occur."),
    }),
  ),
  fixes: Json.optional(
    Json.object("What fixing did, or in a dry run would do.", {
      fixed: Json.whole("How many findings were fixed."),
      files: Json.list(fixedFile, "The files."),
      left: Json.list(left, "Findings whose fixes were not applied."),
    }),
  ),
});

export type LintOutput = Static<typeof lintOutput>;

export default [Json.output("lint", lintOutput)];
