import {
  PatternPlace,
  type CharacterRanges,
  type PatternInstruction,
  type PatternProgram,
} from "@traffic-policy/policy-language/internal";
import { Alphabet } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";

/**
 * Accepts the texts in which a pattern matches somewhere. Its states are sets of instructions of the compiled pattern
 * (subset construction), built when first reached.
 */
export function patternAutomaton(program: PatternProgram): Automaton {
  return new PatternAutomaton(program);
}

/**
 * Plain arrays, because there are thousands of states with short lists, for which typed arrays would take three times
 * the memory.
 */
interface State {
  /** The instructions that wait for a character or for a lookahead, in order. */
  readonly waiting: readonly number[];
  readonly isAsking: boolean;
  readonly before: Before;
  readonly effort: number;
  /** The successors by class, filled lazily; many states are never left. */
  next: number[] | undefined;
  isAccepted: boolean | undefined;
}

type Before = "start" | "newline" | "word" | "other";

const { beginOfLine, endOfLine, beginOfText, endOfText, wordBoundary, noWordBoundary } =
  PatternPlace;

const placesBehind: Readonly<Record<Before, number>> = {
  start: beginOfText | beginOfLine,
  newline: beginOfLine,
  word: 0,
  other: 0,
};

const wordCharacters = [48, 57, 65, 90, 95, 95, 97, 122];

class PatternAutomaton implements Automaton {
  readonly alphabet: Alphabet;
  readonly #start: number;
  readonly #instructions: readonly PatternInstruction[];
  readonly #reads: readonly (Uint8Array | undefined)[];
  readonly #before: readonly Before[];
  readonly #states: State[] = [];
  readonly #numbers = new Map<number, number[]>();
  readonly #visited: Int32Array;
  #closures = 0;
  #visits = 0;
  readonly #mayBeginLater: boolean;
  #matched: number | undefined;

