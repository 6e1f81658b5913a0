import type { Location } from "vscode-languageserver-types";
import { type Span } from "@traffic-policy/policy-language";
import { filledMaps } from "@traffic-policy/policy-language/internal";
import type { EditorDocument } from "./editor-document.ts";
import { rangeIn } from "./expressions.ts";
import { setVariables } from "./variables.ts";
import {
  allTexts,
  itemsOf,
  memberOf,
  nodeAt,
  textOf,
  type Path,
  type TextNode,
  type TreeNode,
} from "@traffic-policy/policy-language/editing";
import { variableReads } from "../expression/variable-reads.ts";
import type { DocumentKind } from "./kind.ts";

export interface NamedPlace extends Span {
  readonly isDefinition: boolean;
  readonly node?: TextNode;
  readonly policy?: string;
}

/** Something with a name: a rule of a policy, a variable that an action sets, or an anchor of a YAML document. */
export interface Named {
  readonly kind: "rule" | "variable" | "anchor";
  readonly name: string;
  /**
   * For a variable, its section and its map; the same name in another section or map is another variable. In code,
   * the section is undefined when it is not known.
   */
  readonly section?: string | undefined;
  readonly map?: string;
  readonly place: NamedPlace;
}

export function namedAt(document: EditorDocument, offset: number): Named | undefined {
  const isHere = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  const variable = variableAt(document, offset);
  if (variable !== undefined) return variable;
  for (const [name, place] of ruleNames(document)) {
    // Of an alias, the anchor has a name there.
    if (isHere(place) && place.node?.style !== "alias") return { kind: "rule", name, place };
  }
  for (const [name, place] of anchors(document)) {
    // Its sign is a part of it.
    if (isHere({ ...place, start: place.start - 1 })) return { kind: "anchor", name, place };
  }
  return undefined;
}

export function placesOf(
  document: EditorDocument,
  { kind, name, section, map, place: { policy } }: Named,
): NamedPlace[] {
  if (kind === "variable") {
    const all = variables(document, section).filter((one) => one.name === name && one.map === map);
    const isClear = all.every((one) => one.section !== undefined);
    return all.flatMap((one) => (isClear && one.section !== section ? [] : [one.place]));
  }
  const all = kind === "anchor" ? anchors(document) : ruleNames(document);
  return all.flatMap(([other, place]) =>
    other === name && place.policy === policy ? [place] : [],
  );
}

/** Returns where a policy names a rule. For a rule given by position, like `/inbound/0`, returns that place. */
export function ruleDefinitions(document: EditorDocument, name: string): NamedPlace[] {
  const called = ruleNames(document).flatMap(([other, place]) => (other === name ? [place] : []));
  const placed = rulesOf(document).flatMap(({ place, node: { start }, name: own }) => {
    if (place !== name) return [];
    return own === undefined ? [{ start, end: start, isDefinition: true }] : [named(own, true)[1]];
  });
  return [...called, ...placed];
}

interface PlacedRule {
  /** JSON Pointer. */
  readonly place: string;
  readonly node: TreeNode;
  readonly name: TextNode | undefined;
}

function rulesOf({ root, kind, dialect }: EditorDocument): PlacedRule[] {
  if (kind !== "policy") return [];
  return [...dialect.sections.keys()].flatMap((section) =>
    itemsOf(memberOf(root, section)).map((node, index) => {
      const name = memberOf(node, "name");
      return {
        place: `/${section}/${index}`,
        node,
        name: name?.kind === "text" ? name : undefined,
      };
    }),
  );
}

/** Returns a name as shown for editing: without the line breaks around it, as a YAML block has them. */
export function shownName(name: string): string {
  return name.replaceAll(/^\n+|\n+$/g, "");
}

export function variableAt(document: EditorDocument, offset: number): Named | undefined {
  const isCode = document.language === "code";
  const place = document.kind === "policy" ? document.placeAt(offset) : undefined;
  const section = place?.path[0];
  // The name of an entry, or a text that may be an expression.
  if (!isCode && (typeof section !== "string" || place?.node.kind !== "text")) return undefined;
  return variables(document, String(section)).find(
    ({ place: { start, end } }) => start <= offset && offset <= end,
  );
}

