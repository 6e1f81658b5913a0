import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database } from "@traffic-policy/policy-impact";
import {
  countRejected,
  formatOfColumns,
  logRelation,
  type LogFormat,
} from "@traffic-policy/policy-impact/internal";
import type { ColumnFormat } from "../../../packages/policy-impact/src/logs/formats/columns.ts";

/** Files that are there while something runs. */
export async function withFiles<Result>(
  contents: Readonly<Record<string, string | Uint8Array>>,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "logs-"));
  try {
    for (const [name, content] of Object.entries(contents))
      writeFileSync(join(folder, name), content);
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface ReadLog {
  /** Without those that cannot be read; times and numbers are texts. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly unreadable: number;
  readonly rejected: number;
}

/** The format of files, of which the columns are looked up where it takes them. */
export async function formatOf(
  database: Database,
  format: LogFormat | ColumnFormat,
  files: string,
): Promise<LogFormat> {
  if (!("columns" in format)) return format;
  const columns = [];
  for await (const [name, type] of database.rows(format.columns(files))) {
    columns.push({ name: String(name), type: String(type) });
  }
  return formatOfColumns(format, columns);
}

/** All that a format tells of files. */
export async function readLog(
  database: Database,
  given: LogFormat | ColumnFormat,
  files: string,
): Promise<ReadLog> {
  const format = await formatOf(database, given, files);
  const { from } = logRelation(format, format.rows(files), format.unreadable);
  const kept = await database.keep(`SELECT * FROM ${from}`);
  const rows: Record<string, unknown>[] = [];
  let unreadable = 0;
  for await (const [text] of database.rows(
    `SELECT CAST(to_json(one) AS VARCHAR) FROM ${kept} AS one`,
  )) {
    const row = JSON.parse(
      String(text).replace(/("(?:[^"\\]|\\.)*"):(-?[0-9]+)(?=[,}])/g, '$1:"$2"'),
    ) as Record<string, unknown>;
    if (row["unreadable"] !== null && row["unreadable"] !== undefined) unreadable++;
    else rows.push(row);
  }
  return {
    rows,
    unreadable,
    rejected:
      given === format && "quickRows" in format && format.rows === format.quickRows
        ? 0
        : await countRejected(database, format),
  };
}
