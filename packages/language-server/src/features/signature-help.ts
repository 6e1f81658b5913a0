import { Tokens } from "@traffic-policy/policy-language/editing";
import { writtenPlacesAt } from "@traffic-policy/policy-language/completing";
import {
  type SignatureHelp,
  MarkupKind,
  type ParameterInformation,
  type SignatureInformation,
} from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn } from "../documents/expressions.ts";
import type { Overload } from "@traffic-policy/policy-language";
import type { MacroForm } from "@traffic-policy/policy-language/internal";
import {
  formsOf,
  functionSummary,
  macroSignature,
  parametersOf,
  sentence,
  signatureText,
} from "../expression/describe.ts";
import type { ExpressionSite } from "../expression/expression-site.ts";
import { nameAt } from "../expression/names.ts";
import { fittingOverloads } from "../expression/overloads.ts";

export function signatureHelp(document: EditorDocument, offset: number): SignatureHelp | undefined {
  const expression = document.writtenExpressionAt(offset, writtenPlacesAt(document, offset).value);
  return expression && signatureAt(expression.site, offsetIn(expression, offset));
}

export function signatureAt(site: ExpressionSite, offset: number): SignatureHelp | undefined {
  const tokens = new Tokens(site.text.slice(0, offset));
  const last = tokens.list.length - 1;
  let { parent, ordinal } = tokens.list[last] ?? { parent: -1, ordinal: 0 };
  while (parent >= 0) {
    const signatures = tokens.kind(parent) === "(" ? signaturesOf(site, tokens, parent - 1) : [];
    if (signatures.length > 0) return helpFor(signatures, ordinal);
    ({ parent, ordinal } = tokens.list[parent] ?? { parent: -1, ordinal: 0 });
  }
  return undefined;
}

function helpFor(signatures: SignatureInformation[], ordinal: number): SignatureHelp {
  const active = signatures.findIndex(({ parameters = [] }) => parameters.length > ordinal);
  // After the last argument of all, none is active.
  return { signatures, activeSignature: Math.max(0, active), activeParameter: ordinal };
}

function signaturesOf(site: ExpressionSite, tokens: Tokens, index: number): SignatureInformation[] {
  const callee = nameAt(site, tokens, index);
  const word = tokens.word(index);
  switch (callee?.kind) {
    case "macro":
      return formsOf(word, callee.target !== undefined).map(ofMacro);
    case "function":
    case "method": {
      const { definition } = callee;
      if (definition === undefined) return [];
      const overloads =
        callee.kind === "method"
          ? fittingOverloads(site, tokens, definition.overloads, callee.target)
          : definition.overloads.filter(({ target }) => target === undefined);
      const documentation = functionSummary(definition);
      return overloads.map((overload) => ofOverload(definition.name, overload, documentation));
    }
    default:
      return [];
  }
}

function ofMacro(form: MacroForm): SignatureInformation {
  return signature(macroSignature(form), form.parameters, sentence(`gives ${form.description}`));
}

function ofOverload(name: string, overload: Overload, text: string): SignatureInformation {
  return signature(signatureText(name, overload), parametersOf(overload), text);
}

function signature(label: string, parts: readonly string[], text: string): SignatureInformation {
  // A target such as `list(A)` has parentheses of its own.
  let from = label.lastIndexOf(`(${parts.join(", ")}) →`) + 1;
  const parameters = parts.map((part): ParameterInformation => {
    const start = from;
    from += part.length + ", ".length;
    return { label: [start, start + part.length] };
  });
  return { label, documentation: { kind: MarkupKind.Markdown, value: text }, parameters };
}
