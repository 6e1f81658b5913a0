import { foreignText, markup, text, type Html } from "./elements.ts";

/** A page that stands alone. */
export interface PageContent {
  readonly title: string;
  readonly style: string;
  /** Where its policy lets styles come from; by default, anywhere in it, which is for pages with pictures. */
  readonly styleSource?: string;
  readonly body: Html;
}

/** A page without scripts and anything from elsewhere, readable in light and dark. */
export function pageHtml({
  title,
  style,
  styleSource = "'unsafe-inline'",
  body,
}: PageContent): string {
  const policy = `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${text(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${foreignText(title)}</title>
        <style>${style as Html}</style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `;
}
