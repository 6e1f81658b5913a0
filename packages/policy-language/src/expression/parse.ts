import { ParseFailure, type ParseError } from "./parse-error.ts";
import type { Expression, BinaryOperator, Call, Literal, MapLiteral } from "./tree.ts";
import type { Span } from "../text/positions.ts";
import { Lexer, type TokenKind } from "./lexer.ts";
import { isUint, readNumber, readString } from "./literal.ts";
import { operatorPrecedence, precedence, reservedWords } from "./grammar.ts";
import { explainUnexpected, type Wanted } from "./unexpected.ts";
import { standardMacros } from "../catalogue/standard/operators.ts";

/** Limits of an expression; exceeding them is an error. */
export interface ExpressionLimits {
  /** The maximum length of the text, in UTF-16 units. */
  readonly maxLength?: number;
  /**
   * The maximum nesting of brackets and conditions in the text, and of operators; a chain of `&&` or `||` is a single
   * level.
   */
  readonly maxDepth?: number;
  /** The maximum number of operands in a chain of `&&` or `||`. */
  readonly maxOperands?: number;
}

/** Either the tree of a text, in which every node has a span, or what is wrong with it. */
export type ParseResult =
  | { readonly ok: true; readonly tree: Expression }
  | { readonly ok: false; readonly error: ParseError };

/**
 * Parses one CEL expression, as the grammar of the CEL specification has it. Never throws: a text
 * that is not CEL gives one error with its span.
 *
 * Two things of CEL are errors here: messages (`Type{field: 1}`), because policies have none, and
 * the optional syntax of newer implementations (`a.?b`, back-quoted fields).
 *
 * @param limits 100,000 units, 500 levels and 2,000 operands unless set otherwise
 */
export function parseExpression(text: string, limits: ExpressionLimits = {}): ParseResult {
  const { maxLength = 100_000, maxDepth = 500, maxOperands = 2000 } = limits;
  const error = text.length > maxLength ? tooLong(text, maxLength) : notUnicode(text);
  if (error !== undefined) return { ok: false, error };
  try {
    return { ok: true, tree: new Parser(text, { maxDepth, maxOperands }).parse() };
  } catch (failure) {
    if (failure instanceof ParseFailure) return { ok: false, error: failure.error };
    throw failure;
  }
}

function tooLong(text: string, maxLength: number): ParseError {
  const span = { start: 0, end: text.length };
  return { code: "too-long", span, detail: String(maxLength) };
}

function notUnicode(text: string): ParseError | undefined {
  if (text.isWellFormed()) return undefined;
  const start = text.search(/\p{Surrogate}/u);
  return { code: "not-unicode", span: { start, end: start + 1 }, detail: "" };
}

const levels: ReadonlyMap<string, number> = new Map(Object.entries(operatorPrecedence));

interface ParserLimits {
  readonly maxDepth: number;
  readonly maxOperands: number;
}

/** A precedence-climbing parser, with a method for each level of CEL's grammar that needs it. */
class Parser {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #limits: ParserLimits;
  readonly #open: number[] = [];

  #height = 0;
  #depth = 0;
  #message: Span | undefined;

  constructor(text: string, limits: ParserLimits) {
    this.#text = text;
    this.#lexer = new Lexer(text);
    this.#limits = limits;
  }

