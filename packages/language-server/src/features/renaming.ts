import { jsonPolicySource, parseExpression, type Span } from "@traffic-policy/policy-language";
import type { WorkspaceEdit } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { isRulePlace } from "../documents/rule-references.ts";
import { isSyntaxError } from "../documents/syntax-error.ts";
import type { YamlAnchor } from "../documents/later-yaml.ts";
import type { TreeNode } from "../documents/tree.ts";
import { fileNameOf } from "../documents/uris.ts";
import { wholeInStyle } from "../documents/written-text.ts";
import { readsUnnamed, unnamedReads } from "../expression/variable-reads.ts";
import type { FoundPlace, NamingDocuments } from "./named-documents.ts";
import {
  anchors,
  placesOf,
  ruleNames,
  shownName,
  variables,
  type Named,
  type NamedPlace,
} from "./names.ts";

/** Why something cannot have any other name, if it cannot: not all that means it may be seen. */
export function renameProblem(document: EditorDocument, meant: Named): string | undefined {
  const { kind, name, place } = meant;
  if (kind === "rule") {
    if (shownName(name).trim() === "") return "The rule has no name yet.";
    return isRulePlace(name) && !place.isDefinition
      ? `${name} is where a rule stands, and not its name.`
      : undefined;
  }
  if (kind === "anchor") return undefined;
  const isSet = placesOf(document, meant).some(({ isDefinition }) => isDefinition);
  const isCode = document.language === "code";
  const doubt = isSet
    ? isCode
      ? document.codeVariables.doubt
      : doubtIn(document, meant)
    : `no action in ${isCode ? "this module" : meant.section} sets it by this name`;
  return doubt && `${meant.map}.${meant.name} cannot be renamed: ${doubt}.`;
}

function doubtIn(document: EditorDocument, meant: Named): string | undefined {
  const { expressions } = document;
  const other = expressions.find(
    ({ site }) => site.section === meant.section && readsUnnamed(site),
  );
  if (other !== undefined) return `${lineOf(document, other.node)} ${unnamedReads}`;
  const places = placesOf(document, meant);
  const alias = repeats(document).find(({ node }) =>
    places.some(({ start, end }) => node.start <= start && end <= node.end),
  )?.aliases[0];
  return alias && `${lineOf(document, alias)} repeats a value that it is in`;
}

function lineOf({ positions }: EditorDocument, { start }: Span): string {
  return `line ${positions.positionAt(start).line + 1}`;
}

function isPossibleName({ kind, map = "" }: Omit<Named, "place">, name: string): boolean {
  switch (kind) {
    case "anchor":
      // With a colon at its end, it could be a key.
      return /^[^\s\p{Cc}[\]{},]+(?<!:)$/u.test(name);
    case "rule":
      return (
        name.trim() === name &&
        name !== "" &&
        !isRulePlace(name) &&
        !/[\p{Cc}\u2028\u2029]/u.test(name)
      );
    case "variable": {
      const parsed = parseExpression(`${map}.${name}`);
      return parsed.ok && parsed.tree.kind === "select" && parsed.tree.field === name;
    }
  }
}

/** Why something cannot be called otherwise, if it cannot. */
export function namingProblem(
  document: EditorDocument,
  { place: _place, ...meant }: Named,
  newName: string,
): string | undefined {
  const { kind, section, map, name } = meant;
  if (!isPossibleName(meant, newName)) return `"${newName}" cannot be the name of this ${kind}.`;
  if (newName === name) return undefined;
  switch (kind) {
    // See `ruleProblem`: others may be in other documents.
    case "rule":
      return undefined;
    case "anchor": {
      const isThere = anchors(document).some(([other]) => other === newName);
      return isThere ? `There is &${newName} in this document already.` : undefined;
    }
    case "variable": {
      // Two that are set by turns would become one.
      const isThere = variables(document, section).some(
        (one) => one.name === newName && one.map === map,
      );
      const where = document.language === "code" ? "this module" : section;
      return isThere ? `There is ${map}.${newName} in ${where} already.` : undefined;
    }
  }
}

/** Why a rule cannot be called otherwise, if it cannot: not all that means it is seen, or two rules would become one. */
export function ruleProblem(
  { documents, unsure }: NamingDocuments,
  { name }: Pick<Named, "name">,
  newName: string,
): string | undefined {
  const shown = shownName(name);
  const because = (why: string): string => `${JSON.stringify(shown)} cannot be renamed: ${why}.`;
  const isGiven = (document: EditorDocument, called: string): boolean =>
    ruleNames(document).some(([other, place]) => place.isDefinition && other === called);
  if (!documents.some((document) => isGiven(document, name))) {
    return because("no rule of its policy is written with this name");
  }
  const after = name.replace(shown, () => newName);
  for (const document of documents) {
    const file = fileNameOf(document.uri);
    if (after !== name) {
      const again = `${JSON.stringify(newName)} in ${file} already.`;
      if (isGiven(document, after)) return `There is ${again}`;
      const other = document.codeRuleNames?.otherToken(after) ?? otherText(document, after);
      if (other !== undefined) return `There may be ${again}`;
    }
    const place = document.codeRuleNames?.unclear(name) ?? otherText(document, name);
    if (place !== undefined) {
      return because(`${lineOf(document, place)} of ${file} may mean it`);
    }
    const alias = aliasOfOther(document, name);
    if (alias !== undefined) {
      return because(`${lineOf(document, alias)} of ${file} has it from a text that names no rule`);
    }
    const use = aliasElsewhere(document, name);
    if (use !== undefined) {
      return because(`${lineOf(document, use)} of ${file} repeats it where no rule is named`);
    }
    if (!mentions(document, name)) continue;
    if (document.isTooLong) return because(`${file} is too long to be read`);
    if (isBroken(document)) return because(`${file} has a syntax error`);
  }
  const [first] = unsure;
  return first && because(`${fileNameOf(first)} may mean it`);
}

