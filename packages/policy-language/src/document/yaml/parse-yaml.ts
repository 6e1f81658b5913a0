import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { DocumentPositions, type PlacedValue } from "../placed-value.ts";
import type { ParsedDocument } from "../policy-source.ts";
import { StopReading, TreeBuilder, maxNesting, tooDeep } from "../tree-builder.ts";
import { compose, composeAll, type YamlDocument } from "./compose.ts";
import type { Span } from "../../text/positions.ts";
import type { DocumentError, DocumentErrorCode } from "../document-error.ts";
import type { StringUnits } from "../string-units.ts";
import { decodeScalar, type ScalarToken } from "./decode-scalar.ts";
import { resolveScalar, shortTag } from "./core-schema.ts";
import { meantError, unquotedExpression, unquotedItems } from "./unquoted.ts";

/**
 * Parses one YAML 1.2 document (core schema) to the JSON value that it stands for, as exactly as
 * JSON is parsed: duplicate keys are errors, a number that a double cannot hold keeps its digits,
 * `__proto__` is a key like any other, and every value has its place in the text, also in folded
 * and block scalars.
 *
 * What JSON has no counterpart of is an error: keys that are not text, `.inf` and `.nan`, tags other
 * than those of the core schema, several documents. Aliases stand for what they name, within a
 * bound, and merge keys for the members of such an object: YAML 1.2 has none, but the readers that policies go
 * through have. A date is text, and so are `yes`, `no`, `on` and `off`. Never throws.
 */
export function parseYaml(text: string): ParsedDocument {
  return parsed(text, () => compose(text));
}

/** Parses each document of a YAML text in which {@link parseYaml} finds several. */
export function parseYamlDocuments(text: string): ParsedDocument[] {
  return composeAll(text).map((document) => parsed(text, () => document));
}

/** Where the documents of a YAML text stand that hold a value; none in a text that cannot be read. */
export function yamlDocuments(text: string): Span[] {
  if (!/^---/m.test(text)) return [{ start: 0, end: text.length }];
  try {
    return composeAll(text).map(({ range: [start, , end] }) => ({ start, end }));
  } catch (error) {
    if (error instanceof StopReading) return [];
    throw error;
  }
}

function parsed(text: string, composed: () => YamlDocument): ParsedDocument {
  const tree = new TreeBuilder();
  const reader = new YamlReader(tree, text);
  try {
    const { contents, range } = composed();
    reader.read(contents, range[0]);
  } catch (error) {
    if (!(error instanceof StopReading)) throw error;
    tree.errors.push(error.error);
  }
  const isRead = tree.errors.every(({ code }) => code === "duplicate-key");
  return {
    value: isRead ? tree.root?.value : undefined,
    errors: isRead ? tree.errors : meantErrors(text, tree.errors),
    positions: new DocumentPositions(isRead ? tree.root : undefined, (string, part) =>
      reader.locateInString(string, part),
    ),
  };
}

/** The errors as their writer meant it; several of one value are one. */
function meantErrors(text: string, errors: readonly DocumentError[]): DocumentError[] {
  const meant: DocumentError[] = [];
  for (const error of errors) {
    const { end = -1 } = meant.at(-1)?.span ?? {};
    if (error.span.start >= end) meant.push(meantError(text, error));
  }
  return meant;
}

/**
 * Reads a composed YAML document into a tree of JSON values with their places. What JSON has no
 * counterpart of becomes an error of the tree, with null in its place.
 */
class YamlReader {
  readonly #tree: TreeBuilder;
  readonly #aliases = new Aliases();
  readonly #strings = new WeakMap<PlacedValue, LocatedString>();
  readonly #text: string;

  constructor(tree: TreeBuilder, text: string) {
    this.#tree = tree;
    this.#text = text;
  }

  /** @param end - offset at which a value that is left out would stand */
  read(node: ParsedNode | null, end: number): PlacedValue {
    if (node === null) return this.#place({ start: end, end, value: null });
    if (isAlias(node)) return this.#place(this.#alias(node));
    const anchored = node.anchor === undefined ? undefined : this.#aliases.begin(node.anchor);
    const placed = isScalar(node)
      ? this.#place(this.#scalar(node))
      : isMap(node)
        ? this.#object(node)
        : this.#list(node);
    if (anchored !== undefined) anchored.value = placed;
    return placed;
  }

  /** The range in the text of a part of a string that was read. */
  locateInString(node: PlacedValue, part: Span): Span {
    const string = this.#strings.get(node);
    if (string === undefined) return node;
    string.units ??= decodeScalar(string.token);
    return string.units.range(part) ?? node;
  }

