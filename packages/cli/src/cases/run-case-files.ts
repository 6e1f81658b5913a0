import {
  CaseRunner,
  ExchangeError,
  type CaseResult,
  type CaseSettings,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import { caseState } from "@traffic-policy/policy-engine/internal";
import { protocolProblem, type LoadedCase } from "@traffic-policy/policy-engine/formats";
import { type SourceRange } from "@traffic-policy/policy-language";
import { firstSentence } from "@traffic-policy/policy-language/internal";
import { alike } from "../checks/alike.ts";
import { checkStubs } from "../checks/check-stubs.ts";
import type { FileFailure } from "../checks/file-failure.ts";
import { problemIn } from "../checks/load-file.ts";
import type { PoliciesUnderTest, PolicyUnderTest } from "../checks/policies-under-test.ts";
import { type Context, CommandError } from "../context.ts";
import { inSteps } from "../progress/steps.ts";
import { loadCaseFile, type LoadedCaseFile } from "./load-case-file.ts";

/** The result of a case. For a passed case nothing else is kept, because there may be many. */
export type CaseReport = {
  readonly name: string;
  readonly location?: SourceRange;
  /** The environments with this result; undefined when all requested environments have it. */
  readonly environments?: readonly string[];
} & (
  | { readonly state: "passed" }
  | ({
      readonly state: "failed" | "undecided";
      readonly case: PolicyCase;
      readonly under: PolicyUnderTest;
    } & CaseResult)
  /** The exchange is impossible, or a function of the case throws. */
  | { readonly state: "error"; readonly error: CommandError }
);

export interface CaseFileReport {
  /** The file, relative to the working directory. */
  readonly file: string;
  readonly language: LoadedCaseFile["language"];
  readonly settings: CaseSettings;
  /** The URL of the first request; undefined when no URL is absolute. */
  readonly url: string | undefined;
  readonly policies: readonly [PolicyUnderTest, ...PolicyUnderTest[]];
  readonly cases: readonly CaseReport[];
}

export interface TestReport {
  readonly files: readonly CaseFileReport[];
  readonly failures: readonly FileFailure[];
}

interface CasesOptions {
  /** Selects cases whose name contains this text, ignoring case. */
  readonly filter?: string | undefined;
  /** Locates passed cases, too. */
  readonly locations?: boolean;
}

export async function runCaseFiles(
  names: readonly string[],
  policies: PoliciesUnderTest,
  options: CasesOptions,
  context: Context,
): Promise<TestReport> {
  const reports: CaseFileReport[] = [];
  const failures: FileFailure[] = [];
  await inSteps("Testing", names.length, context, async (step) => {
    for (const name of names) {
      try {
        const report = await runCaseFile(name, policies, options, context);
        if (report.cases.length > 0) reports.push(report);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        failures.push({ file: context.files.nameOf(name), error });
      }
      await step();
    }
  });
  return { files: reports, failures };
}

async function runCaseFile(
  name: string,
  policies: PoliciesUnderTest,
  { filter, locations = false }: CasesOptions,
  { files, clock }: Context,
): Promise<CaseFileReport> {
  const file = await loadCaseFile(name, files);
  const wanted = filter?.toLowerCase();
  const underTest = await policies.of(file);
  const runs = underTest.map((under) => ({
    under,
    runner: new CaseRunner(under.policy, file.settings, {
      trace: under.coverage !== undefined,
      clock: clock.now,
    }),
  }));
  const stubs = [
    { stubs: file.settings.stubs, pointer: "" },
    ...file.cases.map((one) => ({
      stubs: one.case.stubs,
      pointer: one.pointer.replace(/\/each\/\d+$/, ""),
    })),
  ];
  for (const { policy } of underTest) checkStubs(stubs, policy, file);
  const cases: CaseReport[] = [];
  for (const one of file.cases) {
    if (wanted !== undefined && !one.case.name.toLowerCase().includes(wanted)) continue;
    const names = policies.environmentsOf(one, file);
    const results: [environment: string | undefined, Result][] = [];
    for (const { under, runner } of runs) {
      const { environment } = under;
      const isMeant = environment === undefined ? names.length > 0 : names.includes(environment);
      if (isMeant) results.push([environment, await runCase(one, runner, file, under)]);
    }
    for (const { result, environments } of alike(results, keyOf, isPassed)) {
      const isReported = locations || result.state !== "passed";
      const location = isReported ? file.locate(one.pointer) : undefined;
      cases.push({
        name: one.case.name,
        ...(location && { location }),
        ...(environments && { environments }),
        ...result,
      });
    }
  }
  const url = file.cases.find((one) => /^https?:/i.test(one.case.request?.url ?? ""));
  return {
    file: file.name,
    language: file.language,
    settings: file.settings,
    url: url?.case.request?.url,
    policies: underTest,
    cases,
  };
}

function keyOf(result: Result): string {
  if (result.state === "passed") return "";
  return result.state === "error"
    ? result.error.message
    : JSON.stringify(result.differences, (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
}

function isPassed({ state }: Result): boolean {
  return state === "passed";
}

type Result = CaseReport extends infer Report
  ? Report extends CaseReport
    ? Omit<Report, "name" | "location" | "environments">
    : never
  : never;

async function runCase(
  { case: given, pointer }: LoadedCase,
  runner: CaseRunner,
  file: LoadedCaseFile,
  under: PolicyUnderTest,
): Promise<Result> {
  const fail = (part: string, message: string, help?: string): Result => ({
    state: "error",
    error: problemIn(file, { path: pointer + part, message, help }),
  });
  const wrong = protocolProblem(given, under.protocol);
  if (wrong !== undefined) return fail(wrong.path, wrong.message, wrong.help);
  try {
    const result = await runner.run(given);
    if (result.outcome.trace !== undefined) under.coverage?.add(result.outcome.trace);
    const state = caseState(result);
    return state === "passed" ? { state } : { state, case: given, under, ...result };
  } catch (error) {
    if (error instanceof ExchangeError)
      return fail(error.path ?? "/request/url", error.message, error.help);
    if (file.language !== "code" || !(error instanceof Error)) throw error;
    return fail("", `It throws ${error.name}: ${firstSentence(error.message)}`);
  }
}