  constructor({ start, instructions }: PatternProgram) {
    this.#start = start;
    this.#instructions = instructions;
    this.#visited = new Int32Array(instructions.length);
    const { alphabet, reads } = classesOf(instructions);
    this.alphabet = alphabet;
    this.#reads = reads;
    this.#before = alphabet.samples.map((sample) =>
      sample === 10 ? "newline" : isIn(wordCharacters, sample) ? "word" : "other",
    );
    this.#mayBeginLater = (["newline", "word", "other"] as const).some((before) => {
      const waiting = this.#closure([start], before);
      return waiting === "match" || waiting.length > 0;
    });
    this.#stateAfter([], "start");
  }

  step(number: number, characters: number): number {
    const state = this.#states[number];
    if (state === undefined || number === this.#matched) return number;
    const next = (state.next ??= Array.from({ length: this.alphabet.size }, () => -1));
    const known = next[characters] ?? -1;
    return known >= 0 ? known : (next[characters] = this.#next(state, characters));
  }

  accepts(number: number): boolean {
    const state = this.#states[number];
    if (state === undefined || number === this.#matched) return true;
    state.isAccepted ??= this.#whenFollowedBy(undefined, state) === "match";
    return state.isAccepted;
  }

  settled(number: number): boolean | undefined {
    if (number === this.#matched) return true;
    const isStuck = !this.#mayBeginLater && this.#states[number]?.waiting.length === 0;
    return isStuck ? false : undefined;
  }

  effort(number: number): number {
    return this.#states[number]?.effort ?? 1;
  }

  #next(state: State, characters: number): number {
    const before = this.#before[characters] ?? "other";
    const waiting = this.#whenFollowedBy(before, state);
    if (waiting === "match") return this.#match();
    const targets: number[] = [];
    for (const place of waiting) {
      if (this.#reads[place]?.[characters] !== 1) continue;
      const instruction = this.#instructions[place];
      if (instruction?.kind === "read") targets.push(instruction.next);
    }
    return this.#stateAfter(targets, before);
  }

  /**
   * Returns the instructions that wait for a character, once the next character, or the end of the text, is known.
   */
  #whenFollowedBy(after: Before | undefined, state: State): readonly number[] | "match" {
    const { waiting, isAsking, before } = state;
    if (!isAsking) return waiting;
    const isBoundary = (before === "word") !== (after === "word");
    const ahead =
      (after === undefined ? endOfText | endOfLine : after === "newline" ? endOfLine : 0) |
      (isBoundary ? wordBoundary : noWordBoundary);
    return this.#closure([...waiting], before, ahead);
  }

  #stateAfter(targets: number[], before: Before): number {
    targets.push(this.#start);
    const closure = this.#closure(targets, before);
    if (closure === "match") return this.#match();
    const waiting = closure.toSorted((one, other) => one - other);
    const isAsking = closure.some((place) => this.#instructions[place]?.kind === "at");
    const counted = isAsking ? before : "other";
    const hash = hashOf(waiting, counted);
    const alike = this.#numbers.get(hash) ?? [];
    for (const number of alike) {
      const state = this.#states[number];
      if (state?.before === counted && isEqual(state.waiting, waiting)) return number;
    }
    const number = this.#add(waiting, isAsking, counted);
    this.#numbers.set(hash, [...alike, number]);
    return number;
  }

  #match(): number {
    this.#matched ??= this.#add([], false, "other");
    return this.#matched;
  }

  #add(waiting: readonly number[], isAsking: boolean, before: Before): number {
    const { size } = this.alphabet;
    return (
      this.#states.push({
        waiting,
        isAsking,
        before,
        // To make the state, and to take a step from it with each class.
        effort: this.#visits + ((1 + waiting.length) * size) / 4,
        next: undefined,
        isAccepted: undefined,
      }) - 1
    );
  }

  /**
   * Follows the instructions that read nothing (epsilon closure), up to those that read or to a match.
   *
   * @param places - the starting points; consumed
   * @param ahead - the position assertions that the next character satisfies; without it, instructions that need it
   *   wait
   */
  #closure(places: number[], before: Before, ahead?: number): number[] | "match" {
    const behind = placesBehind[before];
    const round = ++this.#closures;
    const waiting: number[] = [];
    this.#visits = 1;
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      if (this.#visited[place] === round) continue;
      this.#visited[place] = round;
      this.#visits += 1;
      const instruction = this.#instructions[place];
      switch (instruction?.kind) {
        case "match":
          return "match";
        case "go":
          for (const next of instruction.next) places.push(next);
          break;
        case "at": {
          const asked = instruction.places & ~behind;
          if ((asked & (beginOfLine | beginOfText)) !== 0) break;
          if (asked === 0 || (ahead !== undefined && (asked & ~ahead) === 0)) {
            places.push(instruction.next);
          } else if (ahead === undefined) waiting.push(place);
          break;
        }
        case "read":
          waiting.push(place);
      }
    }
    return waiting;
  }
}

function classesOf(instructions: readonly PatternInstruction[]): {
  readonly alphabet: Alphabet;
  readonly reads: readonly (Uint8Array | undefined)[];
} {
  let places = 0;
  const sets = new Map<string, CharacterRanges>();
  const keys = new Map<CharacterRanges, string>();
  for (const instruction of instructions) {
    if (instruction.kind === "at") places |= instruction.places;
    if (instruction.kind !== "read" || keys.has(instruction.ranges)) continue;
    const key = String(instruction.ranges);
    keys.set(instruction.ranges, key);
    sets.set(key, instruction.ranges);
  }
  const asked = [...sets.values()];
  if ((places & (beginOfLine | endOfLine | wordBoundary | noWordBoundary)) !== 0) {
    asked.push([10, 10]);
  }
  if ((places & (wordBoundary | noWordBoundary)) !== 0) asked.push(wordCharacters);
  const alphabet = Alphabet.of(asked);
  const members = new Map(
    Array.from(sets, ([key, ranges]) => [
      key,
      Uint8Array.from(alphabet.samples, (sample) => Number(isIn(ranges, sample))),
    ]),
  );
  const reads = instructions.map((instruction) =>
    instruction.kind === "read" ? members.get(keys.get(instruction.ranges) ?? "") : undefined,
  );
  return { alphabet, reads };
}

function isIn(ranges: CharacterRanges, character: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (character < (ranges[index] ?? 0)) return false;
    if (character <= (ranges[index + 1] ?? 0)) return true;
  }
  return false;
}

function hashOf(numbers: readonly number[], before: Before): number {
  let hash = before.length;
  for (const one of numbers) hash = (Math.imul(hash, 31) + one) | 0;
  return hash;
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
