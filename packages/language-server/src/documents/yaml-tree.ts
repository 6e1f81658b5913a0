import type { StringUnits } from "@traffic-policy/policy-language";
import { decodeScalar, scalarSpan } from "@traffic-policy/policy-language/yaml";
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar } from "yaml";
import type { TextNode, TextStyle, TreeMember, TreeNode } from "./tree.ts";

/** The tree of a YAML text, however broken it is; nothing where there is none. */
export function yamlTree(text: string): TreeNode | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const { contents, errors } = compose(text);
    if (contents === null) return undefined;
    return { ...new Reader(new Map()).read(contents, 0), isBroken: errors.length > 0 };
  } catch {
    // The library gives up on some texts, and on thousands of brackets in each other.
    return undefined;
  }
}

const deepest = 500;

/**
 * Whether so many collections are in each other that the library, which calls itself for each, could run out of
 * stack: where the engine compiles a pattern then, it ends the process.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const { 0: found } of text.matchAll(/[[{]|[\]}]|(?:[-?][ \t]+){50,}/g)) {
    if (found.length > 1) {
      if (found.length > 2 * deepest) return true;
    } else if (found === "[" || found === "{") depth += 1;
    else depth = Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return false;
}

function compose(text: string): { contents: unknown; errors: readonly unknown[] } {
  return parseDocument(text, {
    uniqueKeys: false,
    strict: false,
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: "silent",
  });
}

class Reader {
  readonly #anchors: Map<string, TreeNode>;

  constructor(anchors: Map<string, TreeNode>) {
    this.#anchors = anchors;
  }

  /** @param at - where a value that is left out would stand */
  read(node: unknown, at: number): TreeNode {
    const tree = this.#read(node, at);
    const anchor = (node as { readonly anchor?: string } | null)?.anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, tree);
    return tree;
  }

  #read(node: unknown, at: number): TreeNode {
    if (isScalar(node)) return scalarTree(node as Scalar.Parsed);
    if (isAlias(node)) return this.#alias(node.source, node.range?.[0] ?? at);
    if (isMap(node)) {
      const [start = at, end = at] = node.range ?? [];
      const members = node.items.map(({ key, value }) => this.#member(key, value, start));
      return { kind: "object", start, end: endOf(members, end, node.flow === true), members };
    }
    if (isSeq(node)) {
      const [start = at, end = at] = node.range ?? [];
      const items = node.items.map((item) => this.read(item, end));
      return {
        kind: "list",
        start,
        end: node.flow === true ? end : (items.at(-1)?.end ?? end),
        items,
      };
    }
    return { kind: "other", start: at, end: at, value: null };
  }

  #member(key: unknown, value: unknown, at: number): TreeMember {
    const name = this.read(key, at);
    const node: TextNode =
      name.kind === "text"
        ? name
        : {
            kind: "text",
            start: name.start,
            end: name.end,
            value: name.kind === "other" ? String(name.value) : "",
            style: "plain",
            range: () => ({ start: name.start, end: name.end }),
          };
    const isThere = value !== null && value !== undefined;
    return { key: node, value: isThere ? this.read(value, node.end) : undefined };
  }

  /** Edits and places of an alias are its own: what it stands for is somewhere else. */
  #alias(name: string, start: number): TreeNode {
    const end = start + name.length + 1;
    const target = this.#anchors.get(name);
    if (target?.kind !== "text") return { kind: "other", start, end, value: null };
    const { value } = target;
    return { kind: "text", start, end, value, style: "alias", range: () => ({ start, end }) };
  }
}

function endOf(members: readonly TreeMember[], end: number, isFlow: boolean): number {
  const last = members.at(-1);
  return isFlow || last === undefined ? end : (last.value?.end ?? last.key.end);
}

const styles: Readonly<Record<string, TextStyle>> = {
  "block-scalar": "block",
  "double-quoted-scalar": "double",
  "single-quoted-scalar": "single",
};

function scalarTree(scalar: Scalar.Parsed): TreeNode {
  const { value, srcToken: token, source } = scalar;
  const span = scalarSpan(scalar);
  if (token === undefined || (typeof value !== "string" && typeof value !== "object")) {
    return { ...span, kind: "other", value: value as number | boolean };
  }
  // A text is empty while it is being written.
  if (value === null && source !== "") return { ...span, kind: "other", value };
  let units: StringUnits | undefined;
  return {
    ...span,
    kind: "text",
    value: typeof value === "string" ? value : "",
    style: styles[token.type] ?? "plain",
    range(part) {
      units ??= decodeScalar(token);
      return units.range(part) ?? { start: span.end, end: span.end };
    },
  };
}
