import {
  fromPointer,
  isJsonObject,
  type Diagnostic,
  type JsonValue,
  type PolicySource,
  type SourceRange,
} from "@traffic-policy/policy-language";

/** What is wrong with findings themselves: where they point, and how they are put. */
export function faultsOf(
  text: string,
  source: PolicySource,
  diagnostics: readonly Diagnostic[],
): string[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const isReadable =
    source.document !== undefined && source.errors.every(({ code }) => code === "duplicate-key");
  return diagnostics.flatMap((diagnostic) => {
    const faults: string[] = [];
    const { rule, message, help, path, span, location, related = [], fix } = diagnostic;
    if (location === undefined || !isInside(location)) faults.push("is not inside the file");
    if (related.some((other) => other.location === undefined || !isInside(other.location)))
      faults.push("is related to what is not inside the file");
    if (isReadable) {
      const edited = (fix?.edits ?? []).map((edit) => edit.path);
      for (const pointer of [path, ...related.map((other) => other.path), ...edited]) {
        if (!exists(source.document, pointer)) faults.push(`tells of ${pointer}, which is nowhere`);
      }
      const value = span && valueAt(source.document, path);
      if (span && (typeof value !== "string" || span.start > span.end || span.end > value.length))
        faults.push("has a span outside of its text");
    }
    if (!isSentence(message)) faults.push("is no sentence");
    if (help !== undefined && !isSentence(help) && help !== "")
      faults.push("has no help in sentences");
    for (const sentence of [message, help ?? "", fix?.title ?? ""]) {
      for (const slip of slips) {
        if (sentence.includes(slip) && !text.includes(slip)) faults.push(`says ${slip}`);
      }
    }
    return faults.map((fault) => `${rule} at ${path} ${fault}: ${message} ${help ?? ""}`);
  });

  function isInside({ start, end }: SourceRange): boolean {
    const isOrdered =
      start.line < end.line || (start.line === end.line && start.column <= end.column);
    return isOrdered && [start, end].every(isPlace);
  }

  function isPlace({ line, column }: SourceRange["start"]): boolean {
    const length = lines[line - 1]?.length;
    return length !== undefined && line >= 1 && column >= 1 && column <= length + 1;
  }
}

const slips = ["undefined", "[object", "NaN", "=>"];

/** One or more sentences: what ends where a sentence ends. */
function isSentence(text: string): boolean {
  return /^\S.*[.?]$/s.test(text);
}

function exists(document: JsonValue | undefined, pointer: string): boolean {
  return pointer === "" || valueAt(document, pointer) !== undefined;
}

function valueAt(document: JsonValue | undefined, pointer: string): JsonValue | undefined {
  return fromPointer(pointer).reduce<JsonValue | undefined>(
    (value, key) =>
      Array.isArray(value) || isJsonObject(value)
        ? (value as unknown as Record<string, JsonValue>)[key]
        : undefined,
    document,
  );
}
