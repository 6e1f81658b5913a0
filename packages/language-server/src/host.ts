import type {
  Diagnostic,
  JsonSchema,
  Protocol,
  SourceRange,
} from "@traffic-policy/policy-language";
import type { LintRule } from "@traffic-policy/policy-lint";
import type { CancellationToken } from "vscode-languageserver";
import type { DocumentKind, DocumentLanguage } from "./documents/kind.ts";

/**
 * What the server needs of the place that it runs in: files, lint with the configuration that is for a file, code,
 * proofs. All documents are named by their URIs. Each promise may take long; the server never waits for one
 * before it answers something else.
 */
export interface Host {
  /** The text of a document that a client has open now, and how it is written; nothing when it has closed it. */
  give(uri: string, text: string | undefined, language?: DocumentLanguage): void;
  /** Whether code of the workspace may be run: modules, and configurations that are modules. */
  trust(isTrusted: boolean): void;
  /**
   * What there is to say about a document, with the texts that were given.
   *
   * @param isQuick - whether what takes long may be left out, because somebody types
   */
  check(uri: string, kind: DocumentKind, isQuick: boolean): Promise<Checked>;
  /** The text of a file that no client has open; nothing when it cannot be read. */
  read(uri: string): Promise<string | undefined>;
  /** The text of a document after all safe fixes; nothing when there is nothing to fix. */
  fixAll(uri: string): Promise<string | undefined>;
  /** The text of a module after the fix of one finding; nothing when it cannot be made. */
  fix(uri: string, finding: Diagnostic): Promise<string | undefined>;
  /** The text of a document as it is formatted; nothing when it cannot be, for a syntax error say. */
  format(uri: string): Promise<string | undefined>;
  /**
   * The policies that cases, assertions or a configuration are about, as far as that is known without running code.
   *
   * @param named - the file or target that the document names
   */
  policiesOf(uri: string, named: string | undefined): Promise<readonly DocumentText[]>;
  /** What stands above a policy and each of its rules. */
  lenses(uri: string): Promise<readonly Lens[]>;
  /** What a lens says that takes longer to find out. */
  lensTitle(lens: Lens): Promise<string>;
  readonly pageAddress: AddressOf;
  /** The JSON Schema of configurations. */
  configurationSchema(): Promise<JsonSchema | undefined>;
  /** The commands that {@link execute} knows. */
  readonly commands: readonly string[];
  /** Does what a user has asked for, and stops when it is cancelled. */
  execute(
    command: string,
    args: readonly unknown[],
    token: CancellationToken,
  ): Promise<CommandResult>;
  /** Stops everything that is under way. */
  close(): Promise<void>;
}

/**
 * Gives the address of a page of the documentation; nothing where there are no pages.
 *
 * @param page - a path in the repository, perhaps with a section: `docs/catalogue/variables.md#req`
 */
export type AddressOf = (page: string) => string | undefined;

/** What there is to say about a document. */
export interface Checked {
  /** Findings by the URIs of the files that they are in; the document itself is always one of them. */
  readonly findings: Readonly<Record<string, readonly Finding[]>>;
  /** What its policy is for; nothing when nobody says. */
  readonly protocols?: readonly Protocol[];
  /** Whether targets or names say that the file holds a policy. */
  readonly isPolicy?: boolean;
  /** Whether a check that is not quick would say more. */
  readonly isPartial?: boolean;
  /** Whether code would have had to run, and was not. */
  readonly needsCode?: boolean;
  /** What the user should know about the check itself: what was left out, and what to do about it. */
  readonly notes?: readonly string[];
}

/** A finding of lint, or a failure of something that could not be done at all, which has no rule. */
export interface Finding extends Omit<Diagnostic, "rule" | "path" | "related"> {
  readonly rule?: string;
  readonly path?: string;
  readonly related?: readonly RelatedPlace[];
  /** How an editor shows it, beside its severity; its rule says so. */
  readonly tag?: NonNullable<LintRule["tag"]>;
}

interface RelatedPlace {
  readonly message: string;
  readonly uri?: string;
  readonly location?: SourceRange;
}

export interface DocumentText {
  readonly uri: string;
  readonly text: string;
}

/** A line above a part of a policy. */
export interface Lens {
  readonly uri: string;
  /** JSON Pointer to what it is about. */
  readonly path: string;
  /** Where that is, in a module; other documents know themselves. */
  readonly location?: SourceRange;
  readonly kind: "reach" | "cases" | "simulate" | "prove" | "stored";
  /** Nothing while it is to be found out. */
  readonly title?: string;
  readonly command?: string;
}

/** What a command gives: a text that is shown, or one sentence. */
export interface CommandResult {
  readonly message?: string;
  /** Whether the message is about something that went wrong. */
  readonly isError?: boolean;
  /** A document that is shown, in Markdown. */
  readonly document?: string;
}