/** A text in data of the user's, like what a module imports, that names no rule by its place. */
function otherText(document: EditorDocument, name: string): Span | undefined {
  const { kind, root, text } = document;
  if (kind !== "other" || root === undefined || !(text.includes(name) || text.includes("\\"))) {
    return undefined;
  }
  const known = new Set(ruleNames(document).map(([, { node }]) => node));
  for (const node of nodesIn(root)) {
    if (node.kind === "text" && node.value === name && !known.has(node)) return node;
  }
  return undefined;
}

/** All keys and values of a tree. */
function* nodesIn(node: TreeNode): Generator<TreeNode> {
  yield node;
  if (node.kind === "list") for (const item of node.items) yield* nodesIn(item);
  if (node.kind !== "object") return;
  for (const { key, value } of node.members) {
    yield key;
    if (value !== undefined) yield* nodesIn(value);
  }
}

interface Repeated {
  readonly node: TreeNode;
  readonly aliases: readonly YamlAnchor[];
}

/** The keys and values of a YAML document that aliases repeat. */
function repeats({ yaml, text, root }: EditorDocument): Repeated[] {
  const all = yaml?.anchors(text) ?? [];
  if (root === undefined || all.every((one) => one.isDefinition)) return [];
  const nodes = [...nodesIn(root)];
  return all.flatMap((anchor, index): Repeated[] => {
    if (!anchor.isDefinition) return [];
    const later = all.slice(index + 1).filter(({ name }) => name === anchor.name);
    const again = later.findIndex((one) => one.isDefinition);
    const aliases = again === -1 ? later : later.slice(0, again);
    // Of those that begin there, the outermost comes first.
    const node = nodes.find(({ start }) => anchor.end <= start);
    const isItsValue = /^(?:\s|!\S*\s|#.*\n)*$/.test(text.slice(anchor.end, node?.start));
    return node !== undefined && isItsValue && aliases.length > 0 ? [{ node, aliases }] : [];
  });
}

/** An alias of the name of a rule that names none. */
function aliasElsewhere(document: EditorDocument, name: string): Span | undefined {
  const places = ruleNames(document).flatMap(([other, place]) =>
    other === name && place.node !== undefined ? [place.node] : [],
  );
  return repeats(document)
    .filter(({ node }) => places.some((one) => one === node))
    .flatMap(({ aliases }) => aliases)
    .find(({ start }) => !places.some((one) => one.style === "alias" && one.start === start - 1));
}

/** Whether a document has a syntax error; nobody knows of a module. */
function isBroken({ language, uri, text, yaml }: EditorDocument): boolean {
  const { errors } = language === "json" ? jsonPolicySource(uri, text) : { errors: [] };
  return errors.some(isSyntaxError) || yaml?.isBroken(text) === true;
}

/** An alias that names a rule, where the text that it stands for does not. */
function aliasOfOther(document: EditorDocument, name: string): NamedPlace | undefined {
  const { text } = document;
  const places = ruleNames(document).flatMap(([other, place]) => (other === name ? [place] : []));
  const isNamedAt = (offset: number): boolean =>
    places.some(
      ({ node }) =>
        node !== undefined && text.slice(offset, node.start).trim() === "" && offset <= node.start,
    );
  return places.find(({ node, start, end }) => {
    if (node?.style !== "alias") return false;
    const called = text.slice(start + 1, end);
    const anchor = document.yaml
      ?.anchors(text)
      .findLast((one) => one.isDefinition && one.name === called && one.end <= start);
    return anchor === undefined || !isNamedAt(anchor.end);
  });
}

/** Whether a text may have a name in it, as far as that is seen without reading it. */
function mentions({ text }: EditorDocument, name: string): boolean {
  return text.includes(shownName(name)) || text.includes("\\");
}

/** What changes when what stands at places is called otherwise. */
export function renamed(places: readonly FoundPlace[], newName: string): WorkspaceEdit {
  const changes: NonNullable<WorkspaceEdit["changes"]> = {};
  for (const { document, place } of places) {
    const { uri, positions, yaml } = document;
    const { node } = place;
    // What it stands for is renamed.
    if (node?.style === "alias") continue;
    const written = node === undefined ? newName : wholeInStyle(newName, node.style, yaml);
    const newText = node?.style === "shorthand" ? `${written}: ${node.value}` : written;
    (changes[uri] ??= []).push({ range: positions.rangeOf(place), newText });
  }
  return { changes };
}
