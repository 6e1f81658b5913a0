import {
  checkExpression,
  interpolations,
  isJsonObject,
  parseExpression,
  type Dialect,
  type JsonValue,
  type Span,
} from "@traffic-policy/policy-language";
import type { MigrationNote } from "./migration-note.ts";

/** How the texts of a value are written. */
export interface TextKind {
  /** Tells if the texts are expressions or contain expressions between `${` and `}`. */
  readonly kind: "expression" | "interpolation";
  /** True when the texts name URL parts like nginx. */
  readonly isNginx: boolean;
  readonly dialect: Dialect;
}

type Note = Pick<MigrationNote, "kind" | "message" | "help">;

type Report = (
  path: readonly (string | number)[],
  found: { readonly note?: Note; readonly text?: string },
) => void;

/**
 * Updates the texts of a value, at any depth, to current names; anything uncertain is reported and left unchanged.
 */
export function migrateTexts(
  value: JsonValue | undefined,
  kind: TextKind,
  report: Report,
): JsonValue | undefined {
  return migrated(value, []);

  function migrated(
    part: JsonValue | undefined,
    path: readonly (string | number)[],
  ): JsonValue | undefined {
    if (typeof part === "string") {
      const text = migrateText(part, kind, (note) => report(path, { note }));
      if (text !== part) report(path, { text });
      return text;
    }
    if (Array.isArray(part)) {
      return (part as readonly JsonValue[]).map(
        (item, at) => migrated(item, [...path, at]) ?? item,
      );
    }
    if (!isJsonObject(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [key, migrated(item, [...path, key]) ?? null]),
    );
  }
}

type ReportText = (note: Note) => void;

/** A part of a text, in UTF-16 units, and what is there afterwards. */
export interface ChangedPart {
  readonly span: Span;
  readonly text: string;
}

function migrateText(text: string, kind: TextKind, report: ReportText): string {
  let written = "";
  let at = 0;
  for (const { span, text: instead } of textChanges(text, kind, report)) {
    written += text.slice(at, span.start) + instead;
    at = span.end;
  }
  return written + text.slice(at);
}

/**
 * Returns the changes that update a text to current names, in order; anything uncertain is reported and left
 * unchanged.
 *
 * @param text - an expression, or a config string with interpolations
 */
export function textChanges(
  text: string,
  { kind, isNginx, dialect }: TextKind,
  report: ReportText = () => {},
): ChangedPart[] {
  if (kind === "expression") return expressionChanges(text, dialect, report);
  if (text.includes("{{")) {
    report({
      kind: "left",
      message: "Policies no longer have templates between {{ and }}.",
      help: "Write its value as ${…}.",
    });
  }
  return interpolations(text).parts.flatMap((part) => {
    if (part.kind === "text") return isNginx ? nameChanges(part, report) : [];
    const changes = expressionChanges(part.expression, dialect, report);
    return changes.map((change) => moved(change, part.expressionSpan.start));
  });
}

function moved({ span: { start, end }, text }: ChangedPart, by: number): ChangedPart {
  return { span: { start: start + by, end: end + by }, text };
}

const ofTemplates: ReadonlyMap<string, string> = new Map([
  [".ngrok.client_ip", "conn.client_ip"],
  [".ngrok.geo.city", "conn.geo.city"],
  [".ngrok.geo.country", "conn.geo.country"],
  [".ngrok.geo.country_code", "conn.geo.country_code"],
  [".ngrok.geo.latitude", "conn.geo.latitude"],
  [".ngrok.geo.longitude", "conn.geo.longitude"],
  [".ngrok.geo.radius", "conn.geo.radius"],
  [".ngrok.geo.subdivision", "conn.geo.subdivision"],
  [".basic_auth.username", "actions.ngrok.basic_auth.credentials.username"],
  [".compression.algorithm", "actions.ngrok.compress.negotiated_algorithm"],
  [".ip_policy.matching_rule", "actions.ngrok.restrict_ips.matched_cidr"],
  [".oauth.user.email", "actions.ngrok.oauth.identity.email"],
  [".oauth.user.name", "actions.ngrok.oauth.identity.name"],
]);

const lostOfTemplates =
  /^\.(?:ngrok|basic_auth|compression|ip_policy|oauth|backend|circuit_breaker)\./;

function expressionChanges(text: string, dialect: Dialect, report: ReportText): ChangedPart[] {
  const name = text.trim();
  const replacement = ofTemplates.get(name);
  if (replacement !== undefined) {
    report({ kind: "changed", message: `${name} is now called ${replacement}.` });
    const start = text.indexOf(name);
    return [{ span: { start, end: start + name.length }, text: replacement }];
  }
  if (lostOfTemplates.test(name)) {
    report({
      kind: "left",
      message: `The template variable ${name} has no counterpart with the same values.`,
      help: "Find another way to do the same.",
    });
    return [];
  }
  const parsed = parseExpression(text);
  if (!parsed.ok) return [];
  const { variables } = checkExpression(parsed.tree, { dialect, text });
  const changes: ChangedPart[] = [];
  const seen = new Set<string>();
  for (const { definition, span } of variables.toReversed()) {
    const { name: old, renamedTo, unsure, outdated } = definition;
    if (outdated === true && !seen.has(old)) {
      seen.add(old);
      report({
        kind: "left",
        message: `${old} has no counterpart.`,
        help: "Remove it.",
      });
    }
    if (renamedTo === undefined || span === undefined) continue;
    if (unsure !== undefined || definition.type.includes("dyn")) {
      if (!seen.has(old)) {
        report({
          kind: "left",
          message: `${old} is now called ${renamedTo}, and its values may differ.`,
          help: "Check what it is compared with.",
        });
      }
      seen.add(old);
      continue;
    }
    if (!seen.has(old)) report({ kind: "changed", message: `${old} is now called ${renamedTo}.` });
    seen.add(old);
    changes.push({ span, text: renamedTo });
  }
  return changes.toSorted((one, other) => one.span.start - other.span.start);
}

const ofNginx: Readonly<Record<string, string>> = {
  args: "req.url.query",
  query_string: "req.url.query",
  authority: "req.url.authority",
  uri: "req.url.uri",
  scheme: "req.url.scheme",
  host: "req.url.host",
  port: "req.url.port",
  user: "req.url.user_password",
  is_args: "req.url.query != '' ? '?' : ''",
  is_user: "req.url.user_password != '' ? '@' : ''",
};

function nameChanges(
  { text, span }: { readonly text: string; readonly span: Span },
  report: ReportText,
): ChangedPart[] {
  return [...text.matchAll(/\$([a-z_][\w]*)/gi)].flatMap(({ 0: whole, 1: name = "", index }) => {
    const parameter = /^arg_(\w+)$/.exec(name)?.[1];
    const expression =
      parameter === undefined
        ? ofNginx[name]
        : `hasQueryParam('${parameter}') ? getQueryParam('${parameter}')[0] : ''`;
    if (expression === undefined) {
      report({ kind: "left", message: `${whole} does not name a part of the URL.` });
      return [];
    }
    report({ kind: "changed", message: `${whole} is now written as \${${expression}}.` });
    const at = { start: index, end: index + whole.length };
    return [moved({ span: at, text: `\${${expression}}` }, span.start)];
  });
}
