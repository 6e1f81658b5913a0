import { isMap, isScalar, isSeq, parseDocument, type Document } from "yaml";

export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}

export type FieldPath = readonly [string, ...string[]];

/**
 * The document of an exchange as the fields of a form. Whatever the form does not show stays unchanged, with all
 * comments.
 */
export class ExchangeDocument {
  readonly #document: Document;

  private constructor(document: Document) {
    this.#document = document;
  }

  /** Undefined for a text that a form cannot show. */
  static read(text: string): ExchangeDocument | undefined {
    const document = parseDocument(text);
    const isObject = isMap(document.contents) || document.contents === null;
    return document.errors.length === 0 && isObject ? new ExchangeDocument(document) : undefined;
  }

  text(path: FieldPath): string {
    const value: unknown = this.#document.getIn(path);
    return value === undefined || value === null || typeof value === "object" ? "" : String(value);
  }

  has(path: FieldPath): boolean {
    return this.#document.hasIn(path);
  }

  headers(path: FieldPath): HeaderRow[] {
    const headers: unknown = this.#document.getIn(path, true);
    if (!isMap(headers)) return [];
    return headers.items.flatMap(({ key, value }): HeaderRow[] => {
      const name = String(isScalar(key) ? key.value : key);
      const values = isSeq(value) ? value.items : [value];
      return values.map((one) => ({
        name,
        value: String((isScalar(one) ? one.value : one) ?? ""),
      }));
    });
  }

  /** Returns the text with a new value in a field; without a value, removes the field. */
  with(path: FieldPath, value: string | number | object | undefined): string {
    const document = this.#document.clone() as Document;
    if (value === undefined || value === "") remove(document, path);
    else document.setIn(path, document.createNode(value));
    return document.toString({ lineWidth: 0 });
  }

  withHeaders(path: FieldPath, rows: readonly HeaderRow[]): string {
    const headers: Record<string, string | string[]> = {};
    for (const { name, value } of rows) {
      const before = headers[name];
      if (before === undefined) headers[name] = value;
      else headers[name] = [...(Array.isArray(before) ? before : [before]), value];
    }
    return this.with(path, rows.length === 0 ? undefined : headers);
  }
}

/** Removes a value, and the surrounding objects that become empty. */
function remove(document: Document, path: readonly string[]): void {
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  const around = path.slice(0, -1);
  const left: unknown = document.getIn(around, true);
  // A response without anything in it still is one.
  if (around.length > 1 && isMap(left) && left.items.length === 0) remove(document, around);
}
