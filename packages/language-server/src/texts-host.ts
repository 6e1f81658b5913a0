import {
  applyToJson,
  dialectOf,
  jsonPolicySource,
  type Diagnostic,
  type Edit,
  type PolicySource,
  type Protocol,
  type SourceRange,
} from "@traffic-policy/policy-language";
import {
  documentsWithPolicies,
  heldSources,
  heldTextReader,
  type HeldSource,
} from "@traffic-policy/policy-language/internal";
import { lintPolicy, LintSession, rules, type LintOptions } from "@traffic-policy/policy-lint";
import { rulePage } from "@traffic-policy/policy-lint/internal";
import { languageOf, type DocumentKind } from "./documents/kind.ts";
import { explainCommand } from "./features/code-action-names.ts";
import { formatted } from "./features/formatting.ts";
import type { Checked, CommandResult, DocumentText, Finding, Host } from "./host.ts";

/** How the policies of a {@link TextsHost} are linted. */
export interface TextsHostOptions extends Pick<LintOptions, "preset" | "settings"> {
  /** The protocol of all policies. */
  readonly protocol?: Protocol;
}

/**
 * A host without files, for example in a browser. It lints policies without a configuration, knows only the open
 * documents, and runs no code.
 */
export class TextsHost implements Host {
  readonly commands = [explainCommand];
  readonly pageAddress = (): undefined => undefined;
  readonly #texts = new Map<string, string>();
  readonly #session = new LintSession();
  readonly #options: TextsHostOptions;

  constructor(options: TextsHostOptions = {}) {
    this.#options = options;
  }

  give(uri: string, text: string | undefined): void {
    if (text === undefined) this.#texts.delete(uri);
    else this.#texts.set(uri, text);
  }

  trust(): void {}

  async check(uri: string, kind: DocumentKind): Promise<Checked> {
    const text = this.#texts.get(uri);
    const { protocol } = this.#options;
    if (kind !== "policy" || text === undefined) return { findings: { [uri]: [] } };
    const found = await this.#lint(uri, text);
    return {
      findings: { [uri]: found.map(toFinding) },
      ...(protocol && { protocols: [protocol] }),
    };
  }

  async read(uri: string): Promise<string | undefined> {
    return this.#texts.get(uri);
  }

  async policiesOf(uri: string): Promise<readonly DocumentText[]> {
    return [...this.#texts].flatMap(([other, text]) => (other === uri ? [] : { uri: other, text }));
  }

  async fixAll(uri: string): Promise<string | undefined> {
    const before = this.#texts.get(uri);
    if (before === undefined) return undefined;
    const apply = await applierOf(uri);
    let text = before;
    for (let round = 0; round < maxRounds; round += 1) {
      const fixes: { edits: readonly Edit[]; policy: HeldSource }[] = [];
      for (const policy of await sourcesOf(uri, text)) {
        const findings = await this.#lintOne(policy);
        for (const { fix } of findings) {
          if (fix?.safe === true) fixes.push({ edits: fix.edits, policy });
        }
      }
      const fixed = apply(text, fixes).text;
      if (fixed === text) break;
      text = fixed;
    }
    return text === before ? undefined : text;
  }

  async fix(): Promise<undefined> {}

  async format(uri: string): Promise<string | undefined> {
    const text = this.#texts.get(uri);
    return text === undefined ? undefined : formatted(uri, text);
  }

  async lenses(): Promise<readonly []> {
    return [];
  }

  async lensTitle(): Promise<string> {
    return "";
  }

  async configurationSchema(): Promise<undefined> {}

  /** The page of a rule is the document itself: there is no file that could hold it. */
  async execute(_command: string, [name]: readonly unknown[]): Promise<CommandResult> {
    const rule = rules.get(String(name));
    if (rule === undefined) return { message: `There is no lint rule "${name}".`, isError: true };
    return { message: rulePage(String(name), rule) };
  }

  async close(): Promise<void> {}

  async #lint(uri: string, text: string): Promise<Diagnostic[]> {
    const sources = await sourcesOf(uri, text);
    const found = await Promise.all(sources.map((source) => this.#lintOne(source)));
    return found.flat();
  }

  async #lintOne(source: HeldSource): Promise<Diagnostic[]> {
    const { protocol: given, preset, settings } = this.#options;
    const { isOfCloudEndpoint, isTranslated, protocol = given } = source.held?.holder ?? {};
    return lintPolicy(source, {
      session: this.#session,
      dialect: await dialectOf(source.document),
      ...(protocol && { protocol }),
      ...(isOfCloudEndpoint && { isOfCloudEndpoint }),
      ...(isTranslated && { isTranslated }),
      ...(preset && { preset }),
      ...(settings && { settings }),
    });
  }
}

/** Fixes that enable others are rare; fixes that alternate for ever would be a bug. */
const maxRounds = 10;

async function applierOf(uri: string): Promise<typeof applyToJson> {
  if (!isYaml(uri)) return applyToJson;
  const { applyToYaml } = await import("@traffic-policy/policy-language/yaml");
  return applyToYaml;
}

function isYaml(uri: string): boolean {
  return languageOf(uri, "") === "yaml";
}

async function sourcesOf(uri: string, text: string): Promise<readonly HeldSource[]> {
  const documents = await documentsOf(uri, text);
  const reader = await heldTextReader(documents);
  const sources = documents.flatMap((document) => heldSources(document, reader));
  return sources.filter(({ held }) => held?.unread === undefined);
}

async function documentsOf(uri: string, text: string): Promise<readonly PolicySource[]> {
  if (!isYaml(uri)) return [jsonPolicySource(uri, text)];
  const { yamlPolicySources } = await import("@traffic-policy/policy-language/yaml");
  const documents = yamlPolicySources(uri, text);
  const found = documentsWithPolicies(documents);
  // Where there is none, lint of the first one says so.
  return found.length === 0 ? documents.slice(0, 1) : found;
}

function toFinding({ related, ...diagnostic }: Diagnostic): Finding {
  const tag = rules.get(diagnostic.rule)?.tag;
  const finding = { ...diagnostic, ...(tag && { tag }) };
  if (related === undefined) return finding;
  const places = related.map(
    ({ message, location }): { message: string; location?: SourceRange } => ({
      message,
      ...(location && { location }),
    }),
  );
  return { ...finding, related: places };
}
