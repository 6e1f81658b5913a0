import { escapedXml } from "./escaped-xml.ts";
import { terminalScreen, type Run } from "./terminal-screen.ts";

const names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/** What a terminal that is wide enough shows of a text with control sequences, as the lines of a block of code. */
export async function terminalHtml(text: string): Promise<string> {
  const written = text.split("\n");
  const columns = 1 + Math.max(...written.map(({ length }) => length));
  const lines = await terminalScreen(text, columns, written.length);
  return lines.map((runs) => `<span class="line">${lineHtml(runs)}</span>`).join("\n");
}

function lineHtml(runs: readonly Run[]): string {
  return runs
    .map(({ text, bold, dim, underline, color }) => {
      const name = color === undefined ? undefined : names[color % names.length];
      const classes = [
        ...(name === undefined ? [] : [`t-${name}`]),
        ...(bold ? ["t-bold"] : []),
        ...(dim ? ["t-dim"] : []),
        ...(underline ? ["t-underline"] : []),
      ];
      const shown = escapedXml(text);
      return classes.length === 0 ? shown : `<span class="${classes.join(" ")}">${shown}</span>`;
    })
    .join("");
}
