import type { Span } from "@traffic-policy/policy-language";
import { codeRuleNames } from "../documents/code-rule-names.ts";
import type { EditorDocument } from "../documents/editor-document.ts";
import { namesRule } from "../documents/rule-references.ts";
import { allTexts, itemsOf, memberOf, type TextNode } from "../documents/tree.ts";

/** A place where something is named. */
export interface NamedPlace extends Span {
  /** Whether it is where the name is given. */
  readonly isDefinition: boolean;
  /** The text that holds the name, if it stands in one. */
  readonly node?: TextNode;
}

/** What is named at a place: a rule of a policy, or a value of a YAML document. */
export interface Named {
  readonly kind: "rule" | "anchor";
  readonly name: string;
  readonly place: NamedPlace;
}

/** The rule or anchor that is named at an offset. */
export function namedAt(document: EditorDocument, offset: number): Named | undefined {
  const isHere = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  for (const [name, place] of ruleNames(document)) {
    // Of an alias, the anchor has a name there.
    if (isHere(place) && place.node?.style !== "alias") return { kind: "rule", name, place };
  }
  for (const [name, place] of anchors(document)) {
    if (isHere(place)) return { kind: "anchor", name, place };
  }
  return undefined;
}

/** The places in a document where a rule or an anchor of a name is meant. */
export function placesOf(
  document: EditorDocument,
  { kind, name }: Pick<Named, "kind" | "name">,
): NamedPlace[] {
  const all = kind === "rule" ? ruleNames(document) : anchors(document);
  return all.flatMap(([other, place]) => (other === name ? [place] : []));
}

/** The names that the rules of a policy give themselves, or by which a document means rules. */
export function ruleNames(document: EditorDocument): (readonly [string, NamedPlace])[] {
  const { root, kind, dialect, language, text } = document;
  if (language === "code") {
    return codeRuleNames(text).map(({ node, isDefinition }) => named(node, isDefinition));
  }
  if (root === undefined) return [];
  if (kind === "policy") {
    return [...dialect.sections.keys()].flatMap((section) =>
      itemsOf(memberOf(root, section)).flatMap((rule) => {
        const name = memberOf(rule, "name");
        return name?.kind === "text" ? [named(name, true)] : [];
      }),
    );
  }
  return [...allTexts(root)]
    .filter(({ path }) => namesRule(path, kind))
    .map(({ node }) => named(node, false));
}

function named(node: TextNode, isDefinition: boolean): readonly [string, NamedPlace] {
  const { start, end } = node.range({ start: 0, end: node.value.length });
  return [node.value, { start, end, isDefinition, node }];
}

/** The anchors of a YAML document and what refers to them, without their signs. */
function anchors({ text, yaml }: EditorDocument): (readonly [string, NamedPlace])[] {
  return (yaml?.anchors(text) ?? []).map(({ name, start, end, isDefinition }) => [
    name,
    { start, end, isDefinition },
  ]);
}
