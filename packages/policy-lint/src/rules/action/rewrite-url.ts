import { shortened } from "@traffic-policy/policy-language/internal";
import { rewriteOf, type RewriteConfig } from "../../analysis/config-values.ts";
import { triedRewrites, type TriedRewrite } from "../../analysis/tried-rewrite.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "What a rewrite or redirect makes of a URL is not a URL, or has another host by mistake.",
    wrong:
      '{ "inbound": [ { "name": "Below /shop", "actions": [ { "type": "url-rewrite", "config": { "from": "/(.*)", "to": "/shop/$1" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Below /shop", "actions": [ { "type": "url-rewrite", "config": { "from": "^(https?://[^/]+)/(.*)", "to": "$1/shop/$2" } } ] } ] }',
    why: "The regular expression is matched against the whole URL, and every match is replaced. So `/(.*)` matches from the slashes after `https:` on, and the new URL has no host: the request fails, or the client is sent nowhere. From `/old`, `new` makes `https://example.comnew`. The rule tries a few URLs, and reports a rewrite only if all that it matches become wrong. For the pattern of a redirect, and for one with an interpolation, this is only a hint: examples of the documentation do the same, and expect the host to stay.",
  },
  only: { action: ({ rewrite }) => rewrite !== undefined },
  visit: {
    action(node, report) {
      const rewrite = rewriteOf(node);
      if (rewrite === undefined || keepsHost(rewrite)) return;
      const isRedirect = node.definition?.answer?.kind === "redirect";
      let fault: ReturnType<typeof faultOf>;
      for (const tried of triedRewrites(node)) {
        const found = faultOf(tried, rewrite.to, isRedirect);
        if (found === undefined) return;
        fault ??= found;
      }
      if (fault === undefined) return;
      const from = node.field(rewrite.definition.from);
      // Examples of the documentation do this, and show another result.
      const isUnsure = typeof from === "string" && (isRedirect || from.includes("${"));
      report({ path: rewrite.toPath, ...fault, ...(isUnsure && { atMost: "info" }) });
    },
  },
});

/**
 * True when a rewrite surely keeps a host in every URL that would be tried, as most do: a path that begins behind the
 * host becomes another path, or names of a path become others. The hosts that are tried begin with an `e` or a `w`, and
 * have several parts.
 */
function keepsHost({ from, to }: RewriteConfig): boolean {
  if (from === undefined || from.includes("|")) return false;
  const isPathForPath = /^\/[^ew\W][\w-]/.test(from) && to.startsWith("/");
  return isPathForPath || /^[\w-]+\/(?!\(?[?*{])/.test(from);
}

function faultOf(
  { before, after, matches }: TriedRewrite,
  to: string,
  isRedirect: boolean,
): Pick<Finding, "message" | "help"> | undefined {
  // The service completes a path in the answer.
  if (isRedirect && /^[/?#]/.test(after)) return undefined;
  const becomes = `${before} becomes ${shortened(after)}`;
  const host = hostOf(after);
  if (host === undefined) {
    if (after !== to) return { message: `${becomes}, which is not a URL.`, help: keepHost };
    return isRedirect
      ? { message: `"${shortened(to)}" is neither a path nor a URL.`, help: beginWithPath }
      : { message: `"${shortened(to)}" replaces the whole URL, but is not one.`, help: keepHost };
  }
  const hostBefore = hostOf(before) ?? "";
  const isOfPath = matches.every((match) => /^\/(?!\/)/.test(match));
  const isLonger = host.startsWith(hostBefore) && /^[\w-]/.test(host.slice(hostBefore.length));
  return isOfPath && isLonger
    ? { message: `${becomes}, which has another host.`, help: beginWithPath }
    : undefined;
}

const beginWithPath = "Begin with https:// for a URL, or with / for a path.";

const keepHost =
  "Let the regular expression begin with ^(https?://[^/]+), and the new URL with $1, or match a part of the path only.";

function hostOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#\s]+)/i.exec(url)?.[1];
}
