import {
  type Call,
  type CheckResult,
  type Dialect,
  type Expression,
  type Span,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import {
  childrenOf,
  operandsOf,
  reading,
  variableNamed,
} from "@traffic-policy/policy-language/internal";
import { lookupIn } from "../canonical.ts";
import {
  comparisonIn,
  constantsIn,
  kindOfUse,
  someItemIn,
  type Constant,
  type How,
} from "./comparisons.ts";
import { originOf, specialNames, type Origin } from "./origin.ts";

/** The questions that a condition asks: its outline is made of them. */
export interface OutlineParts {
  readonly text: string;
  readonly uses: readonly Use[];
  readonly names: readonly Name[];
  /** The maps of which something else is asked than an entry with a known name. */
  readonly wholeMaps: ReadonlySet<string>;
  /**
   * The operands of `&&`, each as the tests of which one has to be true. Undefined for an operand that is more than
   * tests.
   */
  readonly operands: readonly (readonly PlainTest[] | undefined)[];
}

export interface Use {
  readonly of: Origin;
  /** `there`: it asks if there is a value; `alone`: a comparison that must be the only one. */
  readonly kind: "there" | "equal" | "order" | "alone" | "other";
  readonly how?: How;
  readonly constants: readonly Constant[];
}

/** The name of an entry of a map. */
export interface Name {
  readonly span: Span;
  readonly map: string;
  readonly value: string;
}

/** A question whose answer depends on nothing but the value that it is about. */
export interface PlainTest {
  readonly use: Use;
  readonly holds: boolean;
}

/** Analyses of longer conditions might exceed a limit with one constant, and not with another. */
const longest = 1000;

/** Returns the parts of the outline of a condition without errors; undefined for a very long one. */
export function outlineParts(
  tree: Expression,
  text: string,
  checked: CheckResult,
  dialect: Dialect,
): OutlineParts | undefined {
  if (text.length > longest) return undefined;
  return { text, ...new Collector(checked, dialect).of(tree) };
}

interface Source {
  readonly of: Origin;
  readonly name?: Name;
}

class Collector {
  readonly #checked: CheckResult;
  readonly #dialect: Dialect;
  readonly #uses: Use[] = [];
  readonly #names: Name[] = [];
  readonly #wholeMaps = new Set<string>();

  constructor(checked: CheckResult, dialect: Dialect) {
    this.#checked = checked;
    this.#dialect = dialect;
  }

  of(tree: Expression): Omit<OutlineParts, "text"> {
    const operands = operandsOf(tree, "&&").map((operand): readonly PlainTest[] | undefined => {
      const tests = operandsOf(operand, "||").map((part) => this.#testIn(part));
      return tests.every((test) => test !== undefined) ? tests : undefined;
    });
    const [uses, names, wholeMaps] = [this.#uses, this.#names, this.#wholeMaps];
    return { uses, names, wholeMaps, operands };
  }

  #testIn(node: Expression): PlainTest | undefined {
    if (node.kind === "unary" && node.operator === "!") {
      const inner = this.#testIn(node.operand);
      return inner && { ...inner, holds: !inner.holds };
    }
    const test = this.#comparison(node) ?? this.#guard(node);
    if (test === undefined) this.#takeAll(node);
    return test;
  }

  #takeAll(tree: Expression): void {
    const left: Expression[] = [tree];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      const source = this.#comparison(node) ?? this.#guard(node) ?? this.#sourceOf(node);
      if (source !== undefined) {
        if ("of" in source) this.#take(source, "other", []);
        continue;
      }
      for (const child of childrenOf(node)) left.push(child);
      if (node.kind === "call") this.#takeReads(node);
    }
  }

  #comparison(node: Expression): PlainTest | undefined {
    const compared = comparisonIn(node) ?? someItemIn(node);
    const source = compared && this.#sourceOf(compared.value);
    if (compared === undefined || source === undefined) return undefined;
    const { how, constant, isNegated } = compared;
    const constants = constantsIn(constant);
    const kind = constants && kindOfUse(source.of, how, constants);
    if (constants === undefined || kind === undefined) return undefined;
    return { use: this.#take(source, kind, constants, how), holds: isNegated !== true };
  }

  /** Takes a question whether there is something. */
  #guard(node: Expression): PlainTest | undefined {
    if (node.kind === "binary") {
      const entry = node.operator === "in" ? this.#entryOf(node.right, node.left) : undefined;
      return entry && { use: this.#take(entry, "there", []), holds: true };
    }
    if (node.kind !== "call") return undefined;
    const entry = this.#entryAskedBy(node, "has");
    if (entry !== undefined) return { use: this.#take(entry, "there", []), holds: true };
    const [argument] = node.arguments;
    const isGuard = node.name === "has" && node.target === undefined;
    const variable = isGuard && argument ? this.#variableAt(argument) : undefined;
    if (variable === undefined) return undefined;
    const of = originOf(variable, this.#dialect);
    // Parts of a URL may have to be there for others.
    const kind = of.urlPart === undefined && of.map !== of.name ? "there" : "other";
    return { use: this.#take({ of }, kind, []), holds: true };
  }

  #take({ of, name }: Source, kind: Use["kind"], constants: readonly Constant[], how?: How): Use {
    const use = { of, kind, constants, ...(how && { how }) };
    this.#uses.push(use);
    if (of.map === of.name) this.#wholeMaps.add(of.name);
    if (name !== undefined) this.#names.push(name);
    return use;
  }

  #takeReads({ name }: Call): void {
    for (const read of this.#dialect.functions.get(name)?.reads ?? []) {
      const variable = variableNamed(this.#dialect, reading(read));
      const of = variable && originOf(variable, this.#dialect);
      if (of !== undefined) this.#take({ of }, "other", []);
    }
  }

  #sourceOf(node: Expression): Source | undefined {
    const variable = this.#variableAt(node);
    if (variable !== undefined) return { of: originOf(variable, this.#dialect) };
    if (node.kind === "call") return this.#entryAskedBy(node, "get");
    if (node.kind !== "index") return undefined;
    const { operand, index } = node;
    if (index.kind !== "literal" || index.type !== "int") return this.#entryOf(operand, index);
    const list = this.#variableAt(operand) === undefined ? this.#sourceOf(operand) : undefined;
    return list?.of.map === undefined ? undefined : list;
  }

  #entryAskedBy(call: Call, form: "has" | "get"): Source | undefined {
    const lookup = lookupIn(call, this.#dialect);
    if (lookup?.form !== form) return undefined;
    const map = variableNamed(this.#dialect, reading(lookup.variable));
    return map && this.#entry(map, lookup.key);
  }

  #entryOf(map: Expression, key: Expression): Source | undefined {
    const variable = this.#variableAt(map);
    return variable && this.#entry(variable, key);
  }

  #entry(variable: VariableDefinition, key: Expression): Source | undefined {
    const { name: map, map: own } = originOf(variable, this.#dialect);
    const { span } = key;
    const isText = key.kind === "literal" && key.type === "string";
    if (own !== map || !isText || span === undefined) return undefined;
    const lower = key.value.toLowerCase();
    const of = { name: `${map}['${lower}']`, map, type: "string", isEntry: true } as const;
    return specialNames(this.#dialect).has(lower)
      ? { of: { ...of, absence: "tied" } }
      : { of: { ...of, absence: "free" }, name: { span, map, value: key.value } };
  }

  #variableAt({ span }: Expression): VariableDefinition | undefined {
    return span && this.#checked.variablesAt.get(span);
  }
}
