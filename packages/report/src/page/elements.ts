import { shortened } from "@traffic-policy/policy-language/internal";
import { escapedXml } from "../drawing/svg/xml.ts";
import { visible } from "../text/visible.ts";

/** Markup, as opposed to text; only template literals with the tag create it. */
export type Html = string & { readonly html: unique symbol };

/** Template tag for markup. Escapes texts in it; markup in it stays markup. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (Html | readonly Html[] | { readonly text: string } | number)[]
): Html {
  const filled = values.map((value) => {
    if (typeof value === "number") return String(value);
    if (typeof value === "string") return value;
    return "text" in value ? escapedXml(value.text) : value.join("");
  });
  // How the code is indented is nothing that a page needs.
  const raw = parts.map((part) => part.replace(/\n\s+/g, "\n"));
  return String.raw({ raw }, ...filled) as Html;
}

export function text(value: string): { readonly text: string } {
  return { text: value };
}

/** Marks a text from outside. Invisible characters become visible. */
export function foreignText(value: string, most = 300): { readonly text: string } {
  return { text: shortened(visible(value), most) };
}

export interface Column {
  readonly title: string;
  readonly isHidden?: boolean;
  readonly kind?: "number" | "bar";
}

/** Prints a table whose rows stack on a narrow screen; the roles keep it a table for those who cannot see it, too. */
export function tableHtml(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Html[])[],
): Html {
  const heads = columns.map(({ title, isHidden, kind }) => {
    const words = isHidden
      ? markup`<span class="hidden">${text(title)}</span>`
      : markup`${text(title)}`;
    return markup`<th scope="col" role="columnheader" class="${text(kind ?? "text")}">${words}</th>`;
  });
  const lines = rows.map((cells) => {
    const all = cells.map((cell, index) => {
      const { title = "", isHidden, kind = "text" } = columns[index] ?? {};
      const heading = text(isHidden ? "" : title);
      // Beside the heading, what a cell holds stays one piece.
      const content = kind === "bar" || cell === "" ? cell : markup`<span>${cell}</span>`;
      return index === 0
        ? markup`<th scope="row" role="rowheader" data-heading="${heading}">${content}</th>`
        : markup`<td role="cell" class="${text(kind)}" data-heading="${heading}">${content}</td>`;
    });
    return markup`<tr role="row">
      ${all}
    </tr> `;
  });
  return markup`<div class="scroll" role="region" tabindex="0" aria-label="${text(caption)}">
    <table role="table">
      <caption class="hidden">
        ${text(caption)}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${heads}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${lines}
      </tbody>
    </table>
  </div> `;
}
