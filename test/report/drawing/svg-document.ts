import type { DrawnRule } from "@traffic-policy/report/drawing";
import { DOMParser, type Document, type Element } from "@xmldom/xmldom";
import type { Drawn } from "./drawn-policies.ts";

/** Reads an image as strictly as any program does. */
export function parsed(svg: string): Document {
  return new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(svg, "image/svg+xml");
}

/** The elements of a name, at any depth. */
export function elements(root: Document | Element, name: string): Element[] {
  return [...root.getElementsByTagName(name)];
}

/** The drawn rules, which are what has a place in the list of a section and a path. */
export function ruleElements(document: Document): Element[] {
  return elements(document, "g").filter(
    (one) => one.getAttribute("role") === "listitem" && one.hasAttribute("data-path"),
  );
}

/** The rules of all sections. */
export function rulesOf({ drawing }: Drawn): DrawnRule[] {
  return drawing.sections.flatMap(({ rules }) => rules);
}

/** The texts that are shown, without titles. */
export function shownTexts(of: Document | Element): string[] {
  return elements(of, "text").map((one) =>
    [...one.childNodes]
      .filter((node) => node.nodeName === "#text")
      .map((node) => node.nodeValue ?? "")
      .join(""),
  );
}
