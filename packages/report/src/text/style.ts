/** How text is marked: each gives it back as it is where there are no colours. */
export interface Style {
  readonly isColorSupported: boolean;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly inverse: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** Leaves texts as they are, for files and for terminals without colors. */
export const withoutColors: Style = {
  isColorSupported: false,
  bold: String,
  dim: String,
  inverse: String,
  red: String,
  green: String,
  yellow: String,
  blue: String,
  cyan: String,
};
