import type {
  CelEnv,
  CelError,
  CelFunc,
  CelInput,
  CelResult,
  CelType,
  CelValue,
  CelList,
} from "@bufbuild/cel";
import {
  type CelType as CheckedType,
  type Dialect,
  type FunctionDefinition,
  type Overload,
  type Span,
  type Expression,
  type List,
  type Literal,
} from "@traffic-policy/policy-language";
import { ownMember, parseType, variablesOf } from "@traffic-policy/policy-language/internal";
import { exchangeFunctions, type ExchangeFunction } from "../functions.ts";
import type { Bindings, Run } from "../run/run.ts";
import type { Evaluation, EvaluationError } from "../outcome.ts";
import { createBindingsClass, type BindingsClass } from "./bindings.ts";
import type { CelLibrary } from "./cel.ts";
import { conversions, numberFunctions } from "./functions/conversions.ts";
import { sortByKey, type Extension, type Tools } from "./functions/extensions/extension.ts";
import { listFunctions, membershipFunctions } from "./functions/lists.ts";
import { textFunctions } from "./functions/text.ts";
import { timeFunctions } from "./functions/time.ts";
import type { JsonLike, PlainValue } from "./plain-value.ts";
import { mustBeKnown, Unknowns } from "./unknowns.ts";
import { UnknownPart } from "../run/questions.ts";
import { Values } from "./values.ts";

/** The function around the condition on which deeply nested macros continue, called at each step. */
export const stepOf = "@step";

type FuncGroup = NonNullable<ReturnType<CelEnv["funcs"]["find"]>>;

export class Environment {
  readonly library: CelLibrary;
  readonly dialect: Dialect;
  readonly env: CelEnv;
  /** The environment for runs that ask questions: it carries values that only the service knows. */
  readonly askingEnv: CelEnv;
  readonly values: Values;
  readonly unknowns: Unknowns;
  readonly Bindings: BindingsClass;
  readonly variables: ReadonlySet<string>;
  readonly lists: ConstantLists;
  readonly errorSpans = new WeakMap<CelError, Span>();
  /** The run that functions read. A single field is enough because evaluation is synchronous. */
  current: Run | undefined;
  #stop: { readonly reason: unknown } | undefined;
  readonly #extensions: ReadonlyMap<string, Extension>;
  readonly #tools: Tools;

