import type { JsonSchema } from "@traffic-policy/policy-language";
import type { Expectation } from "../expression/expectation.ts";
import { knownNumbers, knownTexts } from "../expression/known-values.ts";
import { configFieldAt, expectationOf } from "./config-field.ts";
import type { EditorDocument } from "./editor-document.ts";
import type { PossibleValue } from "./schema-choices.ts";
import { keysAt, type Path, type TreeNode } from "@traffic-policy/policy-language/editing";

interface Field {
  readonly root: TreeNode;
  readonly path: Path;
  readonly isOfKeys: boolean;
  readonly schemasAt: (path: Path) => readonly JsonSchema[];
}

/**
 * Returns the values or keys that are possible at a place beyond those in its schemas: from the catalogue, or from
 * names in the document.
 */
export function knownAt(document: EditorDocument, field: Field): PossibleValue[] {
  const schemas = field.schemasAt(field.path);
  if (schemas.length === 0) return [];
  return allAt(document, field).filter(({ value }) =>
    schemas.every(({ minimum = 0, maximum = Infinity, not, propertyNames }) =>
      typeof value === "number"
        ? minimum <= value && value <= maximum
        : [not, propertyNames?.not].every((one) => one?.enum?.includes(value) !== true),
    ),
  );
}

function allAt(document: EditorDocument, field: Field): PossibleValue[] {
  switch (document.kind) {
    case "policy":
      return valuesOf(inConfig(document, field));
    case "configuration":
      return namesIn(field).map((value) => ({ value, description: undefined }));
    default:
      return namesAction(field) ? actionsOf(document) : valuesOf(inExchange(field));
  }
}

function valuesOf(expectation: Expectation): PossibleValue[] {
  return [
    ...knownTexts(expectation).map(({ value, meaning }) => ({ value, description: meaning })),
    ...knownNumbers(expectation).map(({ value, meaning }) => ({
      value: Number(value),
      description: meaning,
    })),
  ];
}

function inConfig(document: EditorDocument, { root, path, isOfKeys }: Field): Expectation {
  const field = configFieldAt(root, path, document);
  if (field === undefined) return {};
  const { headers } = field.action ?? {};
  const names =
    headers && ("sets" in headers ? { keys: headers.sets } : { values: headers.removes });
  if (names?.[isOfKeys ? "keys" : "values"] === field.name) return { headerName: "lower-case" };
  return isOfKeys ? {} : expectationOf(field);
}

const exchangeFields: Readonly<Record<string, Expectation>> = {
  method: { form: "method" },
  countryCode: { form: "country-code" },
  status: { isStatus: true },
};

function inExchange({ path, isOfKeys, schemasAt }: Field): Expectation {
  const at = path.findLastIndex((key) => typeof key === "string");
  const name = String(path[at]);
  if (isOfKeys) return /^(?:headers|trailers)$/.test(name) ? { headerName: "lower-case" } : {};
  // A cookie may have the same name.
  const isField = schemasAt(path.slice(0, at)).some(({ properties = {} }) => name in properties);
  return (isField ? exchangeFields[name] : undefined) ?? {};
}

function namesAction({ path, isOfKeys }: Field): boolean {
  const last = path.at(-1);
  if (isOfKeys) return last === "stubs";
  return last === "by" || (last === "action" && path.at(-2) === "by");
}

function actionsOf({ dialects }: EditorDocument): PossibleValue[] {
  const actions = new Map(dialects.flatMap((dialect) => [...dialect.actions]));
  return [...actions.values()].map(({ type, description }) => ({ value: type, description }));
}

function namesIn({ root, path, isOfKeys }: Field): readonly string[] {
  const last = path.at(-1);
  if (isOfKeys) {
    return path[0] === "environments" && last === "targets" ? keysAt(root, ["targets"]) : [];
  }
  if (last === "defaultEnvironment") return keysAt(root, ["environments"]);
  if (last !== "service" || path.at(-3) !== "targets") return [];
  const around = path.slice(0, -3);
  return [...new Set([[], around].flatMap((one) => keysAt(root, [...one, "services"])))];
}
