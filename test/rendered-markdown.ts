import { DOMParser, type Element } from "@xmldom/xmldom";
import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { anyText } from "./any-text.ts";

/** What GitHub makes of Markdown, as a tree. */
export function rendered(markdown: string): Element {
  const html = micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  });
  const onError = (_level: string, message: string): never => {
    throw new Error(`${message} in ${html}`);
  };
  const root = new DOMParser({ onError }).parseFromString(`<root>${html}</root>`, "text/xml");
  if (root.documentElement === null) throw new Error("There is no element.");
  return root.documentElement;
}

export function elements(root: Element, name: string): Element[] {
  return [...root.getElementsByTagName(name)];
}

export function texts(root: Element, name: string): string[] {
  return elements(root, name).map(({ textContent }) => textContent ?? "");
}

/** The elements that our reports are made of. */
export const ours =
  "root h3 p br ul li table thead tbody tr th td strong code details summary pre".split(" ");

/** Texts that would mean something in Markdown, or to a terminal. */
export const hostile = fc.oneof(
  anyText({ maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        ..."` `` ``` ```` | \\| \\ \n \r\n \n\n < > </details> </code> <b> <!-- --> & &amp; * _ ** [a](http://a) ![a](b) # ~~~ ~~ - + @me #1 a@b.example http://a.example www.a.example $ \t \u202e \u001b[31m".split(
          " ",
        ),
        " ",
        "word",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);
