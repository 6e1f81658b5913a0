import type { CaseSettings } from "@traffic-policy/policy-engine";
import { AssertionProblem, type Prover, type Verdict } from "@traffic-policy/policy-proof";
import {
  assertionProblem,
  type LoadedAssertion,
  type ReadAssertion,
} from "@traffic-policy/policy-proof/formats";
import type { SourceRange } from "@traffic-policy/policy-language";
import { isCode } from "@traffic-policy/project";
import { alike } from "../checks/alike.ts";
import { checkStubs } from "../checks/check-stubs.ts";
import type { FileFailure } from "../checks/file-failure.ts";
import { problemIn, type LoadedFile } from "../checks/load-file.ts";
import type { PoliciesUnderTest, PolicyUnderTest } from "../checks/policies-under-test.ts";
import { type Context, CommandError } from "../context.ts";
import { inSteps } from "../progress/steps.ts";
import { collectingEarly } from "../proving/collecting-early.ts";
import type { Provers } from "../proving/provers.ts";
import { loadAssertionFile, type LoadedAssertionFile } from "./load-assertion-file.ts";

export type AssertionReport = Verdict & {
  readonly assertion: ReadAssertion;
  readonly settings: CaseSettings;
  readonly location: SourceRange | undefined;
  readonly under: PolicyUnderTest;
  /** The environments with this result; undefined when all requested environments have it. */
  readonly environments?: readonly string[];
  readonly isOverTime: boolean;
};

export interface AssertionFileReport {
  /** The file, relative to the working directory. */
  readonly file: string;
  readonly language: LoadedFile["language"];
  /** The policy, once for each distinct environment. */
  readonly policies: readonly [PolicyUnderTest, ...PolicyUnderTest[]];
  readonly assertions: readonly AssertionReport[];
}

export interface AssertionRun {
  readonly files: readonly AssertionFileReport[];
  readonly failures: readonly FileFailure[];
}

interface Proving {
  readonly policies: PoliciesUnderTest;
  readonly provers: Provers;
  /** Selects assertions whose name contains this text, ignoring case. */
  readonly filter?: string | undefined;
}

export async function proveAssertionFiles(
  names: readonly string[],
  proving: Proving,
  context: Context,
): Promise<AssertionRun> {
  const reports: AssertionFileReport[] = [];
  const failures: FileFailure[] = [];
  await inSteps("Proving", names.length, context, async (step) => {
    for (const name of names) {
      try {
        const report = await proveAssertionFile(name, proving, context);
        if (report.assertions.length > 0) reports.push(report);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        failures.push({ file: context.files.nameOf(name), error });
      }
      await step();
    }
  });
  return { files: reports, failures };
}

async function proveAssertionFile(
  path: string,
  proving: Proving,
  { files }: Context,
): Promise<AssertionFileReport> {
  const file = await loadAssertionFile(path, files);
  const policies = await proving.policies.of(file);
  if ([path, policies[0].file].some(isCode)) proving.provers.startOver();
  for (const { policy } of policies) {
    checkStubs(
      [
        { stubs: file.settings.stubs, pointer: "" },
        // With those of the file, which have been checked by then.
        ...file.assertions.map(({ settings: { stubs }, pointer }) => ({ stubs, pointer })),
      ],
      [policy],
      file,
    );
    for (const one of file.assertions) {
      const problem = assertionProblem(one, policy);
      if (problem !== undefined) throw problemIn(file, problem);
    }
  }
  const wanted = proving.filter?.toLowerCase();
  const assertions: AssertionReport[] = [];
  for (const one of file.assertions) {
    const isWanted = wanted === undefined || one.assertion.name.toLowerCase().includes(wanted);
    if (isWanted) assertions.push(...(await reportsOf(one, file, policies, proving)));
  }
  const { name, language } = file;
  return { file: name, language, policies, assertions };
}

async function reportsOf(
  one: LoadedAssertion,
  file: LoadedAssertionFile,
  underTest: readonly PolicyUnderTest[],
  { policies, provers }: Proving,
): Promise<AssertionReport[]> {
  const { assertion, settings, pointer } = one;
  const names = policies.environmentsOf(one, file);
  const location = file.locate(pointer);
  const results: [environment: string | undefined, AssertionReport][] = [];
  for (const under of underTest) {
    const { environment } = under;
    const isMeant = environment === undefined ? names.length > 0 : names.includes(environment);
    if (!isMeant) continue;
    const verdict = await proved(one, provers.of(under, settings), file);
    const isOverTime = provers.isOverTime(under);
    results.push([environment, { assertion, settings, location, under, isOverTime, ...verdict }]);
  }
  return alike(results, keyOf, isPlainlyProved).map(({ result, environments }) => ({
    ...result,
    ...(environments && { environments }),
  }));
}

async function proved(
  { assertion, pointer }: LoadedAssertion,
  prover: Prover,
  file: LoadedAssertionFile,
): Promise<Verdict> {
  try {
    return await collectingEarly(() => prover.prove(assertion));
  } catch (error) {
    if (!(error instanceof AssertionProblem)) throw error;
    const { part, message, help } = error;
    throw problemIn(file, { path: `${pointer}/${part}`, message, help });
  }
}

function keyOf(report: AssertionReport): string {
  switch (report.kind) {
    case "proved":
      return JSON.stringify([report.isVacuous, report.dependsOn]);
    case "refuted":
      return JSON.stringify([report.exchange, report.outcome.result]);
    case "unknown":
      return report.reason;
  }
}

function isPlainlyProved(report: AssertionReport): boolean {
  return report.kind === "proved" && !report.isVacuous && report.dependsOn.length === 0;
}
