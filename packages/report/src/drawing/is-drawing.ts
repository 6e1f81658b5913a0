import { mermaidMark } from "./mermaid-text.ts";
import { rootClass } from "./svg/style.ts";

/** Checks whether a text is a picture of a policy, so that one that was drawn again may take its place. */
export function isDrawing(text: string): boolean {
  const [first = "", ...others] = text.slice(0, 300).split("\n");
  return (
    (first.startsWith("<svg ") && first.includes(` class="${rootClass}"`)) ||
    (first === "---" && others.includes(mermaidMark))
  );
}
