/** A text as a cell of a table can hold it: GitHub takes a bar for the end of the cell, also in code. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
