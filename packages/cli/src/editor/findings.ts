import type { Finding } from "@traffic-policy/language-server";
import type { Diagnostic, SourceRange } from "@traffic-policy/policy-language";
import { rules } from "@traffic-policy/policy-lint";
import type { Files } from "@traffic-policy/project";
import type { LintFailure } from "@traffic-policy/report";
import type { CommandError } from "../context.ts";
import type { WorkspaceTexts } from "./workspace-texts.ts";

export class FoundByFile {
  readonly #texts: WorkspaceTexts;
  readonly #files: Files;
  readonly #uri: string;
  readonly #found = new Map<string, Finding[]>();

  constructor(uri: string, texts: WorkspaceTexts, files: Files) {
    this.#texts = texts;
    this.#files = files;
    this.#uri = uri;
    this.#found.set(uri, []);
  }

  /** @param file - receives diagnostics without a position */
  addDiagnostic(diagnostic: Diagnostic, file: string): void {
    const { related, ...rest } = diagnostic;
    const tag = rules.get(diagnostic.rule)?.tag;
    this.#add(this.#uriOf(diagnostic.location) ?? this.#texts.uriOf(file), {
      ...rest,
      ...(tag && { tag }),
      ...(related && {
        related: related.map(({ message, location }) => {
          const uri = this.#uriOf(location);
          return { message, ...(location && { location }), ...(uri !== undefined && { uri }) };
        }),
      }),
    });
  }

  /** @param file - receives findings without a position */
  addFinding(finding: Finding, file: string): void {
    this.#add(this.#uriOf(finding.location) ?? this.#texts.uriOf(file), finding);
  }

  addFailure({ file, message, help, position, end }: LintFailure): void {
    const location = position && { file, start: position, end: end ?? position };
    this.#addError(this.#files.resolve(file), message, { help, location });
  }

  addError(error: CommandError, file: string): void {
    const { message, help, range } = error;
    const [, place, line, column] = /^(.+?):(\d+):(\d+): /.exec(message) ?? [];
    const start = { line: Number(line), column: Number(column) };
    const location =
      range ?? (place === undefined ? undefined : { file: place, start, end: start });
    const other = location === undefined ? file : this.#files.resolve(location.file);
    this.#addError(other, message, { help, location });
  }

  #addError(
    file: string,
    message: string,
    {
      help,
      location,
    }: { readonly help?: string | undefined; readonly location?: SourceRange | undefined },
  ): void {
    const uri = this.#texts.uriOf(file);
    const sentence = withoutPlace(message);
    this.#add(uri, {
      severity: "error",
      message: sentence,
      ...(help !== undefined && { help }),
      ...(location && { location }),
    });
    if (uri === this.#uri) return;
    // A document without findings would look right.
    this.#add(this.#uri, {
      severity: "error",
      message: `Not checked, because of what is wrong in ${this.#files.nameOf(file)}.`,
      related: [{ message: sentence, uri, ...(location && { location }) }],
    });
  }

  #add(uri: string, finding: Finding): void {
    const known = this.#found.get(uri);
    if (known === undefined) this.#found.set(uri, [finding]);
    else known.push(finding);
  }

  #uriOf(location: SourceRange | undefined): string | undefined {
    return location && this.#texts.uriOf(this.#files.resolve(location.file));
  }

  get findings(): Record<string, readonly Finding[]> {
    return Object.fromEntries(this.#found);
  }
}

/** Removes the position prefix, which an editor shows by itself. */
function withoutPlace(message: string): string {
  return message.replace(/^\S+?(?::\d+:\d+)?: (?=[A-Z"`])/, "");
}
