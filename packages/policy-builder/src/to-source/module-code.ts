import {
  type Binary,
  type BinaryOperator,
  type Call,
  type Expression,
  type Literal,
  parseExpression,
  type Protocol,
} from "@traffic-policy/policy-language";
import { operandsOf, ownMember } from "@traffic-policy/policy-language/internal";
import {
  code,
  type Code,
  imported,
  isFreeName,
  joined,
  jsonCode,
  listed,
  stringCode,
} from "./code.ts";
import type { Part, PolicyCall, PolicyDraft, RuleCall, RuleDraft, SetCall } from "./draft.ts";
import type { WritableAction } from "./action-code.ts";
import type { SourceDialect } from "./names.ts";

export function moduleCode(
  draft: PolicyDraft,
  dialect: SourceDialect,
  protocol: Protocol | undefined,
): string {
  const named = repeatedParts(partsOf(draft), dialect);
  const constants = [...named.values()].map(
    ({ name, part }) => code`const ${name} = ${part.code};\n`,
  );
  const policy = policyCode(draft, protocol, named);
  const { text, imports } = code`${joined(constants, "")}\nexport default ${policy};\n`;
  const all = imports.toSorted().join(", ");
  return `import { ${all} } from "${dialect.module}";\n\n${text}`;
}

function partsOf(draft: PolicyDraft): readonly Part[] {
  return draft
    .flatMap((call) => ("rules" in call ? call.rules : []))
    .flatMap((rule) => rule.calls)
    .flatMap((call) => ("parts" in call ? call.parts : []));
}

type Named = ReadonlyMap<string, NamedPart>;

function policyCode(draft: PolicyDraft, protocol: Protocol | undefined, named: Named): Code {
  const options = protocol === undefined ? "" : `{ protocol: ${stringCode(protocol)} }`;
  const calls = draft.map((call) => policyCallCode(call, named));
  return code`${imported("policy")}(${options})${joined(calls, "")}`;
}

function policyCallCode(call: PolicyCall, named: Named): Code {
  if ("member" in call) return setCode(call);
  return code`.${call.method}(${listed(call.rules.map((rule) => ruleCode(rule, named)))})`;
}

function ruleCode({ name, calls }: RuleDraft, named: Named): Code {
  const written = calls.map((call) => ruleCallCode(call, named));
  const argument = name === undefined ? "" : stringCode(name);
  return code`${imported("rule")}(${argument})${joined(written, "")}`;
}

function ruleCallCode(call: RuleCall, named: Named): Code {
  if ("member" in call) return setCode(call);
  const parts = call.parts.map((part) => partCode(part, named));
  return code`.${call.method}(${listed(parts)})`;
}

function partCode(part: Part, named: Named): Code {
  const name = named.get(part.code.text)?.name;
  return name === undefined ? part.code : { text: name, imports: [] };
}

function setCode({ member, value }: SetCall): Code {
  return code`.set(${stringCode(member)}, ${jsonCode(value)})`;
}

interface NamedPart {
  readonly name: string;
  readonly part: Part;
}

/**
 * Finds the parts that occur at least twice and read shorter as a name, keyed by their code, in the order of first
 * use.
 */
function repeatedParts(
  parts: readonly Part[],
  dialect: SourceDialect,
): ReadonlyMap<string, NamedPart> {
  const counts = new Map<string, number>();
  for (const { code: one } of parts) counts.set(one.text, (counts.get(one.text) ?? 0) + 1);
  const named = new Map<string, NamedPart>();
  const taken = new Set<string>();
  for (const part of parts) {
    const { text } = part.code;
    if (counts.get(text) === 1 || named.has(text) || isTrivial(part)) continue;
    const proposed = proposal(part, dialect);
    if (proposed === undefined || proposed.length >= text.length) continue;
    const name = unique(proposed, (one) => !taken.has(one) && isFreeName(one, dialect.exports));
    taken.add(name);
    named.set(text, { name, part });
  }
  return named;
}

/** True for an action with at most a single short value, which a name would not shorten. */
function isTrivial(part: Part): boolean {
  return part.kind === "action" && part.code.text.length < 40 && leaves(part.written.config) < 2;
}

function leaves(value: unknown): number {
  return typeof value === "object"
    ? Object.values(value ?? {}).reduce((sum: number, member) => sum + leaves(member), 0)
    : 1;
}

function proposal(part: Part, dialect: SourceDialect): string | undefined {
  const name =
    part.kind === "action" ? actionName(part.written) : conditionName(part.written, dialect);
  // Of texts without letters nothing is left that could begin a name.
  return name === undefined || /^[a-z]/.test(name) ? name : `${part.kind}${name}`;
}

