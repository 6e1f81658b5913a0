import {
  TextsHost,
  type Checked,
  type CommandResult,
  type DocumentKind,
  type DocumentText,
  type TextsHostOptions,
} from "@traffic-policy/language-server";

/** More findings than a user reads, and than an editor shows without a delay. */
const mostFindings = 1000;

export class PageHost extends TextsHost {
  readonly #pages: URL;

  /** @param pages - where the pages of the lint rules are, which the build takes out of the rules */
  constructor(options: TextsHostOptions, pages: URL) {
    super(options);
    this.#pages = pages;
  }

  override async check(uri: string, kind: DocumentKind): Promise<Checked> {
    const checked = await super.check(uri, kind);
    const all = checked.findings[uri] ?? [];
    if (all.length <= mostFindings) return checked;
    const [shown, found] = [mostFindings, all.length].map((count) => count.toLocaleString("en"));
    return {
      ...checked,
      findings: { [uri]: all.slice(0, mostFindings) },
      notes: [`The first ${shown} of ${found} findings are shown.`],
    };
  }

  /** Also formats TypeScript: nothing else on the page does. */
  override async format(uri: string): Promise<string | undefined> {
    if (!uri.endsWith(".ts")) return super.format(uri);
    const text = await this.read(uri);
    if (text === undefined) return undefined;
    const { format } = await import("@traffic-policy/policy-builder/to-source");
    try {
      return await format(text);
    } catch {
      // It has a syntax error.
      return undefined;
    }
  }

  override async execute(_command: string, [name]: readonly unknown[]): Promise<CommandResult> {
    const answer = await fetch(this.#pages);
    const pages = (await answer.json()) as Readonly<Record<string, string>>;
    return { message: pages[String(name)] ?? `There is no lint rule "${name}".` };
  }

  /** Cases refer to the policy, not to its other version. */
  override async policiesOf(uri: string): Promise<readonly DocumentText[]> {
    return (await super.policiesOf(uri)).filter((one) => !one.uri.includes("/other."));
  }
}