  /** @param extensions - functions of the dialect beyond standard CEL, by name */
  constructor(
    library: CelLibrary,
    dialect: Dialect,
    extensions: ReadonlyMap<string, Extension> = new Map(),
  ) {
    this.library = library;
    this.dialect = dialect;
    this.#extensions = extensions;
    this.variables = new Set(variablesOf(dialect).map(({ name }) => name));
    this.values = new Values(library, dialect);
    this.unknowns = new Unknowns(library, () => this.current);
    this.Bindings = createBindingsClass(dialect, library, this.values, this.unknowns);
    this.lists = new ConstantLists(library, (name, value) => {
      this.unknowns.addConstant(value);
      Object.defineProperty(this.Bindings.prototype, name, { value });
    });
    const standard = [
      ...conversions(library),
      ...numberFunctions(library),
      ...listFunctions(library),
      ...membershipFunctions(library),
      ...textFunctions(library),
      ...timeFunctions(library, () => this.current?.options),
    ];
    const known = library.cel.celEnv({ funcs: standard });
    const own = [...dialect.functions.values()].filter(
      ({ name }) =>
        exchangeFunctions.has(name) || extensions.has(name) || known.funcs.find(name) === undefined,
    );
    this.#tools = this.#toolsOf(known);
    const sorting = this.#function(sortByKey, {
      parameters: ["list(dyn)"],
      returns: "list(dyn)",
    });
    const env = library.cel.celEnv({
      funcs: [
        ...standard,
        ...own.flatMap((definition) => this.#functions(definition)),
        ...(extensions.has(sortByKey) ? [sorting] : []),
      ],
    });
    const withFuncs = (funcs: Pick<CelEnv["funcs"], "find">): CelEnv =>
      Object.create(env, { funcs: { value: funcs } }) as CelEnv;
    this.env = withFuncs(this.#withSteps(env.funcs));
    this.askingEnv = withFuncs(this.#withSteps(this.#withUnknown(env.funcs)));
  }

  /** @throws the error that stopped the evaluation; the evaluator would have returned it as a CEL error */
  throwStop(): void {
    const stop = this.#stop;
    this.#stop = undefined;
    if (stop !== undefined) throw stop.reason;
  }

  #withSteps(funcs: Pick<CelEnv["funcs"], "find">): Pick<CelEnv["funcs"], "find"> {
    const call: FuncGroup["call"] = (_id, _target, [operand = null]) => {
      try {
        this.current?.options.onStep?.();
      } catch (reason) {
        this.#stop = { reason };
        throw reason;
      }
      return operand;
    };
    const step: FuncGroup = { name: stepOf, call, [Symbol.iterator]: () => [].values() };
    return { find: (name) => (name === stepOf ? step : funcs.find(name)) };
  }

  /** Wraps the functions so that none is called with a value that only the service knows. */
  #withUnknown(funcs: CelEnv["funcs"]): Pick<CelEnv["funcs"], "find"> {
    return {
      find: (name) => {
        if (name === mustBeKnown) return this.#mustBeKnown;
        const group = funcs.find(name);
        if (group === undefined) return undefined;
        const call: typeof group.call = (id, target, args) => {
          const operands = target === undefined ? args : [target, ...args];
          const usual = () => group.call(id, target, args);
          return this.unknowns.resultOf(name, operands, usual) ?? usual();
        };
        return { name, call, [Symbol.iterator]: () => group[Symbol.iterator]() };
      },
    };
  }

  get #mustBeKnown(): FuncGroup {
    return {
      name: mustBeKnown,
      call: (_id, _target, [operand = null]) => this.unknowns.errorOf(operand) ?? operand,
      [Symbol.iterator]: () => [].values(),
    };
  }

  #toolsOf({ funcs }: CelEnv): Tools {
    const [equal, less] = [funcs.find("_==_"), funcs.find("_<_")];
    const holds = (operator: typeof equal, operands: CelValue[]): boolean => {
      const result = operator?.call(0, undefined, operands);
      if (result !== undefined && this.isError(result)) throw new Error(result.message);
      return result === true;
    };
    const currentRun = (): Run => this.#running();
    return {
      library: this.library,
      unknown: (name) => this.unknowns.leaf(name),
      get run() {
        return currentRun();
      },
      equals: (...operands) => holds(equal, operands),
      isLess: (...operands) => holds(less, operands),
    };
  }

  bindingsOf(run: Run): Bindings {
    run.bindings ??= new this.Bindings(run);
    return run.bindings;
  }

  isError(result: CelResult): result is CelError {
    return this.library.cel.isCelError(result);
  }

  describe(result: CelResult): Exclude<Evaluation, { state: "skipped" }> {
    if (!this.isError(result)) return { state: "value", value: this.values.toJson(result) };
    return { state: "error", error: this.describeError(result) };
  }

  describeError(error: CelError): EvaluationError {
    const span = this.errorSpans.get(error);
    return { message: explainError(error.message), ...(span && { span }) };
  }

  noBoolean(value: CelValue, span: Span | undefined): CelError {
    const { celError, celType } = this.library.cel;
    const error = celError(`type mismatch: expected bool, got ${celType(value).name}`);
    if (span !== undefined) this.errorSpans.set(error, span);
    return error;
  }

  #functions(definition: FunctionDefinition): CelFunc[] {
    return definition.overloads.map((overload) => this.#function(definition.name, overload));
  }

  #function(name: string, overload: Overload): CelFunc {
    const { celFunc, celMethod } = this.library.cel;
    const returns = parseType(overload.returns);
    const convert = this.values.converter(returns);
    const parameters = overload.parameters.map((type) => this.#typeOf(parseType(type)));
    const own = exchangeFunctions.get(name);
    const extension = this.#extensions.get(name);
    const call = (args: CelValue[]): CelInput => {
      const isOwn = ownMember(this.#running().options.functions, name) === undefined;
      if (extension !== undefined && isOwn) {
        return extension(this.#tools, ...(args as never[])) as CelInput;
      }
      const plain = args.map((argument) => this.values.toJson(argument));
      try {
        return convert(this.#call(name, own, plain)) as CelInput;
      } catch (error) {
        if (!(error instanceof UnknownPart)) throw error;
        return this.unknowns.leafOf(name, plain, error.text, returns);
      }
    };
    if (overload.target === undefined) {
      return celFunc(name, parameters, this.#typeOf(returns), (...args: CelValue[]) => call(args));
    }
    const target = this.#typeOf(parseType(overload.target));
    return celMethod(
      name,
      target,
      parameters,
      this.#typeOf(returns),
      function (this: CelValue, ...args: CelValue[]) {
        return call([this, ...args]);
      },
    );
  }

  #call(name: string, own: ExchangeFunction | undefined, args: readonly JsonLike[]): PlainValue {
    const run = this.#running();
    const given = ownMember(run.options.functions, name);
    if (given !== undefined) return given(...args);
    if (own !== undefined) return own(run, ...args);
    throw new Error(`${name}() is not simulated; give a function of this name in the options.`);
  }

  #running(): Run {
    if (this.current === undefined) {
      throw new Error("Functions can be called only while simulating.");
    }
    return this.current;
  }

  #typeOf(type: CheckedType): CelType {
    const { CelScalar, listType, mapType, objectType } = this.library.cel;
    const { TimestampSchema, DurationSchema } = this.library.wellKnown;
    switch (type.kind) {
      case "bool":
        return CelScalar.BOOL;
      case "int":
        return CelScalar.INT;
      case "uint":
        return CelScalar.UINT;
      case "double":
        return CelScalar.DOUBLE;
      case "string":
        return CelScalar.STRING;
      case "bytes":
        return CelScalar.BYTES;
      case "null":
        return CelScalar.NULL;
      case "timestamp":
        return objectType(TimestampSchema);
      case "duration":
        return objectType(DurationSchema);
      case "list":
        return listType(CelScalar.DYN);
      case "map":
      case "record":
        return mapType(CelScalar.DYN, CelScalar.DYN);
      default:
        return CelScalar.DYN;
    }
  }
}