function unique(name: string, isFree: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}${/\d$/.test(name) ? "_" : ""}${count}`;
    if (isFree(candidate)) return candidate;
  }
}

function actionName({ type, config }: WritableAction): string {
  const called = wordsOf(type, 5);
  return joinWords([...(called.length === 0 ? ["action"] : called), ...first(config)]);
}

function first(config: unknown): readonly string[] {
  if (typeof config !== "object") return wordsOf(String(config));
  const [entry] = Object.entries(config ?? {}) as [string, unknown][];
  if (entry === undefined) return [];
  const [key, value] = entry;
  return typeof value === "object" && !Array.isArray(value) && value !== null
    ? wordsOf(Object.keys(value)[0] ?? key)
    : first(Array.isArray(value) ? value[0] : value);
}

/** Names a condition: `methodIsPost`; undefined for text that cannot be parsed. */
function conditionName(text: string, dialect: SourceDialect): string | undefined {
  const parsed = parseExpression(text);
  return parsed.ok ? joinWords(words(parsed.tree, dialect)) : undefined;
}

function words(tree: Expression, dialect: SourceDialect): readonly string[] {
  switch (tree.kind) {
    case "literal":
      return literalWords(tree);
    case "identifier":
      // The variable of a macro says nothing outside of it.
      return [];
    case "select":
      return wordsOf(tree.field);
    case "index":
      return [...words(tree.operand, dialect), ...words(tree.index, dialect)];
    case "call":
      return callWords(tree, dialect);
    case "unary":
      return [tree.operator === "!" ? "not" : "minus", ...words(tree.operand, dialect)];
    case "binary":
      return binaryWords(tree, dialect);
    case "list":
      return tree.elements.length > mostItems
        ? ["listed"]
        : tree.elements.flatMap((item, index) => [
            ...(index === 0 ? [] : ["or"]),
            ...words(item, dialect),
          ]);
    case "conditional":
      return ["when", ...words(tree.condition, dialect)];
    case "map":
      return [];
  }
}

const mostItems = 2;

function literalWords({ type, value }: Literal): readonly string[] {
  if (type === "bytes") return ["bytes"];
  if (value === "") return ["empty"];
  const found = wordsOf(String(value));
  return found.length === 0 ? ["text"] : found;
}

function callWords(
  { name, target, arguments: args }: Call,
  dialect: SourceDialect,
): readonly string[] {
  const given = args.flatMap((one) => words(one, dialect));
  if (target === undefined) {
    const called = dialect.methods.get(name)?.method ?? name;
    return transparent.has(name) ? given : [...wordsOf(called), ...given];
  }
  return [...words(target, dialect), ...(ownMember(macros, name) ?? wordsOf(name)), ...given];
}

const transparent: ReadonlySet<string> = new Set(["double", "duration", "dyn", "timestamp"]);

const macros: Readonly<Record<string, readonly string[]>> = {
  exists: ["some"],
  exists_one: ["one"],
  all: ["all"],
};

function binaryWords(tree: Binary, dialect: SourceDialect): readonly string[] {
  const { operator, left, right } = tree;
  if (operator === "&&" || operator === "||") {
    const word = operator === "&&" ? "and" : "or";
    return operandsOf(tree, operator).flatMap((operand, index) =>
      index === 0 ? words(operand, dialect) : [word, ...words(operand, dialect)],
    );
  }
  if (operator === "in") {
    return right.kind === "list"
      ? [...words(left, dialect), "is", ...words(right, dialect)]
      : [...words(right, dialect), "has", ...words(left, dialect)];
  }
  return [...words(left, dialect), ...operators[operator], ...words(right, dialect)];
}

const operators: Readonly<Record<Exclude<BinaryOperator, "in" | "&&" | "||">, readonly string[]>> =
  {
    "==": ["is"],
    "!=": ["is", "not"],
    "<": ["below"],
    "<=": ["at", "most"],
    ">": ["above"],
    ">=": ["at", "least"],
    "+": ["plus"],
    "-": ["minus"],
    "*": ["times"],
    "/": ["by"],
    "%": ["modulo"],
  };

function wordsOf(text: string, most = 3): readonly string[] {
  const found = text.replace(/([a-z\d])([A-Z])/g, "$1 $2").match(/[A-Za-z]+|\d+/g) ?? [];
  return found.slice(0, most).map((word) => word.toLowerCase());
}

/** Joins words in camel case. Leaves out words that would make the name too long. */
function joinWords(all: readonly string[]): string {
  let name = "";
  for (const word of all) {
    const longer = name + (name === "" ? word : word.charAt(0).toUpperCase() + word.slice(1));
    if (longer.length > longest) break;
    // Two numbers beside each other would become another one.
    name = /\d$/.test(name) && /^\d/.test(word) ? `${name}_${word}` : longer;
  }
  return name;
}

const longest = 40;
