import { variableNamed } from "../expression/check/checker.ts";
import { interpolations } from "../expression/interpolation.ts";
import { childrenOf, type Call, type Expression, type Index } from "../expression/tree.ts";
import { isJsonObject, isList, type JsonValue } from "../json-value.ts";
import { treeOf, type SitePolicy } from "./site-policy.ts";

/** The texts that a config string or an expression can be; undefined when they are not all in the policy. */
type Values = readonly string[] | undefined;

/** More are taken for not known. */
const mostValues = 50;

/** Follows what the texts of a policy are made of, through the variables that it sets itself. */
export class Origins {
  readonly #policy: SitePolicy;
  readonly #set: ReadonlyMap<string, readonly JsonValue[]>;

  constructor(policy: SitePolicy) {
    this.#policy = policy;
    this.#set = variablesSetIn(policy);
  }

  /** Returns the texts that a config string can be; undefined when they are not all in the policy. */
  valuesOfText(text: string, below: ReadonlySet<string> = new Set()): Values {
    let values: string[] = [""];
    for (const part of interpolations(text).parts) {
      const next = part.kind === "text" ? [part.text] : this.#valuesOfPart(part.expression, below);
      if (next === undefined || values.length * next.length > mostValues) return undefined;
      values = values.flatMap((before) => next.map((after) => before + after));
    }
    return [...new Set(values)];
  }

  /**
   * Returns the names that the value of an expression is made of: variables, an entry of a map as `req.headers['x']`,
   * and what those that the policy sets are made of. What only decides between values is none of them.
   */
  namesIn(node: Expression, seen: Set<string> = new Set()): ReadonlySet<string> {
    if (isDecision(node)) return seen;
    const name = this.#nameOf(node);
    if (name !== undefined) {
      const isNew = !seen.has(name);
      seen.add(name);
      if (isNew) for (const one of this.#treesOf(name)) this.namesIn(one, seen);
      return seen;
    }
    for (const child of valueChildren(node)) this.namesIn(child, seen);
    return seen;
  }

  #valuesOfPart(text: string, below: ReadonlySet<string>): Values {
    const tree = treeOf(text);
    return tree && this.#valuesOf(tree, below);
  }

  #valuesOf(node: Expression, below: ReadonlySet<string>): Values {
    if (node.kind === "literal") return node.type === "string" ? [node.value] : undefined;
    if (node.kind === "conditional") {
      return this.#eachOf([node.whenTrue, node.whenFalse], below);
    }
    if (node.kind === "index" && node.operand.kind === "list") {
      return this.#eachOf(node.operand.elements, below);
    }
    if (node.kind === "index" && node.operand.kind === "map") {
      return this.#eachOf(
        node.operand.entries.map(({ value }) => value),
        below,
      );
    }
    const name = this.#nameOf(node);
    const set = name === undefined || below.has(name) ? undefined : this.#set.get(name);
    if (name === undefined || set === undefined) return undefined;
    const all = set.map((value) =>
      typeof value === "string" ? this.valuesOfText(value, new Set([...below, name])) : undefined,
    );
    return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
  }

  #eachOf(nodes: readonly Expression[], below: ReadonlySet<string>): Values {
    const all = nodes.map((node) => this.#valuesOf(node, below));
    return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
  }

  /** The name of what a part of an expression reads, if it is no more than that. */
  #nameOf(node: Expression): string | undefined {
    const { dialect } = this.#policy;
    if (node.kind === "call") return nameOfCall(node);
    const whole = variableNamed(dialect, node);
    if (whole !== undefined) return whole.renamedTo ?? whole.name;
    const [operand, key] =
      node.kind === "select"
        ? [node.operand, node.field]
        : node.kind === "index"
          ? [node.operand, keyOf(node)]
          : [];
    const map = operand === undefined ? undefined : variableNamed(dialect, operand);
    if (map === undefined || key === undefined || !isMapLike(map.type)) return undefined;
    return map.name === "vars" ? `vars.${key}` : nameOfEntry(map.name, key);
  }

  #treesOf(name: string): readonly Expression[] {
    return (this.#set.get(name) ?? []).flatMap(expressionsIn);
  }
}

/** The maps of what a client sends, by the functions that get an entry of them. */
const mapsOfFunctions: ReadonlyMap<string, string> = new Map([
  ["getReqHeader", "req.headers"],
  ["getReqCookie", "req.cookies"],
  ["getQueryParam", "req.url.query_params"],
]);

function nameOfCall({ name, target, arguments: [key] }: Call): string | undefined {
  const map = target === undefined ? mapsOfFunctions.get(name) : undefined;
  if (map === undefined || key?.kind !== "literal" || typeof key.value !== "string") {
    return undefined;
  }
  return nameOfEntry(map, key.value);
}

/** The name of an entry of a map; names of headers are written in any case. */
function nameOfEntry(map: string, key: string): string {
  if (map !== "req.headers") return `${map}['${key}']`;
  const header = key.toLowerCase();
  return header === "host" ? "req.host" : `${map}['${header}']`;
}

function isMapLike(type: string): boolean {
  return type.startsWith("map");
}

function keyOf({ index }: Index): string | undefined {
  return index.kind === "literal" && index.type === "string" ? index.value : undefined;
}

/** True for what gives a bool, so that nothing of its operands is in its value. */
function isDecision(node: Expression): boolean {
  if (node.kind === "unary") return node.operator === "!";
  return node.kind === "binary" && /^(?:==|!=|<=?|>=?|in|&&|\|\|)$/.test(node.operator);
}

function valueChildren(node: Expression): readonly Expression[] {
  if (node.kind === "conditional") return [node.whenTrue, node.whenFalse];
  const isChoice = node.kind === "index" && /^(?:list|map)$/.test(node.operand.kind);
  return isChoice ? [node.operand] : childrenOf(node);
}

function variablesSetIn({ rules }: SitePolicy): ReadonlyMap<string, readonly JsonValue[]> {
  const set = new Map<string, JsonValue[]>();
  for (const { definition, config } of rules.flatMap(({ actions }) => actions)) {
    const entries = definition?.setsVariables && config[definition.setsVariables];
    for (const entry of entries !== undefined && isList(entries) ? entries : []) {
      for (const [key, value] of isJsonObject(entry) ? Object.entries(entry) : []) {
        const name = `vars.${key}`;
        set.set(name, [...(set.get(name) ?? []), value]);
      }
    }
  }
  return set;
}

function expressionsIn(value: JsonValue): Expression[] {
  if (typeof value === "string") {
    return interpolations(value).parts.flatMap((part) =>
      part.kind === "text" ? [] : (treeOf(part.expression) ?? []),
    );
  }
  if (isList(value)) return value.flatMap(expressionsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(expressionsIn) : [];
}
