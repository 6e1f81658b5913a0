import { pathToFileURL } from "node:url";
import {
  formatted,
  type Checked,
  type DocumentKind,
  type DocumentText,
  type Lens,
} from "@traffic-policy/language-server";
import type { Diagnostic, JsonSchema } from "@traffic-policy/policy-language";
import { holdsPolicy, type LoadedPolicy } from "@traffic-policy/project";
import { fixText, type FixableFinding } from "@traffic-policy/project/edit";
import { publishedSchema } from "../configuration/published-schema.ts";
import { CommandError, type Context } from "../context.ts";
import { checkAssertions, checkCases } from "./check-cases.ts";
import { checkPolicy, lintOne, protocolsOf, type DocumentCheck } from "./check-policy.ts";
import { executeCommand, type CommandAnswer } from "./commands.ts";
import { FoundByFile } from "./findings.ts";
import { lensesOf, lensTitle } from "./lenses.ts";
import { policyFilesMeant } from "./policy-files-meant.ts";
import { environmentsIn, Scopes } from "./scopes.ts";
import { WorkspaceTexts } from "./workspace-texts.ts";

/**
 * Checks the documents of an editor with the code that the commands check files with. It may run code of the
 * workspace, and take its time: the server keeps it in a thread or process of its own.
 */
export class Checker {
  readonly #context: Omit<Context, "files">;
  readonly #texts: WorkspaceTexts;
  readonly #scopes = new Scopes();
  readonly #isOutdated: (given: number) => boolean;
  #given = 0;

  /**
   * @param runsCode - allows code of the workspace to run; without it, configurations in code are ignored
   * @param isOutdated - true when more texts than this number were given meanwhile
   */
  constructor(
    context: Omit<Context, "files">,
    {
      runsCode,
      isOutdated = () => false,
    }: { readonly runsCode: boolean; readonly isOutdated?: (given: number) => boolean },
  ) {
    this.#isOutdated = isOutdated;
    this.#context = context;
    this.#texts = new WorkspaceTexts(context.cwd, runsCode);
  }

  async give(...given: Parameters<WorkspaceTexts["give"]>): Promise<void> {
    this.#given += 1;
    this.#texts.give(...given);
  }

  async check(uri: string, kind: DocumentKind, isQuick: boolean): Promise<Checked> {
    const context = this.#now();
    const checked = await this.#checked(uri, kind, { isQuick, context });
    return context.files.refused.length > 0 ? { ...checked, needsCode: true } : checked;
  }

  async #checked(
    uri: string,
    kind: DocumentKind,
    { isQuick, context }: { readonly isQuick: boolean; readonly context: Context },
  ): Promise<Checked> {
    const file = this.#texts.fileOf(uri);
    const found = new FoundByFile(uri, this.#texts, context.files);
    try {
      const check = await this.#about(uri, context);
      const isHeld = protocolsOf(file, check.scope).length > 0;
      if (kind === "cases" || /\.cases\.\w+$/.test(file)) return await checkCases(check);
      if (kind === "assertions" || /\.assertions\.\w+$/.test(file))
        return await checkAssertions(check);
      const isPolicy =
        kind === "policy" ||
        (kind === "code" && /\.policy\.\w+$/.test(file)) ||
        isHeld ||
        (kind === "other" && (await holdsPolicy(file, context.files)));
      return isPolicy ? await checkPolicy(check, { isQuick }) : { findings: found.findings };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      found.addError(error, file);
      return { findings: found.findings };
    }
  }

  async fixAll(uri: string): Promise<string | undefined> {
    const check = await this.#aboutIfAny(uri);
    if (check === undefined) return undefined;
    const { file, context, scope } = check;
    const { fixFiles } = await import("../fix/fix-files.ts");
    const { files } = context;
    const text = files.textIfReadable(file);
    if (text === undefined) return undefined;
    files.give(file, text);
    const { report } = await fixFiles(
      [file],
      {
        lint: () => lintOne(check, { keepPolicies: true }),
        environments: scope.environments,
      },
      context,
    );
    return report.fixes?.files.find((one) => files.resolve(one.file) === file)?.text;
  }

  async fix(uri: string, finding: Diagnostic): Promise<string | undefined> {
    const check = await this.#aboutIfAny(uri);
    if (check === undefined) return undefined;
    const { file, context, scope } = check;
    const { policies, found } = await lintOne(check, { keepPolicies: true });
    const loaded: readonly LoadedPolicy[] = policies.get(file) ?? [];
    const same = JSON.stringify([finding.rule, finding.path, finding.message]);
    const findings = (found.get(file) ?? []).flatMap((list, policy) =>
      list.flatMap((diagnostic): FixableFinding[] => {
        const { rule, path, message, fix } = diagnostic;
        const isMeant = JSON.stringify([rule, path, message]) === same;
        return fix !== undefined && isMeant ? [{ policy, diagnostic: { ...diagnostic, fix } }] : [];
      }),
    );
    const [first] = findings;
    if (first === undefined) return undefined;
    const text = context.files.textOf(file);
    const environments = environmentsIn(scope);
    const { files } = context;
    const result = await fixText({ file, text, policies: loaded, files, environments }, [first]);
    return result.applied.length === 0 ? undefined : result.text;
  }

  format(uri: string): Promise<string | undefined> {
    const file = this.#texts.fileOf(uri);
    return formatted(file, this.#now().files.textOf(file));
  }

  async read(uri: string): Promise<string | undefined> {
    return this.#now().files.textIfReadable(this.#texts.fileOf(uri));
  }

  async policiesOf(uri: string, named: string | undefined): Promise<readonly DocumentText[]> {
    const context = this.#now();
    const { files } = context;
    const file = this.#texts.fileOf(uri);
    const environments = await this.#scopes.lastEnvironmentsOf(file, context);
    return policyFilesMeant(file, named, environments, files).flatMap((one) => {
      const text = files.textIfReadable(one);
      return text === undefined ? [] : [{ uri: this.#texts.uriOf(one), text }];
    });
  }

  async lenses(uri: string): Promise<readonly Lens[]> {
    try {
      return await lensesOf(await this.#about(uri));
    } catch (error) {
      // What is wrong with the configuration is among the findings.
      if (error instanceof CommandError) return [];
      throw error;
    }
  }

  async lensTitle(lens: Lens): Promise<string> {
    const check = await this.#aboutIfAny(lens.uri);
    return check === undefined ? "the configuration cannot be loaded" : lensTitle(lens, check);
  }

  async configurationSchema(): Promise<JsonSchema | undefined> {
    return publishedSchema();
  }

  async execute(command: string, args: readonly unknown[]): Promise<CommandAnswer> {
    const uri = [args[0], args[1]].find((one) => typeof one === "string" && one.includes(":"));
    const about = typeof uri === "string" ? uri : pathToFileURL(this.#context.cwd).href;
    return executeCommand(command, args, await this.#about(about));
  }

  #now(): Context {
    return { ...this.#context, files: this.#texts.files() };
  }

  /** Undefined when the configuration cannot be loaded: the findings say why. */
  async #aboutIfAny(uri: string): Promise<DocumentCheck | undefined> {
    try {
      return await this.#about(uri);
    } catch (error) {
      if (error instanceof CommandError) return undefined;
      throw error;
    }
  }

  async #about(uri: string, context = this.#now()): Promise<DocumentCheck> {
    const file = this.#texts.fileOf(uri);
    const scope = await this.#scopes.of(file, context);
    const given = this.#given;
    const isOutdated = (): boolean => this.#isOutdated(given);
    return { uri, file, scope, texts: this.#texts, context, isOutdated };
  }
}
