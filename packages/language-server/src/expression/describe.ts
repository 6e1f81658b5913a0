import {
  typeText,
  type BoundDefinition,
  type CelType,
  type Dialect,
  type FunctionDefinition,
  type Overload,
  type Protocol,
  type RecordDefinition,
  type RecordField,
  type TextForm,
  type TextFormat,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  absenceSentences,
  enumerated,
  isCurrentVariable,
  macroForms,
  variablesOf,
  type MacroForm,
} from "@traffic-policy/policy-language/internal";
import { plainRequest, plainValues } from "./plain-values.generated.ts";
import type { ExpressionSite, FieldOfExpression } from "./expression-site.ts";

// What people read about the entries of the catalogue, as Markdown.

/** Where a catalogue entry exists. A missing field means everywhere. */
interface Availability {
  readonly protocols?: readonly Protocol[];
  readonly sections?: readonly string[];
}

export function isAvailable(
  { protocols, section }: ExpressionSite,
  { protocols: known, sections }: Availability,
): boolean {
  return (
    (known === undefined || protocols.some((protocol) => known.includes(protocol))) &&
    (sections === undefined || section === undefined || sections.includes(section))
  );
}

export function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

export function celBlock(...lines: readonly string[]): string {
  return ["```cel", ...lines, "```"].join("\n");
}

/** Writes a text as Markdown code; as JSON when it has invisible characters. */
export function codeSpan(text: string): string {
  const shown = /^[\p{L}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{N}\p{P}\p{S}]+)*$/u.test(text)
    ? text
    : JSON.stringify(text);
  const marks = "`".repeat(
    1 + Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length)),
  );
  return marks === "`" ? `\`${shown}\`` : `${marks} ${shown} ${marks}`;
}

export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

export function variableSummary({ description, missing, setBy }: VariableDefinition): string {
  return [sentence(description), ...absenceSentences(missing, setBy)].join(" ");
}

export function variableText(site: ExpressionSite, definition: VariableDefinition): string {
  const { name, type, form, range, headerKeys, firstOf, varies, unsure } = definition;
  return paragraphs(
    celBlock(`${name}: ${type}`),
    deprecation(definition),
    variableSummary(definition),
    [
      form && forms[form],
      range && rangeText(range),
      headerKeys && "Its keys are the names of headers in lower case.",
      firstOf && `It is the first value of \`${firstOf}\`.`,
      varies && "It may have another value when it is read again.",
    ]
      .filter(Boolean)
      .join(" "),
    exampleText(name),
    [availabilityText(site, definition), sinceText(site.dialect, name)]
      .filter((part) => part !== undefined)
      .join(" "),
    openFacts(unsure),
  );
}

export function sinceText({ documentedSince }: Dialect, name: string): string | undefined {
  const day = documentedSince?.get(name);
  return day && `Documented since ${day}.`;
}

function exampleText(name: string): string | undefined {
  const value = plainValues.get(name);
  return value && `Example: ${codeSpan(value)}, for \`${plainRequest}\`.`;
}

function deprecation(definition: VariableDefinition): string | undefined {
  if (isCurrentVariable(definition)) return undefined;
  const { renamedTo } = definition;
  return renamedTo === undefined
    ? "**Outdated.** There is no name of today."
    : `**Deprecated.** Its name is \`${renamedTo}\` today.`;
}

const forms: Readonly<Record<TextForm, string>> = {
  method: "An HTTP method in upper case.",
  path: "It begins with `/`.",
  host: "The name or address of a host, without a port.",
  "host-and-port": "The name or address of a host, perhaps with `:` and a port.",
  "ip-address": "An IP address without a prefix.",
  "country-code": "Two upper case letters (ISO 3166).",
  scheme: "`http` or `https`.",
  query: "A query string without the `?`.",
  "media-type": "A media type without parameters.",
};

function rangeText([least, greatest]: readonly [number, number]): string {
  return Number.isFinite(greatest) ? `From ${least} to ${greatest}.` : `${least} or more.`;
}

function availabilityText(site: ExpressionSite, available: Availability): string | undefined {
  const { protocols, sections } = available;
  if (protocols === undefined && sections === undefined) return undefined;
  const names = enumerated((protocols ?? []).map((protocol) => protocol.toUpperCase()));
  const inAll = [...site.dialect.sections.keys()].every(
    (name) => sections?.includes(name) !== false,
  );
  const where = inAll ? "" : `, in ${enumerated(sections ?? [])} rules`;
  const exists = `Exists for ${names === "" ? "all protocols" : names}${where}.`;
  return isAvailable(site, available) ? exists : `**Not available here.** ${exists}`;
}

function openFacts(unsure: readonly string[] = []): string | undefined {
  if (unsure.length === 0) return undefined;
  return `Not known for sure: ${unsure.join(" ")}`;
}

