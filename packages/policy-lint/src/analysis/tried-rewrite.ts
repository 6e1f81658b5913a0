import { interpolations, parseExpression, type Dialect } from "@traffic-policy/policy-language";
import {
  compileRegularExpression,
  replaceMatches,
  variableNamed,
} from "@traffic-policy/policy-language/internal";
import type { ActionNode } from "../nodes/action-node.ts";
import { rewriteOf } from "./config-values.ts";

export interface TriedRewrite {
  readonly before: string;
  readonly after: string;
  readonly matches: readonly string[];
}

/**
 * Tries a rewrite on a few URLs that its pattern matches, one after the other: most rewrites are right for the first.
 * Yields nothing when it matches none of these, or when the result depends on more than the URL.
 */
export function* triedRewrites(action: ActionNode): Generator<TriedRewrite> {
  const rewrite = rewriteOf(action);
  if (rewrite?.isPlain !== true) return;
  const { dialect } = action.place;
  const from = action.field(rewrite.definition.from);
  if (from !== undefined && typeof from !== "string") return;
  if ((from ?? "").length > longest || rewrite.to.length > longest) return;
  for (const one of usual) {
    const like = from === undefined ? "" : filledIn(from, one, dialect);
    for (const url of like === undefined ? [] : [one, ...urlsLike(like)]) {
      const pattern = from === undefined ? whole : filledIn(from, url, dialect);
      const to = filledIn(rewrite.to, url, dialect);
      if (pattern === undefined || to === undefined) continue;
      const tried = replaced(url, pattern, to);
      if (tried !== undefined) yield tried;
    }
  }
}

const longest = 1000;

const whole = "^.*$";

interface SampleUrl {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  /** With the `?`, unless it is empty. */
  readonly query: string;
}

const usual: readonly SampleUrl[] = [
  { scheme: "https", authority: "example.com", path: "/", query: "" },
  { scheme: "http", authority: "www.example.org:8080", path: "/a/b", query: "?c=d" },
];

function textOf({ scheme, authority, path, query }: SampleUrl): string {
  return `${scheme}://${authority}${path}${query}`;
}

const parts: Readonly<Record<string, (url: SampleUrl) => string>> = {
  "req.host": ({ authority }) => authority,
  "req.url": textOf,
  "req.url.authority": ({ authority }) => authority,
  "req.url.host": ({ authority }) => authority.replace(/:\d+$/, ""),
  "req.url.path": ({ path }) => path,
  "req.url.query": ({ query }) => query.slice(1),
  "req.url.scheme": ({ scheme }) => scheme,
  "req.url.uri": ({ path, query }) => path + query,
};

function filledIn(text: string, url: SampleUrl, dialect: Dialect): string | undefined {
  if (!text.includes("${")) return text;
  let result = "";
  for (const part of interpolations(text).parts) {
    const value = part.kind === "text" ? part.text : partOf(url, part.expression, dialect);
    if (value === undefined) return undefined;
    result += value;
  }
  return result;
}

function partOf(url: SampleUrl, expression: string, dialect: Dialect): string | undefined {
  const name = nameOf(expression, dialect);
  return name === undefined ? undefined : parts[name]?.(url);
}

function nameOf(expression: string, dialect: Dialect): string | undefined {
  const parsed = parseExpression(expression);
  const variable = parsed.ok ? variableNamed(dialect, parsed.tree) : undefined;
  return variable?.renamedTo ?? variable?.name;
}

export function isLaterPart(expression: string, dialect: Dialect): boolean {
  const name = nameOf(expression, dialect) ?? "";
  return name in parts && !["req.url", "req.url.scheme"].includes(name);
}

/** Undefined when the pattern does not match, or the replacement names groups that do not exist. */
function replaced(url: SampleUrl, from: string, to: string): TriedRewrite | undefined {
  const pattern = compileRegularExpression(from);
  if (!pattern.ok) return undefined;
  const before = textOf(url);
  let isKnown = true;
  const { text: after, matches } = replaceMatches(pattern, before, to, () => {
    isKnown = false;
    return undefined;
  });
  return isKnown && matches.length > 0 ? { before, after, matches } : undefined;
}

function urlsLike(pattern: string): readonly SampleUrl[] {
  const text = pattern
    .replaceAll(/(?:\[\^?\]?[^\]]*\]|\\[dwSW]|(?<!\\)\.)[*+]\??/g, "1")
    .replaceAll(/\(\?(?:[imsU]+\)|:|P?<\w+>)|(?<!\\)[()^$?*+]/g, "")
    .replaceAll("\\", "");
  const [, scheme = "", authority = "", path = "", query = ""] =
    /^(https?):\/\/([\w.-]+(?::\d+)?)(\/[\w/.,~%@:=&+-]*|)(\?[\w/.,~%@:=&+-]*|)$/.exec(
      urlWith(text),
    ) ?? [];
  return scheme === "" ? [] : [{ scheme, authority, path: path === "" ? "/" : path, query }];
}

function urlWith(text: string): string {
  if (/^https?:/.test(text)) return text;
  if (text.startsWith("//")) return `https:${text}`;
  if (text.startsWith("/")) return `https://example.com${text}`;
  return isHost.test(text) ? `https://${text}` : `https://example.com/${text}`;
}

const isHost = /^(?:[\w-]+\.)+(?:com|org|net|io|dev|app|internal|example|test)(?![\w.-])/;
