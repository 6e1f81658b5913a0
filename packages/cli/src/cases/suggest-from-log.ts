import {
  CaseRunner,
  exchangeOf,
  PolicyCoverage,
  type Outcome,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import {
  recordedCases,
  seenBy,
  standardInput,
  type ReplayedCase,
  type RecordedCases,
  type Seen,
} from "@traffic-policy/policy-impact";
import { openDuckDb } from "@traffic-policy/policy-impact/databases";
import { countText } from "@traffic-policy/policy-impact/report";
import type { PolicyUnderTest } from "../checks/policies-under-test.ts";
import { CommandError, type Context } from "../context.ts";
import { askLog } from "../logs/ask-log.ts";
import { logOf } from "../logs/log.ts";
import { peer } from "../logs/peer.ts";
import { withDatabase } from "../logs/with-database.ts";
import { loadCaseFile } from "./load-case-file.ts";
import type { CaseFileReport } from "./run-case-files.ts";
import { proposed, type ProposedCases } from "./suggest.ts";

/** Cases of what a log tells. */
export interface LoggedCases extends ProposedCases {
  readonly recorded: RecordedCases;
  /** What the log is called. */
  readonly log: string;
  readonly seen: Seen;
}

/** Which log cases are made of. */
export interface LogGiven {
  readonly fromLog: readonly string[];
  readonly logFormat?: string;
  readonly columns?: string;
}

/** A log that cases are made of. It is read once for each policy, however often cases are suggested. */
export class CasesLog {
  readonly #given: LogGiven;
  readonly #context: Context;
  readonly #seen = new Map<string, Promise<Seen>>();

  constructor(given: LogGiven, context: Context) {
    this.#given = given;
    this.#context = context;
  }

  /**
   * Proposes cases of what was seen that no case of the file has yet.
   *
   * @param timeLimit - how long code may run, in milliseconds
   * @throws CommandError when the log cannot be read, or tells nothing of what the policy is for
   */
  async suggestFor(
    under: PolicyUnderTest,
    reports: readonly CaseFileReport[],
    timeLimit: number | undefined,
  ): Promise<LoggedCases> {
    const { policy, environment } = under;
    const { files, clock } = this.#context;
    const report = reports.find(({ policies }) => policies.includes(under));
    const settings = report?.settings ?? {};
    const seen = await this.#seenBy(under, settings);
    const coverage = new PolicyCoverage(policy);
    const existing: ReplayedCase[] = [];
    const runner = new CaseRunner(policy, settings, { trace: true, clock: clock.now });
    const file = report && (await loadCaseFile(files.resolve(report.file), files, timeLimit));
    for (const { case: one } of file?.cases ?? []) {
      const { environments } = one;
      if (environment !== undefined && environments?.includes(environment) === false) continue;
      const result = await passed(runner, one);
      if (result?.trace === undefined) continue;
      const { trace, ...outcome } = result;
      existing.push({ exchange: exchangeOf(one), outcome: { ...outcome, trace } });
      coverage.add(trace);
    }
    const { options, stubs } = settings;
    const found = recordedCases(policy, seen, {
      ...(options && { options }),
      ...(stubs && { stubs }),
      existing,
      coverage,
    });
    // Elsewhere the policy is another one.
    const cases = found.cases.map((one) =>
      environment === undefined ? one.case : { ...one.case, environments: [environment] },
    );
    const log = titleOf(this.#given);
    return { recorded: found, ...(await proposed(cases, under, report, files)), log, seen };
  }

  #seenBy(under: PolicyUnderTest, settings: CaseFileReport["settings"]): Promise<Seen> {
    const key = JSON.stringify([under.file, under.environment]);
    let seen = this.#seen.get(key);
    if (seen === undefined) this.#seen.set(key, (seen = this.#read(under, settings)));
    return seen;
  }

  async #read(
    { policy, file }: PolicyUnderTest,
    { options, stubs }: CaseFileReport["settings"],
  ): Promise<Seen> {
    const context = this.#context;
    const { fromLog, ...given } = this.#given;
    const logOption = "--from-log";
    const open = () => openDuckDb(() => Promise.resolve(peer("@duckdb/node-api", context)));
    const seen = await withDatabase(
      open,
      async (database) => {
        const log = await logOf({ ...given, log: fromLog, logOption }, database, context);
        const { answer, rejected } = await askLog(log, database, context, (from, watched) =>
          seenBy(policy, {
            database,
            columns: log.columns,
            from,
            ...watched,
            ...(options && { options }),
            ...(stubs && { stubs }),
          }),
        );
        return { ...answer, rows: answer.rows + rejected, skipped: answer.skipped + rejected };
      },
      logOption,
    );
    const name = context.files.nameOf(file);
    checkSeen(seen, titleOf(this.#given), `${name} is for ${policy.protocol}`);
    return seen;
  }
}

function titleOf({ fromLog }: LogGiven): string {
  return fromLog.map((name) => (name === standardInput ? "standard input" : name)).join(", ");
}

/** The outcome of a case that passes. */
async function passed(runner: CaseRunner, one: PolicyCase): Promise<Outcome | undefined> {
  try {
    const { outcome, differences } = await runner.run(one);
    return differences.length === 0 ? outcome : undefined;
  } catch {
    // It was reported when it was run before.
    return undefined;
  }
}

/** @throws CommandError when there is nothing that cases could be made of */
function checkSeen({ rows, skipped, others, exchanges }: Seen, log: string, what: string): void {
  if (exchanges > 0) return;
  if (rows === 0) throw new CommandError(`${log}: The log is empty.`);
  if (others > 0) {
    const told = what.endsWith("http") ? "connections without requests" : "requests";
    throw new CommandError(`${log}: The log tells of ${told}, and ${what}.`);
  }
  throw new CommandError(`${log}: None of its ${countText(skipped, "row")} can be read.`, {
    help: "--log-format or --columns say how.",
  });
}
