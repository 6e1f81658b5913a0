import headless, { type IBufferCell } from "@xterm/headless";

/** Letters next to each other that look alike. */
export interface Run {
  /** The column of the first letter, from 0. */
  readonly column: number;
  readonly text: string;
  /** How many columns the letters take. */
  readonly width: number;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
  readonly underline: boolean;
  /** The number of a colour of the terminal, 0 to 255; the usual one when left out. */
  readonly color: number | undefined;
  /** The same of what is behind the letters. */
  readonly background: number | undefined;
}

/**
 * What a terminal shows of a text with control sequences, line by line, without the empty lines at
 * the end.
 *
 * @param columns - how wide it is; longer lines go on in the next one
 * @param rows - how many of them there are
 */
export async function terminalScreen(text: string, columns: number, rows = 1000): Promise<Run[][]> {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  // A line break alone would only go down.
  await new Promise<void>((done) => terminal.write(text.replaceAll(/\r?\n/g, "\r\n"), done));
  const lines = screenLines(terminal);
  terminal.dispose();
  return lines.slice(0, lines.findLastIndex((runs) => runs.length > 0) + 1);
}

/** The lines that a terminal shows now. */
export function screenLines({ buffer, cols, rows }: headless.Terminal): Run[][] {
  const { active } = buffer;
  return Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(active.viewportY + row);
    return runsOf(Array.from({ length: cols }, (__, column) => line?.getCell(column)));
  });
}

function runsOf(cells: readonly (IBufferCell | undefined)[]): Run[] {
  const runs: Run[] = [];
  for (const [column, cell] of cells.entries()) {
    // The second column of a wide letter has no width.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const run: Run = {
      column,
      text: cell.getChars() || " ",
      width: cell.getWidth(),
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
      inverse: cell.isInverse() !== 0,
      underline: cell.isUnderline() !== 0,
      color: cell.isFgPalette() ? cell.getFgColor() : undefined,
      background: cell.isBgPalette() ? cell.getBgColor() : undefined,
    };
    const last = runs.at(-1);
    if (last !== undefined && looksAlike(last, run)) {
      runs[runs.length - 1] = {
        ...last,
        text: last.text + run.text,
        width: last.width + run.width,
      };
    } else runs.push(run);
  }
  return withoutEnd(runs);
}

function looksAlike(one: Run, other: Run): boolean {
  const looks = ({ bold, dim, inverse, underline, color, background }: Run): string =>
    JSON.stringify([bold, dim, inverse, underline, color, background]);
  return looks(one) === looks(other);
}

/** Spaces at the end are not seen. */
function withoutEnd(runs: readonly Run[]): Run[] {
  const last = runs.at(-1);
  if (last === undefined || last.inverse || last.background !== undefined) return [...runs];
  const text = last.text.trimEnd();
  if (text === "") return withoutEnd(runs.slice(0, -1));
  return [
    ...runs.slice(0, -1),
    { ...last, text, width: last.width - (last.text.length - text.length) },
  ];
}
