import {
  PatternPlace,
  type PatternInstruction,
  type PatternProgram,
} from "@traffic-policy/policy-language";
import { Alphabet } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";

/**
 * Accepts the texts in which a pattern matches somewhere. Its states are sets of instructions of the program
 * that the pattern is compiled to, made when they are first come to.
 */
export function patternAutomaton(program: PatternProgram): Automaton {
  return new PatternAutomaton(program);
}

interface State {
  /** The instructions that wait for a character, or for what comes next; in order. */
  readonly waiting: readonly number[];
  /** What stands before: it counts as long as an instruction waits that asks for a place. */
  readonly before: Before;
  readonly effort: number;
  readonly next: Int32Array;
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
  readonly #program: PatternProgram;
  /** For each instruction that reads a character, whether it reads a class. */
  readonly #reads: readonly (Uint8Array | undefined)[];
  readonly #before: readonly Before[];
  readonly #states: State[] = [];
  readonly #numbers = new Map<number, number[]>();
  /** The last closure in which an instruction was visited. */
  readonly #visited: Int32Array;
  #closures = 0;
  readonly #mayBeginLater: boolean;
  /** The state after a match, where everything that follows is accepted. */
  #matched: number | undefined;

  constructor(program: PatternProgram) {
    this.#program = program;
    const { instructions } = program;
    this.#visited = new Int32Array(instructions.length);
    const { alphabet, reads } = classesOf(instructions);
    this.alphabet = alphabet;
    this.#reads = reads;
    this.#before = alphabet.samples.map((sample) =>
      sample === 10 ? "newline" : isWord(sample) ? "word" : "other",
    );
    this.#mayBeginLater = (["newline", "word", "other"] as const).some((before) => {
      const { waiting, isMatch } = this.#closure([program.start], before);
      return isMatch || waiting.length > 0;
    });
    this.#stateAfter([], "start");
  }

  step(number: number, characters: number): number {
    const state = this.#states[number];
    if (state === undefined || number === this.#matched) return number;
    const known = state.next[characters] ?? -1;
    return known >= 0 ? known : (state.next[characters] = this.#next(state, characters));
  }

  accepts(number: number): boolean {
    const state = this.#states[number];
    if (state === undefined || number === this.#matched) return true;
    state.isAccepted ??= this.#goneOn(state, undefined).isMatch;
    return state.isAccepted;
  }

  settled(number: number): boolean | undefined {
    if (number === this.#matched) return true;
    const isStuck = this.#states[number]?.waiting.length === 0 && !this.#mayBeginLater;
    return isStuck ? false : undefined;
  }

  effort(number: number): number {
    return this.#states[number]?.effort ?? 1;
  }

  #next(state: State, characters: number): number {
    const { waiting, isMatch } = this.#goneOn(state, characters);
    if (isMatch) return this.#match();
    const targets: number[] = [];
    for (const place of waiting) {
      const instruction = this.#program.instructions[place];
      const isRead = this.#reads[place]?.[characters] === 1;
      if (isRead && instruction?.kind === "read") targets.push(instruction.next);
    }
    return this.#stateAfter(targets, this.#before[characters] ?? "other");
  }

  /** What waits for a character when the next one, or the end, is known. */
  #goneOn(state: State, characters: number | undefined): Closure {
    const { instructions } = this.#program;
    const asking = state.waiting.filter((place) => instructions[place]?.kind === "at");
    if (asking.length === 0) return { waiting: state.waiting, isMatch: false, effort: 0 };
    const after = characters === undefined ? undefined : this.#before[characters];
    const isBoundary = (state.before === "word") !== (after === "word");
    const ahead =
      (after === undefined ? endOfText | endOfLine : after === "newline" ? endOfLine : 0) |
      (isBoundary ? wordBoundary : noWordBoundary);
    return this.#closure(state.waiting, state.before, ahead);
  }

  /**
   * Follows the instructions that read nothing.
   *
   * @param ahead - the places that what comes next makes; while it is not known, those that ask for them wait
   */
  #closure(from: readonly number[], before: Before, ahead?: number): Closure {
    const { instructions } = this.#program;
    const behind = placesBehind[before];
    const round = ++this.#closures;
    const waiting: number[] = [];
    let effort = 1;
    const stack = [...from];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      if (this.#visited[place] === round) continue;
      this.#visited[place] = round;
      effort += 1;
      const instruction = instructions[place];
      switch (instruction?.kind) {
        case "match":
          return { waiting: [], isMatch: true, effort };
        case "go":
          stack.push(...instruction.next);
          break;
        case "at": {
          const { places, next } = instruction;
          const asked = places & ~behind;
          if ((asked & (beginOfLine | beginOfText)) !== 0) break;
          if (asked === 0 || (ahead !== undefined && (asked & ~ahead) === 0)) stack.push(next);
          else if (ahead === undefined) waiting.push(place);
          break;
        }
        case "read":
          waiting.push(place);
      }
    }
    return { waiting, isMatch: false, effort };
  }

  #stateAfter(targets: readonly number[], before: Before): number {
    const closure = this.#closure([...targets, this.#program.start], before);
    const { isMatch, effort } = closure;
    if (isMatch) return this.#match(effort);
    const waiting = closure.waiting.toSorted((one, other) => one - other);
    const { instructions } = this.#program;
    const isAsked = waiting.some((place) => instructions[place]?.kind === "at");
    const counted = isAsked ? before : "other";
    const hash = hashOf(waiting, counted);
    const alike = this.#numbers.get(hash) ?? [];
    for (const number of alike) {
      const state = this.#states[number];
      if (state?.before === counted && isEqual(state.waiting, waiting)) return number;
    }
    const number = this.#add(waiting, counted, effort);
    this.#numbers.set(hash, [...alike, number]);
    return number;
  }

  #match(effort = 1): number {
    this.#matched ??= this.#add([], "other", effort);
    return this.#matched;
  }

  #add(waiting: readonly number[], before: Before, effort: number): number {
    const { size } = this.alphabet;
    return (
      this.#states.push({
        waiting,
        before,
        // As much as it takes to make the state and to take a step from it with each class.
        effort: effort + (waiting.length + 1) * size,
        next: new Int32Array(size).fill(-1),
        isAccepted: undefined,
      }) - 1
    );
  }
}

