import {
  CaseRunner,
  ExchangeError,
  PolicyCoverage,
  type CaseResult,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import { expandCase, type CaseTable } from "@traffic-policy/policy-engine/internal";
import {
  FormatError,
  protocolProblem,
  readCases,
  stubProblems,
  type LoadedCase,
  type LoadedCases,
} from "@traffic-policy/policy-engine/formats";
import { valueAt } from "@traffic-policy/policy-language/internal";
import { noFile } from "./exchange.ts";
import {
  placed,
  problemIn,
  readDocument,
  type PartProblem,
  type ReadDocument,
} from "./document.ts";
import type { Place, Problem } from "./messages.ts";
import type { PreparedPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";

export interface ReadCases extends LoadedCases {
  readonly document: ReadDocument;
}

export type RanCase = {
  readonly loaded: LoadedCase;
  readonly place?: Place;
} & (
  | { readonly kind: "ran"; readonly result: CaseResult }
  | { readonly kind: "error"; readonly problem: Problem }
);

/**
 * Reads a cases document.
 *
 * @throws Refusal when the text is not a cases document
 */
export async function readCasesText(text: string): Promise<ReadCases> {
  const document = await readDocument(text, "cases");
  try {
    const cases = readCases(document.value, {
      isCode: false,
      read: (file) => {
        const { path, message, help } = noFile(document.value, file);
        throw new FormatError({ path, message, help });
      },
    });
    if (cases.site !== undefined) {
      throw new FormatError({
        path: "/site",
        part: "key",
        message: "The cases of a site run only on the command line: here is one policy.",
        help: "Save the file, and run `traffic-policy test` with it.",
      });
    }
    return { ...cases, document };
  } catch (error) {
    if (error instanceof FormatError) {
      throw new Refusal(problemIn(document.source, "cases", error));
    }
    throw error;
  }
}

/** Returns a case as written, which differs from the engine's form. */
export function writtenCase({ pointer }: LoadedCase, { document }: ReadCases): PolicyCase {
  const [, index = "", row = "0"] = /^\/cases\/(\d+)(?:\/each\/(\d+))?$/.exec(pointer) ?? [];
  const given = valueAt(document.value, `/cases/${index}`) as unknown as PolicyCase | CaseTable;
  return expandCase(given)[Number(row)] as PolicyCase;
}

/**
 * Runs the cases of a document.
 *
 * @param now - the time of exchanges that do not set a time
 * @throws Refusal when a stub matches no action of the policy
 */
export async function runCases(
  { cases, settings, document: { source } }: ReadCases,
  { policy, protocol }: PreparedPolicy,
  now: number,
): Promise<{ readonly ran: readonly RanCase[]; readonly coverage: PolicyCoverage }> {
  const stubs = [
    { stubs: settings.stubs, pointer: "" },
    ...cases.map((one) => ({
      stubs: one.case.stubs,
      pointer: one.pointer.replace(/\/each\/\d+$/, ""),
    })),
  ];
  const [wrong] = stubProblems(stubs, policy);
  if (wrong !== undefined) throw new Refusal(problemIn(source, "cases", wrong));
  const coverage = new PolicyCoverage(policy);
  const runner = new CaseRunner(policy, settings, { trace: true, clock: () => now });
  const ran: RanCase[] = [];
  for (const loaded of cases) {
    const { pointer } = loaded;
    const of = { loaded, ...placed(source, pointer) };
    const fail = (one: PartProblem): void => {
      const problem = problemIn(source, "cases", { ...one, path: pointer + one.path });
      ran.push({ ...of, kind: "error", problem });
    };
    const problem = protocolProblem(loaded.case, protocol);
    if (problem !== undefined) {
      fail(problem);
      continue;
    }
    try {
      const result = await runner.run(loaded.case);
      if (result.outcome.trace !== undefined) coverage.add(result.outcome.trace);
      ran.push({ ...of, kind: "ran", result });
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      fail({ path: error.path ?? "/request/url", message: error.message, help: error.help });
    }
  }
  return { ran, coverage };
}
