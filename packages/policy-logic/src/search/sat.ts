/**
 * A literal of a variable: `2 * variable` when true, `2 * variable + 1` when false, so that `literal ^ 1` is the
 * negation.
 */
export type Lit = number;

export type SearchResult =
  | { readonly kind: "satisfied" }
  | { readonly kind: "unsatisfiable"; readonly core: readonly Lit[] }
  | { readonly kind: "exhausted" };

const unassigned = 0;

/** The offset of a clause in the clause array: its length, then its literals. */
type Clause = number;

const noClause: Clause = 0;

const conflictsOfRestart = 100;
const decay = 1 / 0.95;
const greatest = 1e100;

/**
 * A SAT solver with conflict-driven clause learning (CDCL): two watched literals, first unique implication points,
 * variable activities, saved phases and restarts. Clauses persist between searches; assumptions hold for a single
 * search only.
 */
export class Sat {
  /** For each literal, 1 when it is true and -1 when it is false. */
  readonly #values: number[] = [];
  readonly #levels: number[] = [];
  readonly #reasons: Clause[] = [];
  readonly #phases: number[] = [];
  readonly #activities: number[] = [];
  /** All clauses in a flat array. Objects would make up most of the memory that a proof allocates and discards. */
  #clauses = new Int32Array(1024);
  #clausesEnd = noClause + 1;
  /**
   * For each literal, the clauses to visit when it becomes false. Each is followed by a blocking literal of the
   * clause: when that is true, so is the clause.
   */
  readonly #watches: number[][] = [];
  readonly #trail: Lit[] = [];
  /** The length of the trail at the start of each level. */
  readonly #levelStarts: number[] = [];
  readonly #order = new Order(this.#activities);
  /** For each literal, the number of the last pass that saw it. Incrementing the pass number empties the set. */
  readonly #marks: number[] = [];
  #mark = 0;
  #propagated = 0;
  #increment = 1;
  #isContradictory = false;

  get variables(): number {
    return this.#levels.length;
  }

  newVariable(): number {
    const variable = this.#levels.length;
    this.#values.push(unassigned, unassigned);
    this.#marks.push(0, 0);
    this.#levels.push(0);
    this.#reasons.push(noClause);
    this.#phases.push(-1);
    this.#activities.push(0);
    this.#watches.push([], []);
    return variable;
  }

  /** True when a literal is true in the model of the last search. False when it is false or unassigned. */
  isTrue(literal: Lit): boolean {
    return this.#valueOf(literal) === 1;
  }

  addConjunction(literal: Lit, inputs: readonly Lit[]): void {
    const [pair, whole]: [Lit[], Lit[]] = [[literal ^ 1, 0], [literal]];
    for (const input of inputs) {
      pair[1] = input;
      this.addClause(pair);
      whole.push(input ^ 1);
    }
    this.addClause(whole);
  }

