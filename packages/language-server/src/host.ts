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
 * The environment that the server runs in: files, lint with the configuration of each file, code, proofs. URIs
 * identify all documents. Each promise may take long; the server never waits for a promise before it answers other
 * requests.
 */
export interface Host {
  /** The text of a document that a client has open now, and how it is written; nothing when it has closed it. */
  give(uri: string, text: string | undefined, language?: DocumentLanguage): void;
  /** Sets whether code of the workspace may run: modules, and configurations that are modules. */
  trust(isTrusted: boolean): void;
  /**
   * Checks a document, with the texts from {@link give}.
   *
   * @param isQuick - true to leave out slow checks while the user types
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
  /** Returns the lenses for a policy and each of its rules. */
  lenses(uri: string): Promise<readonly Lens[]>;
  /** Returns the title of a lens, which takes longer to compute. */
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
 * Returns the address of a documentation page; undefined where there are no pages.
 *
 * @param page - a repository path, optionally with a section: `docs/catalogue/variables.md#req`
 */
export type AddressOf = (page: string) => string | undefined;

/** The result of checking a document. */
export interface Checked {
  /** Findings by the URIs of the files that they are in; the document itself is always one of them. */
  readonly findings: Readonly<Record<string, readonly Finding[]>>;
  /** The protocols of its policy; undefined when nothing tells. */
  readonly protocols?: readonly Protocol[];
  /** True when targets or file names say that the file holds a policy. */
  readonly isPolicy?: boolean;
  /** True when a check that is not quick could find more. */
  readonly isPartial?: boolean;
  /** True when the check needed to run code, and did not. */
  readonly needsCode?: boolean;
  /** Messages for the user about the check itself: what it left out, and what to do about it. */
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

/** The result of a command: a text to show, or a sentence. */
export interface CommandResult {
  readonly message?: string;
  /** True when the message is about a failure. */
  readonly isError?: boolean;
  /** A document that is shown, in Markdown. */
  readonly document?: string;
}
