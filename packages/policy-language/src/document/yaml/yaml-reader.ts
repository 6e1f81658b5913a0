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
import { toPointer } from "../../json-pointer.ts";
import { isJsonObject, isList, keysInOrder, type JsonValue } from "../../json-value.ts";
import type { Span } from "../../text/positions.ts";
import type { DocumentError, DocumentErrorCode } from "../document-error.ts";
import { maxNesting, ObjectReader, StopReading, tooDeep } from "../strict-value.ts";
import {
  nothing,
  type OtherNode,
  type TextNode,
  type TreeMember,
  type TreeNode,
} from "../tree/tree.ts";
import { resolveScalar, shortTag, type ResolvedScalar } from "./core-schema.ts";
import type { Read } from "./plain-yaml.ts";
import { unquotedExpression, unquotedItems } from "./unquoted.ts";
import { YamlString } from "./yaml-string.ts";

interface Problem {
  readonly code: DocumentErrorCode;
  readonly detail: string;
}

/**
 * Converts a composed YAML document, which may be broken, to JSON. Anything without a counterpart in JSON becomes an
 * error, with null in its place.
 */
export class YamlReader {
  readonly #text: string;
  readonly #aliases = new Aliases();
  readonly #path: (string | number)[] = [];
  #errors: DocumentError[] | undefined;

  /** @param errors - collects the problems; without it, nobody wants the value, and aliases are not expanded */
  constructor(text: string, errors?: DocumentError[]) {
    this.#text = text;
    this.#errors = errors;
  }

  /** @param end - the offset at which an omitted value would stand */
  read(node: ParsedNode | null, end: number): Read {
    if (node === null) return { node: nothing({ start: end, end }), value: null };
    if (isAlias(node)) return this.#alias(node);
    const anchored = node.anchor === undefined ? undefined : this.#aliases.begin(node.anchor);
    const read = isScalar(node)
      ? this.#scalar(node)
      : isMap(node)
        ? this.#object(node)
        : this.#list(node);
    if (anchored !== undefined) anchored.read = read;
    return read;
  }