  addClause(given: readonly Lit[]): void {
    this.#backtrack(0);
    const seen = this.#newMark();
    const clause: Lit[] = [];
    for (const literal of given) {
      if (this.#valueOf(literal) === 1 || this.#marks[literal ^ 1] === seen) return;
      if (this.#valueOf(literal) !== unassigned || this.#marks[literal] === seen) continue;
      this.#marks[literal] = seen;
      clause.push(literal);
    }
    const [first] = clause;
    if (first === undefined) this.#isContradictory = true;
    else if (clause.length === 1) this.#assign(first, noClause);
    else this.#watch(this.#store(clause));
  }

  /**
   * Searches for an assignment that satisfies all clauses and assumptions. Only `relevant` variables are decided: the
   * clauses must allow values for the others whatever these are.
   *
   * @param object - checks each model; it returns a clause whose literals are all false, or undefined to accept the
   *   model
   * @param spend - called for each decision and each conflict; `false` ends the search
   */
  search(
    assumptions: readonly Lit[],
    relevant: Iterable<number>,
    object: () => readonly Lit[] | undefined,
    spend: () => boolean,
  ): SearchResult {
    if (this.#isContradictory) return { kind: "unsatisfiable", core: [] };
    this.#backtrack(0);
    this.#order.restart(relevant);
    let conflicts = 0;
    let allowed = conflictsOfRestart;
    for (;;) {
      let conflict = this.#propagate();
      if (conflict === noClause) {
        const assumed = this.#nextAssumption(assumptions);
        if (assumed === "refuted") return this.#refuted(assumptions);
        const literal = assumed ?? this.#decide();
        if (literal !== undefined) {
          if (assumed === undefined && !spend()) return { kind: "exhausted" };
          this.#levelStarts.push(this.#trail.length);
          this.#assign(literal, noClause);
          continue;
        }
        const objection = object();
        if (objection === undefined) return { kind: "satisfied" };
        this.#keep(objection);
        conflict = this.#store(objection);
        // Only looked at until the next clause takes its place.
        this.#clausesEnd = conflict;
      }
      if (!spend()) return { kind: "exhausted" };
      if (!this.#learn(conflict)) {
        this.#isContradictory = true;
        return { kind: "unsatisfiable", core: [] };
      }
      if (++conflicts >= allowed) {
        conflicts = 0;
        allowed += conflictsOfRestart;
        this.#backtrack(assumptions.length);
      }
    }
  }

  #newMark(): number {
    this.#mark += 1;
    return this.#mark;
  }

  #valueOf(literal: Lit): number {
    return this.#values[literal] ?? unassigned;
  }

  #assign(literal: Lit, reason: Clause): void {
    const variable = literal >> 1;
    this.#values[literal] = 1;
    this.#values[literal ^ 1] = -1;
    this.#levels[variable] = this.#levelStarts.length;
    this.#reasons[variable] = reason;
    this.#trail.push(literal);
  }

