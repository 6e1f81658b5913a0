import { CommandError } from "../../context.ts";
import type { ImpactCommandOptions } from "./command.ts";

export function checkLogOptions({ log = [], database, table }: ImpactCommandOptions): void {
  if (log.length > 0 && (table !== undefined || database !== undefined)) {
    throw new CommandError(
      `--log and ${table === undefined ? "--database" : "--table"} exclude each other.`,
      { help: "A log is in files, or in a table of a database." },
    );
  }
  if (table !== undefined && database === undefined) {
    throw new CommandError("--table: Which database has it?", {
      help: "Name it with --database.",
    });
  }
  if (database !== undefined && table === undefined) {
    throw new CommandError("--database: Which table has the log?", {
      help: "Name it with --table.",
    });
  }
  if (log.length === 0 && database === undefined) {
    throw new CommandError("There is no log.", {
      help: "Name its files: --log 'logs/*.ndjson'; `-` is standard input.",
    });
  }
  if (database === undefined) return;
  // The text of a URL may hold a password.
  if (!URL.canParse(database) || !/^https?:$/.test(new URL(database).protocol)) {
    throw new CommandError("--database: A database is named by a URL.", {
      help: "It begins with http:// or https://, and may name the database in its path.",
    });
  }
}
