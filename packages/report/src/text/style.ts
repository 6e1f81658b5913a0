/** How text looks: its colours, which give it back as it is where there are none, and the room for it. */
export interface Style {
  readonly isColorSupported: boolean;
  /** The columns of the terminal; infinite where lines stay whole, as in a file, a pipe and other formats. */
  readonly width: number;
  /** True when the terminal shows block characters. */
  readonly hasBlocks: boolean;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly inverse: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** Leaves texts as they are, for files, pipes and other formats. */
export const withoutColors: Style = {
  isColorSupported: false,
  width: Infinity,
  hasBlocks: false,
  bold: String,
  dim: String,
  inverse: String,
  red: String,
  green: String,
  yellow: String,
  blue: String,
  cyan: String,
};
