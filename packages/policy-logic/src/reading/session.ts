import { type Expression, type VariableDefinition } from "@traffic-policy/policy-language";
import { BoundedMap } from "@traffic-policy/policy-language/internal";
import type { Formula, Subject } from "../formula.ts";
import type { Term } from "./term.ts";

/**
 * Answers to what the service's documentation leaves open, as the options of the engine have them. What is left
 * out stays open: a formula then says what holds for each answer.
 */
export interface Answers {
  /** The result of `getReqHeader` and similar functions when the entry is absent. */
  readonly absentValues?: "empty-list" | "error";
  /** The result of `getReqCookie` without the cookie. */
  readonly absentCookie?: "error" | "empty";
  /** By which names `getReqHeader` and the like find a header. */
  readonly headerNames?: "canonical" | "any-case";
  /** The value of a variable that the exchange does not have: empty, or missing. */
  readonly absentVariables?: "empty" | "error";
  /** The result of `getMilliseconds()` on a duration. */
  readonly durationMilliseconds?: "whole" | "rest";
  /** Tells if a time keeps the offset of the text that it was parsed from. */
  readonly timestampOffset?: "dropped" | "kept";
}

/** A cache shared by many expressions. A new session for each expression gives the same results. */
export class LogicSession {
  readonly subjects: BoundedMap<string, Subject>;
  /** The conditions of the catalogue that imply that a variable has a value. */
  readonly guards = new Map<string, Expression | undefined>();
  /** The source terms of variables. */
  readonly variables = new Map<VariableDefinition, Term>();
  /** The formulas for variables having a value. */
  readonly variablesThere = new Map<VariableDefinition, Formula>();
  /**
   * True when formulas are used to find examples. They may then be true in fewer exchanges than the expressions,
   * because varying values are fixed.
   */
  readonly isForExamples: boolean;
  readonly answers: Answers;
  readonly #seen: { differs: boolean };

  constructor({
    isForExamples = false,
    answers = {},
    subjects = new BoundedMap(20_000),
    of,
  }: Partial<Pick<LogicSession, "isForExamples" | "answers" | "subjects">> & {
    readonly of?: LogicSession;
  } = {}) {
    this.isForExamples = isForExamples;
    this.answers = answers;
    this.subjects = subjects;
    this.#seen = of === undefined ? { differs: false } : of.#seen;
  }

  /** True when something that was read so far is read otherwise for examples. */
  get differsForExamples(): boolean {
    return this.#seen.differs;
  }

  /** Records that something is read otherwise for examples. */
  seeDifference(): void {
    this.#seen.differs = true;
  }

  /** The same with other answers: what it reads is about the same subjects. */
  with(answers: Answers): LogicSession {
    const { isForExamples, subjects } = this;
    return new LogicSession({ isForExamples, answers, subjects, of: this });
  }
}