  #backtrack(level: number): void {
    const start = this.#levelStarts[level];
    if (start === undefined) return;
    for (let index = this.#trail.length - 1; index >= start; index--) {
      const literal = this.#trail[index] ?? 0;
      const variable = literal >> 1;
      this.#phases[variable] = (literal & 1) === 0 ? 1 : -1;
      this.#values[literal] = unassigned;
      this.#values[literal ^ 1] = unassigned;
      this.#reasons[variable] = noClause;
      this.#order.add(variable);
    }
    this.#trail.length = start;
    this.#levelStarts.length = level;
    this.#propagated = Math.min(this.#propagated, start);
  }

  #store(literals: readonly Lit[]): Clause {
    const clause = this.#clausesEnd;
    const end = clause + 1 + literals.length;
    if (end > this.#clauses.length) {
      const longer = new Int32Array(Math.max(end, this.#clauses.length * 2));
      longer.set(this.#clauses);
      this.#clauses = longer;
    }
    this.#clauses[clause] = literals.length;
    this.#clauses.set(literals, clause + 1);
    this.#clausesEnd = end;
    return clause;
  }

  /** Returns the end offset of a clause; its first literal follows the offset of the clause. */
  #endOf(clause: Clause): number {
    return clause + 1 + (this.#clauses[clause] as number);
  }

  #watch(clause: Clause): void {
    const [first, second] = [this.#clauses[clause + 1] as Lit, this.#clauses[clause + 2] as Lit];
    this.#watchFor(first, clause, second);
    this.#watchFor(second, clause, first);
  }

  #watchFor(literal: Lit, clause: Clause, other: Lit): void {
    const watches = this.#watches[literal] as number[];
    watches.push(clause, other);
  }

  /** Propagates assignments. Returns a clause whose literals are all false, if there is one. */
  #propagate(): Clause {
    const clauses = this.#clauses;
    for (; this.#propagated < this.#trail.length; this.#propagated++) {
      const untrue = (this.#trail[this.#propagated] ?? 0) ^ 1;
      const watches = this.#watches[untrue] as number[];
      let kept = 0;
      let conflict = noClause;
      for (let index = 0; index < watches.length; index += 2) {
        const clause = watches[index] as Clause;
        let other = watches[index + 1] as Lit;
        if (conflict === noClause && this.#valueOf(other) !== 1) {
          if ((clauses[clause] as number) > 2) {
            if (clauses[clause + 1] === untrue) {
              clauses[clause + 1] = clauses[clause + 2] as Lit;
              clauses[clause + 2] = untrue;
            }
            other = clauses[clause + 1] as Lit;
            if (this.#valueOf(other) !== 1 && this.#watchAnother(clause)) continue;
          }
          const value = this.#valueOf(other);
          if (value === unassigned) this.#assign(other, clause);
          else if (value === -1) conflict = clause;
        }
        watches[kept] = clause;
        watches[kept + 1] = other;
        kept += 2;
      }
      if (kept < watches.length) watches.length = kept;
      if (conflict !== noClause) return conflict;
    }
    return noClause;
  }

  #watchAnother(clause: Clause): boolean {
    const clauses = this.#clauses;
    const end = this.#endOf(clause);
    for (let index = clause + 3; index < end; index++) {
      const literal = clauses[index] as Lit;
      if (this.#valueOf(literal) === -1) continue;
      clauses[index] = clauses[clause + 2] as Lit;
      clauses[clause + 2] = literal;
      this.#watchFor(literal, clause, clauses[clause + 1] as Lit);
      return true;
    }
    return false;
  }

  #nextAssumption(assumptions: readonly Lit[]): Lit | "refuted" | undefined {
    while (this.#levelStarts.length < assumptions.length) {
      const literal = assumptions[this.#levelStarts.length] as Lit;
      const value = this.#valueOf(literal);
      if (value === -1) return "refuted";
      if (value === unassigned) return literal;
      // Each assumption has a level of its own, also one that follows from others.
      this.#levelStarts.push(this.#trail.length);
    }
    return undefined;
  }

  #decide(): Lit | undefined {
    for (;;) {
      const variable = this.#order.take();
      if (variable === undefined) return undefined;
      if (this.#values[2 * variable] === unassigned) {
        return 2 * variable + (this.#phases[variable] === 1 ? 0 : 1);
      }
    }
  }

  #keep(given: readonly Lit[]): void {
    if (given.length < 2) return;
    // The literals assigned last are watched: they are the first to become free again.
    const levelOf = (literal: Lit): number => this.#levels[literal >> 1] ?? 0;
    this.#watch(this.#store(given.toSorted((one, other) => levelOf(other) - levelOf(one))));
  }

  /** Learns from a clause whose literals are all false, and backtracks. Returns false when no options are left. */
  #learn(conflict: Clause): boolean {
    // What a theory forbids may have nothing to do with the last decisions.
    let level = 0;
    for (let index = conflict + 1; index < this.#endOf(conflict); index++) {
      level = Math.max(level, this.#levels[(this.#clauses[index] as Lit) >> 1] ?? 0);
    }
    if (level === 0) return false;
    this.#backtrack(level);
    const clause = this.#analyze(conflict);
    const [asserted] = clause as [Lit, ...Lit[]];
    let back = 0;
    for (let index = 1; index < clause.length; index++) {
      const literal = clause[index] as Lit;
      const one = this.#levels[literal >> 1] ?? 0;
      if (one <= back) continue;
      back = one;
      clause[index] = clause[1] as Lit;
      clause[1] = literal;
    }
    this.#backtrack(back);
    const reason = clause.length > 1 ? this.#store(clause) : noClause;
    if (reason !== noClause) this.#watch(reason);
    this.#assign(asserted, reason);
    this.#increment *= decay;
    if (this.#increment > greatest) this.#rescale();
    return true;
  }

  /** Returns the clause of the first unique implication point, with its literal first. */
  #analyze(conflict: Clause): Lit[] {
    const level = this.#levelStarts.length;
    const seen = this.#newMark();
    const isSeen = (variable: number): boolean => this.#marks[2 * variable] === seen;
    const lower: Lit[] = [];
    let open = 0;
    let reason = conflict;
    let follows: Lit | undefined;
    let index = this.#trail.length - 1;
    for (;;) {
      const end = this.#endOf(reason);
      for (let at = reason + 1; at < end; at++) {
        const literal = this.#clauses[at] as Lit;
        const variable = literal >> 1;
        const own = this.#levels[variable] ?? 0;
        if (literal === follows || isSeen(variable) || own === 0) continue;
        this.#marks[2 * variable] = seen;
        this.#bump(variable);
        if (own === level) open += 1;
        else lower.push(literal);
      }
      while (!isSeen((this.#trail[index] ?? 0) >> 1)) index -= 1;
      const literal = this.#trail[index] as Lit;
      index -= 1;
      open -= 1;
      if (open === 0) {
        // What follows from the other literals adds nothing.
        const isImplied = (one: Lit): boolean => {
          const why = this.#reasons[one >> 1] ?? noClause;
          if (why === noClause) return false;
          for (let at = why + 1; at < this.#endOf(why); at++) {
            const variable = (this.#clauses[at] as Lit) >> 1;
            const isKnown = isSeen(variable) || this.#levels[variable] === 0;
            if (variable !== one >> 1 && !isKnown) return false;
          }
          return true;
        };
        return [literal ^ 1, ...lower.filter((one) => !isImplied(one))];
      }
      reason = this.#reasons[literal >> 1] ?? noClause;
      follows = literal;
    }
  }

  /** Returns the assumptions that make the next assumption false. */
  #refuted(assumptions: readonly Lit[]): SearchResult {
    const refuted = assumptions[this.#levelStarts.length] as Lit;
    const seen = new Set([refuted >> 1]);
    const core = [refuted];
    for (let index = this.#trail.length - 1; index >= 0; index--) {
      const literal = this.#trail[index] as Lit;
      const variable = literal >> 1;
      if (!seen.has(variable) || this.#levels[variable] === 0) continue;
      const reason = this.#reasons[variable] ?? noClause;
      // What was decided is an assumption: nothing else has been.
      if (reason === noClause) core.push(literal);
      else {
        for (let at = reason + 1; at < this.#endOf(reason); at++) {
          seen.add((this.#clauses[at] as Lit) >> 1);
        }
      }
    }
    return { kind: "unsatisfiable", core };
  }

  #bump(variable: number): void {
    this.#activities[variable] = (this.#activities[variable] ?? 0) + this.#increment;
    this.#order.raised(variable);
  }

  #rescale(): void {
    for (const [variable, activity] of this.#activities.entries()) {
      this.#activities[variable] = activity / greatest;
    }
    this.#increment /= greatest;
  }
}

const taken = -1;
const absent = -2;

/** The decision variables in a heap ordered by activity, highest first. */
class Order {
  readonly #activities: readonly number[];
  readonly #heap: number[] = [];
  /**
   * The position of each variable in the heap; `taken` when it was removed, `absent` when it is not a decision
   * variable.
   */
  readonly #places: number[] = [];

  constructor(activities: readonly number[]) {
    this.#activities = activities;
  }

  restart(variables: Iterable<number>): void {
    this.#heap.length = 0;
    this.#places.fill(absent);
    for (const variable of variables) {
      while (this.#places.length <= variable) this.#places.push(absent);
      this.#places[variable] = taken;
      this.add(variable);
    }
  }

  add(variable: number): void {
    if (this.#places[variable] !== taken) return;
    this.#heap.push(variable);
    this.#rise(this.#heap.length - 1, variable);
  }

  take(): number | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return undefined;
    this.#places[first] = taken;
    if (this.#heap.length > 0) this.#sink(last);
    return first;
  }

  raised(variable: number): void {
    const place = this.#places[variable] ?? absent;
    if (place >= 0) this.#rise(place, variable);
  }

  #isBefore(one: number, other: number): boolean {
    const first = this.#activities[one] ?? 0;
    const second = this.#activities[other] ?? 0;
    // What comes last is decided first, and mostly becomes false, so that of alternatives the first is true.
    return first > second || (first === second && one > other);
  }

  #rise(from: number, variable: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = this.#heap[above] as number;
      if (!this.#isBefore(variable, other)) break;
      this.#put(place, other);
      place = above;
    }
    this.#put(place, variable);
  }

  #sink(variable: number): void {
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      const left = this.#heap[below];
      const right = this.#heap[below + 1];
      if (left === undefined) break;
      if (right !== undefined && this.#isBefore(right, left)) below += 1;
      const child = this.#heap[below] as number;
      if (!this.#isBefore(child, variable)) break;
      this.#put(place, child);
      place = below;
    }
    this.#put(place, variable);
  }

  #put(place: number, variable: number): void {
    this.#heap[place] = variable;
    this.#places[variable] = place;
  }
}
