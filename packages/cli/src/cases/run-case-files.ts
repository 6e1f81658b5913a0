import {
  CaseRunner,
  ExchangeError,
  type CaseResult,
  type CaseSettings,
  type PolicyCase,
  compilePolicy,
  PolicyCoverage,
  type CompiledPolicy,
} from "@traffic-policy/policy-engine";
import type { LoadedCase } from "@traffic-policy/policy-engine/formats";
import {
  didYouMean,
  getOrAdd,
  toPointer,
  type SourceRange,
  type PolicySource,
  type Protocol,
} from "@traffic-policy/policy-language";
import {
  firstSentence,
  placeText,
  type Files,
  defaultPolicy,
  documentOf,
  loadPolicies,
  type LoadOptions,
  type LoadedPolicy,
} from "@traffic-policy/policy-module";
import { CommandError } from "../context.ts";
import { problemAt } from "../exchange/given-exchange.ts";
import { loadCaseFile, type LoadedCaseFile, namedPolicyFile } from "./load-case-file.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { protocolOf, targetClaim, type ProtocolClaim } from "../lint/protocol-claim.ts";
import { inSteps, type SeenOn } from "../progress/steps.ts";
import { listed } from "../report/text.ts";
import { policyFilesOf } from "./select-case-files.ts";

/** What came of one case. Of one that passes nothing else is kept: there may be many. */
export type CaseReport = {
  readonly name: string;
  /** Where it is; of one that passes only when that was asked for. */
  readonly location?: SourceRange;
  /** The environments that it came out like this in; nothing when it did in all that it was run for. */
  readonly environments?: readonly string[];
} & (
  | { readonly state: "passed" }
  /** With a trace. */
  | ({
      readonly state: "failed";
      readonly case: PolicyCase;
      readonly under: PolicyUnderTest;
    } & CaseResult)
  /** The exchange cannot be, or a function of the case throws. */
  | { readonly state: "error"; readonly error: CommandError }
);

export interface CaseFileReport {
  /** The file, relative to the working directory. */
  readonly file: string;
  readonly language: LoadedCaseFile["language"];
  readonly settings: CaseSettings;
  /** The URL of the first request; none when there is no absolute one. */
  readonly url: string | undefined;
  /** The policy, in each environment that it differs in. */
  readonly policies: readonly [PolicyUnderTest, ...PolicyUnderTest[]];
  readonly cases: readonly CaseReport[];
}

export interface TestReport {
  readonly files: readonly CaseFileReport[];
  /** Files that could not be tested at all. */
  readonly failures: readonly { readonly file: string; readonly error: CommandError }[];
}

export interface TestSettings extends SeenOn {
  readonly provider: Files;
  readonly policies: PoliciesUnderTest;
  /** A part of the names of the cases that are run, in whatever case. */
  readonly filter?: string | undefined;
  /** In milliseconds. */
  readonly timeLimit?: number | undefined;
  /** Whether the place of each case is reported, also of those that pass. */
  readonly locations: boolean;
}

export async function runCaseFiles(
  files: readonly string[],
  settings: TestSettings,
): Promise<TestReport> {
  const reports: CaseFileReport[] = [];
  const failures: { file: string; error: CommandError }[] = [];
  await inSteps("Testing", files.length, settings, async (step) => {
    for (const file of files) {
      try {
        const report = await runCaseFile(file, settings);
        if (report.cases.length > 0) reports.push(report);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        failures.push({ file: settings.provider.nameOf(file), error });
      }
      await step();
    }
  });
  return { files: reports, failures };
}

