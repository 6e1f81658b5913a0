import { isJsonObject, toPointer, type JsonValue } from "@traffic-policy/policy-language";
import type { DocumentNode } from "../../nodes/document-node.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { isText } from "../../nodes/tree-parts.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A value in YAML is read otherwise than it looks: a number with a zero before it, or a pattern over several lines.",
    wrong: `inbound:
  - name: Closed
    actions:
      - type: deny
        config:
          status_code: 0403`,
    right: `inbound:
  - name: Closed
    actions:
      - type: deny
        config:
          status_code: 403`,
    language: "yaml",
    why: "For YAML 1.2, and here, 0403 is the number 403; for YAML 1.1, which many programs still read, it is the octal number 259. And where a text goes on in the next line, YAML puts a space: a pattern in it has one more character, and no longer finds what it should.",
  },
  visit: {
    document(node, report) {
      const { written } = node.source;
      if (written === undefined) return;
      if (/(?<![\w.])0\d/.test(written.text)) zerosBefore(node.value, [], node).forEach(report);
      for (const { conditions, actions } of node.rules) {
        const ofActions = actions.flatMap(({ expressions }) => expressions);
        for (const expression of [...conditions, ...ofActions]) {
          foldedTexts(expression, node).forEach(report);
        }
      }
    },
  },
});

function zerosBefore(
  value: JsonValue,
  keys: readonly (string | number)[],
  node: DocumentNode,
): Finding[] {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).flatMap((item, index) =>
      zerosBefore(item, [...keys, index], node),
    );
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, member]) =>
      zerosBefore(member, [...keys, key], node),
    );
  }
  if (typeof value !== "number") return [];
  const path = toPointer(keys);
  const written = node.source.written?.at(path) ?? "";
  if (!/^[-+]?0\d+$/.test(written)) return [];
  const octal = /^[-+]?[0-7]+$/.test(written) ? String(Number.parseInt(written, 8)) : "text";
  return [
    {
      path,
      message: `YAML 1.2 reads ${written} as ${value}, and YAML 1.1 as ${octal}.`,
      help: `Write ${value}.`,
      fix: { title: `Write ${value}`, safe: true, edits: [{ path, value }] },
    },
  ];
}

function foldedTexts(expression: ExpressionNode, { source }: DocumentNode): Finding[] {
  return expression.parts.flatMap(({ node }): Finding[] => {
    if (!isText(node) || node.span === undefined || !/^\S+(?: \S+)+$/.test(node.value)) return [];
    const place = expression.at(node.span);
    const { start, end } = source.locate(place.path, place.part) ?? {};
    // Where all of its spaces are line breaks, none of them is meant.
    const breaks = start === undefined || end === undefined ? 0 : end.line - start.line;
    if (breaks === 0 || node.value.split(" ").length - 1 !== breaks) return [];
    return [
      {
        ...place,
        message: "YAML reads the line break in this text as a space.",
        help: "Write the text in one line, or as several with + between them.",
      },
    ];
  });
}
