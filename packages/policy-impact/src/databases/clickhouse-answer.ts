import { DatabaseError, type Cell } from "../database.ts";

export const answerFormat = "JSONCompact";

const rowStart = "\t\t[";
const longestShown = 500;

/**
 * Yields the rows of an answer as they arrive.
 *
 * @throws DatabaseError at the end when there are fewer rows than the answer says, when it does not say, or when it
 *   contains an error text: the server sends the status with the first row, before it knows of the error
 */
export async function* rowsOfAnswer(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly Cell[]> {
  let rows = 0;
  let told: number | undefined;
  let last = "";
  let failure: string | undefined;
  for await (const line of linesOf(parts)) {
    if (line.startsWith(rowStart)) {
      rows += 1;
      yield cellsOf(line);
    } else if (line !== "") {
      failure ??= /^Code: \d.*|^\s*"exception":.*/.exec(line)?.[0];
      const count = /^\t"rows": (\d+)/.exec(line)?.[1];
      if (count !== undefined) told = Number(count);
      last = line;
    }
  }
  if (failure === undefined && told === rows && last === "}") return;
  throw new DatabaseError(`The answer broke off: ${(failure ?? last).slice(0, longestShown)}`);
}

async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest + decoder.decode();
}

function cellsOf(line: string): readonly Cell[] {
  const text = line.endsWith(",") ? line.slice(0, -1) : line;
  try {
    const cells: unknown = JSON.parse(text);
    if (Array.isArray(cells) && cells.every((cell) => isCell(cell))) return cells;
  } catch {
    throw new DatabaseError(`The answer broke off: ${line.slice(0, longestShown)}`);
  }
  throw new DatabaseError(`The answer has a row that is none: ${line.slice(0, longestShown)}`);
}

function isCell(value: unknown): value is Cell {
  return value === null || typeof value !== "object" || Array.isArray(value);
}
