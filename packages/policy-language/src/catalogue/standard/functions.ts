import type { FunctionDefinition, Overload, TextFormat } from "../function.ts";

/**
 * The functions and methods of standard CEL.
 *
 * Source: the definition of the Common Expression Language, section "List of Standard Definitions".
 */
export const standardFunctions: readonly FunctionDefinition[] = [
  {
    name: "size",
    description: "the number of characters, bytes, items or entries",
    overloads: ["string", "bytes", "list(A)", "map(A, B)"].flatMap((type) => [
      { parameters: [type], parameterNames: ["value"], returns: "int" },
      { target: type, parameters: [], returns: "int" },
    ]),
    neverFails: true,
  },
  ...(
    [
      ["contains", "whether the text contains this text"],
      ["startsWith", "whether the text begins with this text"],
      ["endsWith", "whether the text ends with this text"],
    ] as const
  ).map(([name, description]) => ({
    name,
    description,
    overloads: [
      { target: "string", parameters: ["string"], parameterNames: ["text"], returns: "bool" },
    ],
    neverFails: true as const,
  })),
  {
    name: "matches",
    description: "whether the regular expression (RE2) matches somewhere in the text",
    overloads: [
      {
        target: "string",
        parameters: ["string"],
        parameterNames: ["pattern"],
        returns: "bool",
        formats: ["regular-expression"],
      },
      {
        parameters: ["string", "string"],
        parameterNames: ["text", "pattern"],
        returns: "bool",
        formats: [undefined, "regular-expression"],
      },
    ],
  },
  conversion("bool", ["bool", "string"], "true or false"),
  conversion("bytes", ["bytes", "string"], "bytes"),
  conversion("double", ["double", "int", "uint", "string"], "a floating-point number"),
  conversion("duration", ["duration", "string"], "a duration, from text like `90s`", "duration"),
  conversion(
    "int",
    ["int", "uint", "double", "string", "timestamp", "duration"],
    "a whole number: of a point in time the seconds since 1970, of a duration its nanoseconds",
  ),
  conversion(
    "string",
    ["string", "bool", "int", "uint", "double", "bytes", "timestamp", "duration"],
    "text",
  ),
  conversion(
    "timestamp",
    ["timestamp", "string", "int"],
    "a point in time, from RFC 3339 text",
    "timestamp",
  ),
  conversion("uint", ["uint", "int", "double", "string"], "a whole number that is not negative"),
  {
    name: "dyn",
    description: "the same value, without type checks",
    overloads: [{ parameters: ["A"], parameterNames: ["value"], returns: "dyn" }],
  },
  {
    name: "type",
    description: "the type of a value",
    overloads: [{ parameters: ["A"], parameterNames: ["value"], returns: "type(A)" }],
  },
  ...(
    [
      // Next to the year 1 or 9999 a time zone may have the one beside it.
      ["getFullYear", "the year", undefined],
      ["getMonth", "the month, from 0 for January to 11", [0, 11]],
      ["getDate", "the day of the month, from 1", [1, 31]],
      ["getDayOfMonth", "the day of the month, from 0", [0, 30]],
      ["getDayOfWeek", "the day of the week, from 0 for Sunday to 6", [0, 6]],
      ["getDayOfYear", "the day of the year, from 0", [0, 365]],
    ] as const
  ).map(([name, description, range]) => ({
    name,
    description: `${description}, in UTC or in a time zone`,
    overloads: ofTimestamp(range),
  })),
  ...(
    [
      ["getHours", "hour", [0, 23]],
      ["getMinutes", "minute", [0, 59]],
      ["getSeconds", "second", [0, 59]],
      ["getMilliseconds", "millisecond", [0, 999]],
    ] as const
  ).map(([name, unit, range]) => ({
    name,
    description: `the ${unit}, from 0, in UTC or in a time zone; or the ${unit}s of a duration`,
    overloads: [...ofTimestamp(range), { target: "duration", parameters: [], returns: "int" }],
  })),
];

function conversion(
  name: string,
  from: readonly string[],
  description: string,
  format?: TextFormat,
): FunctionDefinition {
  const overloads = from.map((type) => ({
    parameters: [type],
    parameterNames: ["value"],
    returns: name,
    ...(format !== undefined && type === "string" ? { formats: [format] } : {}),
  }));
  return { name, description: `the value as ${description}`, overloads };
}

function ofTimestamp(range: Overload["range"]): readonly Overload[] {
  return [[], ["string"]].map((parameters) => ({
    target: "timestamp",
    parameters,
    returns: "int",
    ...(range && { range }),
    ...(parameters.length > 0 && {
      parameterNames: ["timeZone"],
      formats: ["time-zone"] as const,
    }),
  }));
}
