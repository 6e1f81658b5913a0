import type { Database, QueryOptions } from "../database.ts";
import type { Sql } from "../sql/writer.ts";

/** The time range of a log to read. A missing bound means its beginning, or its end. */
export interface TimeRange {
  readonly since?: Date;
  readonly until?: Date;
}

const dateParts = { yyyy: "[0-9]{4}", MM: "[0-9]{2}", dd: "[0-9]{2}", HH: "[0-9]{2}" } as const;
type DatePart = keyof typeof dateParts;

const day = 86_400_000;

/** A file name pattern with `*`, and with dates as in `logs/{yyyy}-{MM}-{dd}/*.json.gz`. */
export class FilePattern {
  /** The pattern for a database: any digits in place of dates. */
  readonly glob: string;
  readonly #expression: RegExp;
  readonly #parts: readonly DatePart[];

  /** @throws RangeError for an unknown date part, and for a part without the larger parts */
  constructor(pattern: string) {
    const parts: DatePart[] = [];
    let glob = "";
    let expression = "";
    for (const [piece] of pattern.matchAll(/\{[^{}/]*\}|\*\*|\[[^\]/]*\]|[^]/gu)) {
      const name = piece.slice(1, -1);
      if (/^\{.*\}$/.test(piece)) {
        if (!Object.hasOwn(dateParts, name)) {
          throw new RangeError(
            `\`${piece}\` is no part of a date; they are {yyyy}, {MM}, {dd}, and {HH}.`,
          );
        }
        const part = name as DatePart;
        glob += "[0-9]".repeat(part.length);
        expression += parts.includes(part) ? `\\k<${part}>` : `(?<${part}>${dateParts[part]})`;
        if (!parts.includes(part)) parts.push(part);
      } else {
        glob += piece;
        expression += expressionOf(piece);
      }
    }
    const order = Object.keys(dateParts) as DatePart[];
    const missing = order.find(
      (part, index) =>
        !parts.includes(part) && order.slice(index + 1).some((one) => parts.includes(one)),
    );
    if (missing !== undefined) {
      throw new RangeError(`The dates in \`${pattern}\` have no {${missing}}.`);
    }
    this.glob = glob;
    this.#expression = new RegExp(`^${expression}$`, "u");
    this.#parts = parts;
  }

  /**
   * Returns true when a file may contain entries of a time range. Dates in names may be local, and a log may record
   * when requests ended, so the files of the day before and after are included.
   */
  mayHold(file: string, { since, until }: TimeRange): boolean {
    const found = this.#expression.exec(file)?.groups;
    if (found === undefined || this.#parts.length === 0) return true;
    const number = (part: DatePart, otherwise: number): number => Number(found[part] ?? otherwise);
    const start = Date.UTC(
      number("yyyy", 1970),
      number("MM", 1) - 1,
      number("dd", 1),
      number("HH", 0),
    );
    const end = this.#parts.includes("HH")
      ? start + day / 24
      : this.#parts.includes("dd")
        ? start + day
        : this.#parts.includes("MM")
          ? Date.UTC(number("yyyy", 1970), number("MM", 1))
          : Date.UTC(number("yyyy", 1970) + 1, 0);
    const isTooOld = since !== undefined && end + day <= since.getTime();
    const isTooNew = until !== undefined && start - day >= until.getTime();
    return !isTooOld && !isTooNew;
  }
}

function expressionOf(piece: string): string {
  if (piece === "**") return ".*";
  if (piece === "*") return "[^/]*";
  if (piece === "?") return "[^/]";
  if (piece.length > 1 && piece.startsWith("[")) return piece;
  return piece
    .replace(/[\\^$.*+?()[\]{}|/-]/gu, (one) => `\\${one}`)
    .replace("\\-", "-")
    .replace("\\/", "/");
}

/** The file name that means standard input. */
export const standardInput = "-";

/** The file that standard input is. */
export const standardInputFile = "/dev/stdin";

/** A pattern of nothing but the file, or the folder, that has this name. */
export function literalPattern(name: string): string {
  return name.replace(/[*?[{]/g, "[$&]");
}

function nameOf(pattern: string): string {
  return pattern.replace(/\[([*?[{])\]/g, "$1");
}

/**
 * Lists the files of a log for {@link LogRows.rows}. Files with names in `.gz` and `.zst` are decompressed while
 * reading. Standard input, `-`, is not, and can be read only once; it may be a file or a pipe, but not a socket,
 * which other Node.js programs provide.
 *
 * @throws RangeError for an invalid pattern, and for a pattern without files
 */
export async function logFiles(
  database: Database,
  patterns: readonly string[],
  range: TimeRange = {},
  options: QueryOptions = {},
): Promise<Sql> {
  return fileList(await logFileNames(database, patterns, range, options), database);
}

/** Files by their names, as the list that {@link LogRows.rows} takes: there, names are patterns again. */
export function fileList(names: readonly string[], { writer }: Pick<Database, "writer">): Sql {
  return `[${names.map((name) => writer.text(literalPattern(name))).join(", ")}]`;
}

/**
 * The names of the files of a log.
 *
 * @throws RangeError for a pattern that is none, and one that no file has
 */
export async function logFileNames(
  database: Database,
  patterns: readonly string[],
  range: TimeRange = {},
  options: QueryOptions = {},
): Promise<string[]> {
  const filesOf = async (glob: string): Promise<string[] | undefined> => {
    const sql = `SELECT file FROM glob(${database.writer.text(glob)}) ORDER BY file`;
    const found: string[] = [];
    for await (const [file] of database.rows(sql, options)) found.push(String(file));
    return found.length === 0 ? undefined : found;
  };
  const names = new Set<string>();
  for (const pattern of patterns) {
    if (pattern === standardInput) {
      names.add(standardInputFile);
      continue;
    }
    const wanted = new FilePattern(pattern);
    // What is no pattern of any file may be the name of one.
    const found = (await filesOf(wanted.glob)) ?? (await filesOf(literalPattern(nameOf(pattern))));
    if (found === undefined) throw new RangeError(`There is no file ${pattern}.`);
    const kept = found.filter((file) => wanted.mayHold(file, range));
    if (kept.length === 0) throw new RangeError(`No file ${pattern} is of that time.`);
    for (const file of kept) names.add(file);
  }
  return [...names];
}
