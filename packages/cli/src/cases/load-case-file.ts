import { dirname, resolve } from "node:path";
import {
  expandCase,
  type CaseSettings,
  type Exchange,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import {
  fromPointer,
  isJsonObject,
  jsonPolicySource,
  type PolicySource,
  type Problem,
  type Protocol,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import { problemAt } from "../exchange/check-given.ts";
import { exchangeProblems } from "../exchange/exchange-problems.ts";
import type { ExchangeFile } from "../exchange/schema.ts";
import { toExchange } from "../exchange/to-exchange.ts";
import { withoutErrors } from "../json-source.ts";
import { isCode } from "../policy-file/load-policy.ts";
import { decode, readBytes } from "../read-bytes.ts";
import { relativePath } from "../relative-path.ts";
import { caseFileProblems } from "./case-problems.ts";
import type { DefinedCases } from "./define-cases.ts";
import { ContainsItselfError, plainForm } from "./plain-form.ts";
import { placeText } from "../place-text.ts";

/** A case of a file. */
export interface LoadedCase {
  readonly case: PolicyCase;
  /** JSON Pointer into the file: `/cases/3`; of a row of a table `/cases/3/each/0`. */
  readonly pointer: string;
}

/** What a file says of cases. */
export interface LoadedCaseFile {
  /** Absolute path. */
  readonly file: string;
  readonly language: "code" | "yaml" | "json";
  /** What is said of the policy: a file, or what a module has built. */
  readonly policy: DefinedCases["policy"];
  readonly protocol: Protocol | undefined;
  readonly settings: CaseSettings;
  readonly cases: readonly LoadedCase[];
  /** Where a part of the file stands, by JSON Pointer. */
  locate(pointer: string, part?: "key"): SourceRange | undefined;
}

/** A file before it is checked. */
interface CaseFileValue {
  readonly value: unknown;
  locate(pointer: string, part?: "key"): SourceRange | undefined;
}

/**
 * Loads a file with cases, and checks all of it.
 *
 * @param file - absolute path
 * @param timeLimit - how long code may run, in milliseconds
 * @throws CommandError when it cannot be read or run, or something in it cannot be
 */
export async function loadCaseFile(file: string, timeLimit?: number): Promise<LoadedCaseFile> {
  const language = isCode(file) ? "code" : /\.ya?ml$/.test(file) ? "yaml" : "json";
  const { value, locate } =
    language === "code" ? await runModule(file, timeLimit) : await readFile(file, language);
  const tell = ({ path, part, message, help }: Problem): CommandError => {
    const place = placeText(relativePath(file), locate(path, part)?.start);
    return problemAt(place, message, help);
  };
  const { policy, ...rest } = (isJsonObject(value) ? value : {}) as unknown as DefinedCases;
  const [problem] = problemsOfFile(
    language === "code" && isJsonObject(value) ? rest : value,
    language,
  );
  if (problem !== undefined) throw tell(problem);
  const { cases: given, protocol, options, stubs } = rest;
  const folder = dirname(file);
  const cases = given.flatMap((one, index): LoadedCase[] =>
    expandCase(one).map((expanded, row) => {
      const pointer = `/cases/${index}${"each" in one ? `/each/${row}` : ""}`;
      const [wrong] = problemsOf(expanded, language);
      if (wrong !== undefined) {
        const ownPart = "each" in one ? one.each[row] : one;
        const holder = holds(ownPart, wrong.path) ? pointer : `/cases/${index}`;
        throw tell({ ...wrong, path: holder + wrong.path });
      }
      return { case: asTheEngineTakesIt(expanded, folder, language), pointer };
    }),
  );
  return {
    file,
    language,
    policy,
    protocol,
    settings: { ...(options && { options }), ...(stubs && { stubs }) },
    cases,
    locate,
  };
}

function problemsOfFile(value: unknown, language: LoadedCaseFile["language"]): Problem[] {
  if (language !== "code") return caseFileProblems(value);
  try {
    return caseFileProblems(plainForm(value));
  } catch (error) {
    if (!(error instanceof ContainsItselfError)) throw error;
    return [{ path: error.path, message: error.message, help: "Write out what is meant." }];
  }
}

function problemsOf(one: PolicyCase, language: LoadedCaseFile["language"]): Problem[] {
  const { name: _, expect = {}, times: __, options: ___, stubs: ____, ...exchange } = one;
  if (Object.keys(expect).length === 0) {
    const message = "The case expects nothing.";
    return [{ path: "", message, help: 'Add "expect" with an outcome, a status or rules.' }];
  }
  return exchangeProblems(language === "code" ? plainForm(exchange) : exchange);
}

function asTheEngineTakesIt(
  one: PolicyCase,
  folder: string,
  language: LoadedCaseFile["language"],
): PolicyCase {
  const { variables, ...rest } = one;
  const given = language === "code" ? rest : one;
  if (variables === undefined && !namesFile(one)) return one;
  const exchange = given as unknown as ExchangeFile;
  const taken = toExchange({ exchange, folder, place: () => "" });
  return {
    ...one,
    ...(taken as Exchange),
    ...(language === "code" && variables && { variables }),
  };
}

function namesFile({ request = { url: "" }, response = {} }: Exchange): boolean {
  return "bodyFile" in request || "bodyFile" in response;
}

async function readFile(file: string, language: "yaml" | "json"): Promise<CaseFileValue> {
  const name = relativePath(file);
  const text = decode(readBytes(file), name);
  if (text.trim() === "") {
    throw new CommandError(`${name}: It is empty.`, {
      help: 'Write {"cases": […]}, each with "name", "request" and "expect".',
    });
  }
  let source: PolicySource;
  if (language === "json") source = jsonPolicySource(name, text);
  else {
    const { yamlPolicySource } = await import("@traffic-policy/policy-language/yaml");
    source = yamlPolicySource(name, text);
  }
  const { document } = withoutErrors(source);
  return { value: document, locate: (pointer, part) => source.locate(pointer, part) };
}

// Loaded only here, as files of data do without.
async function runModule(file: string, timeLimit: number | undefined): Promise<CaseFileValue> {
  const { importModule } = await import("../user-code/import-module.ts");
  const value = await importModule(file, (exports) => exports["default"], timeLimit);
  if (value === undefined) {
    throw new CommandError(`${relativePath(file)}: It has no default export.`, {
      help: "Write `export default defineCases([…])`.",
    });
  }
  const { CodePlaces } = await import("./code-places.ts");
  let places: InstanceType<typeof CodePlaces> | undefined;
  return { value, locate: (pointer) => (places ??= new CodePlaces(file)).locate(pointer) };
}

/** Whether a part stands in a row of a table; otherwise it is one of the template. */
function holds(value: unknown, pointer: string): boolean {
  let at = value;
  for (const key of fromPointer(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return true;
}

/** The policy file that a file with cases names. */
export function namedPolicyFile(file: string, policy: string): string {
  return resolve(dirname(file), policy);
}
