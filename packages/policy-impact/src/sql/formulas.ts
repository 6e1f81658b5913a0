import { type Expression } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Atom, Formula, Relation } from "@traffic-policy/policy-logic";
import { isOpaque, Questions } from "./questions.ts";
import { NotInSql, type Cause } from "./untranslated.ts";
import type { SqlValues } from "./values.ts";
import type { Sql, SqlWriter } from "./writer.ts";

/** The causes that leave a formula open, and the log columns that it reads. */
export interface Reads {
  readonly causes: ReadonlyMap<string, Cause>;
  readonly columns: ReadonlySet<string>;
}

interface Written extends Reads {
  readonly sql: Sql;
}

/** A separate column for what several formulas share. The columns of a level use only columns of earlier levels. */
interface Shared {
  readonly name: string;
  readonly level: number;
  readonly sql: Sql;
}

/**
 * Writes formulas as SQL that never fails and in which null means unknown: `AND`, `OR` and `NOT` in SQL treat null
 * just as an answer that may be either.
 */
export class FormulaWriter {
  readonly #questions: Questions;
  readonly #values: SqlValues;
  readonly #writer: SqlWriter;
  readonly #isOfService: (key: string) => boolean;
  readonly #atoms = new Map<Atom | Relation, Written>();
  readonly #shared = new Map<Formula, Shared>();
  readonly #uses = new Map<Formula, number>();
  readonly #reads = new Map<Formula, Reads>();

  constructor(values: SqlValues, isOfService: (key: string) => boolean) {
    this.#values = values;
    this.#writer = values.writer;
    this.#questions = new Questions(values);
    this.#isOfService = isOfService;
  }

  /** Registers all formulas before the first is written, so that shared parts are written once. */
  announce(formulas: readonly Formula[]): void {
    for (const formula of formulas) this.#count(formula);
  }

  write(formula: Formula): Sql {
    return this.#write(formula).sql;
  }

  levels(): (readonly (readonly [name: string, sql: Sql])[] | undefined)[] {
    const levels: (readonly [name: string, sql: Sql])[][] = [];
    for (const { name, level, sql } of this.#shared.values())
      (levels[level] ??= []).push([name, sql]);
    return levels;
  }

  readsOf(formula: Formula): Reads {
    return getOrAdd(this.#reads, formula, () => {
      if (formula.kind === "atom" || formula.kind === "relation") return this.#question(formula);
      const parts = partsOf(formula).map((part) => this.readsOf(part));
      if (parts.length === 1 && parts[0] !== undefined) return parts[0];
      return {
        causes: new Map(parts.flatMap(({ causes }) => [...causes])),
        columns: new Set(parts.flatMap(({ columns }) => [...columns])),
      };
    });
  }

  #count(formula: Formula): void {
    const uses = this.#uses.get(formula) ?? 0;
    this.#uses.set(formula, uses + 1);
    if (uses === 0) for (const part of partsOf(formula)) this.#count(part);
  }

  #write(formula: Formula): { readonly sql: Sql; readonly level: number } {
    if (formula.kind === "constant") return { sql: this.#writer.boolean(formula.value), level: 0 };
    const shared = this.#shared.get(formula);
    if (shared !== undefined) {
      return { sql: this.#writer.column(shared.name), level: shared.level + 1 };
    }
    const written = this.#writeHere(formula);
    const isShared = (this.#uses.get(formula) ?? 0) > 1 && formula.kind !== "not";
    if (!isShared || written.sql === this.#writer.unknown) return written;
    const name = `f${this.#shared.size}`;
    this.#shared.set(formula, { name, ...written });
    return { sql: this.#writer.column(name), level: written.level + 1 };
  }

  #writeHere(formula: Formula): { readonly sql: Sql; readonly level: number } {
    switch (formula.kind) {
      case "constant":
        return { sql: this.#writer.boolean(formula.value), level: 0 };
      case "atom":
      case "relation":
        return { sql: this.#question(formula).sql, level: 0 };
      case "not": {
        const { sql, level } = this.#write(formula.of);
        return { sql: `(NOT ${sql})`, level };
      }
      case "all":
      case "any": {
        const parts = formula.parts.map((part) => this.#write(part));
        const level = Math.max(...parts.map((part) => part.level));
        return {
          sql: this.#joined(
            formula.kind,
            parts.map(({ sql }) => sql),
          ),
          level,
        };
      }
      case "choice": {
        const parts = [formula.condition, formula.whenTrue, formula.whenFalse].map((part) =>
          this.#write(part),
        );
        const [condition = "", one = "", other = ""] = parts.map(({ sql }) => sql);
        // Where both sides are the same, the condition does not matter, be it known or not.
        const { and, or } = this.#writer;
        const sql = or(and(condition, one), and(`(NOT ${condition})`, other), and(one, other));
        return { sql, level: Math.max(...parts.map(({ level }) => level)) };
      }
      case "requires":
        throw new Error("A formula that may fail has no SQL.");
    }
  }

  /** Tests cheap parts first. Uses `CASE`, because a database evaluates both sides of `AND` for all rows. */
  #joined(kind: "all" | "any", parts: readonly Sql[]): Sql {
    const { and, or, boolean } = this.#writer;
    const join = kind === "all" ? and : or;
    const whole = join(...parts);
    const cheap = parts.filter((part) => !costly.test(part));
    if (cheap.length === 0 || cheap.length === parts.length) return whole;
    const first = join(...cheap);
    return kind === "all"
      ? `CASE WHEN NOT ${first} THEN ${boolean(false)} ELSE ${whole} END`
      : `CASE WHEN ${first} THEN ${boolean(true)} ELSE ${whole} END`;
  }

  #question(question: Atom | Relation): Written {
    return getOrAdd(this.#atoms, question, () => {
      const { read } = this.#values;
      read.clear();
      const causes = new Map<string, Cause>();
      let sql: Sql;
      try {
        if (question.kind === "atom") this.#refuseService(question);
        sql =
          question.kind === "atom"
            ? this.#questions.atom(question)
            : this.#questions.relation(question);
      } catch (error) {
        if (!(error instanceof NotInSql)) throw error;
        for (const cause of this.#causesOf(error.reason, question)) {
          causes.set(JSON.stringify(cause), cause);
        }
        sql = this.#writer.unknown;
      }
      return { sql, causes, columns: new Set(read) };
    });
  }

  #causesOf(reason: Cause, question: Atom | Relation): Cause[] {
    if (reason.kind !== "untranslated") return [reason];
    const { missing } = this.#values.needsOf(nodesOf(question));
    return missing.size === 0
      ? [reason]
      : [...missing].map((name): Cause => ({ kind: "missing", name }));
  }

  /** @throws NotInSql for a question that only the service can answer */
  #refuseService({ subject }: Atom): void {
    if (!isOpaque(subject) || !this.#isOfService(subject.key)) return;
    const { node } = subject;
    const what = node.kind === "identifier" ? node.name : subject.key;
    throw new NotInSql({ kind: "action", what });
  }
}

function nodesOf(question: Atom | Relation): Expression[] {
  return question.kind === "atom"
    ? [question.subject.node]
    : [question.left.subject.node, question.right.subject.node];
}

const costly = /match|list_|\[|array|CASE/i;

function partsOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case "not":
      return [formula.of];
    case "all":
    case "any":
      return formula.parts;
    case "choice":
      return [formula.condition, formula.whenTrue, formula.whenFalse];
    default:
      return [];
  }
}
