import { escapedXml } from "./escaped-xml.ts";

/** A box with a title and lines below it. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly lines: readonly string[];
  readonly isMarked: boolean;
}

export const boxStyle =
  "text{font:12px system-ui,sans-serif;fill:#424a53}.title{font:600 13px ui-monospace,Menlo,Consolas,monospace;fill:#1f2328}.ground{fill:#fff}.box{fill:#f6f8fa;stroke:#8c959f}.marked{fill:#ddeeff;stroke:#3b82c4}.arrow{stroke:#6e7781;stroke-width:1.4;fill:none}.tip{fill:#6e7781}.note{fill:#59636e}" +
  "@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#e6edf3}.ground{fill:#0d1117}.box{fill:#151b23;stroke:#656c76}.marked{fill:#12283f;stroke:#4493f8}.arrow{stroke:#9198a1}.tip{fill:#9198a1}.note{fill:#9198a1}}";

export function box({ x, y, width, height, title, lines, isMarked }: Box): string {
  const left = Math.round(x);
  return [
    `<rect x="${left}" y="${y}" width="${width}" height="${height}" rx="7" class="${isMarked ? "marked" : "box"}"/>`,
    `<text x="${left + 11}" y="${y + 22}" class="title">${escapedXml(title)}</text>`,
    ...lines.map(
      (line, index) =>
        `<text x="${left + 11}" y="${y + 41 + index * 16}">${escapedXml(line)}</text>`,
    ),
  ].join("\n");
}

/** A text in lines of so many letters at most. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