  /**
   * Parses the whole text.
   *
   * @throws ParseFailure when the text is not CEL
   */
  parse(): Expression {
    this.#advance();
    if (this.#is("end")) {
      this.#fail({ code: "empty", span: { start: 0, end: this.#text.length }, detail: "" });
    }
    const tree = this.#expression();
    if (!this.#is("end")) this.#unexpected("operator");
    if (this.#message !== undefined) {
      this.#fail({ code: "unsupported-syntax", span: this.#message, detail: "{" });
    }
    return tree;
  }

  #expression(): Expression {
    const start = this.#lexer.start;
    if (++this.#depth > this.#limits.maxDepth) this.#tooDeep(this.#span());
    const tree = this.#binary(precedence.or);
    const result = this.#is("?") ? this.#conditional(start, tree) : tree;
    this.#depth--;
    return result;
  }

  #conditional(start: number, condition: Expression): Expression {
    const question = this.#span();
    const height = this.#height;
    this.#advance();
    const whenTrue = this.#binary(precedence.or);
    const inner = Math.max(height, this.#height);
    if (!this.#is(":")) this.#unexpected("colon", question);
    this.#advance();
    const whenFalse = this.#expression();
    this.#grow(Math.max(inner, this.#height), question);
    const span = { start, end: this.#lexer.previousEnd };
    return { kind: "conditional", span, condition, whenTrue, whenFalse };
  }

  #binary(least: number): Expression {
    const start = this.#lexer.start;
    let left = this.#unary();
    let chained: BinaryOperator | undefined;
    let operands = 1;
    for (;;) {
      const operator = this.#lexer.kind as BinaryOperator;
      const level = levels.get(operator);
      if (level === undefined || level < least) return left;
      const operatorSpan = this.#span();
      const height = this.#height;
      this.#advance();
      const right = this.#binary(level + 1);
      // A chain of `&&` or `||` is one level, however many operands it has.
      const goesOn = operator === chained && (operator === "&&" || operator === "||");
      operands = goesOn ? operands + 1 : 2;
      if (operands > this.#limits.maxOperands) this.#tooManyOperands(operatorSpan);
      this.#grow(Math.max(goesOn ? height - 1 : height, this.#height), operatorSpan);
      chained = operator;
      const span = { start, end: this.#lexer.previousEnd };
      left = { kind: "binary", span, operator, operatorSpan, left, right };
    }
  }

  // One sign or several, but of one sort: CEL knows `!!a` and `--a`, not `!-a`.
  #unary(): Expression {
    const operator = this.#lexer.kind;
    if (operator !== "!" && operator !== "-") return this.#member(this.#lexer.start);
    const signs: number[] = [];
    do {
      signs.push(this.#lexer.start);
      this.#advance();
    } while (this.#is(operator));
    const sign = operator === "-" && this.#isSignedNumber() ? signs.pop() : undefined;
    let tree = this.#member(sign ?? this.#lexer.start, sign);
    for (const start of signs.toReversed()) {
      this.#grow(this.#height, { start, end: start + 1 });
      tree = {
        kind: "unary",
        span: { start, end: this.#lexer.previousEnd },
        operator,
        operand: tree,
      };
    }
    return tree;
  }

  #member(start: number, sign?: number): Expression {
    let tree = this.#primary(sign);
    for (;;) {
      if (this.#is(".")) tree = this.#select(start, tree);
      else if (this.#is("[")) tree = this.#index(start, tree);
      else if (this.#is("{") && this.#lexer.previousKind === "name") this.#messageBody(start);
      else return tree;
    }
  }

  #select(start: number, operand: Expression): Expression {
    const height = this.#height;
    this.#advance();
    if (!this.#is("name")) this.#unexpected("field");
    const name = this.#text.slice(this.#lexer.start, this.#lexer.end);
    const nameSpan = this.#span();
    this.#advance();
    if (!this.#is("(")) {
      this.#grow(height, nameSpan);
      const span = { start, end: this.#lexer.previousEnd };
      return { kind: "select", span, operand, field: name, fieldSpan: nameSpan };
    }
    const args = this.#arguments();
    this.#grow(Math.max(height, this.#height), nameSpan);
    const span = { start, end: this.#lexer.previousEnd };
    return this.#call({ kind: "call", span, name, nameSpan, target: operand, arguments: args });
  }

  #index(start: number, operand: Expression): Expression {
    const height = this.#height;
    const bracket = this.#span();
    this.#openBracket();
    const index = this.#expression();
    this.#closeBracket("]");
    this.#grow(Math.max(height, this.#height), bracket);
    return { kind: "index", span: { start, end: this.#lexer.previousEnd }, operand, index };
  }

  #primary(sign?: number): Expression {
    this.#height = 1;
    switch (this.#lexer.kind) {
      case "name":
        return this.#name();
      case "number":
        return this.#literal(readNumber(this.#text, this.#span(), sign));
      case "string":
        return this.#literal(readString(this.#text, this.#span()));
      case "true":
        return this.#literal({ kind: "literal", span: this.#span(), type: "bool", value: true });
      case "false":
        return this.#literal({ kind: "literal", span: this.#span(), type: "bool", value: false });
      case "null":
        return this.#literal({ kind: "literal", span: this.#span(), type: "null", value: null });
      case "(":
        return this.#parenthesized();
      case "[":
        return this.#list();
      case "{":
        return this.#map();
      case ".":
        return this.#absolute();
      case "-":
        return this.#negative();
      default:
        return this.#unexpected("operand");
    }
  }

  #literal(literal: Literal): Literal {
    this.#advance();
    return literal;
  }

  // After `!`: a minus can only be that of a number.
  #negative(): Expression {
    const sign = this.#lexer.start;
    this.#advance();
    if (this.#isSignedNumber()) return this.#primary(sign);
    return this.#fail({
      code: "unexpected-token",
      span: { start: sign, end: sign + 1 },
      detail: "-",
    });
  }

  #isSignedNumber(): boolean {
    return this.#is("number") && !isUint(this.#text, this.#lexer.end);
  }

  #absolute(): Expression {
    const start = this.#lexer.start;
    this.#advance();
    if (!this.#is("name")) this.#unexpected("field");
    return this.#name(start);
  }

  #name(dot?: number): Expression {
    const name = this.#text.slice(this.#lexer.start, this.#lexer.end);
    const nameSpan = this.#span();
    if (reservedWords.has(name)) {
      this.#fail({ code: "reserved-word", span: nameSpan, detail: name });
    }
    this.#advance();
    const start = dot ?? nameSpan.start;
    if (!this.#is("(")) {
      const node = { kind: "identifier", span: { start, end: nameSpan.end }, name } as const;
      return dot === undefined ? node : { ...node, absolute: true };
    }
    const args = this.#arguments();
    this.#grow(this.#height, nameSpan);
    const span = { start, end: this.#lexer.previousEnd };
    const call = { kind: "call", span, name, nameSpan, arguments: args } as const;
    return this.#call(dot === undefined ? call : { ...call, absolute: true });
  }

  #call(call: Call): Call {
    checkMacroSyntax(call);
    return call;
  }

  #parenthesized(): Expression {
    this.#openBracket();
    const tree = this.#expression();
    this.#closeBracket(")");
    return tree;
  }

  #list(): Expression {
    const bracket = this.#span();
    this.#openBracket();
    const elements = this.#items("]", () => this.#expression());
    this.#grow(this.#height, bracket);
    return { kind: "list", span: { start: bracket.start, end: this.#lexer.previousEnd }, elements };
  }

  #map(): Expression {
    const brace = this.#span();
    this.#openBracket();
    const entries = this.#items("}", () => this.#entry());
    this.#grow(this.#height, brace);
    return { kind: "map", span: { start: brace.start, end: this.#lexer.previousEnd }, entries };
  }

  #entry(): MapLiteral["entries"][number] {
    const key = this.#expression();
    const height = this.#height;
    if (!this.#is(":")) this.#unexpected("colon");
    this.#advance();
    const value = this.#expression();
    this.#height = Math.max(height, this.#height);
    return { key, value };
  }

  // A message is right CEL and still an error: the policies of these services have no messages.
  // The error is reported at the end, after any error of syntax.
  #messageBody(start: number): void {
    this.#openBracket();
    this.#items("}", () => {
      if (!this.#is("name")) this.#unexpected("field");
      this.#advance();
      if (!this.#is(":")) this.#unexpected("colon");
      this.#advance();
      this.#expression();
    });
    this.#message ??= { start, end: this.#lexer.previousEnd };
  }

  #arguments(): Expression[] {
    this.#openBracket();
    const items: Expression[] = [];
    let height = 0;
    if (!this.#is(")")) {
      for (;;) {
        items.push(this.#expression());
        height = Math.max(height, this.#height);
        if (!this.#is(",")) break;
        this.#advance();
      }
    }
    this.#closeBracket(")");
    this.#height = height;
    return items;
  }

  // What is in a list or a map, where CEL also takes a comma after the last item.
  #items<T>(close: "]" | "}", item: () => T): T[] {
    const items: T[] = [];
    let height = 0;
    while (!this.#is(close) && !this.#is(",")) {
      items.push(item());
      height = Math.max(height, this.#height);
      if (!this.#is(",")) break;
      this.#advance();
      if (this.#is(close)) break;
      if (this.#is(",")) this.#unexpected("operand");
    }
    if (items.length === 0 && this.#is(",")) this.#advance();
    this.#closeBracket(close);
    this.#height = height;
    return items;
  }

  #is(kind: TokenKind): boolean {
    return this.#lexer.kind === kind;
  }

  #openBracket(): void {
    this.#open.push(this.#lexer.start);
    this.#advance();
  }

  #closeBracket(kind: ")" | "]" | "}"): void {
    if (!this.#is(kind)) this.#unexpected("operator");
    this.#open.pop();
    this.#advance();
  }

  #advance(): void {
    this.#lexer.next();
  }

  #span(): Span {
    return { start: this.#lexer.start, end: this.#lexer.end };
  }

  #grow(height: number, span: Span): void {
    this.#height = height + 1;
    if (this.#height > this.#limits.maxDepth) this.#tooDeep(span);
  }

  #tooDeep(span: Span): never {
    this.#fail({ code: "too-deep", span, detail: String(this.#limits.maxDepth) });
  }

  #tooManyOperands(span: Span): never {
    this.#fail({ code: "too-many-operands", span, detail: String(this.#limits.maxOperands) });
  }

  #unexpected(wanted: Wanted, question?: Span): never {
    const { text, kind, start, end, previousKind, previousStart, previousEnd } = this.#lexer;
    const token = { kind, start, end };
    const previous = { kind: previousKind, start: previousStart, end: previousEnd };
    const open = this.#open.at(-1);
    this.#fail(explainUnexpected({ text, wanted, token, previous, open, question }));
  }

  #fail(error: ParseError): never {
    throw new ParseFailure(error);
  }
}

// A call is a macro only with this number of arguments; with another one CEL takes it for a
// function, and the checker says that there is none.
const comprehensions: ReadonlyMap<string, readonly number[]> = new Map([
  ...standardMacros
    .filter((name) => name !== "has")
    .map((name): [string, number[]] => [name, name === "map" ? [2, 3] : [2]]),
  // CEL's newer spelling of `exists_one`: a macro to its parser, but not yet to every service.
  ["existsOne", [2]],
]);

/** The variable in which CEL itself collects the result of a macro. */
const accumulator = "__result__";

/**
 * Checks the arguments of a macro.
 *
 * @throws ParseFailure for an argument that the macro cannot work on
 */
function checkMacroSyntax(call: Call): void {
  const [first] = call.arguments;
  if (first?.span === undefined) return;
  const { name, target } = call;
  if (target === undefined) {
    const isHas = name === "has" && call.absolute !== true && call.arguments.length === 1;
    if (isHas && first.kind !== "select") {
      throw new ParseFailure({ code: "invalid-macro", span: first.span, detail: name });
    }
    return;
  }
  if (comprehensions.get(name)?.includes(call.arguments.length) !== true) return;
  if (first.kind !== "identifier" || first.absolute === true) {
    throw new ParseFailure({ code: "invalid-macro", span: first.span, detail: name });
  }
  if (first.name === accumulator) {
    throw new ParseFailure({ code: "reserved-word", span: first.span, detail: accumulator });
  }
}