  #object(map: YAMLMap.Parsed): PlacedValue {
    this.#checkTag(map, "!!map");
    let end = map.range[0];
    if (isExpressionWithColon(map)) this.#refuseMisread(end);
    this.#tree.beginObject(end);
    const merges: Merge[] = [];
    for (const { key, value } of map.items) {
      if (isMergeKey(key) && value !== null) {
        const from = isSeq(value) ? (value.items as ParsedNode[]) : [value];
        merges.push(...from.map((node) => ({ key, node })));
        end = Math.max(end, value.range[1]);
        continue;
      }
      const keySpan = this.#key(key);
      end = Math.max(keySpan.end, this.read(value, keySpan.end).end);
    }
    for (const merge of merges) this.#merge(merge);
    return this.#end(map.flow === true ? map.range[1] : end);
  }

  /** Takes over the members of another object; those that are there already win. */
  #merge({ key: { range: place }, node }: Merge): void {
    const keySpan = { start: place[0], end: place[1] };
    const span = { start: node.range[0], end: node.range[1] };
    this.#tree.unreadableKey("<<", keySpan);
    const anchored = isAlias(node) ? this.#aliases.find(node.source) : undefined;
    if (isAlias(node) && anchored?.value === undefined) {
      const code = anchored === undefined ? "alias-unknown" : "alias-recursive";
      return this.#complain(code, node.source, span);
    }
    if (anchored?.value?.members === undefined) return this.#complain("merge-key", "<<", keySpan);
    this.#aliases.expand(anchored.value, span, this.#tree.depth - 1);
    for (const [name, { key, node: member }] of anchored.value.members) {
      if (this.#tree.hasKey(name)) continue;
      this.#tree.key(name, key);
      this.#tree.place(member);
    }
  }

  #list(list: YAMLSeq.Parsed): PlacedValue {
    this.#checkTag(list, "!!seq");
    let end = list.range[0];
    const span = { start: end, end: list.range[1] };
    const meant =
      list.flow === true ? unquotedItems(this.#text, span, list.items.length) : undefined;
    if (meant !== undefined) this.#tree.errors.push({ ...meant, pointer: this.#tree.pointer });
    this.#tree.beginList(end);
    for (const item of list.items) end = this.read(item as ParsedNode, end).end;
    return this.#end(list.flow === true ? list.range[1] : end);
  }

  #key(node: ParsedNode): Span {
    const span = { start: node.range[0], end: node.range[1] };
    const name = this.#keyName(node);
    if (typeof name === "string") {
      this.#tree.key(name, span);
    } else {
      this.#tree.unreadableKey(name.detail, span);
      this.#complain(name.code, name.detail, span);
    }
    return span;
  }

  #keyName(node: ParsedNode): string | { code: DocumentErrorCode; detail: string } {
    if (isAlias(node)) {
      const { value } = this.#aliases.find(node.source)?.value ?? {};
      return typeof value === "string"
        ? value
        : { code: "key-not-text", detail: `*${node.source}` };
    }
    if (isTemplate(node)) return { code: "template", detail: "{{…}}" };
    if (!isScalar(node)) return { code: "key-not-text", detail: isMap(node) ? "{…}" : "[…]" };
    if (isMergeKey(node)) return { code: "merge-key", detail: "<<" };
    const resolved = resolveScalar(node);
    if (typeof resolved.value !== "string") {
      return { code: "key-not-text", detail: node.source || "null" };
    }
    if (node.anchor !== undefined) this.#aliases.begin(node.anchor).value = this.#scalar(node);
    return resolved.value;
  }

  #scalar(scalar: Scalar.Parsed): PlacedValue {
    const span = scalarSpan(scalar);
    if (scalar.type === "PLAIN") this.#refuseCutOff(scalar, span);
    const { value = null, error } = resolveScalar(scalar);
    if (error !== undefined) this.#complain(error.code, error.detail, span);
    const placed = { ...span, value };
    const { srcToken: token } = scalar;
    if (typeof value === "string" && token !== undefined) this.#strings.set(placed, { token });
    return placed;
  }

  /** An expression that is read without its `!`, or only to a `#` in a string. */
  #refuseCutOff({ tag, source }: Scalar.Parsed, { start, end }: Span): void {
    const isCut = /["']/.test(source) && /^[ \t]+#/.test(this.#text.slice(end, end + 8));
    if (tag === "!" || isCut) this.#refuseMisread(start, end);
  }

  /** @param end - where the expression ends as YAML reads it; it is meant to be longer, or to begin earlier */
  #refuseMisread(start: number, end = start): void {
    const meant = unquotedExpression(this.#text, start);
    if (meant === undefined || (meant.span.start >= start && meant.span.end <= end)) return;
    this.#tree.errors.push({ ...meant, pointer: this.#tree.pointer });
  }

  #alias({ source: name, range: [start, end] }: Alias.Parsed): PlacedValue {
    const span = { start, end };
    const anchored = this.#aliases.find(name);
    if (anchored?.value === undefined) {
      this.#complain(anchored === undefined ? "alias-unknown" : "alias-recursive", name, span);
      return { ...span, value: null };
    }
    const expanded = this.#aliases.expand(anchored.value, span, this.#tree.depth);
    const string = this.#strings.get(anchored.value);
    if (string !== undefined) this.#strings.set(expanded, string);
    return expanded;
  }

  #checkTag(node: YAMLMap.Parsed | YAMLSeq.Parsed, own: string): void {
    const tag = shortTag(node.tag);
    if (tag === undefined || tag === "!" || tag === own) return;
    const isKnown = ["!!map", "!!seq", "!!str", "!!null", "!!bool", "!!int", "!!float"].includes(
      tag,
    );
    const [start, end] = node.range;
    this.#complain(isKnown ? "tag-mismatch" : "tag-unknown", tag, { start, end });
  }

  #place(node: PlacedValue): PlacedValue {
    this.#tree.place(node);
    return node;
  }

  #end(end: number): PlacedValue {
    return this.#tree.end(end);
  }

  #complain(code: DocumentErrorCode, detail: string, span: Span): void {
    this.#tree.errors.push({ code, span, detail, pointer: this.#tree.pointer });
  }
}

