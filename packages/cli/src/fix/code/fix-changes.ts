import { existsSync, realpathSync } from "node:fs";
import {
  fromPointer,
  isJsonObject,
  valueAt,
  type Edit,
  type JsonValue,
} from "@traffic-policy/policy-language";
import type { BuiltPart, LoadedPolicy } from "../../policy-file/loaded-policy.ts";
import { relativePath } from "../../relative-path.ts";
import { CannotChange, notSupported, notWritten } from "./cannot-change.ts";
import { expressionChanges } from "./expression-changes.ts";
import { LiteralText } from "./literal-text.ts";
import { argumentRemoval } from "./removal.ts";
import type { Call, SourceCode } from "./source-code.ts";
import type { SpanEdit } from "./span-edit.ts";
import type { TextChange } from "./text-change.ts";
import { valueChanges, type LiteralValue } from "./value-changes.ts";

/**
 * The changes in the text of a module that make edits of a policy that it exports.
 *
 * @param file - absolute path of the module
 * @throws CannotChange when it is not sure where what they change is written
 */
export function fixChanges(
  file: string,
  code: SourceCode,
  policy: LoadedPolicy,
  edits: readonly Edit[],
): TextChange[] {
  const valueOf = (path: string): JsonValue | undefined =>
    valueAt(policy.source.document ?? null, path);
  return byPart(edits, policy).flatMap(({ part, edits: own }) => {
    if (part === undefined) {
      const node = policy.isDefault ? code.defaultExport : undefined;
      if (node === undefined) throw notWritten();
      return valueChanges(code, { node, path: "", isBuilders: false }, own, valueOf);
    }
    if (part.file !== (existsSync(file) ? realpathSync(file) : file)) {
      const name = relativePath(part.file);
      throw new CannotChange(`the call stands in ${name}, which other policies may use`);
    }
    const call = code.callAt(part.start);
    if (call === undefined) throw notWritten();
    return partChanges(code, call, part.path, own, valueOf);
  });
}

interface PartEdits {
  readonly part: BuiltPart | undefined;
  readonly edits: Edit[];
}

function byPart(edits: readonly Edit[], { builtAt }: LoadedPolicy): PartEdits[] {
  const parts = new Map<string | undefined, PartEdits>();
  for (const edit of edits) {
    const part = builtAt?.(edit.path);
    const known = parts.get(part?.path);
    if (known === undefined) parts.set(part?.path, { part, edits: [edit] });
    else known.edits.push(edit);
  }
  return [...parts.values()];
}

function partChanges(
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
  call: Extract<Call, { type: "CallExpression" }>,
  { path, value }: { path: string; value: Readonly<Record<string, unknown>> },
  edits: readonly Edit[],
  valueOf: (path: string) => JsonValue | undefined,
): TextChange[] {
  const [first, second] = call.arguments;
  // `action("type", {…})` takes the config as it stands in the document.
  const isAny = first?.type === "Literal" && first.value === value["type"];
  const config = isAny ? second : first;
  return edits.flatMap((edit) => {
    if (isAny && edit.path === `${path}/type` && "value" in edit) {
      const type = LiteralText.of(code, first);
      if (type === undefined || typeof edit.value !== "string") throw notSupported();
      return [type.replace(edit.value)];
    }
    if (config === undefined || !edit.path.startsWith(`${path}/config/`)) throw notSupported();
    const root: LiteralValue = { node: config, path: `${path}/config`, isBuilders: !isAny };
    return valueChanges(code, root, [edit], valueOf);
  });
}

function isSpanEdit(edit: Edit): edit is SpanEdit {
  return "span" in edit;
}
