import type { Style } from "../context.ts";

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
