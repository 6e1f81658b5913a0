import { filledMaps, parseExpression, type Span } from "@traffic-policy/policy-language";
import type { EditorDocument } from "../documents/editor-document.ts";
import { rangeIn } from "../documents/expressions.ts";
import { namesRule } from "../documents/rule-references.ts";
import { setVariables } from "../documents/set-variables.ts";
import { allTexts, itemsOf, memberOf, type TextNode } from "../documents/tree.ts";
import { readsUnnamed, unnamedReads, variableReads } from "../expression/variable-reads.ts";

/** A place where something is named. */
export interface NamedPlace extends Span {
  /** Whether it is where the name is given. */
  readonly isDefinition: boolean;
  /** The text that holds the name, if it stands in one. */
  readonly node?: TextNode;
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
    if (isHere(place)) return { kind: "anchor", name, place };
  }
  return undefined;
}

/** The places in a document where something of a name is meant. */
export function placesOf(
  document: EditorDocument,
  { kind, name, section, map }: Omit<Named, "place">,
): NamedPlace[] {
  if (kind === "variable") {
    const all = variables(document, section).filter((one) => one.name === name && one.map === map);
    const isClear = all.every((one) => one.section !== undefined);
    return all.flatMap((one) => (isClear && one.section !== section ? [] : [one.place]));
  }
  const all = kind === "rule" ? ruleNames(document) : anchors(document);
  return all.flatMap(([other, place]) => (other === name ? [place] : []));
}

/** Why something cannot be called otherwise, if it cannot. */
export function namingProblem(
  document: EditorDocument,
  { place: _place, ...meant }: Named,
  newName: string,
): string | undefined {
  const { kind, section, map, name } = meant;
  if (!isPossibleName(meant, newName)) return `"${newName}" cannot be the name of this ${kind}.`;
  if (kind !== "variable" || newName === name) return undefined;
  // Two that are set by turns would become one.
  const isThere = variables(document, section).some(
    (one) => one.name === newName && one.map === map,
  );
  const where = document.language === "code" ? "this module" : section;
  return isThere ? `There is ${map}.${newName} in ${where} already.` : undefined;
}

/** Why something cannot have any other name, if it cannot: not all that means it may be seen. */
export function renameProblem(document: EditorDocument, meant: Named): string | undefined {
  if (meant.kind !== "variable") return undefined;
  const isSet = placesOf(document, meant).some(({ isDefinition }) => isDefinition);
  const isCode = document.language === "code";
  const doubt = isSet
    ? isCode
      ? document.codeVariables.doubt
      : doubtIn(document, meant)
    : `no action in ${isCode ? "this module" : meant.section} sets it by this name`;
  return doubt && `${meant.map}.${meant.name} cannot be renamed: ${doubt}.`;
}

function doubtIn({ expressions, positions }: EditorDocument, { section }: Named) {
  const other = expressions.find(({ site }) => site.section === section && readsUnnamed(site));
  if (other === undefined) return undefined;
  const { line } = positions.positionAt(other.node.start);
  return `line ${line + 1} ${unnamedReads}`;
}

function isPossibleName({ kind, map = "" }: Omit<Named, "place">, name: string): boolean {
  switch (kind) {
    case "anchor":
      return /^[^\s[\]{},]+$/.test(name);
    case "rule":
      return name.trim() === name && name !== "" && !/[\p{Cc}\u2028\u2029]/u.test(name);
    case "variable": {
      const parsed = parseExpression(`${map}.${name}`);
      return parsed.ok && parsed.tree.kind === "select" && parsed.tree.field === name;
    }
  }
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
function variables(document: EditorDocument, section = ""): Named[] {
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

/** The names that the rules of a policy give themselves, or by which a document means rules. */
export function ruleNames(document: EditorDocument): (readonly [string, NamedPlace])[] {
  const { root, kind, dialect, language } = document;
  if (language === "code") {
    return document.codeRuleNames.map(({ node, isDefinition }) => named(node, isDefinition));
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
