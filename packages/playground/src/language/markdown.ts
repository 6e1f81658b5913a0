const plainTags = new Set(
  "p br hr em strong del code pre ul ol li blockquote h1 h2 h3 h4 table thead tbody tr th td span a".split(
    " ",
  ),
);

/**
 * Reduces HTML from the server's Markdown to plain tags, because it may contain the text of a policy, which is
 * untrusted. Everything else is shown as text.
 */
export function plainHtml(html: string): string {
  return html.replaceAll(
    /<(\/?)([a-z][a-z\d]*)([^<>]*)>|[<>]/g,
    (found: string, end?: string, name?: string, attributes = "") =>
      name !== undefined && plainTags.has(name)
        ? `<${end}${name}${harmless(name, attributes)}>`
        : found.replace("<", "&lt;").replace(">", "&gt;"),
  );
}

/** Keeps only two kinds of attributes: links to other sites and the classes of coloured words. */
function harmless(name: string, attributes: string): string {
  const pattern = name === "a" ? /^ href="https:[^"]*"$/ : /^ class="[\w -]*"$/;
  return pattern.test(attributes) ? attributes : "";
}
