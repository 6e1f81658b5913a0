import { counted } from "@traffic-policy/policy-language/internal";
import type { Opened } from "@traffic-policy/policy-proof";
import {
  withoutColors,
  type Finding,
  type JunitTest,
  type Section,
  type Style,
} from "@traffic-policy/report";
import { notesOn } from "../../site/answer-notes.ts";
import { exampleText } from "../../site/example-text.ts";
import { notOpenedText, openedLines, openedResult, openedText } from "../../site/opened-text.ts";
import type { SiteAudit } from "./site-audit.ts";

/** The ways that were opened since a revision. */
export function openedSection(
  { before, ways }: NonNullable<SiteAudit["opened"]>,
  { length: now }: SiteAudit["unread"],
  style: Style,
): Section {
  const { leftOut, failures, revision } = before;
  const unread = leftOut.length + failures.length;
  const name = `Since ${revision}`;
  const result = openedResult(ways, now > 0 ? [counted(now, "endpoint")] : []);
  const kinds = new Set(ways.map(({ answer }) => answer.kind));
  const isGood = now === 0 && !kinds.has("found") && !kinds.has("unknown");
  const linesIn = (own: Style): string[] => [
    ...ways.flatMap((one) => openedLines(one, own)),
    ...(unread > 0
      ? [
          `  ${own.dim(`Of ${revision}, ${counted(unread, "file or endpoint")} could not be read, so what they let through seems new.`)}`,
        ]
      : []),
  ];
  const outcome = kinds.has("found") ? "failed" : isGood ? "passed" : "error";
  const check: JunitTest = {
    name,
    outcome,
    ...(!isGood && { message: result }),
    text: linesIn(withoutColors).join("\n"),
  };
  return {
    name,
    columns: ["site", "result"],
    result,
    isGood,
    subject: "what reaches a server now, and did not before",
    lines: linesIn(style),
    checks: [check],
    findings: ways.flatMap(findingsOf),
  };
}

function findingsOf({ answer, ...way }: Opened): Finding[] {
  const { location } = way.from;
  const title = "Opened";
  if (answer.kind === "found") {
    const message = `${openedText(way)}: ${exampleText(answer.result)}.`;
    return [{ severity: "error", title, message, location }];
  }
  return notesOn(answer).map((note) => ({
    severity: "info",
    title,
    message: `${notOpenedText(way)}: proved. ${note}`,
    location,
  }));
}
