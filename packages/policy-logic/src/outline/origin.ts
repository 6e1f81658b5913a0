import {
  type Dialect,
  type TextForm,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  getOrAdd,
  reading,
  variableNamed,
  variablesOf,
} from "@traffic-policy/policy-language/internal";

type UrlPartOf = NonNullable<VariableDefinition["urlPart"]>;

/** Where a value comes from, whatever its name is in a condition. */
export interface Origin {
  /** Shared by all parts of one URL, which depend on each other, and by a variable with the entry that it is. */
  readonly name: string;
  /** The map of which it is an entry. */
  readonly map?: string;
  readonly urlPart?: UrlPartOf["part"];
  readonly form?: TextForm;
  readonly type: string;
  readonly range?: VariableDefinition["range"];
  /** True when it is read as an entry, and not as a variable. */
  readonly isEntry?: true;
  /** `free`: it may be missing, whatever else is there; `tied`: whether it is depends on others. */
  readonly absence?: "free" | "tied";
}

/** Checks if the texts of a value are of a form that few texts have. */
export function isOfForm({ form }: Origin): boolean {
  return form === "country-code" || form === "ip-address";
}

const origins = new WeakMap<VariableDefinition, Origin>();

export function originOf(variable: VariableDefinition, dialect: Dialect): Origin {
  return getOrAdd(origins, variable, () => {
    const { renamedTo } = variable;
    const current = (renamedTo && variableNamed(dialect, reading(renamedTo))) || variable;
    const { urlPart, form, range, firstOf, type, missing } = current;
    const name = urlPart === undefined ? (firstOf ?? current.name) : `URL ${urlPart.url}`;
    const map = type.startsWith("map(") ? current.name : firstOf?.replace(/\[.*$/, "");
    const isKnown = type === variable.type && isSteady(variable) && isSteady(current);
    return {
      name,
      type: isKnown ? type : "",
      ...(map !== undefined && { map }),
      ...(urlPart && { urlPart: urlPart.part }),
      ...(form && { form }),
      ...(range && { range }),
      ...(missing && { absence: isTied(missing) ? "tied" : "free" }),
    };
  });
}

function isTied({ group, guards }: NonNullable<VariableDefinition["missing"]>): boolean {
  return group !== undefined || guards !== undefined;
}

function isSteady({ varies, setBy }: VariableDefinition): boolean {
  return varies === undefined && setBy === undefined;
}

const knownSpecialNames = new WeakMap<Dialect, ReadonlySet<string>>();

/** The names of entries that the catalogue relates to something else: they stay in outlines. */
export function specialNames(dialect: Dialect): ReadonlySet<string> {
  return getOrAdd(knownSpecialNames, dialect, () => {
    const found = [...variablesOf(dialect), ...dialect.functions.values()].flatMap((one) => [
      ...("firstOf" in one ? [one.firstOf] : []),
      ...(one.missing?.guards ?? []),
    ]);
    const quoted = found.flatMap((text) => [...(text ?? "").matchAll(/'([^']*)'/g)]);
    return new Set(quoted.map(([, name = ""]) => name.toLowerCase()));
  });
}
