import {
  CaseRunner,
  ExchangeError,
  receiversOf,
  SiteCaseRunner,
  type CaseResult,
  type CaseSettings,
  type CompiledPolicy,
  type PolicyCase,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import { caseState, protocolOf } from "@traffic-policy/policy-engine/internal";
import { protocolProblem, type LoadedCase } from "@traffic-policy/policy-engine/formats";
import type { Problem, SourceRange } from "@traffic-policy/policy-language";
import { firstSentence } from "@traffic-policy/policy-language/internal";
import type { LeftOut } from "@traffic-policy/project";
import { alike } from "../checks/alike.ts";
import { checkStubs } from "../checks/check-stubs.ts";
import type { FileFailure } from "../checks/file-failure.ts";
import { problemIn } from "../checks/load-file.ts";
import type { PoliciesUnderTest, PolicyUnderTest } from "../checks/policies-under-test.ts";
import { type Clock, type Context, CommandError } from "../context.ts";
import { inSteps } from "../progress/steps.ts";
import { leftOutEndpoints } from "../site/left-out-text.ts";
import { loadCaseFile, type LoadedCaseFile } from "./load-case-file.ts";
import type { SitesUnderTest } from "./sites-under-test.ts";

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
  /** The same of a site. */
  | ({
      readonly state: "failed" | "undecided";
      readonly case: PolicyCase;
      readonly under?: never;
    } & CaseResult<SiteOutcome>)
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
  /** None where the cases are for a site. */
  readonly policies: readonly PolicyUnderTest[];
  /** The paths of the site, relative to the working directory. */
  readonly site?: readonly string[];
  /** Endpoints of the site of which nothing is read. */
  readonly leftOut?: readonly LeftOut[];
  readonly cases: readonly CaseReport[];
}

/** Policies and sites that cases are about. */
export interface UnderTest {
  readonly policies: PoliciesUnderTest;
  readonly sites: SitesUnderTest;
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
  tested: UnderTest,
  options: CasesOptions,
  context: Context,
): Promise<TestReport> {
  const reports: CaseFileReport[] = [];
  const failures: FileFailure[] = [];
  await inSteps("Testing", names.length, context, async (step) => {
    for (const name of names) {
      try {
        const report = await runCaseFile(name, tested, options, context);
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
  tested: UnderTest,
  { filter, locations = false }: CasesOptions,
  { files, clock }: Context,
): Promise<CaseFileReport> {
  const file = await loadCaseFile(name, files);
  const wanted = filter?.toLowerCase();
  const { subjects, policies, about } = await (file.site === undefined
    ? policiesOf(file, tested.policies, clock)
    : siteOf(file, tested.sites, clock));
  const stubs = [
    { stubs: file.settings.stubs, pointer: "" },
    ...file.cases.map((one) => ({
      stubs: one.case.stubs,
      pointer: one.pointer.replace(/\/each\/\d+$/, ""),
    })),
  ];
  for (const those of policies) checkStubs(stubs, those, file);
  const cases: CaseReport[] = [];
  for (const one of file.cases) {
    if (wanted !== undefined && !one.case.name.toLowerCase().includes(wanted)) continue;
    const names = tested.policies.environmentsOf(one, file);
    const results: [environment: string | undefined, Result][] = [];
    for (const subject of subjects) {
      const { environment } = subject;
      const isMeant = environment === undefined ? names.length > 0 : names.includes(environment);
      if (isMeant) results.push([environment, await runCase(one, subject, file)]);
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
    ...about,
    cases,
  };
}

/** A policy or a site in one environment, which cases run against. */
interface Subject {
  readonly environment: string | undefined;
  /** The problem of an exchange that cannot come to it. */
  problemOf(given: PolicyCase): Problem | undefined;
  run(given: PolicyCase): Promise<Result>;
}

interface Subjects {
  readonly subjects: readonly Subject[];
  /** Those of each environment, of which one has to have the actions of stubs. */
  readonly policies: readonly (readonly CompiledPolicy[])[];
  readonly about: Pick<CaseFileReport, "policies" | "site" | "leftOut">;
}

async function policiesOf(
  file: LoadedCaseFile,
  policies: PoliciesUnderTest,
  clock: Clock,
): Promise<Subjects> {
  const all = await policies.of(file);
  return {
    subjects: all.map((under): Subject => {
      const { policy, protocol, coverage, environment } = under;
      const how = { trace: coverage !== undefined, clock: clock.now };
      const runner = new CaseRunner(policy, file.settings, how);
      return {
        environment,
        problemOf: (given) => protocolProblem(given, protocol),
        async run(given) {
          const result = await runner.run(given);
          if (result.outcome.trace !== undefined) coverage?.add(result.outcome.trace);
          const state = caseState(result);
          return state === "passed" ? { state } : { state, case: given, under, ...result };
        },
      };
    }),
    policies: all.map(({ policy }) => [policy]),
    about: { policies: all },
  };
}

async function siteOf(
  file: LoadedCaseFile,
  sites: SitesUnderTest,
  clock: Clock,
): Promise<Subjects> {
  const paths = sites.pathsOf(file);
  const all = await sites.of(file, paths);
  const leftOut = all.flatMap(({ reading }) => leftOutEndpoints(reading.leftOut));
  return {
    subjects: all.map(({ site, environment }): Subject => {
      const runner = new SiteCaseRunner(site, file.settings, { clock: clock.now });
      return {
        environment,
        problemOf: (given) => protocolProblem(given, protocolOf(receiversOf(site, given)[0])),
        async run(given) {
          const result = await runner.run(given);
          const state = caseState(result);
          return state === "passed" ? { state } : { state, case: given, ...result };
        },
      };
    }),
    policies: all.map(({ site }) => site.site.endpoints.map((one) => site.policyOf(one))),
    about: { policies: [], site: paths, ...(leftOut.length > 0 && { leftOut }) },
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
  subject: Subject,
  file: LoadedCaseFile,
): Promise<Result> {
  const fail = (part: string, message: string, help?: string): Result => ({
    state: "error",
    error: problemIn(file, { path: pointer + part, message, help }),
  });
  try {
    const wrong = subject.problemOf(given);
    if (wrong !== undefined) return fail(wrong.path, wrong.message, wrong.help);
    return await subject.run(given);
  } catch (error) {
    if (error instanceof ExchangeError)
      return fail(error.path ?? "/request/url", error.message, error.help);
    if (file.language !== "code" || !(error instanceof Error)) throw error;
    return fail("", `It throws ${error.name}: ${firstSentence(error.message)}`);
  }
}
