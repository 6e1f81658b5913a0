import {
  compileRegularExpression,
  expandReplacement,
  replaceMatches,
  type Replaced,
} from "@traffic-policy/policy-language/internal";
import { encodeUrl, formatUrl, authorityOf, type UrlParts } from "../exchange/url.ts";
import type { Run } from "../run/run.ts";
import type { ConfigReader } from "./effect.ts";
import { defaultPorts } from "../exchange/exchange.ts";

export type Rewritten =
  | {
      readonly ok: true;
      readonly before: string;
      readonly after: string;
      readonly matches: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the fields of an action that rewrites the URL. The result is undefined when the request has no URL.
 *
 * Every match of `from` in the whole URL is replaced, from scheme to query string, as Go's `ReplaceAllString` does
 * it. Interpolations are filled in first, also in the pattern, and then groups and names of URL parts after `$`.
 */
export function readRewrite(config: ConfigReader): (run: Run) => Rewritten {
  const from = config.template("from");
  const to = config.template("to");
  const format = config.text("format");
  const urlVariables = config.definition.rewrite?.variables ?? [];
  if (to === undefined) config.missing("to");
  if (from?.isPlain === true) {
    const pattern = compileRegularExpression(config.text("from") ?? "");
    if (!pattern.ok) config.problem(["from"], `"from" is not RE2: ${pattern.reason}.`);
  }
  return (run) => {
    const url = run.seenUrl;
    if (to === undefined || url === undefined) return { ok: false, message: "There is no URL." };
    const before = formatUrl(url);
    run.checkKnown(before);
    const variables = run.options.urlVariables === "always" || format === "nginx";
    const known = variables ? urlVariables : [];
    const replacement = to.toText(run, run.options.bracedGroups === "group");
    const pattern = from?.toText(run);
    run.checkKnown(pattern);
    // Without a pattern the whole URL is replaced.
    if (pattern === undefined)
      return rewritten(before, {
        text: expandReplacement(replacement, variableOf(url, known)),
        matches: [before],
      });
    const compiled = compileRegularExpression(pattern);
    if (!compiled.ok) {
      const { reason } = compiled;
      return { ok: false, message: `"${pattern}" is not a regular expression (RE2): ${reason}.` };
    }
    return rewritten(before, replaceMatches(compiled, before, replacement, variableOf(url, known)));
  };
}

// What stays the same is left as it came; encoding it would be a change that nobody asked for.
function rewritten(before: string, { text, matches }: Replaced): Rewritten {
  return { ok: true, before, after: text === before ? before : encodeUrl(text), matches };
}

function variableOf(url: UrlParts, known: readonly string[]): (name: string) => string | undefined {
  return (name) => urlVariable(name, url, known);
}

/**
 * Returns the value of `$name` in the replacement of a URL, with the names of nginx; undefined for a name that the
 * catalogue lacks.
 *
 * @param known - those names; `arg_*` stands for all with that prefix
 */
function urlVariable(name: string, url: UrlParts, known: readonly string[]): string | undefined {
  if (name.startsWith("arg_") && known.includes("arg_*")) {
    return argument(name.slice("arg_".length), url.query ?? "");
  }
  return known.includes(name) ? values[name]?.(url) : undefined;
}

const values: Readonly<Record<string, (url: UrlParts) => string>> = {
  args: ({ query = "" }) => query,
  query_string: ({ query = "" }) => query,
  is_args: ({ query = "" }) => (query === "" ? "" : "?"),
  authority: authorityOf,
  host: ({ host }) => host,
  port: ({ scheme, port }) => String(port ?? defaultPorts[scheme] ?? ""),
  scheme: ({ scheme }) => scheme,
  uri: ({ path }) => path,
  user: ({ userPassword = "" }) => userPassword.split(":", 1)[0] ?? "",
};

// In nginx, `$arg_name` finds parameters by their name in any case, and does not decode them.
function argument(name: string, query: string): string {
  const pair = query
    .split("&")
    .find((item) => item.split("=", 1)[0]?.toLowerCase() === name.toLowerCase());
  return pair === undefined ? "" : pair.slice(name.length + 1);
}
