import {
  toPointer,
  type JsonValue,
  type Problem,
  type Protocol,
} from "@traffic-policy/policy-language";
import { schemaProblems, valueAt } from "@traffic-policy/policy-language/internal";
import {
  exchangeOf,
  expandCase,
  type CaseSettings,
  type CaseTable,
  type PolicyCase,
} from "../cases/policy-case.ts";
import { caseFileSchema, type CaseFile } from "./case-schema.ts";
import { exchangeProblems, toExchange, FormatError } from "./exchange-file.ts";
import type { ExchangeFile } from "./exchange-schema.ts";
import { withMeantParts } from "./meant-parts.ts";
import { patternProblems, settingProblems } from "./setting-problems.ts";
import { toBase64 } from "../expression/base64.ts";

/** The cases of a file, with what holds for all of them; what a module with cases exports. */
export interface CaseFileContents extends CaseSettings {
  /** The protocol of the policy, if the policy does not state it. */
  readonly protocol?: Protocol;
  /** Instead of a policy: the files, folders or globs of a site, relative to the file with the cases. */
  readonly site?: string | readonly string[];
  /** The environments that the cases are for, by name; all of them when left out. */
  readonly environments?: readonly string[];
  readonly cases: readonly (PolicyCase | CaseTable)[];
}

/** A case of a file. */
export interface LoadedCase {
  readonly case: PolicyCase;
  /** JSON Pointer into the file: `/cases/3`; of a row of a table `/cases/3/each/0`. */
  readonly pointer: string;
  /** The environments that it is for; nothing for all of them. */
  readonly environments?: CaseEnvironments;
}

/** The environments that a case names, and where: a JSON Pointer to the list. */
export interface CaseEnvironments {
  readonly names: readonly string[];
  readonly pointer: string;
}

/** The cases of a file, and the settings that it gives for them. */
export interface LoadedCases {
  readonly protocol: Protocol | undefined;
  /** The files, folders and globs of the site that they are for; undefined for those of a policy. */
  readonly site: readonly string[] | undefined;
  readonly settings: CaseSettings;
  readonly cases: readonly LoadedCase[];
}

/**
 * Checks all that a file says of cases, and takes its tables apart.
 *
 * @param value - the JSON value of the file; of a module, what it exports, without the policy
 * @param options.isCode - whether it is what a module exports: functions, dates and bytes are taken
 * @param options.read - reads a file that is named in a case
 * @throws FormatError when something in it is not as it should be
 */
export function readCases(
  value: unknown,
  options: { readonly isCode: boolean; readonly read: (path: string) => Uint8Array },
): LoadedCases {
  const [problem] = problemsOf(options.isCode ? plainForm(value) : value);
  if (problem !== undefined) throw new FormatError(problem);
  const {
    cases: given,
    protocol,
    site,
    options: answers,
    stubs,
    keySets,
    secrets,
    random,
    environments,
  } = value as CaseFileContents;
  const cases = given.flatMap((one, index): LoadedCase[] =>
    expandCase(one).map((expanded, row) => {
      const pointer = `/cases/${index}${"each" in one ? `/each/${row}` : ""}`;
      const [wrong] = problemsOfCase(expanded, options.isCode);
      if (wrong === undefined) {
        const names = expanded.environments ?? environments;
        const at = expanded.environments === undefined ? "" : `/cases/${index}`;
        return {
          case: taken(expanded, options),
          pointer,
          ...(names && { environments: { names, pointer: `${at}/environments` } }),
        };
      }
      // What a row does not say comes from the template.
      const own = "each" in one ? one.each[row] : one;
      const isOwn = valueAt(own as unknown as JsonValue, wrong.path) !== undefined;
      throw new FormatError({ ...wrong, path: (isOwn ? pointer : `/cases/${index}`) + wrong.path });
    }),
  );
  const settings = {
    ...(answers && { options: answers }),
    ...(stubs && { stubs }),
    ...(keySets && { keySets }),
    ...(secrets && { secrets }),
    ...(random !== undefined && { random }),
  };
  return { protocol, site: site === undefined ? undefined : [site].flat(), settings, cases };
}

