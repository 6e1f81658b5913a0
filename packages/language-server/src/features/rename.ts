import { jsonPolicySource, parseExpression, type Span } from "@traffic-policy/policy-language";
import type { Range, WorkspaceEdit } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import type { YamlAnchor } from "../documents/yaml.ts";
import {
  isRulePlace,
  anchors,
  placesOf,
  ruleNames,
  shownName,
  variables,
  type Named,
} from "../documents/names.ts";
import { isSyntaxError } from "../documents/syntax-error.ts";
import type { TreeNode } from "@traffic-policy/policy-language/editing";
import { wholeInStyle } from "../documents/written-text.ts";
import { readsUnnamed, unnamedReads } from "../expression/variable-reads.ts";

import { requestFailed } from "../errors.ts";
import { namedAt } from "../documents/names.ts";

export function prepareRename(
  document: EditorDocument,
  offset: number,
): { readonly range: Range; readonly placeholder: string } | null {
  const named = namedAt(document, offset);
  if (named === undefined) return null;
  refuse(renameProblem(document, named));
  return { range: document.positions.rangeOf(named.place), placeholder: shownName(named.name) };
}

export function rename(
  document: EditorDocument,
  offset: number,
  newName: string,
): WorkspaceEdit | null {
  const named = namedAt(document, offset);
  if (named === undefined) return null;
  refuse(renameProblem(document, named) ?? namingProblem(document, named, newName));
  return renamed(document, named, newName);
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw requestFailed(problem);
}

/** Returns why something cannot be renamed, because some uses may not be visible; undefined when it can. */
function renameProblem(document: EditorDocument, meant: Named): string | undefined {
  switch (meant.kind) {
    case "rule":
      return ruleProblem(document, meant);
    case "anchor":
      return undefined;
    case "variable": {
      const doubt = doubtAboutVariable(document, meant);
      return doubt && `${meant.map}.${meant.name} cannot be renamed: ${doubt}.`;
    }
  }
}

function ruleProblem(document: EditorDocument, meant: Named): string | undefined {
  const { name, place } = meant;
  const shown = shownName(name);
  if (shown.trim() === "") return "The rule has no name yet.";
  if (isRulePlace(name) && !place.isDefinition) {
    return `${name} is where a rule stands, and not its name.`;
  }
  const because = (why: string): string => `${JSON.stringify(shown)} cannot be renamed: ${why}.`;
  if (isBroken(document)) return because("the document has a syntax error");
  const other = textOf(document, name);
  if (other !== undefined) return because(`${lineOf(document, other)} may mean it`);
  const alias = aliasApart(document, meant);
  return alias && because(`an alias in ${lineOf(document, alias)} would not change with it`);
}

function isBroken({ language, uri, text, yaml }: EditorDocument): boolean {
  const { errors } = language === "json" ? jsonPolicySource(uri, text) : { errors: [] };
  return errors.some(isSyntaxError) || yaml?.isBroken(text) === true;
}

/** Finds a text in a module that equals the name but is not at a place that names a rule; it may still mean it. */
function textOf({ codeRules }: EditorDocument, name: string): Span | undefined {
  return codeRules.otherTexts.find(({ value }) => value === name);
}

/**
 * Finds an alias that repeats a rule's name at a place that does not name a rule, or an alias of a name from
 * elsewhere.
 */
function aliasApart(document: EditorDocument, meant: Named): Span | undefined {
  const nodes = placesOf(document, meant).map(({ node }) => node);
  const aliases = nodes.flatMap((node) => (node?.style === "alias" ? [node] : []));
  const repeated = repeats(document)
    .filter(({ node }) => nodes.some((one) => one === node))
    .flatMap((one) => one.aliases);
  // The sign of an alias is a part of its text.
  const isSame = (text: Span, alias: Span): boolean => text.start === alias.start - 1;
  return (
    repeated.find((alias) => !aliases.some((text) => isSame(text, alias))) ??
    aliases.find((text) => !repeated.some((alias) => isSame(text, alias)))
  );
}

function doubtAboutVariable(document: EditorDocument, meant: Named): string | undefined {
  const places = placesOf(document, meant);
  const isCode = document.language === "code";
  if (!places.some(({ isDefinition }) => isDefinition)) {
    return `no action in ${isCode ? "this module" : meant.section} sets it by this name`;
  }
  if (isCode) return document.codeVariables.doubt;
  const other = document.expressions.find(
    ({ site }) => site.section === meant.section && readsUnnamed(site),
  );
  if (other !== undefined) return `${lineOf(document, other.node)} ${unnamedReads}`;
  const alias = repeats(document).find(({ node }) =>
    places.some(({ start, end }) => node.start <= start && end <= node.end),
  )?.aliases[0];
  return alias && `${lineOf(document, alias)} repeats a value that it is in`;
}

function lineOf({ positions }: EditorDocument, { start }: Span): string {
  return `line ${positions.positionAt(start).line + 1}`;
}

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

function namingProblem(
  document: EditorDocument,
  meant: Named,
  newName: string,
): string | undefined {
  const { kind, map } = meant;
  if (!isPossibleName(meant, newName)) return `"${newName}" cannot be the name of this ${kind}.`;
  const after = nameAfter(meant, newName);
  if (after === meant.name || !isThere(document, meant, after)) return undefined;
  const isCode = document.language === "code";
  const here = `this ${isCode ? "module" : "document"}`;
  switch (kind) {
    case "rule":
      return `There is ${JSON.stringify(newName)} in ${here} already.`;
    case "anchor":
      return `There is &${newName} in ${here} already.`;
    case "variable":
      return `There is ${map}.${newName} in ${isCode ? here : meant.section} already.`;
  }
}

/** Returns the new name with the line breaks around the old name, which users do not edit. */
function nameAfter({ kind, name }: Named, newName: string): string {
  return kind === "rule" ? name.replace(shownName(name), () => newName) : newName;
}

function isPossibleName({ kind, map = "" }: Named, name: string): boolean {
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

function isThere(document: EditorDocument, { kind, section, map }: Named, name: string): boolean {
  switch (kind) {
    case "rule":
      return (
        textOf(document, name) !== undefined ||
        ruleNames(document).some(([other, place]) => place.isDefinition && other === name)
      );
    case "anchor":
      return anchors(document).some(([other]) => other === name);
    case "variable":
      return variables(document, section).some((one) => one.name === name && one.map === map);
  }
}

function renamed(document: EditorDocument, meant: Named, newName: string): WorkspaceEdit {
  const { uri, positions, yaml } = document;
  const edits = placesOf(document, meant).flatMap((place) => {
    const { node } = place;
    // What it stands for is renamed.
    if (node?.style === "alias") return [];
    const written = node === undefined ? newName : wholeInStyle(newName, node.style, yaml);
    const newText = node?.style === "shorthand" ? `${written}: ${node.value}` : written;
    return [{ range: positions.rangeOf(place), newText }];
  });
  return { changes: { [uri]: edits } };
}
