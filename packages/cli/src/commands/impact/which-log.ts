import { CommandError } from "../../context.ts";
import type { ImpactCommandOptions } from "./command.ts";

/**
 * Sees to it that one log is named: files, or a table of databases.
 *
 * @throws CommandError
 */
export function checkLogOptions({ log = [], database = [], table }: ImpactCommandOptions): void {
  if (log.length > 0 && (table !== undefined || database.length > 0)) {
    throw new CommandError(
      `--log and ${table === undefined ? "--database" : "--table"} exclude each other.`,
      { help: "A log is in files, or in a table of a database." },
    );
  }
  if (table !== undefined && database.length === 0) {
    throw new CommandError("--table: Which database has it?", {
      help: "Name it with --database.",
    });
  }
  if (database.length > 0 && table === undefined) {
    throw new CommandError("--database: Which table has the log?", {
      help: "Name it with --table.",
    });
  }
  if (log.length + database.length === 0) {
    throw new CommandError("There is no log.", {
      help: "Name its files: --log 'logs/*.ndjson'; `-` is standard input.",
    });
  }
  // The text of a URL may hold a password.
  const places = database.map((url) => {
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return placeOf(url);
    throw new CommandError("--database: A database is named by a URL.", {
      help: "It begins with http:// or https://, and may name the database in its path.",
    });
  });
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice !== undefined) {
    throw new CommandError(`--database: ${twice} is there twice, and would be counted twice.`, {
      help: "Name each shard once.",
    });
  }
}

/** Of a URL what tells one database from another. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/$/, "")}`;
}
