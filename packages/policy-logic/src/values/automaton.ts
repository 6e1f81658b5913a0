import type { Alphabet } from "./alphabet.ts";

/** Reads a text character by character and says in the end whether it is as wanted. */
export interface Automaton {
  readonly alphabet: Alphabet;
  /** The state after a character of a class of the alphabet; 0 is the first state. */
  step(state: number, characters: number): number;
  /** Whether the texts that end in a state are accepted; undefined when some may be and others not. */
  accepts(state: number): boolean | undefined;
  /** Whether every text that goes on from a state is accepted, or none; undefined when it depends. */
  settled(state: number): boolean | undefined;
  /** How much work it is to find a state and what is next to it; it depends on nothing but the state. */
  effort(state: number): number;
}

/** A state from which on nothing is accepted. */
export const dead = 2 ** 30;
