import type { CompiledPolicy } from "@traffic-policy/policy-engine";
import {
  fields,
  sqlOfImpact,
  type Database,
  type ImpactOptions,
  type LogColumns,
} from "@traffic-policy/policy-impact";
import {
  printedWriter,
  printedWriterNames,
  UntranslatedError,
} from "@traffic-policy/policy-impact/internal";
import { CommandError } from "../../context.ts";

/** The table name in a query for a database other than the connected one. */
const table = "log";

/**
 * Returns the text of the counting query.
 *
 * @param name - the database; the connected one by default
 * @throws CommandError for an unsupported database
 */
export function printedQuery(
  sides: readonly [CompiledPolicy, CompiledPolicy],
  asked: Omit<ImpactOptions, "database">,
  name: string | undefined,
  database: Database,
): string {
  if (name === undefined || name === database.writer.name) {
    return sqlOfImpact(...sides, { ...asked, database });
  }
  const writer = printedWriter(name);
  if (writer === undefined) {
    throw new CommandError(`--sql: "${name}" is no database that SQL is written for.`, {
      help: `There are ${printedWriterNames.join(", ")}.`,
    });
  }
  const columns = { fields: asked.columns.fields, headers: asked.columns.headers };
  const options = { ...asked, from: table, columns, database: { writer } };
  const sql = sqlOfImpact(...sides, options);
  return [
    `-- For ${name}. It has not been run here.`,
    `-- "${table}" stands for a table, or a query, with these columns; null is what is not known:`,
    ...tableColumns(columns, name).map((line) => `--   ${line}`),
    ...withoutSql(sides, options),
    sql,
  ].join("\n");
}

function withoutSql(
  sides: readonly [CompiledPolicy, CompiledPolicy],
  options: Parameters<typeof sqlOfImpact>[2],
): string[] {
  try {
    sqlOfImpact(...sides, { ...options, untranslated: "refuse" });
    return [];
  } catch (error) {
    if (!(error instanceof UntranslatedError)) throw error;
    const whats = new Set(error.places.map(({ what, rule }) => `${what} (${rule})`));
    return [
      "-- There is no exact SQL for what follows. Where it matters, an ending is below 0:",
      ...[...whats].map((what) => `--   ${what.replaceAll(/\s+/g, " ")}`),
    ];
  }
}

const types = {
  text: "text",
  number: "64-bit integer",
  nanoseconds: "64-bit integer, in nanoseconds",
} as const;

function tableColumns({ fields: told, headers }: LogColumns, database: string): string[] {
  const allHeaders =
    database === "clickhouse-18"
      ? "a list of pairs of a name in lower case and a value"
      : "a map from names in lower case to lists of texts";
  const ofFields = [...told].map(
    (name) => `${name}: ${types[fields[name].type]}; ${fields[name].what}`,
  );
  const ofHeaders = (["request", "response"] as const).flatMap((of) => {
    const { all = false, names = [] } = headers[of] ?? {};
    return [
      ...(all ? [`${of}_headers: ${allHeaders}`] : []),
      ...names.map((header) => `${of}_header_${header}: a list of texts`),
    ];
  });
  return [...ofFields, ...ofHeaders];
}
