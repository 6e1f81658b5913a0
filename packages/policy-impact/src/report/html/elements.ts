import { escapedXml } from "@traffic-policy/report/drawing";
import { foreign, type Sentence } from "../text.ts";

/** Markup, as opposed to text; only functions of this folder create it. */
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
  return { text: foreign(value, most) };
}

export function sentenceHtml(sentence: Sentence): Html {
  return sentence
    .map((part) => {
      if (typeof part === "string") return markup`${text(part)}`;
      return markup`<code>${foreignText("code" in part ? part.code : part.name)}</code>`;
    })
    .join("") as Html;
}

export interface Column {
  readonly title: Html;
  readonly kind?: "number" | "bar";
}

export function tableHtml(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Html[])[],
): Html {
  const heads = columns.map(
    ({ title, kind }) => markup`<th scope="col" class="${text(kind ?? "text")}">${title}</th>`,
  );
  const lines = rows.map(([first, ...cells]) => {
    const others = cells.map((cell, index) => {
      const kind = columns[index + 1]?.kind ?? "text";
      return markup`<td class="${text(kind)}">${cell}</td>`;
    });
    return markup`<tr>
      <th scope="row">${first ?? ("" as Html)}</th>
      ${others}
    </tr> `;
  });
  return markup`<div class="scroll" role="region" tabindex="0" aria-label="${text(caption)}">
    <table>
      <caption class="hidden">
        ${text(caption)}
      </caption>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div> `;
}
