import {
  countRejected,
  formatNamed,
  logRelation,
  type LogFormat,
} from "@traffic-policy/policy-impact/internal";
import { logFiles } from "../../../packages/policy-impact/src/logs/file-names.ts";
import { duckDb } from "../databases.ts";

// A program of its own, since a process has only one standard input: it prints rows, unreadable rows, and rejected lines.
const database = await duckDb();
const format = formatNamed(process.argv[2] ?? "") as LogFormat;
const { from } = logRelation(
  format,
  format.rows(await logFiles(database, ["-"])),
  format.unreadable,
);
const kept = await database.keep(`SELECT count(*) AS n, count(unreadable) AS wrong FROM ${from}`);
const rejected = await countRejected(database, format);
for await (const row of database.rows(`SELECT * FROM ${kept}`)) {
  console.log([...row, rejected].join(" "));
}
await database.close();
