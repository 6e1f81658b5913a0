import {
  BoundedMap,
  type Expression,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import type { Formula, Subject } from "../formula.ts";
import type { Term } from "./term.ts";

/**
 * Answers to what the service's documentation leaves open, as the options of the engine have them. What is left
 * out stays open: a formula then says what holds for each answer.
 */
export interface Answers {
  /** What `getReqHeader` and the like give where there is nothing. */
  readonly absentValues?: "empty-list" | "error";
  /** What `getReqCookie` gives without such a cookie. */
  readonly absentCookie?: "error" | "empty";
  /** By which names `getReqHeader` and the like find a header. */
  readonly headerNames?: "canonical" | "any-case";
  /** What a variable is of which the exchange has nothing: empty, or missing. */
  readonly absentVariables?: "empty" | "error";
  /** What `getMilliseconds()` gives of a duration. */
  readonly durationMilliseconds?: "whole" | "rest";
  /** Whether a time keeps the offset of the text that it was read from. */
  readonly timestampOffset?: "dropped" | "kept";
}

/** What many expressions share, each kept once; a new one for each comes to the same. */
export class LogicSession {
  readonly subjects: BoundedMap<string, Subject>;
  /** The conditions of the catalogue that imply that a variable has a value. */
  readonly guards = new Map<string, Expression | undefined>();
  /** What the values of variables follow from. */
  readonly variables = new Map<VariableDefinition, Term>();
  /** That variables have a value. */
  readonly variablesThere = new Map<VariableDefinition, Formula>();
  /**
   * Whether formulas are to find examples, and may be true in fewer exchanges than the expressions: what varies
   * keeps its value.
   */
  readonly isForExamples: boolean;
  readonly answers: Answers;

  constructor({
    isForExamples = false,
    answers = {},
    subjects = new BoundedMap(20_000),
  }: Partial<Pick<LogicSession, "isForExamples" | "answers" | "subjects">> = {}) {
    this.isForExamples = isForExamples;
    this.answers = answers;
    this.subjects = subjects;
  }

  /** The same with other answers: what it reads is about the same subjects. */
  with(answers: Answers): LogicSession {
    const { isForExamples, subjects } = this;
    return new LogicSession({ isForExamples, answers, subjects });
  }
}