function problemsOfCase(one: PolicyCase, isCode: boolean): Problem[] {
  if (Object.keys(one.expect ?? {}).length === 0) {
    const message = "The case expects nothing.";
    return [{ path: "", message, help: 'Add "expect" with an outcome, a status or rules.' }];
  }
  const exchange = exchangeOf(one);
  return exchangeProblems(isCode ? plainForm(exchange) : exchange);
}

function taken(one: PolicyCase, { isCode, read }: Parameters<typeof readCases>[1]): PolicyCase {
  const { variables, request = { url: "" }, response = {} } = one;
  const namesFile = "bodyFile" in request || "bodyFile" in response;
  if (variables === undefined && !namesFile) return one;
  const { variables: _, ...rest } = one;
  const exchange = toExchange((isCode ? rest : one) as unknown as ExchangeFile, read);
  return { ...one, ...exchange, ...(isCode && variables && { variables }) };
}

function problemsOf(value: unknown): readonly Problem[] {
  const found = withMeantParts(schemaProblems(caseFileSchema, value), value);
  if (found.length > 0) return found;
  const file = value as CaseFile;
  return [
    ...siteProblems(file),
    ...settingProblems(file, ""),
    ...file.cases.flatMap((one, index) => [
      ...settingProblems(one, `/cases/${index}`),
      ...patternProblems(one.expect, `/cases/${index}/expect`),
      ...(one.each ?? []).flatMap(({ expect }, row) =>
        patternProblems(expect, `/cases/${index}/each/${row}/expect`),
      ),
    ]),
  ];
}

function siteProblems({ site, policy, protocol, cases }: CaseFile): Problem[] {
  if (site === undefined) {
    return cases.flatMap((one, index) => [
      ...siteOnly(one.expect, `/cases/${index}/expect`),
      ...(one.each ?? []).flatMap(({ expect }, row) =>
        siteOnly(expect, `/cases/${index}/each/${row}/expect`),
      ),
    ]);
  }
  const part = "key";
  return [
    ...(policy === undefined ? [] : [{ path: "/policy", part, ...policyOrSite } as const]),
    ...(protocol === undefined
      ? []
      : [
          {
            path: "/protocol",
            part,
            message: '"protocol" is for the cases of a policy, and these are of a site.',
            help: "Remove it: the URL of a request says it.",
          } as const,
        ]),
  ];
}

/** The problem of a file that names both. */
export const policyOrSite = {
  message: '"policy" and "site" cannot be used together.',
  help: "Put the cases of the policy into a file of their own.",
};

function siteOnly(expect: CaseFile["cases"][number]["expect"], path: string): Problem[] {
  return (["endpoints", "server"] as const).flatMap((key): Problem[] => {
    if (expect?.[key] === undefined) return [];
    const message = `"${key}" is for the cases of a site, and these are of a policy.`;
    return [{ path: `${path}/${key}`, part: "key", message, help: 'Name its files as "site".' }];
  });
}

/**
 * Converts a module's exports to the form of a data file, so that both are checked in the same way: dates as text,
 * bytes in Base64, regular expressions as `matches`, pairs of headers as an object. Functions are left out.
 *
 * @throws FormatError for a circular reference
 */
function plainForm(value: unknown): unknown {
  return plain(value, []);
}

type Step = readonly [object: object, key: string | number];

/** @param path - the steps from the outermost value to this value */
function plain(value: unknown, path: readonly Step[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (path.some(([outer]) => outer === value)) {
    const at = toPointer(path.map(([, key]) => key));
    const help = "Write the value out instead.";
    throw new FormatError({ path: at, message: `${at} contains itself.`, help });
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => plain(item, [...path, [value, index]]));
  }
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "not a time" : value.toISOString();
  if (value instanceof Uint8Array) return toBase64(value);
  if (value instanceof RegExp) return { matches: "" };
  const members: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || typeof member === "function") continue;
    // Only code can give them, and the engine checks them.
    if (key === "extensions") continue;
    const isPairs = (key === "headers" || key === "trailers") && Array.isArray(member);
    members[key] = isPairs ? headersOf(member) : plain(member, [...path, [value, key]]);
  }
  return members;
}

function headersOf(pairs: readonly unknown[]): unknown {
  const isRight = pairs.every((pair) => Array.isArray(pair) && pair.length === 2);
  return isRight ? Object.fromEntries(pairs as [string, unknown][]) : pairs;
}