  #object(map: YAMLMap.Parsed): Read {
    this.#checkTag(map, "!!map");
    const [start] = map.range;
    if (isExpressionWithColon(map)) this.#refuseMisread(start);
    this.#refuseNesting(start);
    const object = new ObjectReader();
    const members: TreeMember[] = [];
    const merges: Merge[] = [];
    let end = start;
    for (const { key, value } of map.items) {
      const isMerge = isMergeKey(key) && value !== null;
      if (isMerge) {
        const from = isSeq(value) ? (value.items as ParsedNode[]) : [value];
        merges.push(...from.map((node) => ({ key, node })));
      }
      const member = isMerge ? this.#merging(key, value) : this.#member(object, key, value);
      members.push(member);
      end = Math.max(end, (member.value ?? member.key).end);
    }
    for (const merge of merges) this.#merge(object, merge);
    if (map.flow === true || members.length === 0) end = map.range[1];
    return { node: { kind: "object", start, end, members }, value: object.value };
  }

  #member(object: ObjectReader, node: ParsedNode, value: ParsedNode | null): TreeMember {
    const { key, problem } = this.#key(node);
    const span = spanOf(node);
    const name = problem?.detail ?? key.value;
    const duplicate = problem === undefined ? object.key(name, span, this.#path) : undefined;
    if (duplicate !== undefined) this.#errors?.push(duplicate);
    this.#path.push(name);
    if (problem !== undefined) this.#complain(problem, span);
    const read = this.read(value, span.end);
    this.#path.pop();
    object.set(name, read.value);
    return { key, value: value === null ? undefined : read.node };
  }

  #key(node: ParsedNode): { readonly key: TextNode; readonly problem?: Problem | undefined } {
    if (isAlias(node)) {
      const { read } = this.#aliases.find(node.source) ?? {};
      const key = aliasNode(node, read?.node);
      if (key.kind === "text" && typeof read?.value === "string") return { key };
      const problem: Problem = { code: "key-not-text", detail: `*${node.source}` };
      return { key: keyText(key), problem };
    }
    if (!isScalar(node)) {
      const key = keyText({ ...spanOf(node), kind: "list", items: [] });
      if (isTemplate(node)) return { key, problem: { code: "template", detail: "{{…}}" } };
      return { key, problem: { code: "key-not-text", detail: isMap(node) ? "{…}" : "[…]" } };
    }
    const resolved = resolveScalar(node);
    const key = keyText(scalarNode(node, resolved));
    if (isMergeKey(node)) return { key, problem: { code: "merge-key", detail: "<<" } };
    if (typeof resolved.value !== "string") {
      return { key, problem: { code: "key-not-text", detail: node.source || "null" } };
    }
    if (node.anchor !== undefined) this.#aliases.begin(node.anchor).read = this.#scalar(node);
    return { key };
  }

  #merging(key: ParsedNode, value: ParsedNode): TreeMember {
    const errors = this.#errors;
    // What is wrong is found when the members are taken over.
    this.#errors = undefined;
    const { node } = this.read(value, value.range[0]);
    const member = { key: this.#key(key).key, value: node, isMerge: true };
    this.#errors = errors;
    return member;
  }

  /** Merges the members of another object; existing members win. */
  #merge(object: ObjectReader, { key, node }: Merge): void {
    if (this.#errors === undefined) return;
    this.#path.push("<<");
    const anchored = isAlias(node) ? this.#aliases.find(node.source) : undefined;
    const span = spanOf(node);
    const value = anchored?.read?.value;
    if (isAlias(node) && value === undefined) {
      const code = anchored === undefined ? "alias-unknown" : "alias-recursive";
      this.#complain({ code, detail: node.source }, span);
    } else if (!isJsonObject(value)) {
      this.#complain({ code: "merge-key", detail: "<<" }, spanOf(key));
    } else {
      this.#aliases.expand(value, span, this.#path.length - 1);
      for (const name of keysInOrder(value)) {
        if (object.has(name)) continue;
        object.key(name, span, this.#path);
        object.set(name, value[name] ?? null);
      }
    }
    this.#path.pop();
  }

  #list(list: YAMLSeq.Parsed): Read {
    this.#checkTag(list, "!!seq");
    const [start, last] = list.range;
    if (list.flow === true && this.#errors !== undefined) {
      const meant = unquotedItems(this.#text, { start, end: last }, list.items.length);
      if (meant !== undefined) this.#errors.push({ ...meant, pointer: toPointer(this.#path) });
    }
    this.#refuseNesting(start);
    const items: TreeNode[] = [];
    const values: JsonValue[] = [];
    for (const [index, item] of list.items.entries()) {
      this.#path.push(index);
      const { node, value } = this.read(item as ParsedNode, items.at(-1)?.end ?? start);
      this.#path.pop();
      items.push(node);
      values.push(value);
    }
    const end = list.flow === true ? last : (items.at(-1)?.end ?? last);
    return { node: { kind: "list", start, end, items }, value: values };
  }

  #scalar(scalar: Scalar.Parsed): Read {
    const resolved = resolveScalar(scalar);
    const node = scalarNode(scalar, resolved);
    if (scalar.type === "PLAIN") this.#refuseCutOff(scalar, node);
    if (resolved.error !== undefined) this.#complain(resolved.error, node);
    return { node, value: resolved.value ?? null };
  }

  /** Refuses an expression that YAML reads without its `!`, or only up to a `#` in a string. */
  #refuseCutOff({ tag, source }: Scalar.Parsed, { start, end }: Span): void {
    const isCut = /["']/.test(source) && /^[ \t]+#/.test(this.#text.slice(end, end + 8));
    if (tag === "!" || isCut) this.#refuseMisread(start, end);
  }

  /** @param end - where the expression ends as YAML reads it; it is meant to be longer, or to begin earlier */
  #refuseMisread(start: number, end = start): void {
    const meant = this.#errors && unquotedExpression(this.#text, start);
    if (meant === undefined || (meant.span.start >= start && meant.span.end <= end)) return;
    this.#errors?.push({ ...meant, pointer: toPointer(this.#path) });
  }

  #alias(node: Alias.Parsed): Read {
    const { source: detail } = node;
    const anchored = this.#aliases.find(detail);
    const alias = aliasNode(node, anchored?.read?.node);
    if (anchored?.read === undefined) {
      const code = anchored === undefined ? "alias-unknown" : "alias-recursive";
      this.#complain({ code, detail }, alias);
      return { node: alias, value: null };
    }
    const { value } = anchored.read;
    if (this.#errors !== undefined) this.#aliases.expand(value, alias, this.#path.length);
    return { node: alias, value };
  }

  #checkTag(node: YAMLMap.Parsed | YAMLSeq.Parsed, own: string): void {
    const tag = shortTag(node.tag);
    if (tag === undefined || tag === "!" || tag === own) return;
    const isKnown = ["!!map", "!!seq", "!!str", "!!null", "!!bool", "!!int", "!!float"].includes(
      tag,
    );
    const code = isKnown ? "tag-mismatch" : "tag-unknown";
    this.#complain({ code, detail: tag }, spanOf(node));
  }

  #refuseNesting(start: number): void {
    if (this.#path.length >= maxNesting) throw tooDeep({ start, end: start + 1 });
  }

  #complain({ code, detail }: Problem, { start, end }: Span): void {
    this.#errors?.push({ code, span: { start, end }, detail, pointer: toPointer(this.#path) });
  }
}

