import {
  printExpression,
  type BinaryOperator,
  type Expression,
} from "@traffic-policy/policy-language";
import { literal, type LiteralInput } from "./literal.ts";
import { CallSite } from "./origin.ts";

type Builder = (...args: never[]) => unknown;

/** A CEL expression: a tree, or CEL text as its author wrote it. */
export class CelExpression {
  /** The tree; or the text of `` cel`…` ``, which is kept as it was written. */
  readonly content: Expression | string;
  readonly callSite: CallSite;

  constructor(content: Expression | string, callSite: CallSite) {
    this.content = content;
    this.callSite = callSite;
  }

  /** The CEL text. */
  toString(): string {
    return typeof this.content === "string" ? this.content : printExpression(this.content);
  }
}

/** A CEL expression that is true or false: what a rule's `when` takes. */
export class Condition extends CelExpression {
  /** Tells conditions from other expressions where TypeScript compares shapes only. */
  declare readonly celType: "bool";
}

/** A variable, whose expressions are built by its methods. */
abstract class Variable extends CelExpression {
  declare readonly content: Expression;

  protected compare(operator: BinaryOperator, value: LiteralInput, callee: Builder): Condition {
    const right = literal(value);
    return new Condition(
      { kind: "binary", operator, left: this.content, right },
      new CallSite(callee),
    );
  }

  protected call(name: string, value: LiteralInput, callee: Builder): Condition {
    const target = this.content;
    return new Condition(
      { kind: "call", name, target, arguments: [literal(value)] },
      new CallSite(callee),
    );
  }

  protected holds(value: LiteralInput, callee: Builder): Condition {
    const left = literal(value);
    return new Condition(
      { kind: "binary", operator: "in", left, right: this.content },
      new CallSite(callee),
    );
  }
}

/** Text. */
export class StringExpression extends Variable {
  declare readonly celType: "string";

  /** `==`: is exactly this text. */
  eq(value: string): Condition {
    return this.compare("==", value, this.eq);
  }
  /** `!=`: is any other text. */
  ne(value: string): Condition {
    return this.compare("!=", value, this.ne);
  }
  /** `in`: is one of these texts. */
  isIn(...values: readonly string[]): Condition {
    return this.compare("in", values, this.isIn);
  }
  /** Begins with this text. */
  startsWith(prefix: string): Condition {
    return this.call("startsWith", prefix, this.startsWith);
  }
  /** Ends with this text. */
  endsWith(suffix: string): Condition {
    return this.call("endsWith", suffix, this.endsWith);
  }
  /** Has this text somewhere in it. */
  contains(part: string): Condition {
    return this.call("contains", part, this.contains);
  }
  /** Has a match of this regular expression (RE2) somewhere in it. */
  matches(pattern: string): Condition {
    return this.call("matches", pattern, this.matches);
  }
}

/** A whole number of 64 bits. */
export class IntExpression extends Variable {
  declare readonly celType: "int";

  /** `==`. */
  eq(value: number | bigint): Condition {
    return this.compare("==", whole(value), this.eq);
  }
  /** `!=`. */
  ne(value: number | bigint): Condition {
    return this.compare("!=", whole(value), this.ne);
  }
  /** `<`. */
  lt(value: number | bigint): Condition {
    return this.compare("<", whole(value), this.lt);
  }
  /** `<=`. */
  le(value: number | bigint): Condition {
    return this.compare("<=", whole(value), this.le);
  }
  /** `>`. */
  gt(value: number | bigint): Condition {
    return this.compare(">", whole(value), this.gt);
  }
  /** `>=`. */
  ge(value: number | bigint): Condition {
    return this.compare(">=", whole(value), this.ge);
  }
  /** `in`: is one of these numbers. */
  isIn(...values: readonly (number | bigint)[]): Condition {
    return this.compare("in", values.map(whole), this.isIn);
  }
}

/** A list of texts. */
export class StringListExpression extends Variable {
  declare readonly celType: "list(string)";

  /** Has this text among its items. */
  includes(value: string): Condition {
    return this.holds(value, this.includes);
  }
}

/** A map from text to a list of texts, such as headers. */
export class StringListMapExpression extends Variable {
  declare readonly celType: "map(string, list(string))";

  /** Has this key. Keys of header maps are in lower case. */
  has(key: string): Condition {
    return this.holds(key, this.has);
  }
  /** The list at this key. A missing key fails at run time: ask `has` first. */
  at(key: string): StringListExpression {
    return new StringListExpression(
      { kind: "index", operand: this.content, index: literal(key) },
      new CallSite(this.at),
    );
  }
}

function whole(value: number | bigint): number | bigint {
  if (typeof value === "number" && !Number.isInteger(value)) {
    throw new RangeError(`${value} is not a whole number.`);
  }
  return value;
}