export function namespaceSummary(
  { dialect }: ExpressionSite,
  path: readonly string[],
): string | undefined {
  const [first, ...others] = path;
  const namespace = dialect.namespaces.find(({ name }) => name === first);
  return namespace && others.length === 0 ? sentence(namespace.description) : undefined;
}

export function namespaceText(site: ExpressionSite, path: readonly string[]): string {
  const prefix = `${path.join(".")}.`;
  const fields = variablesOf(site.dialect)
    .filter((variable) => isCurrentVariable(variable) && variable.name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length).split(".", 1)[0] ?? "");
  return paragraphs(
    celBlock(path.join(".")),
    namespaceSummary(site, path),
    fields.length === 0
      ? undefined
      : `It has ${enumerated([...new Set(fields)].map((name) => `\`${name}\``))}.`,
  );
}

export function fieldText(record: RecordDefinition, field: RecordField): string {
  const { name, type, description, missing, renamedTo, unsure } = field;
  return paragraphs(
    celBlock(`${record.name}.${name}: ${type}`),
    renamedTo && `**Deprecated.** Its name is \`${renamedTo}\` today.`,
    [sentence(description), ...absenceSentences(missing)].join(" "),
    openFacts(unsure),
  );
}

/** One way to call a function: `text.startsWith(text: string) → bool`. */
export function signatureText(name: string, overload: Overload): string {
  const parameters = parametersOf(overload).join(", ");
  const target = overload.target === undefined ? "" : `${overload.target}.`;
  return `${target}${name}(${parameters}) → ${overload.returns}`;
}

export function parametersOf({ parameters, parameterNames }: Overload): string[] {
  return parameters.map((type, index) => {
    const name = parameterNames?.[index];
    return name === undefined ? type : `${name}: ${type}`;
  });
}

export function functionSummary({
  description,
  missing,
  headerName,
  overloads,
}: FunctionDefinition): string {
  const formats = new Set(overloads.flatMap((one) => one.formats ?? []));
  return [
    sentence(`gives ${description}`),
    ...(missing === undefined ? [] : [`It fails when ${missing.when}.`]),
    ...(headerName === undefined ? [] : ["The name of the header is written like `Content-Type`."]),
    ...[...formats].flatMap((format) => (format === undefined ? [] : [formatTexts[format]])),
  ].join(" ");
}

const formatTexts: Readonly<Record<TextFormat, string>> = {
  "regular-expression": "Patterns are regular expressions of RE2.",
  cidr: "A CIDR is written like `192.0.2.0/24`.",
  timestamp: "A text is written like `2026-01-31T12:00:00Z` (RFC 3339).",
  duration: "A text is written like `1h30m`, with `h`, `m`, `s`, `ms`, `us` and `ns`.",
  "time-zone": "A time zone is written like `Europe/Oslo` or `-02:00`.",
};

export function functionText(
  site: ExpressionSite,
  definition: FunctionDefinition,
  overloads: readonly Overload[] = definition.overloads,
): string {
  return paragraphs(
    celBlock(...overloads.map((overload) => signatureText(definition.name, overload))),
    functionSummary(definition),
    availabilityText(site, definition),
    openFacts(definition.unsure),
  );
}

export function formsOf(name: string, hasTarget: boolean): readonly MacroForm[] {
  return macroForms.filter(
    (form) => form.name === name && (form.target !== undefined) === hasTarget,
  );
}

/** Returns the signature of a macro: `items.all(v, condition) → bool`. */
export function macroSignature({ name, target, parameters, returns }: MacroForm): string {
  const call = `${name}(${parameters.join(", ")}) → ${returns}`;
  return target === undefined ? call : `${target}.${call}`;
}

export function macroText(all: readonly MacroForm[]): string {
  return paragraphs(
    celBlock(...all.map(macroSignature)),
    ...all.map(({ description, parameters }) =>
      all.length === 1
        ? sentence(`gives ${description}`)
        : `With ${parameters.length} arguments: ${description}.`,
    ),
    all.some(({ target }) => target !== undefined)
      ? "The name stands for each item of a list, or each key of a map."
      : undefined,
  );
}

export function boundText(
  name: string,
  { type, description, keys = {} }: BoundDefinition,
  { action, field }: FieldOfExpression,
): string {
  return paragraphs(
    celBlock(`${name}: ${type}`),
    sentence(description),
    ...Object.entries(keys).map(([key, about]) => `\`${name}.${key}\`: ${about}.`),
    `Exists only in \`${field}\` of \`${action}\`.`,
  );
}

export function localText(name: string, type: CelType, over: string | undefined): string {
  return paragraphs(
    celBlock(`${name}: ${typeText(type)}`),
    over === undefined ? undefined : `Each item of \`${over}\`, or each key of a map.`,
  );
}
