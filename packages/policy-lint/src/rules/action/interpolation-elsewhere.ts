import {
  interpolations,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  parseExpression,
  toPointer,
} from "@traffic-policy/policy-language";
import { ownMember, shortened } from "@traffic-policy/policy-language/internal";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import { setHeaders } from "../../analysis/config-values.ts";
import { itemsOf } from "../../nodes/action-node.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An interpolation is in a config field that is not documented to support it.",
    wrong:
      '{ "inbound": [ { "name": "By country", "actions": [ { "type": "forward-internal", "config": { "url": "https://${conn.geo.country_code}.internal" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "From Norway", "expressions": ["conn.geo.country_code == \'NO\'"], "actions": [ { "type": "forward-internal", "config": { "url": "https://no.internal" } } ] } ] }',
    why: "The documentation of an action says in which fields `${…}` is replaced. In any other field it probably stays as it is, character by character.",
  },
  visit: {
    action(node, report) {
      const { definition, type } = node;
      if (definition === undefined || !node.json.includes("${")) return;
      const { interpolated, formats = {}, config } = definition;
      const help =
        interpolated.length === 0
          ? `The documentation of "${type}" names no field for interpolation.`
          : `Interpolation is documented for ${interpolated.map((field) => `"${field}"`).join(", ")}.`;
      const headers = new Set(setHeaders(node).map(({ path }) => path));
      for (const [field, schema] of Object.entries(config.properties)) {
        const [value, path] = [node.field(field), node.pathOf(field)];
        // A field that is CEL itself is parsed as CEL, which reports `${` as a syntax error.
        const isRead = interpolated.includes(field) || formats[field] === "expression";
        for (const place of isRead ? keys(value, path) : texts(value, schema, path)) {
          if (headers.has(place.path)) continue;
          for (const finding of findings(place)) report({ ...finding, help });
        }
      }
    },
  },
});

interface PlacedText {
  readonly path: string;
  readonly text: string;
  readonly isKey?: true;
}

function* findings({ path, text, isKey }: PlacedText): Generator<Finding> {
  for (const part of interpolations(text).parts) {
    if (part.kind === "text" || !parseExpression(part.expression).ok) continue;
    const where = isKey ? "in a key" : "here";
    const message = `${shortened(part.text)} is probably not replaced ${where}.`;
    yield { path, part: isKey ? "key" : part.span, message };
  }
}

function* texts(
  value: JsonValue | undefined,
  schema: JsonSchema | undefined,
  path: string,
): Generator<PlacedText> {
  if (typeof value === "string") {
    if (schema?.type === "string") yield { path, text: value };
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* texts(item, ownMember(schema?.properties ?? {}, key), path + toPointer([key]));
    }
  } else {
    for (const [index, item] of itemsOf(value)) {
      yield* texts(item, schema?.items, path + toPointer([index]));
    }
  }
}

function* keys(value: JsonValue | undefined, path: string): Generator<PlacedText> {
  if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const at = path + toPointer([key]);
      yield { path: at, text: key, isKey: true };
      yield* keys(item, at);
    }
  } else {
    for (const [index, item] of itemsOf(value)) yield* keys(item, path + toPointer([index]));
  }
}