export function variables(document: EditorDocument, section = ""): Named[] {
  const { dialect, text } = document;
  if (document.language === "code") {
    const { codeVariables } = document;
    const set = codeVariables.set.map(({ key, ...one }): Named => {
      const [, place] = named(key, true);
      return { kind: "variable", ...one, place };
    });
    const read = codeVariables.reads.map(({ span, node, ...one }): Named => {
      const place = { ...span, isDefinition: false, ...(node && { node }) };
      return { kind: "variable", ...one, place };
    });
    return [...set, ...read].toSorted((one, other) => one.place.start - other.place.start);
  }
  const maps = filledMaps(dialect);
  if (!maps.some(({ name }) => text.includes(name))) return [];
  const set = setVariables(document, section).map(({ map, name, key }): Named => {
    const [, place] = named(key, true);
    return { kind: "variable", name, section, map, place };
  });
  const read = document.expressions.flatMap((expression) => {
    const { site } = expression;
    // Hardly any expression reads one.
    if (site.section !== section || !maps.some(({ name }) => site.text.includes(name))) {
      return [];
    }
    return variableReads(site).map(({ map, name, span }): Named => {
      const place = { ...rangeIn(expression, span), isDefinition: false };
      return { kind: "variable", name, section, map, place };
    });
  });
  return [...set, ...read];
}

/**
 * Returns the file or target whose policy contains the rule named at a path; undefined when the document does not
 * say, and an empty text when the document's value is not a name.
 */
export function policyNamed({ root }: EditorDocument, path: Path): string | undefined {
  const isOfConfiguration = path.at(-1) === "policyRule";
  const said = isOfConfiguration
    ? memberOf(nodeAt(root, path.slice(0, -1)), "file")
    : memberOf(root, "policy");
  return said && (textOf(said) ?? "").replace(/^(?:\.\/)+/, "");
}

export function ruleNames(document: EditorDocument): (readonly [string, NamedPlace])[] {
  const { root, kind, language } = document;
  if (language === "code") return document.codeRules.names.map((node) => named(node, true));
  if (root === undefined) return [];
  if (kind === "policy") {
    return rulesOf(document).flatMap(({ name }) => (name === undefined ? [] : [named(name, true)]));
  }
  return [...allTexts(root)]
    .filter(({ path }) => namesRule(path, kind))
    .map(({ node, path }) => {
      const policy = policyNamed(document, path);
      return named(node, false, policy === undefined ? {} : { policy });
    });
}

function named(
  node: TextNode,
  isDefinition: boolean,
  about: Pick<NamedPlace, "policy"> = {},
): readonly [string, NamedPlace] {
  const { value } = node;
  // A line break of a block of YAML is the end of its line, too.
  const shown = shownName(value);
  const from = value.indexOf(shown);
  const { start, end } = node.range({ start: from, end: from + shown.length });
  return [value, { start, end, isDefinition, node, ...about }];
}

export function anchors({ text, yaml }: EditorDocument): (readonly [string, NamedPlace])[] {
  return (yaml?.anchors(text) ?? []).map(({ name, start, end, isDefinition }) => [
    name,
    { start, end, isDefinition },
  ]);
}

const configurations = /^(?:traffic-policy\/)?lint\/ignoreFindings\/\d+\/policyRule$/;

const expected = String.raw`(?:by/rule|(?:matched|notMatched|onlyMatched)/\d+)$`;

const places: Partial<Record<DocumentKind, RegExp>> = {
  cases: new RegExp(String.raw`^cases/\d+/(?:each/\d+/)?expect/${expected}`),
  assertions: new RegExp(String.raw`^assertions/\d+/(?:always|never)/${expected}`),
  // It may be called otherwise, or be a part of a manifest.
  configuration: configurations,
  other: configurations,
};

export function namesRule(path: Path, kind: DocumentKind): boolean {
  return places[kind]?.test(path.join("/")) === true;
}

export function isRulePlace(name: string): boolean {
  return /^\/\w+\/\d+$/.test(name);
}

export function locationsOf(
  { uri, positions }: EditorDocument,
  all: readonly NamedPlace[],
): Location[] {
  return all.map((place) => ({ uri, range: positions.rangeOf(place) }));
}