async function runCaseFile(path: string, settings: TestSettings): Promise<CaseFileReport> {
  const file = await loadCaseFile(path, settings.provider, settings.timeLimit);
  const wanted = settings.filter?.toLowerCase();
  const policies = await settings.policies.of(file);
  const runs = policies.map((under) => ({
    under,
    runner: new CaseRunner(under.policy, file.settings, {
      trace: under.coverage !== undefined,
      clock: settings.clock.now,
    }),
  }));
  for (const under of policies) checkStubs(file, under);
  const cases: CaseReport[] = [];
  for (const one of file.cases) {
    if (wanted !== undefined && !one.case.name.toLowerCase().includes(wanted)) continue;
    const names = settings.policies.environmentsOf(one, file);
    const results: [environment: string | undefined, Result][] = [];
    for (const { under, runner } of runs) {
      const { environment } = under;
      const isMeant = environment === undefined ? names.length > 0 : names.includes(environment);
      if (isMeant) results.push([environment, await runCase(one, runner, file, under)]);
    }
    for (const { result, environments } of alike(results)) {
      const isReported = settings.locations || result.state !== "passed";
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
    policies,
    cases,
  };
}

/** Results that differ, each with its environments; that it passes elsewhere is not worth a line. */
function alike(
  results: readonly (readonly [environment: string | undefined, Result])[],
): { readonly result: Result; readonly environments?: readonly string[] }[] {
  const groups = new Map<string, { result: Result; environments: string[] }>();
  for (const [environment, result] of results) {
    const group = getOrAdd(groups, keyOf(result), () => ({ result, environments: [] }));
    if (environment !== undefined) group.environments.push(environment);
  }
  const all = [...groups.values()];
  if (all.length <= 1) return all.map(({ result }) => ({ result }));
  return all.filter(({ result }) => result.state !== "passed");
}

function keyOf(result: Result): string {
  if (result.state === "passed") return "";
  return result.state === "error"
    ? result.error.message
    : JSON.stringify(result.differences, (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
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
    error: problemAt(placeOf(file, pointer + part), message, help),
  });
  const isHttp = under.protocol === "http";
  if (isHttp && given.request === undefined) {
    return fail(
      "",
      "There is no request, but the policy is for http.",
      'Add "request" with a URL.',
    );
  }
  const odd = (["request", "response"] as const).find((key) => !isHttp && given[key] !== undefined);
  if (odd !== undefined) {
    const message = `There is a ${odd}, but the policy is for ${under.protocol}, which sees only connections.`;
    return fail(`/${odd}`, message, `Remove the ${odd}; "connection" describes the client.`);
  }
  try {
    const result = await runner.run(given);
    if (result.outcome.trace !== undefined) under.coverage?.add(result.outcome.trace);
    if (result.differences.length === 0) return { state: "passed" };
    return { state: "failed", case: given, under, ...result };
  } catch (error) {
    if (error instanceof ExchangeError) return fail("/request/url", error.message, error.help);
    if (file.language !== "code" || !(error instanceof Error)) throw error;
    return fail("", `It throws ${error.name}: ${firstSentence(error.message)}`);
  }
}

/** A stub for an action that the policy does not have would never be asked. */
function checkStubs(file: LoadedCaseFile, { policy }: PolicyUnderTest): void {
  const types = new Set(
    policy.directions
      .flatMap(({ rules }) => rules)
      .flatMap(({ actions }) => actions.map(({ type }) => type)),
  );
  const given = [
    { stubs: file.settings.stubs, pointer: "" },
    ...file.cases.map((one) => ({
      stubs: one.case.stubs,
      pointer: one.pointer.replace(/\/each\/\d+$/, ""),
    })),
  ];
  for (const { stubs = {}, pointer } of given) {
    for (const type of Object.keys(stubs)) {
      if (types.has(type)) continue;
      const place = placeOf(file, `${pointer}/stubs${toPointer([type])}`, "key");
      throw problemAt(
        place,
        `The policy has no action "${type}".`,
        didYouMean(type, types) ?? "Remove the stub.",
      );
    }
  }
}

/** Where a part of a file stands, for the beginning of a sentence. */
function placeOf(file: LoadedCaseFile, pointer: string, part?: "key"): string {
  return placeText(file.name, file.locate(pointer, part)?.start);
}

export interface PolicyUnderTest {
  /** The file that it is built or written in, as an absolute path. */
  readonly file: string;
  readonly source: PolicySource;
  readonly protocol: Protocol;
  /** The environment that it is for; nothing when it is the same in all. */
  readonly environment: string | undefined;
  readonly policy: CompiledPolicy;
  /** What its cases have tried, if that is wanted. */
  readonly coverage: PolicyCoverage | undefined;
}

type Policies = readonly [PolicyUnderTest, ...PolicyUnderTest[]];

/** The policies that cases are for: each is loaded and compiled once, however many files are about it. */
export class PoliciesUnderTest {
  readonly #environments: readonly LoadedConfiguration[];
  readonly #targets: readonly NamedTarget[];
  readonly #provider: Files;
  readonly #timeLimit: number | undefined;
  readonly #coverage: boolean;
  readonly #files = new Map<string, Promise<readonly LoadedPolicy[]>>();
  readonly #known = new Map<string, Promise<PolicyUnderTest>>();

  /** @param environments - the configuration for each environment that is tested; none without one */
  constructor(
    environments: readonly LoadedConfiguration[],
    {
      provider,
      timeLimit,
      coverage,
    }: {
      readonly provider: Files;
      readonly timeLimit?: number | undefined;
      readonly coverage: boolean;
    },
  ) {
    this.#provider = provider;
    this.#environments = environments;
    this.#targets = environments.flatMap((one) => namedTargets(one));
    this.#timeLimit = timeLimit;
    this.#coverage = coverage;
  }

  /**
   * The policy of a case file, in each environment that it differs in.
   *
   * @throws CommandError when there is none, or it is not clear which one or what it is for
   */
  async of(cases: LoadedCaseFile): Promise<Policies> {
    const { policy: given, file, name, protocol } = cases;
    const claims: ProtocolClaim[] =
      protocol === undefined ? [] : [{ protocol, claim: `${name} says ${protocol}` }];
    if (typeof given === "string" || given === undefined) {
      const found = given === undefined ? besides(file, this.#provider) : this.#named(cases, given);
      return this.ofFile(found, claims);
    }
    const { loadGivenPolicies } = await import("@traffic-policy/policy-module/code");
    const made = await loadGivenPolicies(file, given, this.#provider, this.#loading());
    // It may be the policy of a file that is loaded as well.
    return this.#compiled(made[0]?.builtAt?.("")?.file ?? file, made, claims);
  }

  /**
   * The policy of a file, in each environment that it differs in.
   *
   * @param claims - what else says what it is for
   */
  async ofFile(file: string, claims: readonly ProtocolClaim[] = []): Promise<Policies> {
    let loading = this.#files.get(file);
    if (loading === undefined) {
      loading = loadPolicies(file, this.#provider, this.#loading(file));
      this.#files.set(file, loading);
    }
    return this.#compiled(file, await loading, claims);
  }

  /** All that were asked for and can be tested, in the order in which they were. */
  async all(): Promise<PolicyUnderTest[]> {
    const known = await Promise.allSettled(this.#known.values());
    return known.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  }

  /**
   * The environments that a case is run for, by name; one without a name where there are none.
   *
   * @throws CommandError when the case names one that is not there
   */
  environmentsOf({ environments: said }: LoadedCase, file: LoadedCaseFile): readonly string[] {
    const names = this.#environments.map(({ environment }) => environment?.name ?? "");
    if (said === undefined) return names.length === 0 ? [""] : names;
    const all = this.#environments[0]?.environmentNames ?? [];
    const unknown = said.names.findIndex((name) => !all.includes(name));
    if (unknown === -1) return names.filter((name) => said.names.includes(name));
    const name = said.names[unknown] ?? "";
    throw problemAt(
      placeOf(file, `${said.pointer}/${unknown}`),
      `There is no environment "${name}".`,
      didYouMean(name, all) ??
        (all.length === 0
          ? "The configuration has no environments."
          : `The environments are: ${listed(all)}.`),
    );
  }

  /** How a policy is loaded: for the environments in which a target holds it, or else for all. */
  #loading(file?: string): LoadOptions {
    const all = this.#environments.flatMap(({ environment }) => environment ?? []);
    const held = this.#targets.filter(({ policyFile }) => policyFile === file);
    const own = all.filter(({ name }) =>
      held.some(({ configuration }) => configuration.environment?.name === name),
    );
    return { timeLimit: this.#timeLimit, environments: own.length === 0 ? all : own };
  }

  async #compiled(
    file: string,
    loaded: readonly LoadedPolicy[],
    claims: readonly ProtocolClaim[],
  ): Promise<Policies> {
    const main = loaded.filter(({ isDefault }) => isDefault);
    // Says why there is none.
    const first = main[0] ?? defaultPolicy(this.#provider.nameOf(file), loaded);
    return Promise.all([
      this.#compiledOne(file, first, claims),
      ...main.slice(1).map((one) => this.#compiledOne(file, one, claims)),
    ]);
  }

  #compiledOne(
    file: string,
    loaded: LoadedPolicy,
    claims: readonly ProtocolClaim[],
  ): Promise<PolicyUnderTest> {
    const { environment } = loaded;
    const targets = this.#targets.filter(
      (target) =>
        target.policyFile === file &&
        (environment === undefined || target.configuration.environment?.name === environment),
    );
    const said = protocolOf(loaded, undefined, [...claims, ...targets.map(targetClaim)]);
    if (typeof said === "object") {
      throw new CommandError(
        `${loaded.source.file}: The protocol of the policy is ambiguous: targets of several kinds use it.`,
        { help: 'Say it with "protocol" in the file with the cases.' },
      );
    }
    const protocol = said ?? "http";
    // A module may export several policies, and a policy may be loaded as a file and imported.
    const { line = 1, column = 1 } = loaded.builtAt?.("")?.start ?? {};
    const key = JSON.stringify([file, line, column, protocol, environment]);
    return getOrAdd(this.#known, key, async () => {
      const policy = await compilePolicy(documentOf(loaded), { protocol });
      const coverage = this.#coverage ? new PolicyCoverage(policy) : undefined;
      return { file, source: loaded.source, protocol, environment, policy, coverage };
    });
  }

  /** A target of the configuration, or a file. */
  #named({ file, name: shown, locate }: LoadedCaseFile, name: string): string {
    const path = namedPolicyFile(file, name);
    if (/\.\w+$/.test(name)) return path;
    const target = this.#targets.find((one) => one.name === name);
    if (target !== undefined) return target.policyFile;
    const names = this.#targets.map((one) => one.name);
    throw problemAt(
      placeText(shown, locate("/policy")?.start),
      `"${name}" is neither a policy file nor a target.`,
      didYouMean(name, names) ??
        "Name a file, relative to this one, or a target of the configuration.",
    );
  }
}

/** The policy file beside a case file. */
function besides(file: string, files: Files): string {
  const [found, ...others] = policyFilesOf(file, files);
  if (found !== undefined && others.length === 0) return found;
  const name = files.nameOf(file);
  if (found === undefined) {
    throw new CommandError(`${name}: There is no policy next to it, and it names none.`, {
      help: 'Call it like its policy (web.cases.yaml for web.policy.ts), or name the policy\'s file as "policy".',
    });
  }
  const names = [found, ...others].map((one) => files.nameOf(one));
  throw new CommandError(`${name}: There are several policies next to it: ${listed(names)}.`, {
    help: 'Name the one that is meant as "policy".',
  });
}