function explainError(message: string): string {
  for (const [form, sentence] of sentences) {
    const match = form.exec(message);
    if (match !== null) return sentence(...match.slice(1).map((part) => part ?? ""));
  }
  // Our own functions throw sentences.
  if (/[.!?]$/.test(message)) return message;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

type Sentence = (...parts: string[]) => string;

const sentences: readonly (readonly [form: RegExp, sentence: Sentence])[] = [
  [/^field not found: (.*)$/s, (key) => `There is no key ${JSON.stringify(key)}.`],
  [/^index (\S+) out of bounds/, (index) => `There is no item ${index}.`],
  [
    /^found no matching overload for '(.*?)' applied to '(?:(.*)\.)?\((.*)\)'$/s,
    (name, target, args) => noOverload(name ?? "", target ?? "", args ?? ""),
  ],
  [/^unbound function: (.*)$/s, (name) => `There is no function ${name}().`],
  [/^type mismatch: expected bool, got (.*)$/s, (type) => `${type} is neither true nor false.`],
];

function noOverload(name: string, target: string, args: string): string {
  const operator = /^_?@?([^_@\w]*|in|\[_\]|\?_:)_?$/.exec(name)?.[1];
  const types = args.split(", ");
  if (name === "_[_]") return `${types[0]} is not indexed by ${types[1]}.`;
  if (name === "@has") return `${target} has no fields.`;
  if (name.startsWith("_?_")) return `${args} is neither true nor false.`;
  if (operator !== undefined && operator !== "") {
    const [left, right] = types;
    return types.length === 1
      ? `${operator} does not work on ${left}.`
      : `${operator} does not work between ${left} and ${right}.`;
  }
  const on = target === "" ? "" : ` on ${target}`;
  return `${name}()${on} does not take (${args}).`;
}

// Plans refer to them, so that none can be forgotten; more lists than these are made anew each time.
const mostLists = 10_000;

/**
 * Defines lists of literals, such as that in `country in ['NO', 'SE']`, as variables, because the evaluator would
 * build a new list at each evaluation.
 */
export class ConstantLists {
  readonly #library: CelLibrary;
  readonly #define: (name: string, list: CelList) => void;
  readonly #names = new Map<string, string>();

  /** @param define - binds a list to a name */
  constructor(library: CelLibrary, define: (name: string, list: CelList) => void) {
    this.#library = library;
    this.#define = define;
  }

  /** Returns the name of a list; undefined unless it consists of literals only. */
  nameOf({ elements }: List): string | undefined {
    if (elements.length === 0 || !elements.every(isLiteral)) return undefined;
    const key = JSON.stringify(elements.map(({ type, value }) => [type, keyOf(value)]));
    let name = this.#names.get(key);
    if (name === undefined && this.#names.size < mostLists) {
      name = `@list ${this.#names.size}`;
      this.#names.set(key, name);
      this.#define(name, this.#library.cel.celList(elements.map((one) => this.#valueOf(one))));
    }
    return name;
  }

  #valueOf({ type, value }: Literal): CelInput {
    return type === "uint" ? this.#library.cel.celUint(value) : value;
  }
}

// `String` writes zero without its sign.
function keyOf(value: Literal["value"]): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function isLiteral(node: Expression): node is Literal {
  return node.kind === "literal" && node.type !== "bytes";
}
