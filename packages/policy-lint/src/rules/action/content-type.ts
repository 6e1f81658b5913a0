import { parseJson, type Span } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import type { ActionNode } from "../../nodes/action-node.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import { setHeaders } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "The content of a response does not match its `content-type`, or there is no `content-type`.",
    wrong:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503, "headers": { "content-type": "application/json" }, "content": "{ error: \'closed\' }" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503, "headers": { "content-type": "application/json" }, "content": "{ \\"error\\": \\"closed\\" }" } } ] } ] }',
    why: "A client that expects JSON fails when it reads something else. Without a `content-type` the service guesses one by rules that are not documented; that is a hint.",
  },
  only: { action: ({ answer }) => answer?.content !== undefined },
  visit: {
    action(node, report) {
      const field = node.definition?.answer?.content;
      const content = field === undefined ? undefined : node.field(field);
      if (field === undefined || typeof content !== "string" || content === "") return;
      const header = setHeaders(node).find(({ name }) => name.toLowerCase() === "content-type");
      if (header === undefined) {
        report({
          path: node.pathOf(field),
          message: "The content has no content type.",
          help: 'Set the header "content-type", such as "text/plain; charset=utf-8".',
          atMost: "info",
        });
        return;
      }
      const { value, path } = header;
      if (typeof value !== "string" || value.includes("${")) return;
      const type = value.split(";")[0]?.trim().toLowerCase() ?? "";
      if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type)) {
        report({
          path,
          message: `"${shortened(value)}" is not a media type.`,
          help: "Write both parts, such as application/json or text/plain.",
        });
      } else if (/[/+]json$/.test(type)) {
        const finding = notJson(node, field, content);
        if (finding !== undefined) report(finding);
      }
    },
  },
});

/** Reports only content that is not JSON whatever the interpolations evaluate to. */
function notJson(node: ActionNode, field: string, content: string): Finding | undefined {
  const path = node.pathOf(field);
  const parts = node.texts.find((text) => text.path === path)?.interpolations.parts;
  const first = parts?.find(({ kind }) => kind === "interpolation");
  const known = first === undefined ? content : content.slice(0, first.span.start);
  const part = notJsonAt(known, first === undefined && !content.includes("${"));
  if (part === undefined) return undefined;
  return {
    path,
    part,
    message: "The content is not JSON, although its content-type says so.",
    help: "Correct the content, or write another content-type, such as text/plain.",
  };
}

/**
 * Finds where a text stops being JSON; undefined when it is JSON, or only ends too early.
 *
 * @param isWhole - true when the text is complete; otherwise anything may follow
 */
function notJsonAt(text: string, isWhole: boolean): Span | undefined {
  const error = parseJson(text).errors.find(({ code }) => code === "syntax");
  if (error === undefined) return undefined;
  // An error at the end may disappear when more text follows.
  return isWhole || error.span.end < text.length ? error.span : undefined;
}