interface Closure {
  readonly waiting: readonly number[];
  readonly isMatch: boolean;
  /** How many instructions were visited. */
  readonly effort: number;
}

function classesOf(instructions: readonly PatternInstruction[]): {
  readonly alphabet: Alphabet;
  readonly reads: readonly (Uint8Array | undefined)[];
} {
  const sets = new Map<string, readonly number[]>();
  let places = 0;
  for (const instruction of instructions) {
    if (instruction.kind === "at") places |= instruction.places;
    if (instruction.kind === "read") sets.set(String(instruction.ranges), instruction.ranges);
  }
  const asked: (readonly number[])[] = [...sets.values()];
  if ((places & (beginOfLine | endOfLine)) !== 0) asked.push([10, 10]);
  if ((places & (wordBoundary | noWordBoundary)) !== 0) asked.push(wordCharacters, [10, 10]);
  const alphabet = Alphabet.of(asked);
  const members = new Map<string, Uint8Array>();
  for (const [key, ranges] of sets) {
    members.set(
      key,
      Uint8Array.from(alphabet.samples, (sample) => Number(isIn(ranges, sample))),
    );
  }
  const reads = instructions.map((instruction) =>
    instruction.kind === "read" ? members.get(String(instruction.ranges)) : undefined,
  );
  return { alphabet, reads };
}

function isIn(ranges: readonly number[], character: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (character < (ranges[index] ?? 0)) return false;
    if (character <= (ranges[index + 1] ?? 0)) return true;
  }
  return false;
}

function isWord(character: number): boolean {
  return isIn(wordCharacters, character);
}

function hashOf(numbers: readonly number[], before: Before): number {
  let hash = before.length;
  for (const one of numbers) hash = (Math.imul(hash, 31) + one) | 0;
  return hash;
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