interface Merge {
  readonly key: ParsedNode;
  readonly node: ParsedNode;
}

function spanOf({ range: [start, end] }: ParsedNode): Span {
  return { start, end };
}

function scalarNode(scalar: Scalar.Parsed, { value, error }: ResolvedScalar): TreeNode {
  const { source, srcToken: token } = scalar;
  const span = scalarSpan(scalar);
  // A text is empty while it is being written.
  const text = error !== undefined || (value === null && source === "") ? source : value;
  return token !== undefined && typeof text === "string"
    ? new YamlString(span, text, token)
    : { ...span, kind: "other", value: error === undefined ? (value as OtherNode["value"]) : null };
}

/** Creates the node of an alias. It has its own edits and places, because its target is elsewhere. */
function aliasNode({ range: [start, end] }: Alias.Parsed, target?: TreeNode): TreeNode {
  const span = { start, end };
  if (target?.kind !== "text") return { ...nothing(span), target };
  const { value } = target;
  return { ...span, kind: "text", value, style: "alias", range: () => span, target };
}

function keyText(node: TreeNode): TextNode {
  if (node.kind === "text") return node;
  const span = { start: node.start, end: node.end };
  const value = node.kind === "other" ? String(node.value) : "";
  return { ...span, kind: "text", value, style: "plain", range: () => span };
}

function scalarSpan({ range, srcToken }: Scalar.Parsed): Span {
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

interface Anchored {
  read?: Read;
}

// Enough for any real policy, and little enough for all that is done with a document afterwards.
const maxExpansion = 1_000_000;

/** Tracks the anchors of a document and limits the total size of its aliases. */
class Aliases {
  readonly #anchored = new Map<string, Anchored>();
  readonly #extents = new WeakMap<object, Extent>();
  #expanded = 0;

  /** Begins a value with an anchor; it replaces an earlier anchor of the same name. */
  begin(name: string): Anchored {
    const anchored: Anchored = {};
    this.#anchored.set(name, anchored);
    return anchored;
  }

  find(name: string): Anchored | undefined {
    return this.#anchored.get(name);
  }

  /**
   * Records that a value replaces an alias.
   *
   * @param depth - the nesting depth of the alias
   * @throws StopReading when that makes the document too deep or too large
   */
  expand(value: JsonValue, { start, end }: Span, depth: number): void {
    const span = { start, end };
    const extent = this.#extentOf(value);
    if (depth + extent.levels > maxNesting) throw tooDeep(span);
    this.#expanded += extent.size;
    if (this.#expanded <= maxExpansion) return;
    const detail = maxExpansion.toLocaleString("en");
    throw new StopReading({ code: "aliases-too-large", span, detail, pointer: "" });
  }

  #extentOf(value: JsonValue): Extent {
    if (typeof value === "string") return { size: 1 + value.length, levels: 0 };
    if (!isList(value) && !isJsonObject(value)) return { size: 1, levels: 0 };
    let extent = this.#extents.get(value);
    if (extent === undefined) {
      let size = 1;
      let levels = 0;
      for (const [name, part] of Object.entries(value)) {
        const below = this.#extentOf(part);
        size += below.size + (isList(value) ? 0 : name.length);
        levels = Math.max(levels, below.levels);
      }
      extent = { size, levels: levels + 1 };
      this.#extents.set(value, extent);
    }
    return extent;
  }
}

interface Extent {
  readonly size: number;
  readonly levels: number;
}

/** True for the key `<<`, whose value is an object, or a list of objects, with further members. */
function isMergeKey(node: ParsedNode): boolean {
  return isScalar(node) && node.source === "<<" && node.type === "PLAIN" && node.tag === undefined;
}

/** True for a key that comes from double braces: YAML reads them as an object with one key and no value. */
function isTemplate(node: ParsedNode): boolean {
  if (!isMap(node) || node.flow !== true) return false;
  const [only, ...others] = node.items;
  return only !== undefined && others.length === 0 && only.value === null;
}
