/** What is used of markdown-it. */
interface Markdown {
  readonly renderer: { readonly rules: Record<string, Render | undefined> };
}

type Render = (...args: never[]) => string;

/** Lets the style of a line of code know how far it is indented: a long one that is broken goes on further right. */
export function lineIndents(markdown: Markdown): void {
  const { rules } = markdown.renderer;
  const { fence: render } = rules;
  if (render === undefined) return;
  rules["fence"] = (...args) => withIndents(render(...args));
}

/** @param html - of a block of code, with an element for each line */
export function withIndents(html: string): string {
  return html.replaceAll(
    /<span class="line">(<span[^>]*>)?( +)(&[^;]+;|[^\s<&]?)/g,
    (_line, token: string | undefined, spaces: string, first: string) =>
      `<span class="line" style="--indent: ${spaces.length}ch">${token ?? ""}` +
      // What a line begins with stays in its first row.
      `<span class="indent">${spaces}${first}</span>`,
  );
}
