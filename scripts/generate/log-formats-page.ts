import { fields } from "../../packages/policy-impact/src/index.ts";
import {
  fieldNames,
  logFormats,
  type LogFormat,
} from "../../packages/policy-impact/src/internal.ts";
import type { Source } from "../../packages/policy-impact/src/logs/log-format.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { cell } from "./markdown-cell.ts";

/** The page of what each format of logs tells, from the formats. */
export function logFormatsPage(): GeneratedFile {
  const own = logFormats.filter((format): format is LogFormat => "fields" in format);
  const ofColumns = logFormats.filter((format) => !("fields" in format));
  return {
    path: "docs/log-formats.md",
    text: [
      "<!-- Generated from the formats of logs by `pnpm generate`; do not edit. -->",
      "",
      "# Log formats",
      "",
      "What [impact](impact.md) can read. A log tells of each exchange what is in its row for a field below; what it does",
      "not tell is not known, and never taken for absent.",
      "",
      "## At a glance",
      "",
      "✓ is what was in the exchange, ~ may differ from it in the way that the section of the format says, and an empty",
      "cell is not told at all.",
      "",
      `| field | ${own.map(({ name }) => `\`${name}\``).join(" | ")} |`,
      `| --- | ${own.map(() => "---").join(" | ")} |`,
      ...fieldNames.map(
        (name) => `| \`${name}\` | ${own.map((format) => sign(format.fields[name])).join(" | ")} |`,
      ),
      ...(["request", "response"] as const).map(
        (of) =>
          `| headers of the ${of} | ${own.map((format) => headersCell(format, of)).join(" | ")} |`,
      ),
      "",
      `${ofColumns.map(({ name }) => `\`${name}\``).join(" and ")} have the columns that a file has: see [below](#columns).`,
      "",
      ...own.flatMap(section),
      "## Columns",
      "",
      `Files in the formats ${ofColumns.map(({ name }) => `\`${name}\``).join(" and ")}, and tables of a database, have columns that are named as the fields. Other`,
      "columns are ignored. `request_headers` and `response_headers` are maps, or JSON, from names to lists of values;",
      "`request_header_user-agent` is the list of one header.",
      "",
      "| column | type | what it tells |",
      "| --- | --- | --- |",
      ...fieldNames.map(
        (name) => `| \`${name}\` | ${types[fields[name].type]} | ${cell(fields[name].what)} |`,
      ),
      "",
    ].join("\n"),
  };
}

const types = {
  text: "text",
  number: "whole number",
  nanoseconds: "timestamp, RFC 3339, or nanoseconds since 1970",
} as const;

function sign(source: Source | undefined): string {
  if (source === undefined) return "";
  return source.lossy === undefined ? "✓" : "~";
}

function headersCell({ headers }: LogFormat, of: "request" | "response"): string {
  const { all, names = {} } = headers?.[of] ?? {};
  if (all !== undefined) return sign(all);
  return Object.keys(names).length === 0 ? "" : "some";
}

/** The headers that a format tells, where these are not all. */
function namedHeaders({ headers }: LogFormat): string[] {
  return (["request", "response"] as const).flatMap((of) => {
    const { all, names = {} } = headers?.[of] ?? {};
    if (all !== undefined || Object.keys(names).length === 0) return [];
    const list = Object.keys(names).map((name) => `\`${name}\``);
    return [`Headers of the ${of}: ${list.join(", ")}.`, ""];
  });
}

function section(format: LogFormat): string[] {
  const { name, title, fields: told, headers } = format;
  const lossy = [
    ...fieldNames.map((field) => [`\`${field}\``, told[field]?.lossy] as const),
    ...(["request", "response"] as const).flatMap((of) => {
      const { all, names = {} } = headers?.[of] ?? {};
      return [
        [`headers of the ${of}`, all?.lossy] as const,
        ...Object.entries(names).map(
          ([header, source]) => [`\`${header}\` of the ${of}`, source.lossy] as const,
        ),
      ];
    }),
  ].filter(([, text]) => text !== undefined);
  return [
    `## \`${name}\``,
    "",
    `${title}.`,
    "",
    ...namedHeaders(format),
    ...(lossy.length === 0
      ? []
      : [
          "| field | how it may differ |",
          "| --- | --- |",
          ...lossy.map(([field, text]) => `| ${field} | ${cell(text ?? "")} |`),
          "",
        ]),
  ];
}
