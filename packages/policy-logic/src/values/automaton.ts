import type { Alphabet } from "./alphabet.ts";

/** Reads a text character by character and then accepts or rejects it. */
export interface Automaton {
  readonly alphabet: Alphabet;
  /** Returns the state after a character of a class of the alphabet; 0 is the initial state. */
  step(state: number, characters: number): number;
  /** True when the texts that end in a state are accepted; undefined when it differs between them. */
  accepts(state: number): boolean | undefined;
  /** True when every continuation from a state is accepted, false when none is; undefined when it depends. */
  settled(state: number): boolean | undefined;
  effort(state: number): number;
}

/** The state from which nothing is accepted. */
export const dead = 2 ** 30;
