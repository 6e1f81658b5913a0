const plainTags = new Set(
  "p br hr em strong del code pre ul ol li blockquote h1 h2 h3 h4 table thead tbody tr th td span a".split(
    " ",
  ),
);

/**
 * The HTML that Markdown of the server became, with nothing in it but plain tags: the text of a policy may be in it, and
 * that comes from anywhere. All else is shown as it is written.
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

/** Of attributes, only links to other sites and the classes of coloured words. */
function harmless(name: string, attributes: string): string {
  const pattern = name === "a" ? /^ href="https:[^"]*"$/ : /^ class="[\w -]*"$/;
  return pattern.test(attributes) ? attributes : "";
}
