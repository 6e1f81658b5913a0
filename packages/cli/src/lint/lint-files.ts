import {
  dialectOf,
  protocols,
  type Diagnostic,
  type Protocol,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { policyFilesNamedIn, rangesAround } from "@traffic-policy/policy-language/internal";
import { byPlace, type LintOptions } from "@traffic-policy/policy-lint";
import { CodeComments, knownRules, LintRuleError } from "@traffic-policy/policy-lint/internal";
import { secretPlaces, type LintFailure, type LintReport } from "@traffic-policy/report";
import {
  ConfiguredIgnores,
  fileRules,
  type Baseline,
  type FileRules,
  type RuleOptions,
} from "@traffic-policy/policy-lint/configuration";
import {
  isCode,
  loadPolicies,
  type LoadedPolicy,
  type Files,
  UserCodeError,
  type LoadedConfiguration,
} from "@traffic-policy/project";
import type { WrittenPlaces } from "@traffic-policy/project/places";
import { PolicyUses, type PolicyHolder } from "@traffic-policy/project/selection";
import {
  pathOfPolicy,
  policyPath,
  refuseUnread,
  shownPath,
  unreadError,
} from "@traffic-policy/project/internal";
import { lintOf } from "../configuration/project.ts";
import { type Context, CommandError } from "../context.ts";
import { inSteps, type Step } from "../progress/steps.ts";
import type { Claims, ClaimedPolicy, Found } from "./claimed-policy.ts";
import type { LintCache } from "./lint-cache.ts";
import { OwnRules } from "./own-rules.ts";
import { withoutRepetition, withoutUsedOrders } from "./repetition.ts";

export interface LintFilesOptions extends RuleOptions {
  readonly environments: readonly LoadedConfiguration[];
  readonly protocol?: Protocol | undefined;
  readonly holders?: readonly PolicyHolder[] | undefined;
  readonly baseline?: Baseline | undefined;
  readonly cache?: LintCache | undefined;
  readonly ownRules?: OwnRules | undefined;
  /** Keeps the policies in the result; thousands take much memory. */
  readonly keepPolicies?: boolean;
  /** Receives the policies of each loaded file; an error that it throws counts as a failure of the file. */
  readonly onPolicies?: (file: string, policies: readonly LoadedPolicy[]) => void;
  /** Policies to leave out because they are as before, as they are shown: `plan.json#ngrok_cloud_endpoint.web`. */
  readonly unchanged?: ReadonlySet<string>;
  readonly step?: Step | undefined;
  /** Receives the files that hold the policies of each loaded file: an agent's configuration names others. */
  readonly note?: (files: readonly string[]) => void;
  readonly loadIgnored?: boolean;
}

export interface LintedFiles {
  readonly report: LintReport;
  readonly policies: ReadonlyMap<string, readonly LoadedPolicy[]>;
  /** The reported findings for each policy of a file, in order; more findings may follow. */
  readonly found: ReadonlyMap<string, readonly (readonly Diagnostic[])[]>;
  readonly claims: Claims;
}

/**
 * Loads and lints policy files. A file that cannot be linted becomes a failure in the report; the others are linted
 * anyway.
 *
 * @param names - absolute paths
 */
export async function lintFiles(
  names: Iterable<string>,
  options: LintFilesOptions,
  context: Context,
): Promise<LintedFiles> {
  const [configuration] = options.environments;
  const ownRules = options.ownRules ?? new OwnRules(configuration, context);
  const rulesOf = await fileRules(lintOf(configuration) ?? {}, ownRules.rules, options);
  const run = new Run({ ...options, ownRules, rulesOf }, context);
  const files = new Set(names);
  const lintAll = async (step: Step): Promise<void> => {
    for (const file of files) {
      await run.lint(file);
      await step();
    }
  };
  if (options.step === undefined) await inSteps("Linting", files.size, context, lintAll);
  else await lintAll(options.step);
  const report = run.report();
  const { policies, found, claims } = run;
  return { report, policies, found, claims };
}

interface Cached {
  readonly found: readonly Found[] | undefined;
  keep(found: readonly Found[]): void;
}

interface LintedFile {
  readonly file: string;
  /** Other files with policies of it, as they are shown: the configuration of an agent names some. */
  readonly named?: readonly string[];
  readonly options: LintOptions;
  readonly found: readonly (readonly Found[])[];
}

class Run {
  readonly policies = new Map<string, readonly LoadedPolicy[]>();
  readonly found = new Map<string, readonly (readonly Diagnostic[])[]>();
  readonly claims = new Map<Diagnostic, ClaimedPolicy>();
  readonly #options: LintFilesOptions;
  readonly #files: Files;
  readonly #ownRules: OwnRules;
  readonly #rulesOf: FileRules;
  readonly #linted: LintedFile[] = [];
  readonly #failures: LintFailure[] = [];
  readonly #hidden: SourceRange[] = [];
  readonly #untold: { readonly file: string; readonly reason: string }[] = [];
  readonly #comments = new CodeComments((name) =>
    this.#files.textIfReadable(this.#files.resolve(name)),
  );
  readonly #ignores: ConfiguredIgnores;
  readonly #configuration: LoadedConfiguration | undefined;
  readonly #uses: PolicyUses;
  #places: WrittenPlaces | undefined;

  constructor(
    options: LintFilesOptions & { readonly ownRules: OwnRules; readonly rulesOf: FileRules },
    { files }: Context,
  ) {
    this.#options = options;
    this.#files = files;
    this.#ownRules = options.ownRules;
    this.#rulesOf = options.rulesOf;
    [this.#configuration] = options.environments;
    this.#ignores = new ConfiguredIgnores(lintOf(this.#configuration) ?? {}, this.#configuration);
    this.#uses = new PolicyUses(options.environments, options.holders);
  }

  async lint(path: string): Promise<void> {
    const { file } = policyPath(path, this.#files);
    const { isIgnored, ...rules } = this.#rulesOf(this.#nameOf(file));
    if (isIgnored && this.#options.loadIgnored !== true) return;
    const files = this.#files;
    try {
      const cached = file === path ? this.#cached(file, rules) : undefined;
      if (cached?.found !== undefined) {
        this.#linted.push({ file, options: rules, found: [cached.found] });
        return;
      }
      const environments = this.#uses.environmentsOf(file);
      const all = await loadPolicies(path, files, environments);
      this.#options.note?.(all.map(({ source }) => files.resolve(source.file)));
      const changed = all.filter(
        ({ source }) => this.#options.unchanged?.has(shownPath(source)) !== true,
      );
      const policies = changed.filter((policy) => !this.#isUntold(path, file, policy));
      const hidden = aroundTexts(policies);
      this.#hidden.push(...hidden);
      if (this.#options.keepPolicies === true) this.policies.set(file, policies);
      this.#options.onPolicies?.(file, policies);
      if (isIgnored) return;
      if (policies.length === 0) return;
      const found: Found[][] = [];
      for (const policy of policies) found.push(await this.#findings(file, policy, rules));
      const isPart = file !== path || policies.length < all.length;
      if (!isCode(file)) withoutUsedOrders(found, isPart);
      const named = isCode(file) ? [] : policies.map(({ source }) => source.file);
      this.#linted.push({ file, named, options: rules, found });
      const isOwn = all.every(({ source }) => source.file === files.nameOf(file));
      const isWhole = isOwn && policies.length === all.length && hidden.length === 0;
      if (isWhole && !policies.some(namesFiles)) cached?.keep(withoutRepetition(found));
    } catch (error) {
      this.#failures.push(toFailure(file, await toCommandError(file, error, files), files));
    }
  }

  /**
   * Notes a policy that its file does not tell, which is not linted.
   *
   * @throws ExplainedError when it is the one that was named
   */
  #isUntold(path: string, file: string, { source }: LoadedPolicy): boolean {
    const { held } = source;
    if (held?.unread === undefined) return false;
    if (path !== file) refuseUnread(source);
    const files = this.#files;
    if (held.isMissing === true) {
      this.#failures.push(toFailure(file, unreadError(source), files));
      return true;
    }
    const name = pathOfPolicy({ file: files.nameOf(file), holder: held.holder.name });
    this.#untold.push({ file: name, reason: held.unread });
    return true;
  }

  #cached(
    file: string,
    { rules: own, ...how }: Omit<ReturnType<FileRules>, "isIgnored">,
  ): Cached | undefined {
    const { cache, keepPolicies, onPolicies, protocol } = this.#options;
    // What rules of the user's find may depend on anything.
    const isUnsure = own !== undefined && own.size > 0;
    const isWanted = keepPolicies === true || onPolicies !== undefined;
    if (cache === undefined || isUnsure || isWanted) return undefined;
    const text =
      isCode(file) || this.#ignores.isAbout(file) ? undefined : this.#files.textIfReadable(file);
    if (text === undefined) return undefined;
    const key = cache.keyOf(file, text, { how, protocol, targets: this.#uses.of(file) });
    return { found: cache.get(file, key), keep: (found) => cache.set(file, key, found) };
  }

  /** Returns the report; to be called after all files are linted. */
  report(): LintReport {
    const { baseline } = this.#options;
    const files = this.#files;
    const ownRules = this.#ownRules;
    const configuration = this.#configuration;
    const inConfiguration = configuration === undefined ? [] : this.#ofMissingFiles(configuration);
    const secrets: SourceRange[] = [...this.#hidden];
    const diagnostics = this.#linted.map(({ file, options, found }) => {
      const orders = [
        ...(isCode(file) ? this.#comments.of(files.nameOf(file)).nodes(knownRules(options)) : []),
        ...this.#ignores.unused(file),
      ];
      const all = [...found, ownRules.lintIgnores(files.nameOf(file), orders, options)];
      for (const list of found) secrets.push(...secretPlaces(list));
      const left = baseline === undefined ? all : all.map((list) => baseline.unknown(file, list));
      this.found.set(file, left);
      return left;
    });
    baseline?.keep(ownRules.unfinished);
    const reported = withoutRepetition(
      [...diagnostics.flat(), inConfiguration],
      this.#options.environments.length,
    );
    return {
      files: [
        ...new Set(this.#linted.flatMap(({ file, named = [] }) => [files.nameOf(file), ...named])),
      ],
      diagnostics: reported.map((finding) => this.#withoutPolicy(finding)),
      failures: [...this.#failures, ...ownRules.failures],
      ...(this.#untold.length > 0 && { notChecked: this.#untold }),
      ...(secrets.length > 0 && { secrets }),
      ...(baseline && { baseline: baseline.report() }),
    };
  }

  #withoutPolicy(finding: Found): Diagnostic {
    const { policy, ...diagnostic } = finding;
    if (policy === undefined) return finding;
    this.claims.set(diagnostic, policy);
    return diagnostic;
  }

  #ofMissingFiles({ file }: LoadedConfiguration): Diagnostic[] {
    const files = this.#files;
    const orders = this.#ignores.ofMissingFiles((other) => files.exists(other));
    return this.#ownRules.lintIgnores(
      files.nameOf(file),
      orders,
      this.#rulesOf(this.#nameOf(file)),
    );
  }

  async #findings(file: string, policy: LoadedPolicy, rules: LintOptions): Promise<Found[]> {
    const { held } = policy.source;
    const alike = this.#uses.protocolsOf(file, policy, this.#options.protocol);
    const all = this.#options.environments.length;
    const found: Found[][] = [];
    const dialect = await dialectOf(policy.source.document);
    const isOfCloudEndpoint =
      held?.holder.isOfCloudEndpoint === true ||
      (policy.isDefault && this.#uses.isOfCloudEndpoint(file));
    for (const { protocol, environments } of alike) {
      const isTranslated = held?.holder.isTranslated === true;
      const options = { ...rules, protocol, dialect, isOfCloudEndpoint, isTranslated };
      const left = await this.#findingsFor(file, policy, options);
      const claimed: ClaimedPolicy = {
        file,
        ...(protocol && { protocol: typeof protocol === "object" ? protocol[0] : protocol }),
        ...((isCode(file) || held !== undefined || !policy.isDefault) && {
          document: policy.source.document,
        }),
      };
      found.push(
        left.map(({ claim, fix, ...finding }) => ({
          ...finding,
          // Nothing is changed in the output of a program, so no fix is promised.
          ...(fix && held?.isText !== true && { fix }),
          ...(held && { holder: held.holder.name }),
          ...(claim && { policy: claimed }),
          ...(environments && { environments }),
        })),
      );
    }
    return found.length > 1 ? withoutRepetition(found, all) : (found[0] ?? []);
  }

  /** Places findings where the code wrote the subject, and not only where it was built. */
  async #placed(
    file: string,
    diagnostics: Diagnostic[],
    policy: LoadedPolicy,
  ): Promise<Diagnostic[]> {
    if (policy.built === undefined || diagnostics.length === 0) return diagnostics;
    if (this.#places === undefined) {
      const { WrittenPlaces: Places } = await import("@traffic-policy/project/places");
      this.#places ??= new Places(this.#files);
    }
    return this.#places.placed(file, policy, diagnostics);
  }

  async #findingsFor(
    file: string,
    policy: LoadedPolicy,
    options: LintOptions,
  ): Promise<Diagnostic[]> {
    const left = await this.#left(file, policy, options);
    // An order may be for what is found only when the policy is for a certain protocol.
    const hasOrders =
      this.#ignores.isAbout(file) ||
      (isCode(file) && !this.#comments.of(this.#files.nameOf(file)).isEmpty);
    if (options.protocol === undefined && hasOrders) {
      await this.#left(file, policy, { ...options, protocol: protocols });
    }
    return left;
  }

  /** Removes findings that an ignore directive covers; the directives record their matches. */
  async #left(file: string, policy: LoadedPolicy, options: LintOptions): Promise<Diagnostic[]> {
    const { source } = policy;
    const found = this.#ownRules.lint(source, options);
    const placed = await this.#placed(file, found, policy);
    const left = placed.filter(
      (finding, index) =>
        !(isCode(file) && this.#comments.ignores(finding, found[index]?.location)) &&
        !this.#ignores.ignores(file, finding, source.document),
    );
    return placed === found ? left : left.toSorted(byPlace);
  }

  #nameOf(file: string): string {
    return this.#configuration?.nameOf(file) ?? file;
  }
}

/** True for the configuration of an agent that names policy files: what is found depends on them. */
function namesFiles({ source }: LoadedPolicy): boolean {
  return policyFilesNamedIn(source.document).length > 0;
}

/** Everything around the policies in the output of a program, which may have any secret. */
function aroundTexts(policies: readonly LoadedPolicy[]): SourceRange[] {
  const file = policies.find(({ source }) => source.isOutput === true)?.source.file;
  if (file === undefined) return [];
  const texts = policies.flatMap(({ source: { text } }) => text ?? []);
  return rangesAround(file, texts);
}

async function toCommandError(file: string, error: unknown, files: Files): Promise<CommandError> {
  if (error instanceof CommandError) return error;
  if (!(error instanceof LintRuleError)) throw error;
  const { ruleErrorSentence } = await import("../user-code/rule-error.ts");
  return new CommandError(`${files.nameOf(file)}: ${ruleErrorSentence(error, files)}`, {
    help: "Correct this custom rule of the configuration.",
    cause: error,
  });
}

export function toFailure(file: string, error: CommandError, files: Files): LintFailure {
  const place = error instanceof UserCodeError ? error.place : undefined;
  return {
    file: files.nameOf(place?.file ?? file),
    message: error.message,
    ...(error.help === undefined ? {} : { help: error.help }),
    ...(place === undefined ? {} : { position: { line: place.line, column: place.column } }),
    ...(place?.end === undefined ? {} : { end: place.end }),
  };
}
