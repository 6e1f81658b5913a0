import type { Location } from "vscode-languageserver-types";
import { filledMaps, type Span } from "@traffic-policy/policy-language";
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

/** A place where something is named. */
export interface NamedPlace extends Span {
  /** Whether it is where the name is given. */
  readonly isDefinition: boolean;
  /** The text that holds the name, if it stands in one. */
  readonly node?: TextNode;
  /** The file or target whose policy a rule is one of, where the document says so. */
  readonly policy?: string;
}

/** What is named at a place: a rule of a policy, a variable that an action sets, or a value of a YAML document. */
export interface Named {
  readonly kind: "rule" | "variable" | "anchor";
  readonly name: string;
  /**
   * Of a variable, the section of the policy that has it, and its map: in another one it is another variable. In code,
   * no section where that is not known.
   */
  readonly section?: string | undefined;
  readonly map?: string;
  readonly place: NamedPlace;
}

/** The rule, variable or anchor that is named at an offset. */
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

/** The places in a document where the same is named. */
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

/** Where a policy gives a rule its name; of one that is meant by where it stands, like `/inbound/0`, that place. */
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

/** The rules of a policy that is no code. */
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

/** A name as somebody edits it: without the line breaks around it, as in a block of YAML. */
export function shownName(name: string): string {
  return name.replaceAll(/^\n+|\n+$/g, "");
}

/** The variable that an action sets or an expression reads at an offset. */
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

/** The variables of a section, wherever they are set or read; of code, all of them. */
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
 * The file or target whose policy the name of a rule at a path is about; nothing where the document does not say, and
 * the empty text where it says something else.
 */
export function policyNamed({ root }: EditorDocument, path: Path): string | undefined {
  const isOfConfiguration = path.at(-1) === "policyRule";
  const said = isOfConfiguration
    ? memberOf(nodeAt(root, path.slice(0, -1)), "file")
    : memberOf(root, "policy");
  return said && (textOf(said) ?? "").replace(/^(?:\.\/)+/, "");
}

/** The names that the rules of a policy give themselves, or by which a document means rules. */
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

/** The anchors of a YAML document and what refers to them, without their signs. */
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

/** Checks whether the text at a path of a document names a rule of the policy that the document is about. */
export function namesRule(path: Path, kind: DocumentKind): boolean {
  return places[kind]?.test(path.join("/")) === true;
}

/** Checks whether a text that means a rule says where it stands, like `/inbound/0`. */
export function isRulePlace(name: string): boolean {
  return /^\/\w+\/\d+$/.test(name);
}

/** Places of a document, for a client. */
export function locationsOf(
  { uri, positions }: EditorDocument,
  all: readonly NamedPlace[],
): Location[] {
  return all.map((place) => ({ uri, range: positions.rangeOf(place) }));
}
