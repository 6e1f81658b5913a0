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
  toPointer,
  type SourceRange,
  type PolicySource,
  type Protocol,
} from "@traffic-policy/policy-language";
import {
  firstSentence,
  placeText,
  type Files,
  documentOf,
  loadPolicy,
  type LoadedPolicy,
} from "@traffic-policy/policy-module";
import { CommandError, type Clock } from "../context.ts";
import { problemAt } from "../exchange/given-exchange.ts";
import { loadCaseFile, type LoadedCaseFile, namedPolicyFile } from "./load-case-file.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { protocolOf, targetClaim, type ProtocolClaim } from "../lint/protocol-claim.ts";
import { listed } from "../report/text.ts";
import { policyFilesOf } from "./select-case-files.ts";

/** What came of one case. Of one that passes nothing else is kept: there may be many. */
export type CaseReport = {
  readonly name: string;
  /** Where it is; of one that passes only when that was asked for. */
  readonly location?: SourceRange;
} & (
  | { readonly state: "passed" }
  /** With a trace. */
  | ({ readonly state: "failed"; readonly case: PolicyCase } & CaseResult)
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
  readonly under: PolicyUnderTest;
  readonly cases: readonly CaseReport[];
}

export interface TestReport {
  readonly files: readonly CaseFileReport[];
  /** Files that could not be tested at all. */
  readonly failures: readonly { readonly file: string; readonly error: CommandError }[];
}

export interface TestSettings {
  readonly provider: Files;
  readonly clock: Clock;
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
  for (const file of files) {
    try {
      const report = await runCaseFile(file, settings);
      if (report.cases.length > 0) reports.push(report);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failures.push({ file: settings.provider.nameOf(file), error });
    }
  }
  return { files: reports, failures };
}

async function runCaseFile(path: string, settings: TestSettings): Promise<CaseFileReport> {
  const file = await loadCaseFile(path, settings.provider, settings.timeLimit);
  const wanted = settings.filter?.toLowerCase();
  const chosen = file.cases.filter(
    (one) => wanted === undefined || one.case.name.toLowerCase().includes(wanted),
  );
  const under = await settings.policies.of(file);
  checkStubs(file, under);
  const runner = new CaseRunner(under.policy, file.settings, {
    trace: under.coverage !== undefined,
    clock: settings.clock.now,
  });
  const cases: CaseReport[] = [];
  for (const one of chosen) {
    const result = await runCase(one, runner, file, under);
    const isReported = settings.locations || result.state !== "passed";
    const location = isReported ? file.locate(one.pointer) : undefined;
    cases.push({ name: one.case.name, ...(location && { location }), ...result });
  }
  const url = file.cases.find((one) => /^https?:/i.test(one.case.request?.url ?? ""));
  return {
    file: file.name,
    language: file.language,
    settings: file.settings,
    url: url?.case.request?.url,
    under,
    cases,
  };
}

type Result = CaseReport extends infer Report
  ? Report extends CaseReport
    ? Omit<Report, "name" | "location">
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
    return { state: "failed", case: given, ...result };
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
  readonly policy: CompiledPolicy;
  /** What its cases have tried, if that is wanted. */
  readonly coverage: PolicyCoverage | undefined;
}

/** The policies that cases are for: each is loaded and compiled once, however many files are about it. */
export class PoliciesUnderTest {
  readonly #targets: readonly NamedTarget[];
  readonly #provider: Files;
  readonly #timeLimit: number | undefined;
  readonly #coverage: boolean;
  readonly #files = new Map<string, Promise<LoadedPolicy>>();
  readonly #known = new Map<string, Promise<PolicyUnderTest>>();

  constructor(
    configuration: LoadedConfiguration | undefined,
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
    this.#targets = configuration === undefined ? [] : namedTargets(configuration);
    this.#timeLimit = timeLimit;
    this.#coverage = coverage;
  }

  /**
   * The policy of a case file.
   *
   * @throws CommandError when there is none, or it is not clear which one or what it is for
   */
  async of(cases: LoadedCaseFile): Promise<PolicyUnderTest> {
    const { policy: given, file, name, protocol } = cases;
    const claims: ProtocolClaim[] =
      protocol === undefined ? [] : [{ protocol, claim: `${name} says ${protocol}` }];
    if (typeof given !== "object") {
      return this.ofFile(
        typeof given === "string" ? this.#named(cases, given) : besides(file, this.#provider),
        claims,
      );
    }
    const { builtPolicy } = await import("@traffic-policy/policy-module/code");
    const place = builtPolicy(file, given, this.#provider).builtAt?.("");
    const home = place?.file ?? file;
    return this.#compiled(home, builtPolicy(home, given, this.#provider), claims);
  }

  /**
   * The policy of a file.
   *
   * @param claims - what else says what it is for
   */
  async ofFile(file: string, claims: readonly ProtocolClaim[] = []): Promise<PolicyUnderTest> {
    let loading = this.#files.get(file);
    if (loading === undefined) {
      loading = loadPolicy(file, this.#provider, this.#timeLimit);
      this.#files.set(file, loading);
    }
    return this.#compiled(file, await loading, claims);
  }

  /** All that were asked for and can be tested, in the order in which they were. */
  async all(): Promise<PolicyUnderTest[]> {
    const known = await Promise.allSettled(this.#known.values());
    return known.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  }

  #compiled(
    file: string,
    loaded: LoadedPolicy,
    claims: readonly ProtocolClaim[],
  ): Promise<PolicyUnderTest> {
    const targets = this.#targets.filter(({ policyFile }) => policyFile === file);
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
    const key = `${file}:${line}:${column} ${protocol}`;
    let compiling = this.#known.get(key);
    if (compiling === undefined) {
      const { source } = loaded;
      compiling = compilePolicy(documentOf(loaded), { protocol }).then((policy) => ({
        file,
        source,
        protocol,
        policy,
        coverage: this.#coverage ? new PolicyCoverage(policy) : undefined,
      }));
      this.#known.set(key, compiling);
    }
    return compiling;
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
