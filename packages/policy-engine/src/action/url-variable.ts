import { authorityOf, type UrlParts } from "../exchange/url.ts";
import { defaultPorts } from "../exchange/defaults.ts";

/**
 * What `$name` stands for in the replacement of a URL, in the words of nginx; nothing when it is
 * none of the names that the catalogue has.
 *
 * @param known - those names; `arg_*` are all that begin so
 */
export function urlVariable(
  name: string,
  url: UrlParts,
  known: readonly string[],
): string | undefined {
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
