import {
  fromPointer,
  isJsonObject,
  type Edit,
  type JsonValue,
} from "@traffic-policy/policy-language";
import type { Call, SourceCode } from "../source/source-code.ts";
import { expressionChanges } from "./expression-changes.ts";
import { LiteralText } from "./literal-text.ts";
import { notSupported, type SpanEdit, type TextChange } from "./text-change.ts";
import { argumentRemoval, valueChanges, type LiteralValue } from "./value-changes.ts";

/**
 * Returns the changes in a builder call that make edits of the part that it built.
 *
 * @param path - JSON Pointer of the part
 * @param valueOf - the value at a place of the document
 * @throws CannotChange when the location of an edit is uncertain
 */
export function partChanges(
  code: SourceCode,
  call: Call,
  path: string,
  edits: readonly Edit[],
  valueOf: (path: string) => JsonValue | undefined,
): TextChange[] {
  if (edits.some((edit) => edit.path === path && "remove" in edit)) {
    if (edits.length > 1) throw notSupported();
    return [argumentRemoval(code, call)];
  }
  const value = valueOf(path);
  if (typeof value === "string") {
    if (!edits.every(isSpanEdit)) throw notSupported();
    return expressionChanges(code, call, value, edits);
  }
  if (
    fromPointer(path)[2] !== "actions" ||
    call.type !== "CallExpression" ||
    !isJsonObject(value)
  ) {
    throw notSupported();
  }
  return actionChanges(code, call, { path, value }, edits, valueOf);
}

function actionChanges(
  code: SourceCode,
  call: ActionCall,
  { path, value }: { readonly path: string; readonly value: JsonObject },
  edits: readonly Edit[],
  valueOf: (path: string) => JsonValue | undefined,
): TextChange[] {
  const type = typeOf(code, call, value);
  const config = configOf(code, call, { path, value });
  return edits.flatMap((edit) => {
    if (type !== undefined && edit.path === `${path}/type` && "value" in edit) {
      if (typeof edit.value !== "string") throw notSupported();
      return [type.replace(edit.value)];
    }
    if (config === undefined || !edit.path.startsWith(`${config.path}/`)) throw notSupported();
    return valueChanges(code, config, [edit], valueOf);
  });
}

function typeOf(
  code: SourceCode,
  { arguments: [first] }: ActionCall,
  { type }: JsonObject,
): LiteralText | undefined {
  const text = first && LiteralText.of(code, first);
  return text?.value === type ? text : undefined;
}

export function configOf(
  code: SourceCode,
  call: ActionCall,
  { path, value }: { readonly path: string; readonly value: JsonObject },
): LiteralValue | undefined {
  // `action("type", {…})` takes the config as it is in the document.
  const isBuilders = typeOf(code, call, value) === undefined;
  const node = call.arguments[isBuilders ? 0 : 1];
  return node && { node, path: `${path}/config`, isBuilders };
}

type ActionCall = Extract<Call, { readonly type: "CallExpression" }>;
type JsonObject = Readonly<Record<string, unknown>>;

function isSpanEdit(edit: Edit): edit is SpanEdit {
  return "span" in edit;
}
