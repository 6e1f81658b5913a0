import type { RE2JS } from "re2js";
import { RE2JSException } from "re2js";
import { encodeUrl, formatUrl, type UrlParts } from "../exchange/url.ts";
import { regularExpression } from "../expression/functions/text.ts";
import type { Run } from "../run/run.ts";
import type { ConfigReader } from "./config-reader.ts";
import { expand } from "./expand.ts";
import { urlVariable } from "./url-variable.ts";

/** The URL of a request with what `from` matches replaced by `to`; or why there is none. */
export type Rewritten =
  | {
      readonly ok: true;
      readonly before: string;
      readonly after: string;
      /** The parts of the URL that were replaced. */
      readonly matches: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the fields of an action that makes a new URL. Gives nothing when the request has none.
 *
 * Every match of `from` in the whole URL is replaced, from scheme to query string, as Go's
 * `ReplaceAllString` does it. Interpolations come first, also in the pattern, and then groups and
 * names of parts of the URL after `$`.
 */
export function readRewrite(config: ConfigReader): (run: Run) => Rewritten {
  const from = config.template("from");
  const to = config.template("to");
  const format = config.text("format");
  const urlVariables = config.definition.rewrite?.variables ?? [];
  if (to === undefined) config.missing("to");
  if (from?.isPlain === true) checkPattern(config, "from");
  return (run) => {
    const { seenRequest } = run;
    if (to === undefined || seenRequest === undefined)
      return { ok: false, message: "There is no URL." };
    const url = run.options.urlNormalization === "none" ? seenRequest.url : seenRequest.normalUrl;
    const before = formatUrl(url);
    const variables = run.options.urlVariables === "always" || format === "nginx";
    const known = variables ? urlVariables : [];
    const replacement = to.toText(run, run.options.bracedGroups === "group");
    const pattern = from?.toText(run);
    // Without a pattern the whole URL is replaced.
    if (pattern === undefined)
      return rewritten(before, {
        text: expand(replacement, variableOf(url, known)),
        matches: [before],
      });
    const compiled = compile(pattern);
    if (typeof compiled === "string") {
      return { ok: false, message: `"${pattern}" is not a regular expression (RE2): ${compiled}.` };
    }
    return rewritten(before, replaceAll(compiled, before, replacement, variableOf(url, known)));
  };
}

// What stays the same is left as it came; encoding it would be a change that nobody asked for.
function rewritten(before: string, { text, matches }: Replaced): Rewritten {
  return { ok: true, before, after: text === before ? before : encodeUrl(text), matches };
}

interface Replaced {
  readonly text: string;
  readonly matches: readonly string[];
}

function variableOf(url: UrlParts, known: readonly string[]): (name: string) => string | undefined {
  return (name) => urlVariable(name, url, known);
}

function checkPattern(config: ConfigReader, field: string): void {
  const reason = compile(config.text(field) ?? "");
  if (typeof reason === "string") config.problem([field], `"${field}" is not RE2: ${reason}.`);
}

function compile(pattern: string): RE2JS | string {
  try {
    return regularExpression(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return error.message.replace(/^error parsing regexp: /, "");
  }
}

function replaceAll(
  pattern: RE2JS,
  text: string,
  replacement: string,
  variable: (name: string) => string | undefined,
): Replaced {
  const matcher = pattern.matcher(text);
  const names = new Set(Object.keys(pattern.namedGroups()));
  const group = (name: string): string | undefined => {
    // In Go, `$01` is the group of that name, and there is none.
    if (/^(?:0|[1-9]\d*)$/.test(name)) {
      const index = Number(name);
      return index <= matcher.groupCount() ? (matcher.group(index) ?? "") : undefined;
    }
    return names.has(name) ? (matcher.group(name) ?? "") : variable(name);
  };
  const matches: string[] = [];
  let result = "";
  let end = 0;
  let isFirst = true;
  while (matcher.find()) {
    const [from, to] = [matcher.start(), matcher.end()];
    // Go skips an empty match right after another match.
    if (from === to && from === end && !isFirst) continue;
    isFirst = false;
    matches.push(text.slice(from, to));
    result += text.slice(end, from) + expand(replacement, group);
    end = to;
  }
  return { text: result + text.slice(end), matches };
}