/** The members of an object, to be taken over where a merge key stands. */
interface Merge {
  readonly key: ParsedNode;
  readonly node: ParsedNode;
}

interface LocatedString {
  readonly token: ScalarToken;
  /** Decoded when a place in it is asked for. */
  units?: StringUnits;
}

/** The range of a scalar, without the line breaks after a block scalar. */
export function scalarSpan({
  range,
  srcToken,
}: {
  readonly range: readonly [start: number, end: number, nodeEnd: number];
  readonly srcToken?: ScalarToken;
}): Span {
  const [start, end] = range;
  if (srcToken?.type !== "block-scalar") return { start, end };
  const { source } = srcToken;
  let blank = 0;
  while (blank < source.length && /[ \t\r\n]/.test(source.at(-1 - blank) ?? "")) blank += 1;
  const [header] = srcToken.props;
  const hasText = blank < source.length;
  if (hasText) return { start, end: end - blank };
  return {
    start,
    end: start + (header !== undefined && "source" in header ? header.source.length : 1),
  };
}

/** Whether the key of an object is rather the beginning of an expression that has a colon in it. */
function isExpressionWithColon({ flow, items }: YAMLMap.Parsed): boolean {
  const [only, ...others] = items;
  return (
    flow !== true &&
    others.length === 0 &&
    isScalar(only?.key) &&
    only.key.type === "PLAIN" &&
    /[\s"'(]/.test(only.key.source)
  );
}

/** A value with an anchor; `value` is there once it has been read to its end. */
interface Anchored {
  value?: PlacedValue;
}

// Enough for any real policy, and little enough for all that is done with a document afterwards.
const maxExpansion = 1_000_000;

/** The anchors of a document, and how much their aliases stand for. */
class Aliases {
  readonly #anchored = new Map<string, Anchored>();
  readonly #extents = new WeakMap<PlacedValue, Extent>();
  #expanded = 0;

  /** Begins a value with an anchor; a later one of the same name takes its place. */
  begin(name: string): Anchored {
    const anchored: Anchored = {};
    this.#anchored.set(name, anchored);
    return anchored;
  }

  find(name: string): Anchored | undefined {
    return this.#anchored.get(name);
  }

  /**
   * The value that an alias stands for, instead of the alias.
   *
   * @param depth - how many lists and objects the alias is in
   * @throws StopReading when that makes the document too deep, or too large
   */
  expand(target: PlacedValue, alias: Span, depth: number): PlacedValue {
    const extent = this.#extentOf(target);
    if (depth + extent.levels > maxNesting) throw tooDeep(alias);
    this.#expanded += extent.size;
    if (this.#expanded > maxExpansion) {
      const detail = maxExpansion.toLocaleString("en");
      throw new StopReading({ code: "aliases-too-large", span: alias, detail, pointer: "" });
    }
    const expanded = { ...target, ...alias };
    this.#extents.set(expanded, extent);
    return expanded;
  }

  #extentOf(node: PlacedValue): Extent {
    const known = this.#extents.get(node);
    if (known !== undefined) return known;
    let size = typeof node.value === "string" ? 1 + node.value.length : 1;
    let levels = 0;
    const add = (child: PlacedValue): void => {
      const extent = this.#extentOf(child);
      size += extent.size;
      levels = Math.max(levels, extent.levels);
    };
    for (const item of node.items ?? []) add(item);
    for (const [key, member] of node.members ?? []) {
      size += key.length;
      add(member.node);
    }
    const isContainer = node.items !== undefined || node.members !== undefined;
    const extent = { size, levels: isContainer ? levels + 1 : 0 };
    this.#extents.set(node, extent);
    return extent;
  }
}

interface Extent {
  /** Values and characters. */
  readonly size: number;
  /** Levels of lists and objects. */
  readonly levels: number;
}

/** Whether a key is `<<`, whose value is an object, or a list of objects, with further members. */
function isMergeKey(node: ParsedNode): boolean {
  return isScalar(node) && node.source === "<<" && node.type === "PLAIN" && node.tag === undefined;
}

/** Whether a key is what stands between double braces: to YAML, an object with one key and no value. */
function isTemplate(node: ParsedNode): boolean {
  if (!isMap(node) || node.flow !== true) return false;
  const [only, ...others] = node.items;
  return only !== undefined && others.length === 0 && only.value === null;
}
